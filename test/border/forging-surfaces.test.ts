import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import MarkdownIt from 'markdown-it';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seen } from '../properties/parse-page.ts';
import { parseBounded, parsePlain } from '../properties/parse-plain.ts';
import { post, read, send, serve } from '../surfaces/http/server.ts';
import { knap } from '../surfaces/knap.ts';
import { connect, textOf } from '../surfaces/mcp/connect.ts';
import { ATTACKS } from './forging-attacks.ts';
import { allSeen, DOCUMENTS, makeForgingWorld, name, shown, WORD } from './forging-world.ts';

let world: Awaited<ReturnType<typeof makeForgingWorld>>;
beforeAll(async () => {
  world = await makeForgingWorld();
  for (const budget of ['20000', '30000']) await knap(world.root, ['pack', WORD, '--budget', budget]);
});
afterAll(() => world[Symbol.dispose]());

// What has no boundary of its own first; the rest where there is time, since every command opens the workspace anew.
const isLong = process.env.PROPERTY_RUNS !== undefined;
const FORMATS = isLong ? (['markdown', 'plain', 'xml', 'json'] as const) : (['markdown', 'plain'] as const);
const HUGE = ['--budget', '60000'];
const formats = (...args: readonly string[]) => FORMATS.map((format) => [...args, '--format', format]);

const COMMANDS: readonly (readonly string[])[] = [
  ...formats('pack', WORD, ...HUGE),
  ...formats('query', WORD, ...HUGE, '--limit', '400'),
  ...formats('show', ...DOCUMENTS, '--no-context'),
  ...formats('show', ...DOCUMENTS, '--fenced', '--no-context'),
  ...formats('context', WORD, '--lens', 'evil', ...HUGE),
  ...formats('context', WORD, '--lens', 'evil', '--fenced', ...HUGE),
  ['show', ...DOCUMENTS, '--sections'],
  ['show', ...DOCUMENTS, '--peek'],
  ...['explain', 'search', 'query', 'context'].map((command) => [command, WORD]),
  ...['explain', 'search'].map((command) => [command, WORD, '--json']),
  ...['list', 'ready', 'check', 'packs', 'lenses', 'domains', 'status', 'links'].flatMap((command) => {
    const more = command === 'links' ? ['docs/d0.md'] : [];
    return [
      [command, ...more],
      [command, ...more, '--json'],
    ];
  }),
  ['links', '--orphans'],
  ['packs', 'open'],
  ['packs', 'open', '--json'],
  ['packs', 'compare'],
  ['ready', '--show'],
  ['pack', WORD],
  ['show', 'docs/no\u001b[2Jsuch\u202e.md'],
  ['pack', `fix \u001b]0;x\u0007 ${WORD}`],
];

// The bar on a terminal is ours and wipes itself.
const withoutBar = (text: string) =>
  text.replaceAll('\r\u001b[K', '').replaceAll(/(?:scanning|reading|linking|meaning|history) +[█░]+ [\d/]+/g, '');

// Said beside a page, after it.
const NOTE = /^Note: \d+ characters of the target, \d+ of its context(?:, \d+ tokens in all)?$/;

describe('the command line prints no forged part', () => {
  for (const args of COMMANDS.filter((command) => isLong || !command.includes('--json'))) {
    const title = args.map((arg) => (DOCUMENTS.includes(arg) ? '' : arg)).join(' ');
    test(`no control sequence reaches a pipe or a terminal: ${JSON.stringify(title.replace(/ +/g, ' '))}`, async () => {
      const piped = await knap(world.root, args);
      expect(title.includes('such') ? piped.stderr : piped.stdout).not.toBe('');
      seen(piped.stdout);
      seen(piped.stderr);
      if (!isLong && args.includes('plain')) return;
      const drawn = await knap(world.root, args, { isTerminal: true, env: { NO_COLOR: '1', TERM: 'xterm' } });
      shown(drawn.stdout);
      shown(withoutBar(drawn.stderr));
      if (args.includes('json') || args.includes('--json')) allSeen(JSON.parse(piped.stdout));
    });
  }

  test('knap show --raw prints the file as it is in a pipe, and visible control characters on a terminal', async () => {
    for (const path of isLong ? DOCUMENTS : DOCUMENTS.slice(7, 10)) {
      const { stdout } = await knap(world.root, ['show', path, '--raw']);
      const file = readFileSync(join(world.root, path), 'utf8');
      expect([stdout, `${stdout.slice(0, -1)}`]).toContain(file);
      shown((await knap(world.root, ['show', path, '--raw'], { isTerminal: true })).stdout);
    }
  });

  test('the control characters of a pack changed by hand are printed visibly', async () => {
    await knap(world.root, ['pack', WORD]);
    const folder = (await knap(world.root, ['packs', '--json', '--limit', '1'])).stdout;
    const file = join(world.root, '.knap/packs', JSON.parse(folder)[0].name, 'PACK.md');
    writeFileSync(file, ATTACKS.map(({ text }) => text).join('\n'));
    seen((await knap(world.root, ['packs', 'open'])).stdout);
    shown((await knap(world.root, ['packs', 'open'], { isTerminal: true })).stdout);
  });

  test('no file of a pack folder holds a control sequence of a workspace text', async () => {
    const out = join(world.root, '.knap/forged');
    await knap(world.root, ['pack', WORD, '--out', out, ...HUGE]);
    const files = readFileSync(join(out, 'ctx.json'), 'utf8');
    allSeen(JSON.parse(seen(files)));
    for (const file of ['PACK.md', 'TASK.md', 'FILES.md', 'GRAPH.md', 'ctx.json'])
      seen(readFileSync(join(out, file), 'utf8'));
  });

  test('a pack has as many headings of files in markdown and blocks in plain text as its manifest', async () => {
    const file = `${world.root}.json`;
    const { stdout } = await knap(world.root, ['pack', WORD, '--format', 'markdown', '--manifest', file, ...HUGE]);
    const { blocks } = JSON.parse(readFileSync(file, 'utf8')) as { blocks: { path: string }[] };
    expect(headings(stdout).filter((tag) => tag === 'h3')).toHaveLength(new Set(blocks.map(({ path }) => path)).size);
    const plain = await knap(world.root, ['pack', WORD, '--format', 'plain', '--manifest', file, ...HUGE]);
    const manifest = JSON.parse(readFileSync(file, 'utf8'));
    expect(parsePlain(plain.stdout, 'prompt', manifest)).toHaveLength(manifest.blocks.length);
  });

  test('knap lenses marks a lens that the repository defines', async () => {
    expect((await knap(world.root, ['lenses'])).stdout).toMatch(/^evil \(this repository's\): /m);
  });
});

describe('agents get no forged part', () => {
  const TOOLS: readonly (readonly [string, Record<string, unknown>])[] = FORMATS.flatMap((format) => [
    ['context_pack', { task: WORD, format, budget: 60_000 }] as const,
    ['context_query', { query: WORD, format, budget: 60_000, limit: 400 }] as const,
    ['context_show', { targets: DOCUMENTS, withContext: false, format }] as const,
    ['context_show', { targets: DOCUMENTS.slice(0, 9), raw: true, format }] as const,
    ['context_show', { targets: ['docs/d0.md'], brief: true, format }] as const,
    ['tana_context', { query: WORD, lens: 'evil', format, maxTokens: 60_000 }] as const,
  ]);

  test('no field of an MCP answer or error holds a control sequence', async () => {
    const client = await connect(world.root);
    for (const [tool, given] of [...TOOLS, ['context_status', {}] as const]) {
      const result = await client.callTool({ name: tool, arguments: given });
      expect([tool, given, result.isError ?? false]).toEqual([tool, given, false]);
      expect(allSeen(result)).toBeGreaterThan(0);
    }
    const wrong = await client.callTool({ name: 'context_show', arguments: { targets: ['no\u001b[2J\nsuch\u202e'] } });
    expect([wrong.isError, allSeen(wrong) > 0]).toEqual([true, true]);
  });

  test('documents shown over MCP are fenced, whatever their names and contents are', async () => {
    const client = await connect(world.root);
    const asked = { targets: DOCUMENTS, withContext: false };
    for (const more of [{}, { raw: true }, { peek: true }, { sections: true }]) {
      const markdown = textOf(await client.callTool({ name: 'context_show', arguments: { ...asked, ...more } }));
      expect(headings(markdown)).toEqual(DOCUMENTS.map(() => 'h1'));
      const plain = textOf(
        await client.callTool({ name: 'context_show', arguments: { ...asked, ...more, format: 'plain' } }),
      );
      const { bodies, outside } = parseBounded(plain);
      expect([bodies.length, outside.filter((line) => line !== '' && !NOTE.test(line))]).toEqual([
        DOCUMENTS.length,
        [],
      ]);
    }
  });

  test('resources, prompts and completions over MCP hold no control sequence', async () => {
    const client = await connect(world.root);
    let cursor: string | undefined;
    let count = 0;
    do {
      const page = await client.listResources(cursor === undefined ? {} : { cursor });
      for (const { name: path, title, description, uri } of page.resources) {
        expect([name(path), name(title ?? ''), name(description ?? ''), name(uri)]).toBeDefined();
        // A name with a backslash is refused; then the refusal is what is read.
        if (count++ % 7 === 0) allSeen(await client.readResource({ uri }).catch((error: Error) => error.message));
      }
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    // What cannot be named as it is, is not named at all.
    expect(count).toBeGreaterThanOrEqual(DOCUMENTS.length);
    allSeen(await client.listPrompts());
    const report = `${WORD} ${ATTACKS.map(({ text }) => text.toWellFormed()).join(' ')}`;
    allSeen(await client.getPrompt({ name: 'fix-bug', arguments: { report, log: report } }));
    allSeen(await client.getPrompt({ name: 'explain-code', arguments: { target: report } }));
    allSeen(
      await client.complete({
        ref: { type: 'ref/prompt', name: 'explain-code' },
        argument: { name: 'target', value: 'names/' },
      }),
    );
  });
});

test('no field of an HTTP answer holds a control sequence, and shown documents are fenced', async () => {
  const { url } = await serve(world.root);
  const questions: readonly (readonly [string, unknown])[] = FORMATS.flatMap((format) => [
    ['pack', { task: WORD, format, budget: 60_000 }] as const,
    ['query', { query: WORD, format, budget: 60_000 }] as const,
    ['show', { targets: DOCUMENTS, withContext: false, format }] as const,
    ['context', { seeds: [WORD], lens: 'evil', format, budget: 60_000 }] as const,
    ['explain', { task: WORD }] as const,
  ]);
  for (const [route, question] of questions) {
    const reply = await post(`${url}/v1/${route}`, question);
    expect([route, reply.status]).toEqual([route, 200]);
    expect(allSeen(read(reply))).toBeGreaterThan(0);
  }
  const fenced = read(await post(`${url}/v1/show`, { targets: DOCUMENTS, withContext: false }));
  expect(headings(fenced.text)).toEqual(DOCUMENTS.map(() => 'h1'));
  for (const { text } of [
    await send(`${url}/v1/status`),
    await post(`${url}/v1/show`, { targets: ['no\u001b[2J\u202e'] }),
  ])
    allSeen(JSON.parse(text));
});

function headings(text: string): readonly string[] {
  return new MarkdownIt({ html: true })
    .parse(text, {})
    .filter(({ type, level }) => type === 'heading_open' && level === 0)
    .map(({ tag }) => tag);
}
