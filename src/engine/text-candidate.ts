// Pages are chosen from candidates. This file makes one from a text that is no unit of the index, such as a document, a
// section or a graph node.
import { NO_EVIDENCE, type Scored } from '../model/candidate.ts';
import { type EntityKind, entityId } from '../model/entity.ts';
import { NO_FACTS } from '../model/facts.ts';

export interface CandidateText {
  readonly id: string;
  readonly path: string;
  readonly kind: EntityKind;
  readonly title: string;
  readonly source: string;
  /** The lines of the whole text; null if the candidate can only be named, not quoted. */
  readonly lines: readonly string[] | null;
  readonly hash: string;
  readonly language: string | null;
  /** The lines that the candidate covers; the whole text by default. */
  readonly part?: { readonly startLine: number; readonly endLine: number };
}

export function textCandidate(described: CandidateText, more: Pick<Scored, 'score'> & Partial<Scored>): Scored {
  const { path, title, lines, hash, language, part } = described;
  const id = entityId(described.id);
  const lineCount = lines?.length ?? 0;
  return {
    ...NO_EVIDENCE,
    ...more,
    id,
    path,
    text: lines && { path, hash, lines, isStale: false, facts: { ...NO_FACTS, lineCount } },
    entity: {
      id,
      kind: described.kind,
      name: title,
      qualifiedName: title,
      source: described.source,
      location: { path, ...(part ?? { startLine: 1, endLine: lineCount }) },
      container: part ? entityId(path) : null,
      language,
      role: 'docs',
      signature: null,
      doc: null,
      hash,
    },
  };
}
