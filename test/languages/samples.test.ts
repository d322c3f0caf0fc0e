import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Parser } from '../../src/ports/source.ts';
import { importTable, openParser, ownTerms, parseOne, symbolTable } from './parse-sample.ts';

// A sample is a program, then what must be found in it, which `npm run golden` writes.
const FOLDER = join(import.meta.dirname, 'samples');

let parser: Parser;
beforeAll(async () => {
  parser = await openParser();
});
afterAll(() => parser.close());

describe('C9 C10 C11 C12 C13 C14 symbols with kind and lines, imports and package', () => {
  for (const file of readdirSync(FOLDER).sort()) {
    const language = file.replace('.txt', '');
    test(`the sample of ${language} gives the symbols, imports and package below it`, async () => {
      const [text = ''] = readFileSync(join(FOLDER, file), 'utf8').split(/(?<=\n)=== symbols\n/);
      const result = await parseOne(parser, language, text);
      const found = [
        '=== symbols',
        ...symbolTable(result),
        '=== imports',
        ...importTable(result),
        '=== package',
        result.facts.packageName ?? '',
        '',
      ];
      await expect(text + found.join('\n')).toMatchFileSnapshot(join(FOLDER, file));
      expect(result.facts.notes).toEqual([]);
      expect(result.isParsed).toBe(true);
    });
  }
});

const WITHOUT = ['csv', 'tcl', 'text', 'klingon', null];
for (const language of WITHOUT) {
  test(`C15 ${language} gives units and terms, but no symbols`, async () => {
    const result = await parseOne(parser, language, 'function pay() {}\nclass Shop {}\n');
    expect(result).toMatchObject({ isParsed: false, facts: { symbols: [], lineCount: 2, notes: [] } });
    expect(result.units).toEqual([{ startLine: 1, endLine: 2, symbol: null, isWhole: true }]);
    expect(ownTerms(result)).toContain('shop');
  });
}
