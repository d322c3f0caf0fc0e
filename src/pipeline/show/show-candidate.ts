// Documents that may be printed beside a shown one: how each is related to it, in which order they get room, and how
// much.
import { contains, linesOf } from '../../model/line-ranges.ts';
import type { ShowInput } from '../../ports/knowledge.ts';
import type { DocumentCard, SectionCard } from '../../ports/store.ts';

/** The relations of documents to the shown one, in the order in which they get room. */
export const SHOW_RELATIONS = {
  blocker: 'blocks the issue',
  label: 'written as context for a label',
  link: 'linked in the text',
  root: 'root document of a folder above',
  field: 'named in the frontmatter',
  backlink: 'links to it',
  finished: 'closed in the same folder lately',
} as const;
export type ShowRelation = keyof typeof SHOW_RELATIONS;

/** A document, or one section of it. */
export interface RelatedDocument {
  readonly card: DocumentCard;
  readonly section: SectionCard | null;
}

/** A related document with the kind of its relation. */
export interface ShowCandidate extends RelatedDocument {
  readonly relation: ShowRelation;
}

/** The number of code points that a page would print of it. */
export const lengthOf = ({ card, section }: RelatedDocument): number => (section ?? card).displayLength;

/** Whether everything the second one prints is printed by the first. */
export function covers(whole: RelatedDocument, part: RelatedDocument): boolean {
  if (whole.card.path !== part.card.path) return false;
  if (whole.section === null) return true;
  return part.section !== null && contains(linesOf(whole.section), linesOf(part.section));
}

/** The related documents by the kind of relation, each in the order found. */
export type FoundRelated = Readonly<Partial<Record<ShowRelation, readonly RelatedDocument[]>>>;

/**
 * Orders all candidates by relation, and within a relation by `doc-priority`, higher first. The document of the target
 * and repetitions are left out.
 */
export function orderCandidates(found: FoundRelated, targetPath: string): readonly ShowCandidate[] {
  const seen = new Set<string>();
  const relations = Object.keys(SHOW_RELATIONS) as readonly ShowRelation[];
  return relations
    .flatMap((relation) => byPriority(found[relation] ?? []).map((related) => ({ ...related, relation })))
    .filter((candidate) => {
      const key = `${candidate.card.path} ${candidate.section?.index ?? ''}`;
      if (candidate.card.path === targetPath || seen.has(key)) return false;
      seen.add(key);
      return true;
    });
}

// Sorting is stable, so documents of equal priority stay in the order they were found in.
const byPriority = (related: readonly RelatedDocument[]): readonly RelatedDocument[] =>
  related.toSorted((a, b) => b.card.docPriority - a.card.docPriority);

/** The most code points of the related documents and of the list of references. */
export interface ShowLimits {
  readonly context: number;
  readonly references: number;
}

/**
 * Decides the limits: those of the caller, else the target's own `doc-context-budget`, else the default. Without room
 * for related documents, references are listed only if the caller asked for them.
 */
export function showLimits(
  asked: Pick<ShowInput, 'context' | 'references'>,
  ownBudget: number | null,
  defaults: ShowLimits,
): ShowLimits {
  const context = asked.context ?? Math.max(0, ownBudget ?? defaults.context);
  return { context, references: asked.references ?? (context === 0 ? 0 : defaults.references) };
}
