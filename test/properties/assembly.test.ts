import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FORMATTERS, LAYOUT_NAMES } from '../../src/formats/index.ts';
import { ContextError } from '../../src/model/errors.ts';
import type { LineRange } from '../../src/model/facts.ts';
import type { Block } from '../../src/model/pack.ts';
import { type AssembledPack, assemblePack } from '../../src/pipeline/assemble.ts';
import { loadTokenizer, TOKENIZERS } from '../../src/tokenizers/index.ts';
import { TRUNCATORS } from '../../src/truncators/index.ts';
import { candidates, options, TASK } from '../assembly/world.ts';
import { codeFile, hostileFile, hostileName, RUNS } from './arbitrary.ts';
import { PARSE_PAGE } from './parse-page.ts';

const tokenizers = await Promise.all([
  ...Object.keys(TOKENIZERS).map((name) => loadTokenizer(name)),
  loadTokenizer('o200k', { safetyMargin: 0.13 }),
]);
const pages = [...LAYOUT_NAMES];

const run = fc.record({
  files: fc.uniqueArray(hostileFile, { maxLength: 6, selector: (file) => file.path }),
  duplicates: fc.nat(3),
  budgetTokens: fc.oneof(fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: 1, max: 1500 })),
  format: fc.constantFrom(...FORMATTERS.map((formatter) => formatter.name)),
  page: fc.constantFrom(...pages),
  truncatorName: fc.constantFrom(...TRUNCATORS.map((truncator) => truncator.name)),
  // Most of what is printed is counted by the default.
  tokenizer: fc.nat(9).map((n) => tokenizers[n % 2 === 0 ? 0 : (n >> 1) % tokenizers.length] ?? tokenizers[0]!),
  isGrouped: fc.boolean(),
  contextLines: fc.nat(3),
  floor: fc.constantFrom(0, 0.3, 0.9),
  filesMax: fc.constantFrom(1, 3, 25),
  linesPerFileMax: fc.constantFrom(5, 40, 300),
  taskText: fc.oneof(
    fc.constant(TASK.text),
    hostileName,
    fc
      .array(fc.oneof(hostileName, fc.constantFrom('## Files', '```', '<b>')), { maxLength: 60 })
      .map((lines) => lines.join('\n')),
  ),
  seenEvery: fc.constantFrom(0, 3),
});
type Run = typeof run extends fc.Arbitrary<infer Value> ? Value : never;

function attempt({ files, duplicates, taskText, seenEvery, ...given }: Run) {
  const once = files.flatMap((file) => candidates(file));
  const scored = [...once, ...once.slice(0, duplicates)];
  const seen =
    seenEvery === 0
      ? []
      : scored.filter((_, index) => index % seenEvery === 0).map(({ id }) => ({ id, hash: 'abcdef0123456789' }));
  const all = options({ ...given, seen, task: { ...TASK, text: taskText } });
  return { scored, all, assembled: orTooSmall(() => assemblePack(scored, all)) };
}

function orTooSmall(assemble: () => AssembledPack): AssembledPack | number {
  try {
    return assemble();
  } catch (error) {
    if (!(error instanceof ContextError) || error.code !== 'BUDGET_TOO_SMALL') throw error;
    return Number(/least that works is (\d+)/.exec(error.message)?.[1]);
  }
}

type Check = (given: Run, tried: ReturnType<typeof attempt>, assembled: AssembledPack) => void;

const checks: readonly (readonly [string, Check])[] = [
  [
    'what is printed costs no more than the budget and says what it costs',
    (given, { scored, all }, { text, pack, pricedTokens }) => {
      const cost = given.tokenizer.count(text);
      // Counted is printed: the pieces were priced, so the page needs no second try. Only what is there whole, and a page with
      // nothing on it but why, may seem dearer than it is.
      expect(cost).toBeLessThanOrEqual(pricedTokens);
      if (pricedTokens > given.budgetTokens && pack.blocks.length > 0)
        expect(pack.blocks).toEqual(assemblePack(scored, { ...all, budgetTokens: 10_000_000 }).pack.blocks);
      expect(cost).toBeLessThanOrEqual(given.budgetTokens);
      expect(pack.usage.used).toBeGreaterThanOrEqual(cost);
      expect(pack.usage.used).toBeLessThanOrEqual(given.budgetTokens);
    },
  ],
  [
    'a real parser reads the page and finds exactly the blocks of the pack',
    (given, _, { text, pack, isSummary }) => {
      if (!isSummary) PARSE_PAGE[given.format]?.(text, given.page, pack);
    },
  ],
  [
    'included, referenced and excluded are all the candidates, each once',
    (_, { scored }, { pack, outcomes }) => {
      expect(new Set(outcomes.keys())).toEqual(new Set(scored.map((each) => each.id)));
      const included = [...outcomes].filter(([, outcome]) => outcome.kind === 'included').map(([id]) => id);
      const excluded = Object.values(pack.excluded).reduce((sum, count) => sum + count, 0);
      expect(included.length + pack.references.length + excluded).toBe(scored.length);
      for (const { id } of pack.references) expect(outcomes.get(id)?.kind).toBe('reference');
      for (const id of pack.blocks.flatMap((block) => block.covers)) expect(outcomes.get(id)?.kind).toBe('included');
      expect(new Set(pack.blocks.map((block) => block.id)).size).toBe(pack.blocks.length);
    },
  ],
  ['no line is quoted twice, whole blocks are the lines of their file, and the limits hold', linesAreTheirFiles],
  [
    'what costs exactly its budget is printed whole',
    ({ page }, { scored, all }) => {
      const wide = assemblePack(scored, { ...all, budgetTokens: 10_000_000 });
      const exact = assemblePack(scored, { ...all, budgetTokens: wide.pack.usage.used });
      expect(exact.pack.blocks).toEqual(wide.pack.blocks);
      // The page of a pack prints its budget, and how much is named beside it follows its length; others are the same to the
      // last character.
      if (page === 'pack' || page === 'prompt') return;
      expect(exact.pack.references).toEqual(wide.pack.references);
      expect(exact.text).toBe(wide.text);
    },
  ],
  [
    'the same candidates in another order give the same bytes',
    (_, { scored, all }, { text }) => expect(assemblePack(scored.toReversed(), all).text).toBe(text),
  ],
];

const numbersIn = (ranges: readonly LineRange[]): readonly number[] =>
  ranges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, at) => first + at));
const linesOf = (block: Block): readonly number[] => numbersIn(block.lines);

function linesAreTheirFiles(given: Run, { scored }: ReturnType<typeof attempt>, { pack }: AssembledPack): void {
  const texts = new Map(scored.map((each) => [each.path, each.text]));
  for (const path of new Set(pack.blocks.map((block) => block.path))) {
    const blocks = pack.blocks.filter((block) => block.path === path);
    const lines = blocks.flatMap((block) => linesOf(block));
    const imports = blocks.flatMap((block) => numbersIn(block.importLines));
    expect(new Set([...lines, ...imports]).size).toBe(lines.length + imports.length);
    for (const { imports: printed, importLines } of blocks)
      expect(printed ?? '').toBe(
        numbersIn(importLines)
          .map((line) => texts.get(path)?.lines[line - 1])
          .join('\n'),
      );
    expect(lines.length).toBeLessThanOrEqual(given.linesPerFileMax);
    expect(blocks.filter((block) => block.imports !== null).length).toBeLessThanOrEqual(1);
    for (const block of blocks.filter(({ level }) => level === 'full')) {
      expect(block.text).toBe(
        linesOf(block)
          .map((line) => texts.get(path)?.lines[line - 1])
          .join('\n'),
      );
    }
  }
  expect(new Set(pack.blocks.map((block) => block.path)).size).toBeLessThanOrEqual(given.filesMax);
}

describe('every page keeps its promises', () => {
  test('S50 S51 K3 K5 K6 K7 K8 K20 K21 a page of any candidates at any budget keeps its budget and structure', {
    timeout: 0,
  }, () => {
    fc.assert(
      fc.property(run, (given) => {
        const tried = attempt(given);
        const { assembled, scored, all } = tried;
        if (typeof assembled !== 'number') for (const [, check] of checks) check(given, tried, assembled);
        else {
          // The least that works is named, and works.
          expect(assembled).toBeGreaterThan(given.budgetTokens);
          const again = assemblePack(scored, { ...all, budgetTokens: assembled });
          expect(given.tokenizer.count(again.text)).toBeLessThanOrEqual(assembled);
        }
      }),
      { numRuns: RUNS, endOnFailure: RUNS > 500 },
    );
  });
});

describe('code above the floor fills the budget', () => {
  const codeRun = fc.record({
    files: fc.tuple(...Array.from({ length: 12 }, (_, index) => codeFile(index))),
    budgetTokens: fc.integer({ min: 1500, max: 20_000 }),
    format: fc.constantFrom(...FORMATTERS.map((formatter) => formatter.name)),
    page: fc.constantFrom(...pages),
    truncatorName: fc.constantFrom('signature-first', 'bookend', 'around-matches'),
  });

  test('packs use at least 85 % of a budget that candidates would fill twice', { timeout: 0 }, () => {
    fc.assert(
      fc.property(codeRun, ({ files, ...given }) => {
        const scored = files.flatMap((file) => candidates(file));
        const all = options({ ...given, linesPerFileMax: 5000 });
        const available = scored
          .filter((each) => each.entity.container !== null)
          .reduce((sum, each) => sum + all.tokenizer.count(textOf(each)), 0);
        fc.pre(available >= 2 * given.budgetTokens);
        const { pack } = assemblePack(scored, all);
        expect(pack.usage.used / given.budgetTokens).toBeGreaterThanOrEqual(0.85);
      }),
      { numRuns: Math.ceil(RUNS / 5) },
    );
  });
});

function textOf({ text, entity }: ReturnType<typeof candidates>[number]): string {
  return text?.lines.slice(entity.location.startLine - 1, entity.location.endLine).join('\n') ?? '';
}
