import type { Scored } from '../../model/candidate.ts';
import { entityId } from '../../model/entity.ts';
import { rankScore } from '../parts/ranked-budget.ts';

interface DocumentPlace {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
}

/**
 * Documents as candidates in the order in which they get room, each with its number as its id. Their lines are numbered
 * and blank: what a document says is looked up where it is printed, so that nothing need be opened to be chosen.
 */
export function documentCandidates(places: readonly (DocumentPlace | null)[]): readonly Scored[] {
  const lineCount = places.reduce((most, place) => Math.max(most, place?.endLine ?? 0), 1);
  const lines = new Array<string>(lineCount).fill('');
  return places.map((place, at) => candidateOf(place, at, { score: rankScore(at, places.length), lines }));
}

/** The number of a candidate. */
export function numberOf(id: string): number {
  return Number(id);
}

const NO_FACTS = {
  ...{ lineCount: 0, symbols: [], imports: [], importLines: [], packageName: null, isGenerated: false },
  ...{ document: null, notes: [] },
};

function candidateOf(
  place: DocumentPlace | null,
  at: number,
  { score, lines }: { readonly score: number; readonly lines: readonly string[] },
): Scored {
  const id = entityId(`${at}`);
  const path = place?.path ?? id;
  const location = { path, startLine: place?.startLine ?? 1, endLine: Math.max(1, place?.endLine ?? 1) };
  return {
    ...{
      id,
      path,
      score,
      likelihood: null,
      distance: 0,
      via: [],
      isPinned: false,
      matches: [],
      reasons: [],
      signals: [],
    },
    text: place === null ? null : { path, hash: '', lines, isStale: false, facts: NO_FACTS },
    entity: {
      ...{ id, kind: 'document', name: '', qualifiedName: '', source: 'markdown', location, container: entityId(path) },
      ...{ language: null, role: 'docs', signature: null, doc: null, hash: '' },
    },
  };
}
