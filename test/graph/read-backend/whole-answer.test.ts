import { expect, test } from 'vitest';
import { loadConfig } from '../../../src/config/load.ts';
import { createEngine } from '../../../src/engine.ts';
import { LIVE_APOLLO as graph } from '../../worlds/tana-live.ts';
import { startTanaServer, stopAt, type TanaServerOptions } from '../../worlds/tana-server.ts';
import { makeWorld } from '../../worlds/world.ts';
import { makeSupertagWorld } from '../export/supertag-world.ts';

const NOW = Date.UTC(2026, 5, 1);

/** The same workspace as an export of a month ago: Apollo, when it had another name. */
const EXPORT = JSON.stringify({
  formatVersion: 1,
  docs: [
    { id: 'home', props: { created: 1_700_000_000_000, name: 'Home' }, children: ['apollo'] },
    {
      id: 'apollo',
      props: { created: 1_700_000_000_000, name: 'Apollo launch, as exported', _ownerId: 'home' },
      children: ['plan'],
    },
    { id: 'plan', props: { created: 1_700_000_000_000, name: 'The exported plan', _ownerId: 'apollo' } },
  ],
  editors: [],
  workspaces: {},
});

async function openWorld(options: Partial<TanaServerOptions> = {}) {
  const server = await startTanaServer({ graph, ...options });
  const world = makeWorld({ 'exports/ws1@2026-01-01.json': EXPORT });
  const env = { HOME: world.root, KNAP_TANA_TOKEN: 'secret', KNAP_TANA_URL: server.url };
  const { config } = await loadConfig({ root: world.root, env });
  const engine = await createEngine({ root: world.root, now: () => NOW }, config);
  return {
    server,
    engine,
    load: () => engine.importGraph({ source: 'tana', path: `${world.root}/exports/ws1@2026-01-01.json` }),
    [Symbol.asyncDispose]: async () => {
      await engine.close();
      await server[Symbol.asyncDispose]();
      world[Symbol.dispose]();
    },
  };
}

test('T42 T36 a context question to a running Tana answers with related nodes and is marked as live', async () => {
  await using world = await openWorld();
  const { document, text } = await world.engine.context({ seeds: ['apollo launch'] });
  expect(document.meta).toMatchObject({
    backend: 'local-api',
    backendReason: 'the Local API of Tana answers',
    dataFrom: null,
    workspace: 'Main',
  });
  expect(document.nodes[0]).toMatchObject({ id: 'apollo', score: 1, distance: 0, source: 'tana:Main/apollo' });
  const names = document.nodes.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['Ada Lovelace', 'Bob', 'Kickoff meeting', 'Saw Apollo launch move']));
  expect(text).toContain('Plan with Bob and Kickoff meeting');
  expect(text).not.toContain('old plan');
});

test('T50 if Tana fails within a context question, the import supplies the rest and the answer says so', async () => {
  // The search and the first nodes are answered; then nobody is there any more.
  await using world = await openWorld({ fault: (path) => (path.endsWith('/children') ? 'hang up' : undefined) });
  await world.load();
  const { document } = await world.engine.context({ seeds: ['apollo launch'] });
  expect(document.meta).toMatchObject({ backend: 'index', dataFrom: '2026-01-01T00:00:00Z', workspace: 'main' });
  expect(document.meta.backendReason).toMatch(/^the Local API of Tana cannot be reached/);
  expect(document.meta.notes).toContainEqual(
    expect.stringMatching(
      /: after \d+ live calls the rest is from the import of 2026-01-01T00:00:00\.000Z, 151 days old$/,
    ),
  );
  expect(document.nodes[0]).toMatchObject({ id: 'apollo', content: expect.stringContaining('The exported plan') });
});

test('T50 an offline context question is answered from the import without a request to Tana', async () => {
  await using world = await openWorld();
  await world.load();
  const { document } = await world.engine.context({ seeds: ['apollo'], offline: true });
  expect(document.meta).toMatchObject({ backend: 'index', backendReason: 'offline was asked for' });
  expect(document.nodes[0]?.name).toBe('Apollo launch, as exported');
  expect(world.server.requests).toEqual([]);
});

test('an imported supertag index answers an offline context question', async () => {
  using supertag = makeSupertagWorld();
  await using world = await openWorld();
  await world.engine.importGraph({ source: 'tana', path: supertag.path });
  const { document } = await world.engine.context({ seeds: ['apollo'], offline: true });
  expect(document.meta).toMatchObject({ backend: 'index' });
  expect(document.nodes.map(({ name }) => name)).toEqual(expect.arrayContaining(['Apollo launch & more', 'Ada']));
  expect(world.server.requests).toEqual([]);
});

test('an aborted context question fails with the reason of the caller', async () => {
  const stop = new AbortController();
  await using world = await openWorld({ fault: (path) => stopAt(path, stop) });
  const answer = world.engine.with({ signal: stop.signal }).context({ seeds: ['apollo'] });
  await expect(answer).rejects.toThrow('enough');
});
