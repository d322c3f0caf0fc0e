// Tana keeps fields and tags as documents, too. This file reads an export, and makes a row of each visible document,
// with its fields and tags.
import { formOfText, type GraphForm, type GraphRow, type GraphValue } from '../../../model/graph.ts';
import { memoize } from '../../../model/memoize.ts';
import type { GraphReading } from '../../../ports/graph.ts';
import { type DocNames, isCode, readNames } from './doc-names.ts';
import { readExport } from './read-export.ts';
import {
  CHECKBOX_LABEL,
  FIELD_DEFINITION,
  isSystemId,
  isTrashId,
  SYSTEM_FIELDS,
  SYSTEM_VALUES,
  TAG_DEFINITION,
  TAG_LABEL,
  YES,
} from './system-names.ts';
import { decideVisible, isTagDef, isTuple, type TanaDoc, tuplesOf, visibleOwner } from './tana-doc.ts';

export async function readTana(path: string, call: GraphReading): Promise<Iterable<GraphRow>> {
  const docs = await readExport(path, call);
  const circles = decideVisible([...docs.values()]);
  if (circles > 0) call.notes.push(`${circles} circles of owners were cut`);
  return makeRows(docs);
}

// A field with more values is taken for a list that Tana uses itself, and left out.
const FIELD_VALUES_MAX = 50;
// Matches a pasted line of an outline, which Tana took for a field because of its colons.
const PASTED_LABEL = /^(?: {2}| {4})- /;

/** Reads the fields of a document. The references are those in the text of values, and values of unknown fields. */
function readFields(doc: TanaDoc, names: DocNames) {
  const fields = new Map<string, GraphValue[]>();
  const references: string[] = [];
  for (const tuple of tuplesOf(doc)) {
    const { label, values } = splitTuple(tuple, names);
    if (label === null || values.length === 0 || values.length > FIELD_VALUES_MAX) continue;
    const read = values.map((value) => readValue(value, names));
    references.push(...read.flatMap((value) => value.references));
    const shown = read.flatMap((value) => value.values);
    if (label === '') references.push(...shown.flatMap(({ node }) => node ?? []));
    else if (shown.length > 0) fields.set(label, [...(fields.get(label) ?? []), ...shown]);
  }
  return { fields: [...fields].map(([name, values]) => ({ name, values })), references };
}

/** Splits a tuple into label and values. The label is null for no field, empty if the export lacks its definition. */
function splitTuple(tuple: TanaDoc, names: DocNames): { label: string | null; values: readonly TanaDoc[] } {
  const [first, ...rest] = tuple.children;
  if (!first) return { label: null, values: [] };
  const { source } = tuple;
  // The source is usually the tuple that this one was copied from. If it is the field itself, all children are values.
  if (source?.isHere && !isTuple(source) && source !== first)
    return { label: names.nameOf(source) || null, values: tuple.children };
  const system = SYSTEM_FIELDS.get(first.id);
  if (system !== undefined) return { label: system, values: rest };
  if (isSystemId(first.id)) return { label: first.isHere ? names.nameOf(first) || null : null, values: rest };
  if (!first.isHere) return { label: '', values: rest };
  if (PASTED_LABEL.test(first.name)) return { label: null, values: [] };
  return { label: names.nameOf(first).replace(/:$/, '') || null, values: rest };
}

function readValue(doc: TanaDoc, { docOf, nameOf, textOf }: DocNames): ReadValue {
  const system = SYSTEM_VALUES.get(doc.id);
  if (system !== undefined) return { values: [{ text: system, node: null }], references: [] };
  if (!doc.isHere || isTuple(doc) || isSystemId(doc.id)) return NOTHING;
  if (doc.isVisible) return { values: [{ text: nameOf(doc), node: doc.id }], references: [] };
  const { text, references, isOnlyReferences } = textOf(doc, doc.name);
  const visible = references.filter((id) => docOf(id)?.isVisible);
  if (isOnlyReferences && visible.length > 0)
    return { values: visible.map((id) => ({ text: nameOf(docOf(id)!), node: id })), references: [] };
  return text === '' ? NOTHING : { values: [{ text, node: null }], references: visible };
}

interface ReadValue {
  readonly values: readonly GraphValue[];
  readonly references: readonly string[];
}

const NOTHING: ReadValue = { values: [], references: [] };

function readTags({ nameOf }: DocNames) {
  const parentsOf = memoize((tag: TanaDoc) => listTags(tag, true));
  const allTags = (doc: TanaDoc): readonly TanaDoc[] => {
    if (!doc.metaNode) return [];
    // The set grows during the loop, so that parents of parents follow; it has each tag once.
    const tags = new Set(listTags(doc, false));
    for (const tag of tags) for (const parent of parentsOf(tag)) tags.add(parent);
    return [...tags];
  };
  return {
    /** Lists the tags of a document, then the tags that these extend. */
    tagsOf: (doc: TanaDoc) => [...new Set(allTags(doc).map(nameOf))].filter((name) => name !== ''),
    /** Whether the document itself or a tag gives it a checkbox. */
    hasCheckbox: (doc: TanaDoc) => givesCheckbox(doc) || allTags(doc).some(givesCheckbox),
  };
}

/** Lists the tags in the metanode of a document: those applied to it or, for a definition, those it extends. */
function listTags(doc: TanaDoc, isDefinition: boolean): readonly TanaDoc[] {
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

// A tag is never visible, so this checks only whether it is in the trash.
const isTrashed = (tag: TanaDoc): boolean => tag.owner !== null && isTrashId(tag.owner.id);

function givesCheckbox(doc: TanaDoc): boolean {
  if (!doc.metaNode) return false;
  return tuplesOf(doc.metaNode).some(
    ({ children: [label, ...values] }) => label?.id === CHECKBOX_LABEL && values.some(({ id }) => id === YES),
  );
}

const DAY = /^\d{4}-\d\d-\d\d\b/;

function* makeRows(docs: ReadonlyMap<string, TanaDoc>): Generator<GraphRow> {
  const names = readNames((id) => docs.get(id));
  const tags = readTags(names);
  for (const doc of docs.values()) {
    if (!doc.isVisible) continue;
    const name = isCode(doc) ? null : names.textOf(doc, doc.name);
    const text = name?.text ?? names.nameOf(doc);
    const description = doc.description === null ? null : names.textOf(doc, doc.description);
    const { fields, references } = readFields(doc, names);
    const form = formOf(doc, text);
    const mentioned = [...(name?.references ?? []), ...(description?.references ?? []), ...references];
    yield {
      id: doc.id,
      name: text,
      description: description?.text || null,
      tags: tags.tagsOf(doc),
      fields,
      parent: visibleOwner(doc)?.id ?? null,
      createdMs: doc.createdMs,
      modifiedMs: doc.modifiedMs ?? timeOfDay(form, text),
      isDone: doc.isDone ?? (tags.hasCheckbox(doc) ? false : null),
      form,
      children: childrenOf(doc),
      references: [...new Set(mentioned)].filter((id) => id !== doc.id && docs.get(id)?.isVisible),
    };
  }
}

// A child that the document does not own is a reference.
function childrenOf(doc: TanaDoc): GraphRow['children'] {
  const children = new Set(doc.children.filter((child) => child.isVisible && !isTuple(child)));
  return [...children].map((child) => ({ id: child.id, isReference: child.owner !== doc }));
}

function formOf(doc: TanaDoc, name: string): GraphForm {
  if (isCode(doc)) return 'code';
  if (doc.docType === 'journalPart' && DAY.test(name)) return 'day';
  return doc.docType === 'url' ? 'url' : formOfText(name);
}

// A day page often has no times, so it gets the time of its day.
function timeOfDay(form: GraphForm, name: string): number | null {
  if (form !== 'day') return null;
  const time = Date.parse(name.slice(0, 'yyyy-mm-dd'.length));
  return Number.isNaN(time) ? null : time;
}
