import type { DocumentCard, SectionCard } from '../../ports/store.ts';

/** Where related documents come from, in the order in which they are considered. */
export const SHOW_SOURCES = {
  blocker: 'blocks the issue',
  label: 'written as context for a label',
  link: 'linked in the text',
  root: 'root document of a folder above',
  field: 'named in the frontmatter',
  backlink: 'links to it',
  finished: 'closed in the same folder lately',
} as const;
export type ShowSource = keyof typeof SHOW_SOURCES;

/** A document, or one section of it. */
export interface Related {
  readonly card: DocumentCard;
  readonly section: SectionCard | null;
}

/** Something related with the place it was found in. */
export interface ShowCandidate extends Related {
  readonly source: ShowSource;
}

/** Code points of what would be printed. */
export function lengthOf({ card, section }: Related): number {
  return (section ?? card).displayLength;
}

/** Whether everything the second one prints is printed by the first. */
export function covers(whole: Related, part: Related): boolean {
  if (whole.card.path !== part.card.path) return false;
  if (whole.section === null) return true;
  if (part.section === null) return false;
  return whole.section.startLine <= part.section.startLine && part.section.endLine <= whole.section.endLine;
}

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

/** What the caller said about room; undefined where nothing was said. */
interface AskedRoom {
  readonly context?: number | undefined;
  readonly references?: number | undefined;
}

/** Code points for the context and for the list of references. */
export interface ShowLimits {
  readonly context: number;
  readonly references: number;
}

/**
 * What holds: the caller's word, then the target's own `doc-context-budget`, then the default. No room for context
 * means the target alone, so references are listed then only when they were asked for.
 */
export function showLimits(asked: AskedRoom, ownBudget: number | null, defaults: ShowLimits): ShowLimits {
  const context = asked.context ?? Math.max(0, ownBudget ?? defaults.context);
  return { context, references: asked.references ?? (context === 0 ? 0 : defaults.references) };
}
