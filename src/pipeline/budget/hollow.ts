import type { Scored, SourceText } from '../../model/candidate.ts';
import { type Comment, lineKinds } from '../../model/code-lines.ts';
import type { LineRange } from '../../model/facts.ts';
import type { BudgetOptions } from './budget-options.ts';
import { type FilePlan, isAtomic } from './file-plan.ts';

// Lines that say where something stands, and nothing about it.
const EMPTY_WORDS =
  /^(?:[{}()[\];,]+|<\?php|package\s[\w.]+;?|namespace\s[\w\\.:]+\s*[;{]?|['"]use strict['"];?|@\w+(?:\(\s*\))?|end|#pragma once)$/;

/**
 * Whether lines of a part say nothing by themselves: imports, the head of a class without its members, comments without what
 * they are about, a licence.
 */
export function saysNothing(
  { source }: FilePlan,
  scored: Scored,
  ranges: readonly LineRange[],
  { dropsNoise, commentFor }: BudgetOptions,
): boolean {
  const { language } = scored.entity;
  if (!dropsNoise || language === null || isAtomic(scored)) return false;
  const saying = sayingLines(source, commentFor(language));
  return ranges.every(([first, last]) => !saying.slice(first - 1, last).includes(1));
}

const known = new WeakMap<SourceText, Uint8Array>();

// One for each line that says something.
function sayingLines(source: SourceText, comment: Comment): Uint8Array {
  const before = known.get(source);
  if (before) return before;
  const saying = Uint8Array.from(lineKinds(source.lines, comment), (kind, index) =>
    Number(kind === 'code' && !EMPTY_WORDS.test(source.lines[index]!.trim())),
  );
  for (const [first, last] of [...source.facts.importLines, ...headLines(source)]) saying.fill(0, first - 1, last);
  known.set(source, saying);
  return saying;
}

// What holds others is told by them.
function headLines({ facts: { symbols } }: SourceText): readonly LineRange[] {
  const parents = new Set(symbols.flatMap(({ parent }) => (parent === null ? [] : [parent])));
  return symbols.flatMap((symbol, index) => (parents.has(index) ? [symbol.signatureLines] : []));
}
