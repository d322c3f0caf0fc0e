import type { GraphForm, GraphRow } from '../../../model/graph.ts';
import { docNames, isCode } from './doc-names.ts';
import { docTags, fieldsOf } from './fields-and-tags.ts';
import { isTuple, type TanaDoc, visibleOwner } from './tana-doc.ts';

const DAY = /^\d{4}-\d\d-\d\d\b/;
const ADDRESS = /^https?:\/\/\S+$/;

/** The rows of all documents a reader may see. */
export function* docRows(
  docs: ReadonlyMap<string, TanaDoc>,
  options: { readonly fieldValuesMax: number },
): Generator<GraphRow> {
  const docOf = (id: string) => docs.get(id);
  const names = docNames(docOf);
  const tags = docTags(names);
  const reading = { ...names, ...options, docOf };
  for (const doc of docs.values()) {
    if (!doc.isVisible) continue;
    const name = isCode(doc) ? null : names.textOf(doc, doc.name);
    const text = name?.text ?? names.nameOf(doc);
    const description = doc.description === null ? null : names.textOf(doc, doc.description);
    const { fields, references } = fieldsOf(doc, reading);
    const form = formOf(doc, text);
    const said = [...(name?.references ?? []), ...(description?.references ?? []), ...references];
    yield {
      id: doc.id,
      name: text,
      description: description?.text || null,
      tags: tags.tagsOf(doc),
      fields,
      parent: visibleOwner(doc)?.id ?? null,
      createdMs: doc.createdMs,
      modifiedMs: doc.modifiedMs ?? dayOf(form, text),
      isDone: doc.isDone ?? (tags.hasCheckbox(doc) ? false : null),
      form,
      children: childrenOf(doc),
      references: [...new Set(said)].filter((id) => id !== doc.id && docOf(id)?.isVisible),
    };
  }
}

// A child that another node owns stands here as a reference.
function childrenOf(doc: TanaDoc): GraphRow['children'] {
  const children = new Set(doc.children.filter((child) => child.isVisible && !isTuple(child)));
  return [...children].map((child) => ({ id: child.id, isReference: child.owner !== doc }));
}

function formOf(doc: TanaDoc, name: string): GraphForm {
  if (isCode(doc)) return 'code';
  if (doc.docType === 'journalPart' && DAY.test(name)) return 'day';
  return doc.docType === 'url' || ADDRESS.test(name) ? 'url' : 'text';
}

// A day page is often left without times; it belongs to its day.
function dayOf(form: GraphForm, name: string): number | null {
  if (form !== 'day') return null;
  const time = Date.parse(name.slice(0, 'yyyy-mm-dd'.length));
  return Number.isNaN(time) ? null : time;
}
