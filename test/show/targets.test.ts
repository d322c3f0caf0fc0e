import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Engine } from '../../src/ports/engine.ts';
import { makeWorld, type World } from '../worlds/world.ts';
import { named, onWorld, showIn } from './knowledge.ts';

const FILES = {
  'docs/auth.md': named('LAAAA', 'sign-in', {}, '# Signing in\n\n## [LAAAS] Tokens\n\nOne hour.\n\n## Other\n\nOther.'),
  'docs/a/setup.md': '# Setup\n\nFirst.\n',
  'docs/b/setup.md': '# Setup\n\nSecond.\n',
  'docs/login.md': '# Login\n\nAn id that is also a word.\n',
  'src/pay.ts': 'export class Shop {\n  pay(): number {\n    return 1;\n  }\n}\n\nexport const x = 2;\n',
  'src/two.ts':
    'export class Car {\n  run() {\n    return 1;\n  }\n}\n\nexport class Job {\n  run() {\n    return 2;\n  }\n}\n',
  'src/a/util.ts': 'export const a = 1;\n',
  'src/b/util.ts': 'export const b = 1;\n',
  'src/twice.py': 'def run():\n    return 1\n\n\ndef run():\n    return 2\n',
};

let world: World;
let shared: Engine;
beforeAll(async () => {
  world = makeWorld(FILES);
  shared = await world.open();
});
afterAll(async () => {
  await shared.close();
  world[Symbol.dispose]();
});

const found: readonly [asked: string, path: string, lines: string][] = [
  ['LAAAA', 'docs/auth.md', '1-13'],
  ['laaaa', 'docs/auth.md', '1-13'],
  ['LAAAS', 'docs/auth.md', '7-10'],
  ['docs/auth.md', 'docs/auth.md', '1-13'],
  ['./docs/auth.md', 'docs/auth.md', '1-13'],
  ['docs/auth.md#other', 'docs/auth.md', '11-13'],
  ['sign-in', 'docs/auth.md', '1-13'],
  ['auth', 'docs/auth.md', '1-13'],
  ['a/setup', 'docs/a/setup.md', '1-3'],
  ['LOGIN', 'docs/login.md', '1-3'],
  ['src/pay.ts', 'src/pay.ts', '1-7'],
  ['src/pay.ts:2-4', 'src/pay.ts', '2-4'],
  ['src/pay.ts:7', 'src/pay.ts', '7-7'],
  ['src/pay.ts#Shop.pay', 'src/pay.ts', '2-4'],
  ['src/two.ts#Job.run', 'src/two.ts', '8-10'],
  ['src/two.ts:8-10', 'src/two.ts', '8-10'],
  ['src/twice.py#run~2', 'src/twice.py', '5-6'],
  ['docs/auth.md:7-8', 'docs/auth.md', '7-8'],
  ['docs/auth.md@9f2c41', 'docs/auth.md', '1-13'],
  ['src/pay.ts@9f2c41', 'src/pay.ts', '1-7'],
  ['src/pay.ts@9f2c41:2-4', 'src/pay.ts', '2-4'],
  ['src/pay.ts:2-4@9f2c41', 'src/pay.ts', '2-4'],
  ['`src/pay.ts:2-4@9f2c41`', 'src/pay.ts', '2-4'],
  ['knap://shop/src/pay.ts?lines=2-4&hash=9f2c41', 'src/pay.ts', '2-4'],
  ['knap://shop/docs/auth.md#other', 'docs/auth.md', '11-13'],
  ['src/pay.ts#L2-L4', 'src/pay.ts', '2-4'],
  ['src/pay.ts#L7', 'src/pay.ts', '7-7'],
  ['src/pay.ts:2:5', 'src/pay.ts', '2-2'],
  ['src/pay.ts(7,5):', 'src/pay.ts', '7-7'],
  ['pay.ts', 'src/pay.ts', '1-7'],
  ['pay.ts:2-4', 'src/pay.ts', '2-4'],
  ['pay.ts#Shop.pay', 'src/pay.ts', '2-4'],
  ['Shop.pay', 'src/pay.ts', '2-4'],
  ['Shop::pay', 'src/pay.ts', '2-4'],
  ['Shop#pay()', 'src/pay.ts', '2-4'],
  ['async function pay(): number', 'src/pay.ts', '2-4'],
  ['shop.Shop.pay', 'src/pay.ts', '2-4'],
  ['two.Car', 'src/two.ts', '1-5'],
  ['src/pay.ts#Shop::pay', 'src/pay.ts', '2-4'],
];
for (const [asked, path, lines] of found) {
  test(`show of "${asked}" prints ${path}, lines ${lines}`, async () => {
    const { target } = (await shared.show({ targets: [asked] })).pages[0]!;
    expect(`${target.path} ${target.startLine}-${target.endLine}`).toBe(`${path} ${lines}`);
  });
}

const fences: readonly [asked: string, language: string][] = [
  ['src/pay.ts', 'typescript'],
  ['src/twice.py:1-2', 'python'],
  ['docs/a/setup.md', 'markdown'],
];
for (const [asked, language] of fences)
  test(`the code fence in which show prints ${asked} is labelled ${language}`, async () => {
    const { text } = await shared.show({ targets: [asked], format: 'markdown', fenced: true });
    expect(text).toMatch(new RegExp(`^\`{3,}${language}$`, 'm'));
  });

const refused: readonly [asked: string, code: string, message: RegExp][] = [
  ['setup', 'AMBIGUOUS_NAME', /docs\/a\/setup\.md, docs\/b\/setup\.md/],
  ['sing-in', 'NO_SUCH_DOCUMENT', /near are "sign-in"/],
  ['docs/b/setu', 'NO_SUCH_DOCUMENT', /near are "docs\/b\/setup\.md"/],
  ['logi', 'NO_SUCH_DOCUMENT', /near are "Login", "login"/],
  ['LZZZZ', 'NO_SUCH_DOCUMENT', /LZZZZ/],
  ['nothing like it at all', 'NO_SUCH_DOCUMENT', /nothing like it at all/],
  ['docs/auth.md#nowhere', 'NO_SUCH_SECTION', /docs\/auth\.md has no section "nowhere"/],
  ['src/pay.ts:90-95', 'BAD_INPUT', /lines 1 to 7/],
  ['src/pay.ts#Shop.pays', 'NO_SUCH_SYMBOL', /near are Shop, Shop\.pay/],
  ['src/two.ts#run', 'AMBIGUOUS_NAME', /src\/two\.ts:2-4 \(Car\.run\), src\/two\.ts:8-10 \(Job\.run\)/],
  ['src/twice.py#run', 'AMBIGUOUS_NAME', /src\/twice\.py:1-2 \(run\), src\/twice\.py:5-6 \(run~2\)/],
  ['util.ts:1', 'AMBIGUOUS_NAME', /src\/a\/util\.ts:1-1, src\/b\/util\.ts:1-1/],
  ['src/pya.ts', 'NO_SUCH_DOCUMENT', /near are "src\/pay\.ts"/],
  ['src/b/utl.ts', 'NO_SUCH_DOCUMENT', /near are "src\/b\/util\.ts", "src\/a\/util\.ts"/],
  ['../outside.md', 'OUTSIDE_ROOT', /out of the workspace/],
  ['  ', 'BAD_INPUT', /empty/],
];
for (const [asked, code, message] of refused) {
  test(`show of "${asked}" is refused with ${code} and a helpful message`, async () => {
    await expect(shared.show({ targets: [asked] })).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    });
  });
}

test('show prints several ranges of a file in turn, with notes on missing and ambiguous targets', async () => {
  const { pages, notes } = await shared.show({ targets: ['src/pay.ts@9f2c41:1, 3-4', 'src/pya.ts', 'run'] });
  expect(pages.map(({ target }) => `${target.startLine}-${target.endLine}`)).toEqual(['1-1', '3-4']);
  expect(notes).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/"src\/pya\.ts".*near/),
      expect.stringMatching(/"run" may be any of/),
    ]),
  );
});

test('show prints a document or class over the budget as an outline, and refuses lines or a function over it', async () => {
  const methods = Array.from({ length: 60 }, (_, at) => `  method${at}() {\n    return ${at};\n  }\n`).join('');
  const body = Array.from({ length: 200 }, (_, at) => `  call(${at});\n`).join('');
  const sections = Array.from({ length: 40 }, (_, at) => `## Part ${at}\n\n${'word '.repeat(30)}\n`).join('\n');
  const files = {
    'README.md': `# Long\n\n${sections}`,
    'src/shop.ts': `export class Shop {\n${methods}}\n\nexport function endless() {\n${body}}\n`,
    'src/wide.ts': `export class Wide {\n  pay(${'argument: string, '.repeat(9)}) {\n    return 0;\n  }\n${methods}}\n`,
  };
  await onWorld(files, async (engine) => {
    const show = (target: string) => engine.show({ targets: [target], budget: 500, fenced: true });
    for (const [target, says] of [
      ['README.md', 'Part 0, lines 3-'],
      ['Shop', 'method0(), lines 2-4'],
      ['Wide', 'string, argumen…, lines 2-4'],
    ] as const) {
      const { text, notes, usage } = await show(target);
      expect(text).toContain(says);
      expect(usage.tokens).toBeLessThanOrEqual(500);
      expect(notes.join()).toContain('too long to be shown whole');
    }
    for (const target of ['endless', 'src/shop.ts:1-180'])
      await expect(show(target), target).rejects.toMatchObject({ code: 'BUDGET_TOO_SMALL' });
  });
});

test('show of an id that two documents have is refused, and both documents are named', async () => {
  const files = { 'a.md': named('LAAAA', 'a'), 'b.md': named('LAAAA', 'b') };
  await expect(showIn(files, { targets: ['LAAAA'] })).rejects.toMatchObject({
    code: 'AMBIGUOUS_NAME',
    message: expect.stringContaining('a.md, b.md'),
  });
});

test('show prints several targets in turn, each with its own context', async () => {
  const { text } = await showIn(
    { 'a.md': '[b](b.md)\n', 'b.md': 'Bee.\n', 'c.md': 'Sea.\n' },
    { targets: ['a.md', 'c.md'] },
  );
  expect(text).toBe('# a\n[b](b.md)\n\n# b\nBee.\n\n# c\nSea.\n');
});

test('show prints the frontmatter, the headings, a section or the raw file of a document if asked', async () => {
  await onWorld(FILES, async (engine) => {
    const show = async (more: object) => (await engine.show({ targets: ['LAAAA'], ...more })).text;
    expect(await show({ view: 'peek' })).toBe('# sign-in\n---\nlattice-id: "LAAAA"\nname: "sign-in"\n---\n');
    expect(await show({ view: 'sections' })).toContain(
      '  - Tokens (LAAAS), lines 7-10, 28 characters\n  - Other, lines 11-13',
    );
    expect(await show({ section: 'tokens' })).toBe('## [LAAAS] Tokens\n\nOne hour.\n');
    expect(await show({ section: 'oth' })).toBe('## Other\n\nOther.\n');
    expect(await show({ view: 'raw' })).toBe(FILES['docs/auth.md']);
    await expect(show({ section: 'tokns' })).rejects.toMatchObject({ code: 'NO_SUCH_SECTION' });
  });
});

test('show of a target over its token budget fails with the number of tokens that is enough', async () => {
  await onWorld({ 'a.md': `${'word '.repeat(500)}\n` }, async (engine) => {
    const error = await engine.show({ targets: ['a.md'], budget: 100 }).catch((thrown: Error) => thrown);
    expect(error).toMatchObject({ code: 'BUDGET_TOO_SMALL' });
    await expect(engine.show({ targets: ['a.md'], maxTokens: 100 })).rejects.toMatchObject({
      code: 'BUDGET_TOO_SMALL',
    });
    const needed = Number(/needs (\d+) tokens/.exec((error as Error).message)![1]);
    expect((await engine.show({ targets: ['a.md'], budget: needed })).usage.tokens).toBe(needed);
  });
});

test('a token budget of show holds for all targets and formats, and a larger one brings no less context', async () => {
  const links = Array.from({ length: 12 }, (_, index) => `[x](${index}.md)`).join(' ');
  const others = Array.from({ length: 12 }, (_, index) => [
    `${index}.md`,
    `${'some words here '.repeat(12 + index)}\n`,
  ]);
  const files = { 'a.md': `${links}\n`, 'z.md': 'Last.\n', ...Object.fromEntries(others) };
  await onWorld(files, async (engine) => {
    let before = -1;
    for (const budget of [120, 200, 400, 800, 1600]) {
      for (const format of ['markdown', 'xml', 'plain', 'json']) {
        const { usage, pages } = await engine.show({ targets: ['a.md', 'z.md'], budget: budget * 3, format });
        expect(usage.tokens).toBeLessThanOrEqual(budget * 3);
        expect(pages).toHaveLength(2);
      }
      const { usage, pages } = await engine.show({ targets: ['a.md', 'z.md'], budget });
      expect(usage.tokens).toBeLessThanOrEqual(budget);
      expect(pages[0]!.after.length).toBeGreaterThanOrEqual(before);
      before = pages[0]!.after.length;
    }
    expect(before).toBe(12);
  });
});
