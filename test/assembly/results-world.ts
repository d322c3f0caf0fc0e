import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { findLayout } from '../../src/formats/index.ts';
import { languageOfPath } from '../../src/languages/index.ts';
import { type AssembledContext, assemble } from '../../src/pipeline/assemble-results.ts';
import type { ResultEntity, SearchResult } from '../../src/pipeline/results/search-result.ts';
import { createReader } from '../../src/reading/reader.ts';
import { functionText, options } from './world.ts';

export const PAYMENTS = [
  "import { charge } from './charge';",
  "import { log } from './log';",
  '',
  'const limit = 3;',
  '',
  'export function processPayment(order: Order) {',
  '  charge(order);',
  '  log(order);',
  '}',
  '',
  'export function refund(order: Order) {',
  '  charge(-order);',
  '}',
  '',
].join('\n');
/** The path of the folder of real files that `useResultsWorld` makes for the tests of a file. */
export let root = '';
export function useResultsWorld(): void {
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'knap-results-'));
    mkdirSync(join(root, 'src/folder'), { recursive: true });
    writeFileSync(join(root, 'src/payments.ts'), PAYMENTS);
    writeFileSync(join(root, 'src/markers.ts'), '```\n]]>\n## Files\n</context>\nfunction markers() {}\n');
    for (let n = 0; n < 10; n++) writeFileSync(join(root, `src/f${n}.ts`), functionText(`work${n}`, 30));
    symlinkSync('/etc/passwd', join(root, 'src/outside.ts'));
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));
}

export type Given = {
  layout?: string;
  format?: string;
  maxTokens?: number;
  grouped?: boolean;
  contextLines?: number;
  imports?: boolean;
  charactersPerBlockMax?: number | null;
  onRead?: (path: string) => void;
};
/** What `assemble` makes of results in that folder. */
export function run(results: readonly SearchResult[], given: Given = {}): Promise<AssembledContext> {
  const page = given.layout ?? 'query';
  const all = options({
    budgetTokens: given.maxTokens ?? 4000,
    contextLines: given.contextLines ?? 0,
    includeImports: given.imports ?? true,
    isGrouped: given.grouped ?? false,
    floors: { units: 0, files: 0, alone: 0 },
    dropsNoise: false,
  });
  const reader = createReader({ root, fileBytesMax: 1_000_000, cachedBytesMax: 1_000_000 });
  return assemble(
    results,
    {
      reader: {
        ...reader,
        read: (path) => {
          given.onRead?.(path);
          return reader.read(path);
        },
      },
      languageOf: (path) => languageOfPath(path)?.name ?? null,
    },
    {
      ...all,
      query: 'payment',
      roots: [root],
      ...{ keepsOrder: false, isApart: page === 'f6.3' },
      printedAs: {
        format: given.format ?? 'markdown',
        layout: page,
        includeSources: true,
        includeCodeContent: true,
        groupByType: given.grouped ?? false,
      },
      charactersPerBlockMax: given.charactersPerBlockMax ?? null,
      layout: findLayout(given.format ?? 'markdown', page, { sources: true, code: true }),
    },
  );
}
/** A result about `processPayment`, unless it says otherwise. */
export const result = (entity: Partial<ResultEntity>, score = 0.8): SearchResult => ({
  entity: {
    name: 'processPayment',
    type: 'function',
    qualifiedName: `src/payments.ts::${entity.name ?? 'processPayment'}`,
    ...entity,
  },
  score,
});
export const PAY = result({ filePath: 'src/payments.ts', startLine: 6, endLine: 9 });
/** Ten functions of thirty lines in ten files. */
export const manyResults = (): SearchResult[] =>
  Array.from({ length: 10 }, (_, n) =>
    result(
      { name: `work${n}`, qualifiedName: `w${n}`, filePath: `src/f${n}.ts`, startLine: 1, endLine: 30 },
      0.9 - n * 0.05,
    ),
  );
