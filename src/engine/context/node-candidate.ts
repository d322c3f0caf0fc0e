import type { Scored } from '../../model/candidate.ts';
import { hashOf } from '../../reading/read-file.ts';
import { type CandidateText, textCandidate } from '../parts/text-candidate.ts';

export interface NodeSaid extends Pick<CandidateText, 'title' | 'language'> {
  /** Where it lies: `tana:main/ID`. */
  readonly path: string;
  readonly text: string;
}

/** A node of a graph as a candidate. */
export function nodeCandidate(said: NodeSaid, more: Parameters<typeof textCandidate>[1]): Scored {
  const { path, title, text, language } = said;
  const source = path.slice(0, path.indexOf(':'));
  const lines = text.split('\n');
  const hash = hashOf(Buffer.from(text));
  return textCandidate({ id: path, path, kind: 'node', title, source, lines, hash, language }, more);
}
