import type { GraphForm, GraphRow } from '../../../model/graph.ts';
import { isCode, readNames } from './doc-names.ts';
import { readFields, readTags } from './fields-and-tags.ts';
import { isTuple, type TanaDoc, visibleOwner } from './tana-doc.ts';

const DAY = /^\d{4}-\d\d-\d\d\b/;
const ADDRESS = /^https?:\/\/\S+$/;

/** Makes a row of each visible document. */
export function* makeRows(
  docs: ReadonlyMap<string, TanaDoc>,
  options: { readonly fieldValuesMax: number },
): Generator<GraphRow> {
  const docOf = (id: string) => docs.get(id);
  const names = readNames(docOf);
  const tags = readTags(names);
  const reading = { ...names, ...options, docOf };
  for (const doc of docs.values()) {
    if (!doc.isVisible) continue;
    const name = isCode(doc) ? null : names.textOf(doc, doc.name);
    const text = name?.text ?? names.nameOf(doc);
    const description = doc.description === null ? null : names.textOf(doc, doc.description);
    const { fields, references } = readFields(doc, reading);
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
      references: [...new Set(mentioned)].filter((id) => id !== doc.id && docOf(id)?.isVisible),
    };
  }
}

// A child that another node owns is a reference.
function childrenOf(doc: TanaDoc): GraphRow['children'] {
  const children = new Set(doc.children.filter((child) => child.isVisible && !isTuple(child)));
  return [...children].map((child) => ({ id: child.id, isReference: child.owner !== doc }));
}

function formOf(doc: TanaDoc, name: string): GraphForm {
  if (isCode(doc)) return 'code';
  if (doc.docType === 'journalPart' && DAY.test(name)) return 'day';
  return doc.docType === 'url' || ADDRESS.test(name) ? 'url' : 'text';
}

// A day page often has no times, so it gets the time of its day.
function timeOfDay(form: GraphForm, name: string): number | null {
  if (form !== 'day') return null;
  const time = Date.parse(name.slice(0, 'yyyy-mm-dd'.length));
  return Number.isNaN(time) ? null : time;
}
