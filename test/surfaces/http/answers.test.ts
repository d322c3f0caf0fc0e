import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { openApiDocument } from '../../../src/surfaces/http/openapi.ts';
import { ROUTES, type Route } from '../../../src/surfaces/http/routes.ts';
import { makeGraphWorld } from '../../context/graph-world.ts';
import { TANA_ROWS } from '../../worlds/tana-world.ts';
import { knap } from '../knap.ts';
import { makeWorld, SHOP, writeFiles } from '../world.ts';
import { post, read, send, serve, serveAll } from './server.ts';

const ISSUE =
  '---\nlattice-id: LAAAA\nname: twice\nissue-type: bug\nstatus: open\npriority: 1\nblocking: [LAAAB]\n---\nText.\n';
const WAITING = ISSUE.replace('LAAAA\nname: twice', 'LAAAB\nname: waits').replace('blocking: [LAAAB]\n', '');
const shop = serveAll({ ...SHOP, 'issues/twice.md': ISSUE, 'issues/waits.md': WAITING });
const TASK = 'fix the webhook confirmation';

// A question for every route; the test below checks the answers against the schemas.
const QUESTIONS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  pack: { task: TASK, budget: 3000, explain: true },
  query: { query: 'where are webhooks verified' },
  show: { targets: ['docs/payments.md'] },
  grep: { pattern: 'handleWebhook' },
  uses: { symbol: 'handleWebhook', only: ['definition'] },
  ready: {},
  list: { type: ['bug'] },
  search: { query: 'webhook' },
  links: { target: 'LAAAA' },
  check: { paths: ['issues'] },
  explain: { task: TASK },
  status: {},
};

test('the OpenAPI document is valid and has every route with its input and output', async () => {
  const { url } = shop;
  const { status, text } = await send(`${url}/openapi.json`);
  expect(status).toBe(200);
  const document = JSON.parse(text);
  expect(await new Validator().validate(structuredClone(document))).toMatchObject({ valid: true });
  expect(document.openapi).toBe('3.1.0');
  for (const { path, method } of ROUTES) {
    const operation = document.paths[path][method];
    expect(operation.responses['200'].content['application/json'].schema.properties.data.type).toBe('object');
    if (method === 'post') expect(operation.requestBody.content['application/json'].schema.type).toBe('object');
  }
});

// A route that needs an imported graph has its own test below.
for (const route of ROUTES.filter(({ operation }) => operation !== 'context')) {
  test(`${route.method.toUpperCase()} ${route.path} answers as its schema says`, async () => {
    const { url } = shop;
    const asked = QUESTIONS[route.operation]!;
    const reply = await (route.method === 'get' ? send(url + route.path) : post(url + route.path, asked));
    expect(reply.status).toBe(200);
    expect(reply.headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'no-store' });
    await expectSchemas(route, { asked, answered: read(reply) });
    expect(read(reply).text).not.toBe('');
  });
}

test('K44 POST /v1/ready lists the issue that nothing blocks, and shows a blocked issue with its blocker', async () => {
  const ask = async (asked: object) => read(await post(`${shop.url}/v1/ready`, asked));
  expect((await ask({})).data).toMatchObject({ total: 1, documents: [{ id: 'LAAAA' }] });
  const { data, warnings } = await ask({ issue: 'LAAAB' });
  expect(data).toMatchObject({ pages: [{ documents: [{ name: 'waits' }, { name: 'twice' }] }] });
  expect(warnings).toEqual(['LAAAB is not ready: it is not an open issue, it is blocked, or it is in the backlog.']);
});

test('POST /v1/context answers from an imported graph, as its schema says', async () => {
  using world = await makeGraphWorld({ rows: TANA_ROWS });
  const { url } = await serve(world.root);
  const asked = { seeds: ['Atlas'], depth: 1, budget: 2000 };
  const reply = await post(`${url}/v1/context`, asked);
  expect(reply.status).toBe(200);
  const answered = read(reply);
  await expectSchemas(ROUTES.find(({ operation }) => operation === 'context')!, { asked, answered });
  expect(answered.data).toMatchObject({ meta: { depth: { asked: 1 }, tokens: { budget: 2000 } } });
  expect(answered.text).toContain('Atlas');
});

async function expectSchemas({ path, method }: Route, { asked, answered }: { asked: unknown; answered: unknown }) {
  const { paths } = JSON.parse(JSON.stringify(await openApiDocument()));
  const { responses, requestBody } = paths[path][method];
  const ajv = new Ajv2020({ strict: false });
  const check = ajv.compile(closed(responses['200'].content['application/json'].schema));
  expect(check(answered), JSON.stringify(check.errors)).toBe(true);
  if (requestBody) expect(ajv.validate(requestBody.content['application/json'].schema, asked)).toBe(true);
}

// Refuses every field that the document does not name.
function closed(schema: unknown): object {
  return JSON.parse(JSON.stringify(schema), (_, value) =>
    value?.type === 'object' && value.properties ? { ...value, additionalProperties: false } : value,
  );
}

const same: [name: string, question: Readonly<Record<string, unknown>>, args: readonly string[]][] = [
  ['a task', { task: TASK, format: 'markdown' }, [TASK, '--format', 'markdown']],
  ['a budget and XML', { task: TASK, budget: 900, format: 'xml' }, [TASK, '--budget', '900', '--format', 'xml']],
  [
    'a named file',
    { file: ['src/cart/cart.ts'], format: 'plain' },
    ['--file', 'src/cart/cart.ts', '--format', 'plain'],
  ],
];
for (const [name, question, args] of same) {
  test(`HTTP gives the same pack as the command line: ${name}`, async () => {
    const root = makeWorld(SHOP, { git: true });
    const typed = await knap(root, ['pack', ...args]);
    const { url } = await serve(root);
    const { text } = read(await post(`${url}/v1/pack`, question));
    expect(typed.code).toBe(0);
    expect(text.trimEnd()).toBe(typed.stdout.trimEnd());
  });
}

test('a pack over HTTP writes no pack folder', async () => {
  const root = makeWorld(SHOP);
  const { url } = await serve(root);
  expect((await post(`${url}/v1/pack`, { task: TASK })).status).toBe(200);
  expect(existsSync(join(root, '.knap/packs'))).toBe(false);
});

test('POST /v1/query without a result is answered with status 200 and says so', async () => {
  const { url } = shop;
  const reply = await post(`${url}/v1/query`, { query: 'zebra quantum' });
  expect(reply.status).toBe(200);
  expect(read(reply).nothingFound).toBe('Nothing relevant was found.');
});

test('the answers of a server contain a new file soon after it was written', async () => {
  const root = makeWorld(SHOP);
  const { url } = await serve(root);
  const ask = async () => read(await post(`${url}/v1/query`, { query: 'refundOrder' })).text;
  expect(await ask()).not.toContain('return 41');
  writeFiles(root, { 'src/refund.ts': 'export function refundOrder(): number {\n  return 41;\n}\n' });
  await expect.poll(ask, { timeout: 20_000 }).toContain('return 41');
});

test('40 packs asked for at the same time with the same question are the same', async () => {
  const { url } = shop;
  const questions = Array.from({ length: 40 }, () => post(`${url}/v1/pack`, { task: TASK }));
  const replies = await Promise.all(questions);
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(replies.map((reply) => read(reply).text)).size).toBe(1);
});
