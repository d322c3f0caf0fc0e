import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine, PackInput } from '../../src/ports/engine.ts';
import { type Files, makeWorld, type World } from '../worlds/world.ts';

// A tool with commands, pages, settings and a manual: files for every kind of task, and code that resembles them.
const filler = (name: string) => `/** Reads the ${name} of a queue and keeps the state of each worker. */
export function ${name}State(queue: string[]): string {
  const state = queue.map((worker) => worker.trim()).filter((worker) => worker !== '');
  return state.length === 0 ? 'no ${name}' : state.join(', ');
}
`;
const TOOL: Files = {
  ...Object.fromEntries(
    ['batch', 'retry', 'order', 'window', 'socket', 'thread'].map((name) => [`src/queue/${name}.ts`, filler(name)]),
  ),
  'src/session/open-session.ts': `export function openSession(key: string | null): string {
  if (key === null)
    throw new Error(
      'The session is unavailable because no secret ' +
        'key was set. Set the key to something unique.',
    );
  return key;
}
`,
  'src/session/close-session.ts': `export function closeSession(name: string, port: number): void {
  throw new Error(\`Session \${name} on port \${port} is already closed by its owner\`);
}
`,
  'src/session/drop-session.ts': `export function dropSession(id: string, line: number): void {
  console.warn("Session " + id + " on port " + line + " is already closed by its owner");
}
`,
  'src/session/notes.ts':
    '// Sessions have an owner. A port is closed by the owner of a session, or is already in use.\nexport const OWNER = 1;\n',
  'src/cmd/ticket/create/create.ts': 'export function runTicket(title: string): string {\n  return title;\n}\n',
  'src/cmd/ticket/close/close.ts': 'export function runClosing(title: string): string {\n  return title + branch;\n}\n',
  'src/cmd/label/create/create.ts': 'export function runLabel(title: string): string {\n  return title;\n}\n',
  'src/pages/me.ts':
    "export const routes = (app: App) => {\n  app.get('/me/account', (request) => request.user);\n};\n",
  'src/pages/shop.ts':
    "export const routes = (app: App) => {\n  app.post('/invoices/:id/lines', (request) => request.body);\n};\n",
  'app/settings/profile/page.tsx': 'export function Page() {\n  return null;\n}\n',
  'src/workers/runner.ts':
    'export function cancelRuns(runs: string[]): string[] {\n  return runs.filter((run) => run !== "");\n}\n',
  'src/workers/runner.test.ts': "import { cancelRuns } from './runner.ts';\ntest('runs', () => cancelRuns([]));\n",
  '.github/workflows/ci.yml':
    'on: push\njobs:\n  main:\n    runs-on: ubuntu-latest\n    steps:\n      - run: npm test\n',
  'package.json': '{ "name": "tool", "dependencies": { "left-pad": "1.0.0" } }\n',
  Dockerfile: 'FROM node:22-alpine\nCOPY . .\n',
  Makefile: 'check:\n\tnpm test\n',
  'eslint.config.mjs': 'export const rules = { "no-var": "error" };\n',
  'docs/queues.md': '# Queues\n\nHow batches are retried.\n',
  'docs/zh/logging.md': '# 日志\n\n日志工具按照顺序查找，调用`pickLogger`选择实现。\n',
  'src/logging/pick.ts': 'export function pickLogger(names: string[]): string | undefined {\n  return names[0];\n}\n',
  'src/text/mixed.ts': '// 使用foldLines合并多行\nexport const WIDTH = 80;\n',
  'src/parcels/carrier.ts': 'export function handOver(carrier: string): string {\n  return carrier;\n}\n',
  'knap.config.yaml': 'domains:\n  shipping:\n    keywords: [parcel, carrier, customs]\n',
  'src/billing/dunning.ts': 'export function remind(invoice: string): string {\n  return invoice;\n}\n',
};

let world: World;
let engine: Engine;
beforeAll(async () => {
  world = makeWorld(TOOL);
  engine = await world.open();
});
afterAll(async () => {
  await engine.close();
  world[Symbol.dispose]();
});

const ranked = async (input: PackInput) => {
  const { candidates } = await engine.explain(input);
  return candidates.toSorted((a, b) => a.rank - b.rank).map(({ path }) => path);
};

const LEADING: [name: string, task: string, first: readonly string[]][] = [
  [
    'a message split over lines',
    'RuntimeError: The session is unavailable because no secret key was set',
    ['src/session/open-session.ts'],
  ],
  [
    'both sources of a message with values in it',
    'the log says "Session 4711 on port 8080 is already closed by its owner" now and then',
    ['src/session/close-session.ts', 'src/session/drop-session.ts'],
  ],
  ['the command that a verb names', 'ticket create fails when the branch is gone', ['src/cmd/ticket/create/create.ts']],
  ['the code of a page by its address', 'https://shop.example.com/me/account is empty', ['src/pages/me.ts']],
  ['the code of an endpoint by a call with a value', 'POST /invoices/12/lines answers 500', ['src/pages/shop.ts']],
  [
    'a page that lies where its address points',
    'http://localhost:3000/settings/profile is blank',
    ['app/settings/profile/page.tsx'],
  ],
  ['a workflow', 'CI: keep the state of each worker between steps', ['.github/workflows/ci.yml']],
  ['a manifest', 'bump the left-pad dependency', ['package.json']],
  ['a container', 'use a newer base image for node', ['Dockerfile']],
  ['a build file', 'add a make target that measures coverage', ['Makefile']],
  ['a linter', 'eslint should forbid to keep the state of a worker', ['eslint.config.mjs']],
  ['a page of the manual', 'documentation: explain how the retry of a batch works', ['docs/queues.md']],
  ['a test', 'write a test for runs that are cancelled', ['src/workers/runner.test.ts']],
  ['the test that covers a function', 'which tests cover cancelRuns?', ['src/workers/runner.test.ts']],
];
describe('the kind of file that a task asks for comes first', () => {
  for (const [name, task, first] of LEADING)
    test(`the file that a task asks for by its kind or words comes first: ${name}`, async () =>
      expect((await ranked({ task })).slice(0, first.length).toSorted()).toEqual(first));

  test('a task with the word runner, which code and workflows share, finds the code first', async () =>
    expect((await ranked({ task: 'runner: cancel runs of a job' }))[0]).toBe('src/workers/runner.ts'));

  test('a task in Chinese finds code through the documents of the workspace', async () =>
    expect((await ranked({ task: '日志工具查找的顺序不对' })).slice(0, 2)).toContain('src/logging/pick.ts'));

  test('a name written among Chinese words is found', async () =>
    expect((await ranked({ task: 'foldLines' }))[0]).toBe('src/text/mixed.ts'));

  test('a quoted text of which only the first half is printed by code does not count as its message', async () => {
    const task = 'it says "The session is unavailable because the moon is full and nobody answers the telephone"';
    const { candidates } = await engine.explain({ task });
    expect(candidates.flatMap(({ reasons }) => reasons.map(({ signal }) => signal))).not.toContain('quotedText');
  });

  test('a pack for a quoted message begins with the lines that print it', async () => {
    const { pack } = await engine.pack({
      task: 'Session 4711 on port 8080 is already closed by its owner',
      budget: 600,
    });
    expect(pack.blocks[0]?.text).toContain('is already closed by its owner');
  });
});

describe('words of a domain are searched', () => {
  const rankOf = async (input: PackInput) => (await ranked(input)).indexOf('src/billing/dunning.ts');
  test('C30 a file with words of a domain is found if that domain is in focus', async () => {
    const task = 'the state of a worker is lost';
    expect(await rankOf({ task })).toBe(-1);
    expect(await rankOf({ task, focus: ['payments'] })).toBeGreaterThanOrEqual(0);
  });
  test('C30 a file with words of a configured domain is found if the task holds another of its words', async () =>
    expect(await ranked({ task: 'the state of customs papers is lost' })).toContain('src/parcels/carrier.ts'));
});
