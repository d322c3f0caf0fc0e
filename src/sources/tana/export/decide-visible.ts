import { DOC_TYPES, isSystemId, isTrashId, PLACES, type Standing } from './system-names.ts';
import { isTuple, type TanaDoc } from './tana-doc.ts';

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
