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
