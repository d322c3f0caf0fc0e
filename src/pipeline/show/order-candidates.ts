import { type Related, SHOW_SOURCES, type ShowCandidate, type ShowSource } from './candidate.ts';

/** What each source found, in the order it found it. */
export type FoundRelated = Readonly<Partial<Record<ShowSource, readonly Related[]>>>;

/**
 * All candidates in one order: source by source, and inside a source by `doc-priority`, higher first. Priorities never
 * carry a document over into an earlier source. The target and what was named before are left out.
 */
export function orderCandidates(found: FoundRelated, targetPath: string): readonly ShowCandidate[] {
  const seen = new Set<string>();
  const sources = Object.keys(SHOW_SOURCES) as readonly ShowSource[];
  return sources
    .flatMap((source) => sorted(found[source] ?? []).map((related) => ({ ...related, source })))
    .filter((candidate) => {
      const key = `${candidate.card.path} ${candidate.section?.index ?? ''}`;
      if (candidate.card.path === targetPath || seen.has(key)) return false;
      seen.add(key);
      return true;
    });
}

// Sorting is stable, so documents of equal priority stay in the order they were found in.
function sorted(related: readonly Related[]): readonly Related[] {
  return related.toSorted((a, b) => b.card.docPriority - a.card.docPriority);
}
