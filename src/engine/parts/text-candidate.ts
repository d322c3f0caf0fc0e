import type { Scored } from '../../model/candidate.ts';
import { type EntityKind, entityId } from '../../model/entity.ts';
import type { ContentFacts } from '../../model/facts.ts';

export interface CandidateText {
  readonly id: string;
  readonly path: string;
  readonly kind: EntityKind;
  readonly title: string;
  readonly source: string;
  /** Of the whole text; null where it can only be named. */
  readonly lines: readonly string[] | null;
  readonly hash: string;
  readonly language: string | null;
  /** What of the text it is; all of it where nothing is said. */
  readonly part?: { readonly startLine: number; readonly endLine: number };
}

const NO_FACTS: ContentFacts = {
  ...{ lineCount: 0, symbols: [], imports: [], importLines: [], packageName: null, isGenerated: false },
  ...{ document: null, notes: [] },
};

/** What is no unit of the index as a candidate: a text with lines, like that of a file. */
export function textCandidate(described: CandidateText, more: Pick<Scored, 'score'> & Partial<Scored>): Scored {
  const { path, title, lines, hash, language, part } = described;
  const id = entityId(described.id);
  const lineCount = lines?.length ?? 0;
  return {
    ...{
      id,
      path,
      likelihood: null,
      distance: 0,
      via: [],
      isPinned: false,
      matches: [],
      reasons: [],
      signals: [],
      ...more,
    },
    text: lines && { path, hash, lines, isStale: false, facts: { ...NO_FACTS, lineCount } },
    entity: {
      ...{ id, kind: described.kind, name: title, qualifiedName: title, source: described.source, hash, language },
      location: { path, ...(part ?? { startLine: 1, endLine: lineCount }) },
      container: part ? entityId(path) : null,
      ...{ role: 'docs', signature: null, doc: null },
    },
  };
}
