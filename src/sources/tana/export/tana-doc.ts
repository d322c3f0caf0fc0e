// An export of Tana consists of documents, which own and list other documents. This file describes a document and
// decides which ones a reader sees.
import { isTrashId, standingOf } from './system-names.ts';

const NOTHING: readonly TanaDoc[] = [];

/** A document of an export, with references to other documents. It is filled when its text is read. */
export class TanaDoc {
  readonly id: string;
  /** False for a document that others mention and the export does not contain. */
  isHere = false;
  docType: string | null = null;
  /** HTML, as in the export. */
  name = '';
  description: string | null = null;
  /** The owner; if the export names none, the first document that lists it as its own. */
  owner: TanaDoc | null = null;
  metaNode: TanaDoc | null = null;
  /** The document that it was copied from. */
  source: TanaDoc | null = null;
  children = NOTHING;
  /** Tuples that it owns and does not list. */
  looseTuples: TanaDoc[] | null = null;
  /** For a tuple: whether its owner lists it. */
  isListed = false;
  createdMs: number | null = null;
  modifiedMs: number | null = null;
  isDone: boolean | null = null;
  /** Whether it or an owner above it is hidden; null before this is decided. */
  isHidden: boolean | null = null;
  isVisible = false;
  /** The number of the last walk through the owners that came here. */
  walk = -1;

  constructor(id: string) {
    this.id = id;
  }
}

export const isTuple = (doc: TanaDoc): boolean => doc.docType === 'tuple';
export const isTagDef = (doc: TanaDoc): boolean => doc.docType === 'tagDef';

export function tuplesOf(doc: TanaDoc): readonly TanaDoc[] {
  const listed = doc.children.filter(isTuple);
  return doc.looseTuples ? [...listed, ...doc.looseTuples] : listed;
}

/** Decides which documents are visible. It breaks circles of owners and returns their number. */
export function decideVisible(docs: readonly TanaDoc[]): number {
  const trashed = findTrashed(docs);
  let circles = 0;
  docs.forEach((doc, walk) => {
    const chain: TanaDoc[] = [];
    let owner: TanaDoc | null = doc;
    for (; owner !== null && owner.isHidden === null && owner.walk !== walk; owner = owner.owner) {
      owner.walk = walk;
      chain.push(owner);
    }
    if (owner !== null && owner.isHidden === null) {
      chain.at(-1)!.owner = null;
      circles++;
    }
    let isHidden = owner?.isHidden ?? false;
    for (const link of chain.reverse()) {
      isHidden ||= trashed.has(link) || standingOf(link.id, link.docType) === 'hidden';
      link.isHidden = isHidden;
    }
  });
  for (const doc of docs) {
    const isContent = standingOf(doc.id, doc.docType) === null && !isPlainValue(doc) && !isBlank(doc);
    doc.isVisible = doc.isHere && doc.isHidden !== true && isContent;
  }
  return circles;
}

export function visibleOwner(doc: TanaDoc): TanaDoc | null {
  let { owner } = doc;
  while (owner !== null && !owner.isVisible) owner = owner.owner;
  return owner;
}

// Finds the documents that the trash lists, except those that their owner still lists.
function findTrashed(docs: readonly TanaDoc[]): ReadonlySet<TanaDoc> {
  const listed = docs.filter(({ id }) => isTrashId(id)).flatMap(({ children }) => children);
  return new Set(listed.filter((doc) => !doc.owner?.children.includes(doc)));
}

// A value without tags and lines of its own is printed with its field; any other value is a node.
const isPlainValue = (doc: TanaDoc): boolean =>
  doc.owner !== null && isTuple(doc.owner) && doc.metaNode === null && doc.children.every(isTuple);

// Outlines contain many empty lines, which are not shown.
const isBlank = ({ name, description, children, looseTuples }: TanaDoc): boolean =>
  name.trim() === '' && description === null && children.length === 0 && looseTuples === null;
