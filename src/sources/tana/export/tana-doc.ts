/** A document of an export, linked to those it speaks of. Of one that is only spoken of, `isHere` is false. */
import { DOC_TYPES, isSystemId, isTrashId, PLACES, type Standing } from './system-names.ts';

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

/**
 * Decides for every document whether a reader may see it: not what lies in the trash, not what is Tana's own, and nothing
 * that either of them owns. Owners that run in a circle are cut where they close; returns how many there were.
 */
export function decideVisible(docs: readonly TanaDoc[]): number {
  const trashed = trashedDocs(docs);
  let circles = 0;
  docs.forEach((doc, walk) => {
    const chain: TanaDoc[] = [];
    let at: TanaDoc | null = doc;
    for (; at !== null && at.isGone === null && at.walk !== walk; at = at.owner) {
      at.walk = walk;
      chain.push(at);
    }
    if (at !== null && at.isGone === null) {
      chain.at(-1)!.owner = null;
      circles++;
    }
    let isGone = at?.isGone ?? false;
    for (const one of chain.reverse()) {
      isGone ||= trashed.has(one) || isTrashId(one.id) || standingOf(one) === 'hidden';
      one.isGone = isGone;
    }
  });
  for (const doc of docs)
    doc.isVisible =
      doc.isHere && doc.isGone !== true && standingOf(doc) === null && !isPlainValue(doc) && !isBlank(doc);
  return circles;
}

/** The nearest owner a reader can see. */
export function visibleOwner(doc: TanaDoc): TanaDoc | null {
  let at = doc.owner;
  while (at !== null && !at.isVisible) at = at.owner;
  return at;
}

// The trash lists what lies in it. What another node still owns and lists is only referred to from there.
function trashedDocs(docs: readonly TanaDoc[]): ReadonlySet<TanaDoc> {
  const listed = docs.filter(({ id }) => isTrashId(id)).flatMap(({ children }) => children);
  return new Set(listed.filter((doc) => !doc.owner?.children.includes(doc)));
}

function standingOf({ id, docType }: TanaDoc): Standing | null {
  const byType = docType === null ? undefined : DOC_TYPES.get(docType);
  // The top of a workspace may hang below a document of the system.
  if (byType === undefined && isSystemId(id)) return 'passed';
  return byType ?? PLACES.find(([ending]) => id.endsWith(ending))?.[1] ?? null;
}

// What a field holds as mere text is told with the field; with content of its own it is a node.
function isPlainValue(doc: TanaDoc): boolean {
  return doc.owner !== null && isTuple(doc.owner) && doc.metaNode === null && doc.children.every(isTuple);
}

// Outlines are full of empty lines.
function isBlank({ name, description, children, looseTuples }: TanaDoc): boolean {
  return name.trim() === '' && description === null && children.length === 0 && looseTuples === null;
}
