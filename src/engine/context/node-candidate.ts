import type { Scored } from '../../model/candidate.ts';
import { entityId } from '../../model/entity.ts';
import type { ContentFacts } from '../../model/facts.ts';
import { hashOf } from '../../reading/read-file.ts';

export interface NodeSaid {
  /** Where it lies: `tana:main/ID`. */
  readonly path: string;
  readonly title: string;
  readonly text: string;
  readonly language: string | null;
}

const NO_FACTS: ContentFacts = {
  ...{ lineCount: 0, symbols: [], imports: [], importLines: [], packageName: null, isGenerated: false },
  ...{ document: null, notes: [] },
};

/** A node of a graph as a candidate: a text with lines, like that of a file. */
export function nodeCandidate(
  { path, title, text, language }: NodeSaid,
  more: Pick<Scored, 'score'> & Partial<Scored>,
): Scored {
  const lines = text.split('\n');
  const hash = hashOf(Buffer.from(text));
  return {
    id: entityId(path),
    path,
    ...{ distance: 0, via: [], isPinned: false, matches: [], reasons: [], signals: [], likelihood: null, ...more },
    text: { path, hash, lines, isStale: false, facts: { ...NO_FACTS, lineCount: lines.length } },
    entity: {
      ...{ id: entityId(path), kind: 'node', name: title, qualifiedName: title },
      source: path.slice(0, path.indexOf(':')),
      location: { path, startLine: 1, endLine: lines.length },
      ...{ container: null, language, role: 'docs', signature: null, doc: null, hash },
    },
  };
}
