import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { assemble, createAssembler, type Engine, format, openEngine, openEnginePool } from '../../src/index.ts';
import { knap } from './knap.ts';
import { makeWorld, SHOP } from './world.ts';

test('query on a terminal lists the best results first, and prints code only for a named format', async () => {
  const root = makeWorld(SHOP);
  const args = ['query', 'handleWebhook'];
  const lines = stripVTControlCharacters((await knap(root, args, { isTerminal: true })).stdout).split('\n');
  expect(lines[0]).toBe('knap  handleWebhook');
  expect(lines[1]).toMatch(/^ {3}1 {2}src\/payments\/webhook\.ts:\d+-\d+ +handleWebhook/);
  expect(lines.join('\n')).toMatch(
    /\d+ results? in \d+ files?; their code costs [\d,]+ of [\d,]+ tokens.*: add --format/,
  );
  for (const line of lines.slice(0, -2)) expect(line.length).toBeLessThanOrEqual(100);
  const id = /knap show '(.+)'/.exec(lines.join('\n'))![1]!;
  expect((await knap(root, ['show', id])).stdout).toContain('handleWebhook');
  expect((await knap(root, [...args, '--format', 'markdown'], { isTerminal: true })).stdout).toContain('```typescript');
  expect((await knap(root, args)).stdout).toContain('```typescript');
});

test('explain without a task explains the latest pack', async () => {
  const root = makeWorld(SHOP);
  expect((await knap(root, ['explain'])).code).toBe(2);
  await knap(root, ['pack', 'fix the stripe webhook confirmation']);
  const { code, stdout } = await knap(root, ['explain']);
  expect([code, stdout]).toEqual([0, (await knap(root, ['explain', 'fix the stripe webhook confirmation'])).stdout]);
});

describe('commands a newcomer types give an answer or a useful error', () => {
  const cases: [title: string, args: readonly string[], code: number, says: RegExp][] = [
    ['--budget 1.5k is 1,500 tokens', ['pack', 'webhook', '--budget', '1.5k', '--format', 'json'], 0, /"budget":1500/],
    [
      '--budget 8kk is refused as no number',
      ['pack', 'webhook', '--budget', '8kk'],
      2,
      /must be a whole number of tokens/,
    ],
    [
      '--repo owner/name is refused with the advice --repo github:owner/name',
      ['pack', 'x', '--repo', 'a/b'],
      2,
      /--repo github:a\/b$/m,
    ],
    [
      '--include with a glob is refused with the advice --under',
      ['pack', 'x', '--include', 'src/**'],
      2,
      /for paths use --under DIR/,
    ],
    ['a budget of 10 is refused as too small', ['pack', 'webhook', '--budget', '10'], 3, /Nothing fits 10 tokens/],
    [
      'knap help with a part of the name of a guide page suggests the page',
      ['help', 'start'],
      2,
      /did you mean: knap help quick-start/,
    ],
    ['knap setup without an agent lists all agents', ['setup'], 0, /knap setup claude-code, codex/],
    ['knap ready without issues says what an issue is', ['ready'], 3, /frontmatter has `issue-type` and `status`/],
  ];
  for (const [title, args, code, says] of cases)
    test(title, async () => {
      const outcome = await knap(makeWorld(SHOP), args);
      expect(outcome.stdout + outcome.stderr).toMatch(says);
      expect(outcome.code).toBe(code);
    });
});

describe('a long function counts as one result', () => {
  const step = (at: number) =>
    `  const basket${at} = await readBasket(items[${at}]);\n  pay(basket${at}, 'basket ${at}');`;
  const steps = Array.from({ length: 150 }, (_, at) => step(at)).join('\n');
  const files = {
    'src/pay.ts': `/** Pays each basket. */\nexport async function payBaskets(items: string[]): Promise<void> {\n${steps}\n}\n`,
    'src/basket.ts': 'export function readBasket(name: string): string {\n  return name;\n}\n',
  };

  test('query lists no place twice when a function is long, and show finds a part of it by number', async () => {
    const root = makeWorld(files);
    const { results } = JSON.parse((await knap(root, ['query', 'how are baskets paid', '--json'])).stdout);
    const places = results.map((one: { location: object }) => JSON.stringify(one.location));
    expect(places).toEqual([...new Set(places)]);
    expect((await knap(root, ['show', 'src/pay.ts#payBaskets~2'])).stdout).toMatch(/^# src\/pay\.ts:1-303\n/);
  });

  test('query prints the lines of a result apart from those with the context around it', async () => {
    const near = 'export function near(): void {\n  away();\n}\n';
    const root = makeWorld({
      'src/a.ts': `${near}\nexport function refund(card: string): string {\n  return card;\n}\n\n${near}`,
    });
    const { stdout } = await knap(root, ['query', 'how is a card refunded', '--limit', '1']);
    expect(stdout).toMatch(/^\*src\/a\.ts:5-7@\w+\* · lines 1-10$/m);
  });

  test('knap pack --aim map names a long function once', async () => {
    const { stdout } = await knap(makeWorld(files), [
      'pack',
      'pay the baskets',
      '--aim',
      'map',
      '--format',
      'markdown',
    ]);
    expect(stdout.match(/payBaskets/g)).toHaveLength(1);
  });

  test('explain --target with a file of forty functions lists fifteen and says how many more there are', async () => {
    const many = Array.from({ length: 40 }, (_, at) => `export function basket${at}(): number {\n  return ${at};\n}\n`);
    const root = makeWorld({ 'src/baskets.ts': many.join('\n') });
    const { stdout } = await knap(root, ['explain', 'which basket is returned', '--target', 'src/baskets.ts']);
    expect(stdout.match(/^\d+\. /gm)).toHaveLength(15);
    expect(stdout).toMatch(/and \d+ more, which score less; all of them: --format json$/m);
  });
});

test('a reason that most results of a query share is not printed with each of them', async () => {
  const file = (name: string) =>
    `export function ${name}(card: string): string {\n  return card; // the card is refused\n}\n`;
  const names = ['refuseCard', 'bookCard', 'sendCard', 'checkCard', 'storeCard'];
  const root = makeWorld(Object.fromEntries(names.map((name) => [`src/${name}.ts`, file(name)])));
  const { stdout } = await knap(root, ['query', 'why is the card refused'], { isTerminal: true });
  const reasons = stripVTControlCharacters(stdout).match(/many words of the task in it/g) ?? [];
  expect(reasons.length).toBeLessThan(names.length);
});

describe('advice and notes name only useful examples', () => {
  const files = {
    'src/create.ts': 'export function create(name: string): string {\n  return name;\n}\n',
    'src/em.ts': 'export function em(text: string): string {\n  return text;\n}\n',
    'test/template.test.ts': "export function template(): string {\n  return 'x';\n}\n",
  };
  const cases: [title: string, task: string, says: RegExp, never: RegExp][] = [
    [
      'the advice of a pack does not give a name of two letters as an example',
      'em is wrong',
      /Name a class or a function\./,
      /for example em/,
    ],
    ['the advice of a pack does not give a test as an example', 'template is wrong', /Name a file\./, /for example t/],
    [
      'a pack does not report a function of a stack trace as a missing file',
      'TypeError: x is undefined at Pino.LOG (/app/x.js:1:2)',
      /the trace names/,
      /no file "Pino\.LOG"/,
    ],
  ];
  for (const [title, task, says, never] of cases)
    test(title, async () => {
      const { stdout } = await knap(makeWorld(files), ['pack', task, '--format', 'markdown']);
      expect(stdout).toMatch(says);
      expect(stdout).not.toMatch(never);
    });
});

test('knap list in a folder without documents says so and exits with 3', async () => {
  const { code, stderr } = await knap(makeWorld({ 'a.ts': 'export {};' }), ['list']);
  expect([code, stderr]).toEqual([3, expect.stringContaining('There is no document here')]);
});

test('the library refuses a root that does not exist and makes nothing there', async () => {
  const root = join(makeWorld({}), 'nope');
  await expect(openEngine({ root })).rejects.toMatchObject({ code: 'NOT_A_FOLDER' });
  expect(existsSync(root)).toBe(false);
});

test('an error of show in the library has a hint that names knap list', async () => {
  const engine = await openEngine({ root: makeWorld(SHOP) });
  try {
    await expect(engine.show({ targets: ['nowhere.md'] })).rejects.toMatchObject({
      code: 'NO_SUCH_DOCUMENT',
      hint: 'See them with: knap list',
    });
  } finally {
    await engine.close();
  }
});

// In JavaScript no compiler refuses a mistyped field.
describe('the library refuses an unknown field and names a similar one', () => {
  const root = '.';
  const any = (value: object) => value as never;
  const inEngine: [title: string, ask: (engine: Engine) => unknown, says: string][] = [
    [
      'pack',
      (engine) => engine.pack(any({ task: 'x', buget: 5 })),
      'pack has no field "buget"; did you mean "budget"?',
    ],
    ['query', (engine) => engine.query(any({ query: 'x', limits: 5 })), 'query has no field "limits"'],
    ['show', (engine) => engine.show(any({ target: ['x'] })), 'show has no field "target"; did you mean "targets"?'],
    ['index', (engine) => engine.index(any({ force: true })), 'index has no field "force"'],
    [
      'with',
      async (engine) => engine.with(any({ sginal: null })),
      'with has no field "sginal"; did you mean "signal"?',
    ],
    ['grep after with', (engine) => engine.with({ first: true }).grep(any({ patern: 'x' })), 'grep has no field'],
  ];
  for (const [title, ask, says] of inEngine)
    test(`${title} of an engine refuses an unknown field and lists the known ones`, async () => {
      const engine = await openEngine({ root: makeWorld(SHOP) });
      try {
        const hint = expect.stringMatching(/^Known are /);
        await expect(ask(engine)).rejects.toMatchObject({
          code: 'BAD_INPUT',
          message: expect.stringContaining(says),
          hint,
        });
      } finally {
        await engine.close();
      }
    });

  const outside: [title: string, ask: () => unknown, says: string][] = [
    ['openEngine', () => openEngine(any({ root, embeder: null })), 'The engine has no field "embeder"'],
    ['openEnginePool', () => openEnginePool(any({ root, worker: 2 })), 'did you mean "workers"?'],
    ['createAssembler', async () => createAssembler(any({ root })), 'An assembler has no field "root"'],
    ['assemble', () => assemble([], any({ maxToken: 5 })), 'did you mean "maxTokens"?'],
    ['format', async () => format(await assemble([]), any({ formats: 'xml' })), 'did you mean "format"?'],
  ];
  for (const [title, ask, says] of outside)
    test(`${title} refuses an unknown field of its argument`, () =>
      expect(ask()).rejects.toMatchObject({ code: 'BAD_INPUT', message: expect.stringContaining(says) }));
});
