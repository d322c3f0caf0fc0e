import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { openEmbedder } from '../../src/engine/open/open-embedder.ts';
import { createEngine } from '../../src/engine.ts';
import type { Engine } from '../../src/ports/engine.ts';
import { SHOP } from '../worlds/shop.ts';
import { makeWorld, type World } from '../worlds/world.ts';
import { startServer } from './embedding-server.ts';

const SECRET = `ghp_${'aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5'}`;
const ACCOUNTS = {
  'src/session.ts':
    'export function authenticate(user: string, password: string) {\n  return verify(user, password);\n}\n',
  'src/circle.ts': 'export function drawCircle(radius: number) {\n  return Math.PI * radius ** 2;\n}\n',
  'src/parcel.ts': 'export function shipParcel(address: string) {\n  return carrier.label(address);\n}\n',
};

async function open(world: World, env: Record<string, string>): Promise<Engine> {
  const { config } = await loadConfig({ root: world.root, env: { HOME: world.root, ...env } });
  return createEngine({ root: world.root, now: () => Date.UTC(2026, 5, 1) }, config);
}
const server = (url: string) => ({
  KNAP_EMBEDDER: 'openai-compatible',
  KNAP_EMBEDDER_URL: url,
  KNAP_EMBEDDER_MODEL: 'pairs',
  KNAP_EMBEDDER_KEY: 'sesame',
});
const semantic = (query: string) => ({ query, strategies: ['semantic'], minScore: 0 });
const ABOUT = (notes: readonly string[]) => notes.filter((note) => /meaning|semantic/.test(note));

test('a file that shares no word with the question is found by meaning without any setting', async () => {
  using world = makeWorld(ACCOUNTS);
  const engine = await open(world, {});
  const words = await engine.query({ query: 'login credentials', strategies: ['keyword'] });
  const found = await engine.query(semantic('login credentials'));
  const { coverage } = await engine.status();
  await engine.close();
  expect(words.results).toEqual([]);
  expect(found.results.map((result) => result.entity.name)).toEqual(['authenticate']);
  expect(ABOUT(found.notes)).toEqual([]);
  expect(coverage.meaning).toBe(true);
});

test('with the embedder "none" no vectors are made, and the answer says so', async () => {
  using world = makeWorld(ACCOUNTS);
  const engine = await open(world, { KNAP_EMBEDDER: 'none' });
  const { notes } = await engine.query({ query: 'login credentials' });
  const { pack } = await engine.pack({ task: 'login credentials of authenticate' });
  await engine.close();
  expect(ABOUT(notes)).toEqual([]);
  expect([pack.coverage.meaning, ABOUT(pack.notes)]).toEqual([false, []]);
  using index = new DatabaseSync(join(world.root, '.knap/index.db'));
  expect(index.prepare('SELECT count(*) AS rows FROM vectors').get()).toEqual({ rows: 0 });
});

test('an embedding server gets redacted texts, only once and only when a question needs vectors', async () => {
  using world = makeWorld({ ...SHOP, 'src/keys.ts': `export const webhookKey = '${SECRET}';\n` });
  const remote = await startServer();
  const engine = await open(world, server(remote.url));
  await engine.list({});
  expect(remote.asked).toEqual([]);
  const { pack } = await engine.pack({ task: `Verify webhook signatures with ${SECRET}` });
  const first = remote.asked.length;
  const found = await engine.query(semantic('verify webhook signatures'));
  await engine.close();
  await remote.stop();
  expect(pack.coverage.meaning).toBe(true);
  expect(found.results.map((result) => result.entity.name)).toContain('verifySignature');
  expect(remote.texts().join('\n')).toContain('webhookKey');
  expect(remote.texts().join('\n')).not.toContain(SECRET);
  // The second question sends nothing but itself.
  expect(remote.asked.slice(first).map(({ body }) => body.input)).toEqual([['verify webhook signatures']]);
});

test('if the embedding server is down, answers are given without meaning and say so', async () => {
  using world = makeWorld(SHOP);
  const remote = await startServer();
  await remote.stop();
  const engine = await open(world, server(remote.url));
  const report = await engine.index();
  const { pack } = await engine.pack({ task: 'Fix handleWebhook' });
  const answer = await engine.query({ query: 'verify webhook signatures' });
  await engine.close();
  const reason = 'openai-compatible failed: the server cannot be reached (ECONNREFUSED)';
  expect(ABOUT(report.notes)).toEqual([`no meaning: ${reason}`]);
  expect(ABOUT(pack.notes)).toEqual([`no meaning: ${reason}`]);
  expect(pack.files[0]?.path).toBe('src/payments/webhook.ts');
  expect(ABOUT(answer.notes)).toEqual([`no meaning: ${reason}`]);
  expect(answer.results.length).toBeGreaterThan(0);
});

test('if an embedding server changes the length of its vectors, a note says so and they are made again', async () => {
  using world = makeWorld(SHOP);
  const remote = await startServer();
  const engine = await open(world, server(remote.url));
  await engine.index();
  remote.change(48);
  const changed = await engine.query({ query: 'verify webhook signatures' });
  const again = await engine.query(semantic('verify webhook signatures'));
  await engine.close();
  await remote.stop();
  expect(ABOUT(changed.notes)).toEqual(['no meaning: openai-compatible changed its vectors from 64 to 48 numbers']);
  expect(changed.results.length).toBeGreaterThan(0);
  expect(ABOUT(again.notes)).toEqual([]);
  expect(again.results.map((result) => result.entity.name)).toContain('verifySignature');
});

test('after a change of the embedder and back, answers are those of the first embedder', async () => {
  using world = makeWorld(ACCOUNTS);
  const remote = await startServer();
  const answers = [];
  for (const env of [{}, server(remote.url), {}]) {
    const engine = await open(world, env);
    const { results, notes } = await engine.query(semantic('login credentials'));
    answers.push([results.map((result) => result.entity.name), ABOUT(notes)]);
    await engine.close();
  }
  await remote.stop();
  expect(answers[2]).toEqual([['authenticate'], []]);
  expect(answers[0]).toEqual(answers[2]);
});

test('a missing or shortened model file gives a note instead of an embedder', async () => {
  using world = makeWorld({ ...ACCOUNTS, 'half.bin': 'KNE1' });
  const { config } = await loadConfig({ root: world.root, env: { HOME: world.root } });
  for (const [name, reason] of [
    ['none.bin', /^no meaning: ENOENT/],
    ['half.bin', /^no meaning: .*half\.bin ends too soon/],
  ] as const) {
    const opened = openEmbedder(config, { modelFile: join(world.root, name), now: () => 0 });
    expect(opened.embedder).toBe(null);
    expect(opened.notes).toEqual([expect.stringMatching(reason)]);
  }
});

test('a missing or unknown embedder setting gives an error of one line', async () => {
  using world = makeWorld({});
  await expect(open(world, { KNAP_EMBEDDER: 'openai-compatible' })).rejects.toThrow(
    'The embedder "openai-compatible" needs embedder.url and embedder.model in your own configuration.',
  );
  await expect(open(world, { KNAP_EMBEDDER: 'bultin' })).rejects.toThrow(
    /no embedder "bultin"; did you mean "builtin"/,
  );
});
