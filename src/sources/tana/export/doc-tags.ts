import type { DocNames } from './doc-names.ts';
import {
  CHECKBOX_LABEL,
  FIELD_DEFINITION,
  isSystemId,
  isTrashId,
  isYes,
  TAG_DEFINITION,
  TAG_LABEL,
} from './system-names.ts';
import { isTagDef, type TanaDoc, tuplesOf } from './tana-doc.ts';

export interface DocTags {
  /** Names of the tags of a document: its own, then those they extend. */
  tagsOf(doc: TanaDoc): readonly string[];
  /** It, or one of its tags, has a checkbox. */
  hasCheckbox(doc: TanaDoc): boolean;
}

/** The tags of documents. What a tag extends is worked out once for each tag. */
export function docTags({ nameOf }: Pick<DocNames, 'nameOf'>): DocTags {
  const extended = new Map<TanaDoc, readonly TanaDoc[]>();
  const parentsOf = (tag: TanaDoc): readonly TanaDoc[] => {
    const known = extended.get(tag) ?? tagTuples(tag, true);
    extended.set(tag, known);
    return known;
  };
  const allTags = (doc: TanaDoc): readonly TanaDoc[] => {
    if (!doc.metaNode) return [];
    // Grows while it is walked: what is extended comes behind what extends it, and nothing comes twice.
    const tags = new Set(tagTuples(doc, false));
    for (const tag of tags) for (const parent of parentsOf(tag)) tags.add(parent);
    return [...tags];
  };
  return {
    tagsOf: (doc) => [...new Set(allTags(doc).map(nameOf))].filter((name) => name !== ''),
    hasCheckbox: (doc) => isChecked(doc) || allTags(doc).some(isChecked),
  };
}

/** The tags a document's metanode names: those applied to it, or, of a tag itself, those it extends. */
function tagTuples(doc: TanaDoc, isDefinition: boolean): readonly TanaDoc[] {
  if (!doc.metaNode) return [];
  return tuplesOf(doc.metaNode).flatMap(({ children }) => {
    const has = (id: string) => children.some((child) => child.id === id);
    const isDefining = has(TAG_DEFINITION) || has(FIELD_DEFINITION);
    // Some exports leave out the label and name the tag alone.
    const isAboutTags = has(TAG_LABEL) || (children.length > 0 && children.every(isTagDef));
    if (!isAboutTags || isDefining !== isDefinition) return [];
    return children.filter((child) => child.isHere && isTagDef(child) && !isSystemId(child.id) && !isTrashed(child));
  });
}

// A tag is Tana's own and so never visible; only that it was thrown away matters here.
function isTrashed(tag: TanaDoc): boolean {
  return tag.owner !== null && isTrashId(tag.owner.id);
}

function isChecked(doc: TanaDoc): boolean {
  if (!doc.metaNode) return false;
  return tuplesOf(doc.metaNode).some(
    ({ children: [label, ...values] }) => label?.id === CHECKBOX_LABEL && values.some(({ id }) => isYes(id)),
  );
}
