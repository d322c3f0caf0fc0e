import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROUTES } from '../../src/surfaces/http/routes.ts';
import { RESOURCE_TEMPLATE, workspaceName } from '../../src/surfaces/mcp/resources.ts';
import { post, send, serve } from './http/server.ts';
import { knap } from './knap.ts';
import { connect, ERAS, type Era } from './mcp/connect.ts';
import { HOSTILE, leaksIn, makePlantedWorld, SECRETS } from './planted.ts';

type Args = Record<string, unknown>;
const { task, log, argument } = HOSTILE;

// Questions whose answers would quote what was planted, and wrong questions whose errors would.
const QUESTIONS: [operation: string, asked: Args][] = [
  ['pack', { task, error: log }],
  ['pack', { task, error: log, format: 'json', budget: 2000 }],
  ['pack', { task: SECRETS.commit, format: 'xml' }],
  ['pack', { task: 'payOrder', file: ['docs/payments.md'], include: ['docs'], format: 'plain' }],
  ['pack', { task: 'zebra quantum giraffe', error: argument }],
  ['pack', { task: 'x', symbol: [argument] }],
  ['pack', { task: 'x', file: [argument] }],
  ['pack', { task: 'x', lens: argument }],
  ['pack', { task: 'x', diff: argument }],
  ['pack', { task: 'x', sources: [argument] }],
  ['pack', { task: 'x', focus: [argument] }],
  ['pack', { task: 'x', format: argument }],
  ['pack', { [argument]: 1 }],
  ['query', { query: task }],
  ['query', { query: 'payOrder payments retries', format: 'json' }],
  ['query', { query: SECRETS.title }],
  ['query', { query: 'x', types: [argument] }],
  ['query', { query: 'x', seen: `${argument}\n` }],
  ['show', { targets: ['docs/payments.md'] }],
  ['show', { targets: ['docs/other.md'], format: 'json' }],
  ['show', { targets: ['docs/payments.md'], sections: true }],
  ['show', { targets: ['docs/payments.md'], peek: true, format: 'xml' }],
  ['show', { targets: ['src/payments.ts'] }],
  ['show', { targets: [argument] }],
  ['show', { targets: ['docs/payments.md'], section: argument }],
  ['show', { targets: [`src/payments.ts#${argument}`] }],
  ['context', { seeds: [argument] }],
  ['context', { seeds: ['x'], lens: argument }],
  ['status', {}],
];

/** The paths in an answer to pages, which quote files unchanged. */
const PAGES = /^(?:content\.\d+\.text|text|contents\.\d+\.text|messages\.0\.content\.text|stdout)$/;
const isPage = (way: string) => PAGES.test(way);

for (const era of Object.keys(ERAS) as Era[]) {
  test(`no answer of any MCP method holds a secret or an escape sequence (${era})`, async () => {
    const root = makePlantedWorld();
    const client = await connect(root, { era });
    const leaks: string[] = [];
    let answered = 0;
    const ask = async (what: string, answer: Promise<unknown>) => {
      const said = await answer.catch((error: Error & { data?: unknown }) => ({
        message: error.message,
        data: error.data,
      }));
      leaks.push(...leaksIn(what, said, isPage));
      return said;
    };
    for (const [operation, { seeds, ...asked }] of QUESTIONS) {
      const graph = operation === 'context';
      const name = graph ? 'tana_context' : `context_${operation}`;
      const args = graph ? { ...asked, query: (seeds as string[])[0] } : asked;
      const result = await client.callTool({ name, arguments: args });
      leaks.push(...leaksIn(`${name} ${JSON.stringify(args).slice(0, 60)}`, result, isPage));
      answered += result.isError ? 0 : 1;
    }
    const name = workspaceName(root);
    const uris = ['docs/payments.md', 'src/payments.ts?lines=1-5', `src/${argument}`, `src/${SECRETS['file name']}.ts`];
    for (const path of uris) await ask('reading', client.readResource({ uri: `knap://${name}/${encodeURI(path)}` }));
    await ask('reading', client.readResource({ uri: `knap://${argument}/a` }));
    await ask('no tool', client.callTool({ name: argument, arguments: {} }));
    await ask('tools', client.listTools());
    await ask('resources', client.listResources());
    await ask('templates', client.listResourceTemplates());
    await ask('prompts', client.listPrompts());
    await ask('fix-bug', client.getPrompt({ name: 'fix-bug', arguments: { report: task, log } }));
    await ask('explain', client.getPrompt({ name: 'explain-code', arguments: { target: task } }));
    await ask('review', client.getPrompt({ name: 'review-diff', arguments: { ref: argument } }));
    await ask('no prompt', client.getPrompt({ name: argument, arguments: {} }));
    await ask('no field', client.getPrompt({ name: 'fix-bug', arguments: { report: 'x', [argument]: 'x' } }));
    const ref = { type: 'ref/resource', uri: RESOURCE_TEMPLATE } as const;
    await ask('paths', client.complete({ ref, argument: { name: 'path', value: 'src/' } }));
    expect(leaks).toEqual([]);
    // Answers that are all errors would leak nothing.
    expect(answered).toBeGreaterThan(12);
  });
}

test('no HTTP answer holds a secret or an escape sequence', async () => {
  const { url } = await serve(makePlantedWorld());
  const leaks: string[] = [];
  const look = (what: string, text: string) => leaks.push(...leaksIn(what, JSON.parse(text), isPage));
  for (const { path, operation, method } of ROUTES) {
    const asked = QUESTIONS.filter(([name]) => name === operation || (operation === 'explain' && name === 'pack'));
    for (const [, question] of asked) {
      const { format, ...explained } = question;
      const body = operation === 'explain' ? explained : question;
      const reply = method === 'get' ? await send(url + path) : await post(url + path, body);
      look(`${path} ${JSON.stringify(body).slice(0, 60)}`, reply.text);
    }
  }
  const headers = { 'content-type': 'application/json' };
  look('no JSON', (await send(`${url}/v1/pack`, { method: 'POST', headers, body: `{"task":"${argument}` })).text);
  look('no JSON', (await send(`${url}/v1/pack`, { method: 'POST', headers, body: SECRETS.argument })).text);
  look(
    'a type',
    (await send(`${url}/v1/pack`, { method: 'POST', headers: { 'content-type': SECRETS.argument } })).text,
  );
  look('a route', (await send(`${url}/${SECRETS.argument}`)).text);
  look('a field', (await send(`${url}/v1/status?${SECRETS.argument}=1`)).text);
  look('openapi', (await send(`${url}/openapi.json`)).text);
  look('a host', (await send(`${url}/v1/status`, { headers: { host: `${SECRETS.argument}.example` } })).text);
  look(
    'an origin',
    (await send(`${url}/v1/status`, { headers: { origin: `https://${SECRETS.argument}.example` } })).text,
  );
  expect(leaks).toEqual([]);
});

const COMMANDS: readonly (readonly string[])[] = [
  ['pack', task, '--format', 'json'],
  ['pack', task, '--format', 'markdown'],
  ['explain', task, '--json'],
  ['query', 'payOrder payments', '--json'],
  ['show', 'docs/payments.md', '--json'],
  ['list', '--json'],
  ['search', 'payOrder', '--json'],
  ['links', 'docs/payments.md', '--json'],
  ['check', '--json'],
  ['lenses', '--json'],
  ['domains', '--json'],
  ['status', '--json'],
  ['pack', 'x', '--lens', argument],
  ['show', argument],
  ['show', 'docs/payments.md', '--section', argument],
  ['query', 'x', '--types', argument],
];

test('no command prints or writes a planted secret, and standard error has no escape sequence', async () => {
  const root = makePlantedWorld();
  const leaks: string[] = [];
  for (const args of COMMANDS) {
    const { stdout, stderr } = await knap(root, args);
    leaks.push(...leaksIn(args.join(' ').slice(0, 40), { stdout, stderr }, isPage));
  }
  // The folder of a pack: task, manifest, files, graph and excerpts.
  await knap(root, ['pack', task, '--error', '-', '--out', `${root}/.knap/planted`], { input: log });
  const written = readdirSync(join(root, '.knap/planted'), { recursive: true, withFileTypes: true });
  const files = written.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  expect(files.length).toBeGreaterThan(4);
  for (const file of files) leaks.push(...leaksIn(file, readFileSync(file, 'utf8'), () => true));
  expect(leaks).toEqual([]);
});
