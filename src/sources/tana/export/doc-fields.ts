import type { GraphField, GraphValue } from '../../../model/graph.ts';
import type { DocNames } from './doc-names.ts';
import { isSystemId, SYSTEM_FIELDS, SYSTEM_VALUES } from './system-names.ts';
import { isTuple, type TanaDoc, tuplesOf } from './tana-doc.ts';

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
