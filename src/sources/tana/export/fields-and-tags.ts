import type { GraphField, GraphValue } from '../../../model/graph.ts';
import type { DocNames } from './doc-names.ts';
import {
  CHECKBOX_LABEL,
  FIELD_DEFINITION,
  isSystemId,
  isTrashId,
  isYes,
  SYSTEM_FIELDS,
  SYSTEM_VALUES,
  TAG_DEFINITION,
  TAG_LABEL,
} from './system-names.ts';
import { isTagDef, isTuple, type TanaDoc, tuplesOf } from './tana-doc.ts';

export interface FieldReading extends DocNames {
  readonly docOf: (id: string) => TanaDoc | undefined;
  /** A field with more values is a list Tana keeps for itself. */
  readonly fieldValuesMax: number;
}

export interface DocFields {
  readonly fields: readonly GraphField[];
  /** What its fields refer to without being such a value: inside a text, or in a field that has lost its name. */
  readonly references: readonly string[];
}

// The line of an outline that was pasted in and became a field by its colons.
const PASTED_LABEL = /^(?: {2}| {4})- /;

/** The fields of a document: its tuples, those of one name joined. */
export function fieldsOf(doc: TanaDoc, reading: FieldReading): DocFields {
  const fields = new Map<string, GraphValue[]>();
  const references: string[] = [];
  for (const tuple of tuplesOf(doc)) {
    const { label, values } = partsOf(tuple, reading);
    if (label === null || values.length === 0 || values.length > reading.fieldValuesMax) continue;
    const read = values.map((value) => readValue(value, reading));
    references.push(...read.flatMap((value) => value.references));
    const told = read.flatMap((value) => value.values);
    if (label === '') references.push(...told.flatMap(({ node }) => node ?? []));
    else if (told.length > 0) fields.set(label, [...(fields.get(label) ?? []), ...told]);
  }
  return { fields: [...fields].map(([name, values]) => ({ name, values })), references };
}

/** The label is the first child. Null: no field; empty: its definition is not in the export. */
function partsOf(tuple: TanaDoc, names: FieldReading): { label: string | null; values: readonly TanaDoc[] } {
  const [first, ...rest] = tuple.children;
  if (!first) return { label: null, values: [] };
  const { source } = tuple;
  // Usually the tuple it was copied from; where it is the field itself, all children are values.
  if (source?.isHere && !isTuple(source) && source !== first)
    return { label: names.nameOf(source) || null, values: tuple.children };
  const system = SYSTEM_FIELDS.get(first.id);
  if (system !== undefined) return { label: system, values: rest };
  if (isSystemId(first.id)) return { label: first.isHere ? names.nameOf(first) || null : null, values: rest };
  if (!first.isHere) return { label: '', values: rest };
  if (PASTED_LABEL.test(first.name)) return { label: null, values: [] };
  return { label: names.nameOf(first).replace(/:$/, '') || null, values: rest };
}

function readValue(
  doc: TanaDoc,
  reading: FieldReading,
): { values: readonly GraphValue[]; references: readonly string[] } {
  const system = SYSTEM_VALUES.get(doc.id);
  if (system !== undefined) return { values: [{ text: system, node: null }], references: [] };
  if (!doc.isHere || isTuple(doc) || isSystemId(doc.id)) return NOTHING;
  if (doc.isVisible) return { values: [{ text: reading.nameOf(doc), node: doc.id }], references: [] };
  const { text, references, isOnlyReferences } = reading.textOf(doc, doc.name);
  const seen = references.filter((id) => reading.docOf(id)?.isVisible);
  if (isOnlyReferences && seen.length > 0)
    return { values: seen.map((id) => ({ text: reading.nameOf(reading.docOf(id)!), node: id })), references: [] };
  return text === '' ? NOTHING : { values: [{ text, node: null }], references: seen };
}

const NOTHING = { values: [], references: [] } as const;

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
