import { expect, test } from 'vitest';
import { searchOf } from '../../worlds/import-rows.ts';
import { LIVE_APOLLO as graph, type LiveGraph } from '../../worlds/tana-live.ts';
import { startTanaServer, stopAt } from '../../worlds/tana-server.ts';
import { IMPORTED_AT, MAIN, makeReadWorld } from './read-world.ts';

const nameOf = async (backend: { nodes: (ids: string[]) => Promise<ReadonlyMap<string, { name: string }>> }) =>
  (await backend.nodes(['apollo'])).get('apollo')?.name;

test('T42 a running Tana is preferred to the import, which supplies missing times, owners and tags', async () => {
  await using server = await startTanaServer({ graph });
  await using world = await makeReadWorld({ imported: MAIN, tana: { tanaUrl: server.url } });
  const chosen = await world.resolve({ workspace: 'main' });
  expect([chosen.backend.name, chosen.backend.asOfMs, chosen.reason]).toEqual([
    'local-api',
    null,
    'the Local API of Tana answers',
  ]);
  expect((await searchOf(chosen.backend, 'apollo', 10))[0]?.id).toBe('apollo');
  const node = (await chosen.backend.nodes(['apollo'])).get('apollo');
  expect(node).toMatchObject({
    name: 'Apollo launch',
    tags: ['big project', 'thing'],
    parent: 'home',
    modifiedMs: Date.UTC(2026, 3, 1),
  });
  expect(chosen.notes).toEqual([
    'what the Local API does not tell of a node (its times, its owner, inherited tags) comes from the import',
  ]);
});

test('T42 the second question asks Tana neither for its health nor for its workspaces, until some time passed', async () => {
  await using server = await startTanaServer({ graph });
  await using world = await makeReadWorld({ imported: MAIN, tana: { tanaUrl: server.url } });
  await world.resolve({});
  await world.resolve({});
  expect(server.requests).toEqual(['/health', '/workspaces']);
  world.rest();
  await world.resolve({});
  expect(server.requests).toHaveLength(4);
});

const reasons: [name: string, tana: object, input: object, reason: string][] = [
  ['the caller is offline', {}, { isOffline: true }, 'offline was asked for'],
  ['the caller asks for the index', {}, { backend: 'index' }, 'asked for'],
  ['no token is set', { tanaToken: undefined }, {}, 'no token is set for the Local API (KNAP_TANA_TOKEN)'],
  ['the Local API is switched off', { tanaLive: false }, {}, 'the Local API is switched off'],
];
for (const [name, tana, input, reason] of reasons) {
  test(`T50 the import answers without a request to Tana and says why: ${name}`, async () => {
    await using server = await startTanaServer({ graph });
    await using world = await makeReadWorld({ imported: MAIN, tana: { tanaUrl: server.url, ...tana } });
    const chosen = await world.resolve({ workspace: 'main', ...input });
    expect([chosen.backend.name, chosen.reason, chosen.backend.asOfMs]).toEqual(['index', reason, IMPORTED_AT]);
    expect(await nameOf(chosen.backend)).toBe('Apollo, as exported');
    expect(server.requests).toEqual([]);
  });
}

test('T50 the import answers if Tana does not run, and says why', async () => {
  const gone = await startTanaServer({ graph });
  await gone.stop();
  await using world = await makeReadWorld({ imported: MAIN, tana: { tanaUrl: gone.url } });
  const chosen = await world.resolve({});
  expect(chosen.backend.name).toBe('index');
  expect(chosen.reason).toBe('the Local API of Tana cannot be reached (ECONNREFUSED)');
});

test('T50 after a refused token the import answers, and Tana is not asked again until some time passed', async () => {
  await using server = await startTanaServer({ graph, token: 'another' });
  await using world = await makeReadWorld({ imported: MAIN, tana: { tanaUrl: server.url } });
  const reason = 'the Local API of Tana refused the token (401); check KNAP_TANA_TOKEN';
  expect((await world.resolve({})).reason).toBe(reason);
  const asked = server.requests.length;
  expect((await world.resolve({})).reason).toBe(reason);
  expect(server.requests).toHaveLength(asked);
  world.rest();
  await world.resolve({});
  expect(server.requests.length).toBeGreaterThan(asked);
});

test('T50 if Tana stops within a walk, the import supplies the rest, with a note of this and its age', async () => {
  const server = await startTanaServer({ graph });
  await using world = await makeReadWorld({ imported: MAIN, tana: { tanaUrl: server.url } });
  const chosen = await world.resolve({});
  const options = { relations: ['child'] as const, limitEach: 10 };
  await searchOf(chosen.backend, 'apollo', 5);
  expect((await chosen.backend.neighbours(['apollo'], options)).get('apollo')?.ends[0]?.name).toMatch(/^Plan with Bob/);
  await server.stop();
  const plan = async () => (await chosen.backend.nodes(['plan'])).get('plan')?.name;
  const rest = await Promise.all([plan(), chosen.backend.outline('apollo', { depth: 2, nodesMax: 9 })]);
  expect(rest[0]).toBe('Plan, as exported');
  expect(rest[1].map(({ name }) => name)).toEqual(['Plan, as exported']);
  expect([chosen.backend.name, chosen.backend.asOfMs]).toEqual(['index', IMPORTED_AT]);
  expect(chosen.reason).toMatch(/^the Local API of Tana cannot be reached \(/);
  expect(chosen.notes).toEqual([
    expect.stringMatching(
      /^the Local API of Tana cannot be reached \(.+\): after 2 live calls the rest is from the import of 2026-05-01T00:00:00\.000Z, 31 days old$/,
    ),
  ]);
  expect((await world.resolve({})).backend.name).toBe('index');
});

const wrong: [name: string, body: string][] = [
  ['no JSON', 'oops'],
  ['another shape', '[{"id":1}]'],
];
for (const [name, body] of wrong) {
  test(`T50 the import answers if Tana replies wrongly: ${name}`, async () => {
    const fault = (path: string) => (path === '/nodes/search' ? { body } : undefined);
    await using server = await startTanaServer({ graph, fault });
    await using world = await makeReadWorld({ imported: MAIN, tana: { tanaUrl: server.url } });
    const chosen = await world.resolve({});
    expect((await searchOf(chosen.backend, 'Home', 5)).map(({ id }) => id)).toEqual(['home']);
    expect(chosen.notes[0]).toMatch(/answered \/nodes\/search .+: the answer is from the import of/);
  });
}

test('T50 without an import, a Tana that does not run gives the error that no graph is imported and why', async () => {
  const gone = await startTanaServer({ graph });
  await gone.stop();
  await using world = await makeReadWorld({ tana: { tanaUrl: gone.url } });
  await expect(world.resolve({})).rejects.toMatchObject({
    code: 'NO_GRAPH',
    message: expect.stringMatching(
      /No knowledge graph is imported here, and Tana cannot be asked: .*cannot be reached/,
    ),
  });
});

test('a question without an import and without a token fails because there is no graph, also offline', async () => {
  await using world = await makeReadWorld({ tana: { tanaToken: undefined } });
  await expect(world.resolve({})).rejects.toMatchObject({ code: 'NO_GRAPH' });
  await expect(world.resolve({ isOffline: true })).rejects.toMatchObject({ code: 'NO_GRAPH' });
});

test('without an import a running Tana answers, and a question after it stopped fails', async () => {
  const server = await startTanaServer({ graph });
  await using world = await makeReadWorld({ tana: { tanaUrl: server.url } });
  const chosen = await world.resolve({});
  expect([chosen.workspace, chosen.source, chosen.backend.name]).toEqual(['Main', 'tana', 'local-api']);
  expect(await nameOf(chosen.backend)).toBe('Apollo launch');
  await server.stop();
  await expect(chosen.backend.outline('plan', { depth: 1, nodesMax: 5 })).rejects.toMatchObject({
    code: 'GRAPH_BACKEND',
  });
});

test('an imported graph of Logseq is read without a request to Tana', async () => {
  await using server = await startTanaServer({ graph });
  await using world = await makeReadWorld({
    imported: { notes: { source: 'logseq', path: 'notes' } },
    tana: { tanaUrl: server.url },
  });
  const chosen = await world.resolve({});
  expect([chosen.backend.name, chosen.source, chosen.reason]).toEqual([
    'index',
    'logseq',
    'a graph of logseq has no live interface',
  ]);
  expect(server.requests).toEqual([]);
});

test('of several Tana workspaces the named one is searched, and all if none is named', async () => {
  const two: LiveGraph = {
    workspaces: [
      { id: 'ws1', name: 'Private notes' },
      { id: 'ws2', name: 'Work' },
    ],
    nodes: [
      { id: 'mine', name: 'Apollo at home', workspace: 'ws1' },
      { id: 'ours', name: 'Apollo at work', workspace: 'ws2' },
    ],
  };
  await using server = await startTanaServer({ graph: two });
  await using world = await makeReadWorld({ imported: MAIN, tana: { tanaUrl: server.url } });
  const found = async (input: object) =>
    (await searchOf((await world.resolve(input)).backend, 'apollo', 5)).map(({ id }) => id);
  expect(await found({ workspace: 'main' })).toEqual(['mine']);
  expect(await found({ workspace: 'work' })).toEqual(['ours']);
  expect(await found({ backend: 'local-api' })).toEqual(['mine', 'ours']);
  await expect(world.resolve({ workspace: 'wurk' })).rejects.toMatchObject({
    code: 'NO_SUCH_WORKSPACE',
    message: expect.stringContaining('"work"'),
  });
});

test('a Local API that the caller asks for by name fails instead of falling back to the import', async () => {
  await using server = await startTanaServer({ graph, token: 'another' });
  await using world = await makeReadWorld({ imported: MAIN, tana: { tanaUrl: server.url } });
  await expect(world.resolve({ backend: 'local-api' })).rejects.toThrow(/refused the token/);
  await expect(world.resolve({ backend: 'local-api', isOffline: true })).rejects.toMatchObject({ code: 'BAD_INPUT' });
});

test('secrets in the names, descriptions and fields of nodes from Tana are redacted', async () => {
  const secret = `ghp_${'a1B2'.repeat(9)}`;
  const leaky: LiveGraph = {
    workspaces: graph.workspaces,
    nodes: [
      {
        id: 'leak',
        name: `Deploy with ${secret}`,
        description: secret,
        fields: { Token: [secret] },
        children: ['low'],
      },
      { id: 'low', name: `again ${secret}` },
      { id: 'clean', name: 'Nothing here' },
    ],
  };
  await using server = await startTanaServer({ graph: leaky });
  await using world = await makeReadWorld({ tana: { tanaUrl: server.url } });
  const { backend } = await world.resolve({});
  const told = [
    [...(await backend.nodes(['leak', 'clean'])).values()],
    [...(await backend.neighbours(['leak'], { relations: ['child'], limitEach: 5 })).values()],
    await backend.outline('leak', { depth: 2, nodesMax: 5 }),
  ];
  expect(JSON.stringify(told)).not.toContain(secret);
  expect(JSON.stringify(told).match(/\[redacted: /g)).toHaveLength(5);
  expect(JSON.stringify(told)).toContain('Nothing here');
});

test('an aborted call to Tana fails with its reason and is not answered from the import', async () => {
  const stop = new AbortController();
  await using server = await startTanaServer({ graph, fault: (path) => stopAt(path, stop) });
  await using world = await makeReadWorld({ imported: MAIN, tana: { tanaUrl: server.url } });
  const { backend } = await world.resolve({ signal: stop.signal });
  await expect(backend.nodes(['apollo'])).rejects.toThrow('enough');
  expect(backend.name).toBe('local-api');
});
