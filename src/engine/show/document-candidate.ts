import type { Scored } from '../../model/candidate.ts';
import { rankScore } from '../parts/ranked-budget.ts';
import { textCandidate } from '../parts/text-candidate.ts';

interface DocumentLines {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
}

/**
 * Documents as candidates in the order in which they get room, each with its number as its id; null for one that can only
 * be named. Their lines are numbered and blank: what a document says is looked up where it is printed, so that nothing
 * need be opened to be chosen.
 */
export function documentCandidates(places: readonly (DocumentLines | null)[]): readonly Scored[] {
  const lineCount = places.reduce((most, place) => Math.max(most, place?.endLine ?? 0), 1);
  const blank = new Array<string>(lineCount).fill('');
  return places.map((place, at) => {
    const { path, startLine, endLine } = place ?? { path: `${at}`, startLine: 1, endLine: 1 };
    const part = { startLine, endLine: Math.max(startLine, endLine) };
    const document = { id: `${at}`, path, kind: 'document', title: '', source: 'markdown', hash: '', part } as const;
    const lines = place && blank;
    return textCandidate({ ...document, lines, language: null }, { score: rankScore(at, places.length) });
  });
}

/** The number of a candidate. */
export function numberOf(id: string): number {
  return Number(id);
}
