/** A document of an export, linked to those it speaks of. Of one that is only spoken of, `isHere` is false. */
export interface TanaDoc {
  readonly id: string;
  isHere: boolean;
  docType: string | null;
  /** As it stands in the export: HTML. */
  name: string;
  description: string | null;
  /** Who owns it; where nobody is named, the first that lists it. */
  owner: TanaDoc | null;
  metaNode: TanaDoc | null;
  /** What it was made after. */
  source: TanaDoc | null;
  children: readonly TanaDoc[];
  /** Tuples it owns and does not list. */
  looseTuples: TanaDoc[] | null;
  /** Of a tuple: its owner lists it. */
  isListed: boolean;
  createdMs: number | null;
  modifiedMs: number | null;
  isDone: boolean | null;
  /** It or whoever owns it is in the trash or Tana's own; null before that is decided. */
  isGone: boolean | null;
  isVisible: boolean;
  /** The walk up the owners that passed here last. */
  walk: number;
}

const NOTHING: readonly TanaDoc[] = [];

export function mentionedDoc(id: string): TanaDoc {
  return {
    id,
    isHere: false,
    docType: null,
    name: '',
    description: null,
    owner: null,
    metaNode: null,
    source: null,
    children: NOTHING,
    looseTuples: null,
    isListed: false,
    createdMs: null,
    modifiedMs: null,
    isDone: null,
    isGone: null,
    isVisible: false,
    walk: -1,
  };
}

export const isTuple = (doc: TanaDoc): boolean => doc.docType === 'tuple';
export const isTagDef = (doc: TanaDoc): boolean => doc.docType === 'tagDef';

/** The tuples that say something about a document. */
export function tuplesOf(doc: TanaDoc): readonly TanaDoc[] {
  const listed = doc.children.filter(isTuple);
  return doc.looseTuples ? [...listed, ...doc.looseTuples] : listed;
}
