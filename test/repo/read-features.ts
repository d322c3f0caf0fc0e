import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './tracked-files.ts';

/** One line of test/features.md. */
export interface FeatureRow {
  readonly id: string;
  readonly state: string;
  /** The test that proves it from outside, below `test/`; empty where nothing is to be proved. */
  readonly proof: string;
  readonly line: number;
}

/** How many rows each kind of question owes. */
export const ROW_COUNTS = { C: 76, A: 43, S: 56, L: 51, T: 55 } as const satisfies Record<string, number>;

export const STATES = ['works', 'partly', 'not yet', 'no behaviour'] as const;

/** The rows of the feature tables, in order. */
export function readFeatures(text = readFileSync(join(ROOT, 'test/features.md'), 'utf8')): readonly FeatureRow[] {
  return text.split('\n').flatMap((line, index) => {
    const cells = /^\| ([A-Z]\d+) \|(.*)\|\s*$/.exec(line);
    if (!cells) return [];
    const [proof, state] = cells[2]!.split('|').slice(-2);
    return [{ id: cells[1]!, state: state!.trim(), proof: proof!.trim().replaceAll('`', ''), line: index + 1 }];
  });
}

const IDS = /(?<![\w-])([CASLT])([1-9]\d?)(?:\s*[–-]\s*([CASLT])?([1-9]\d?))?(?![\w.])/g;

/** The row ids a test title names; a range names every row in it. */
export function idsIn(title: string): readonly string[] {
  return [...title.matchAll(IDS)].flatMap(([, letter, first, lastLetter, last]) => {
    if (last === undefined || (lastLetter !== undefined && lastLetter !== letter)) return [`${letter}${first}`];
    const length = Number(last) - Number(first) + 1;
    return length < 1 ? [`${letter}${first}`] : Array.from({ length }, (_, step) => `${letter}${Number(first) + step}`);
  });
}

/** Rows marked "works" whose id stands in none of the titles. */
export function unprovenRows(titles: readonly string[]): readonly string[] {
  const proven = new Set(titles.flatMap((title) => idsIn(title)));
  return readFeatures()
    .filter((row) => row.state === 'works' && !proven.has(row.id))
    .map((row) => row.id);
}
