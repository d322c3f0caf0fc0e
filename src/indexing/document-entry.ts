import type { DocumentContent, DocumentSection } from '../model/document.ts';
import { type GraphPage, wholeRow } from '../model/graph.ts';
import { nameKey } from '../model/terms.ts';
import type { DocumentCard, DocumentEntry, DocumentKey, DocumentKeyEntry, SectionCard } from '../ports/store.ts';
import { blockerKeys, referenceKeys } from '../sources/code/link/documents/document-keys.ts';
import { placeDocument } from '../sources/markdown/place-document.ts';
import { stemOf } from '../sources/markdown/stem-of.ts';

/** Where a document stands. */
export interface DocumentPlace {
  readonly path: string;
  readonly hash: string;
  /** Names of files that stand for their folder. */
  readonly rootPatterns: readonly string[];
}

/** The card of a content at a path, and everything it is looked up by. */
export function documentEntry(content: DocumentContent, place: DocumentPlace): DocumentEntry {
  const card = documentCard(content, place);
  return { card, keys: keysOf(card, content) };
}

/** The document of a node: each of its lines is looked up by the address it would have as a document. */
export function nodeEntry({ rows }: GraphPage, { path, hash }: Pick<DocumentPlace, 'path' | 'hash'>): DocumentEntry {
  const { id, name, description, tags } = wholeRow(rows[0]!);
  const prefix = path.slice(0, path.length - id.length);
  return {
    card: {
      ...{ path, hash, id: null, name, title: name, description, labels: tags, docPriority: 0, docPosition: 0 },
      ...{ docContextFor: [], docContextBudget: null, displayLength: 0, lineCount: rows.length, isRoot: false },
      ...{ issue: null, sections: [] },
    },
    keys: rows.map((row) => ({ kind: 'id', key: prefix + row.id, section: null })),
  };
}

function documentCard(content: DocumentContent, { path, hash, rootPatterns }: DocumentPlace): DocumentCard {
  const { name, title, displayLength, isRoot, issue } = placeDocument(content, path, { rootPatterns });
  const { id, labels, docPriority, docPosition, docContextFor, docContextBudget, lineCount } = content;
  return {
    path,
    hash,
    id,
    name,
    title,
    description: content.description ?? content.lead,
    labels,
    docPriority,
    docPosition,
    docContextFor,
    docContextBudget,
    displayLength,
    lineCount,
    isRoot,
    issue,
    sections: content.sections.map(sectionCard),
  };
}

function sectionCard(section: DocumentSection): SectionCard {
  const { index, id, title, slug, level, startLine, endLine, displayLength } = section;
  return { index, id, title, slug, level, startLine, endLine, displayLength };
}

function keysOf(card: DocumentCard, content: DocumentContent): readonly DocumentKeyEntry[] {
  const { path, id, name, title, labels, docContextFor, isRoot } = card;
  const of = (kind: DocumentKey, keys: readonly string[]) =>
    [...new Set(keys)].filter((key) => key !== '').map((key) => ({ kind, key, section: null }));
  return [
    ...of('id', id === null ? [] : [id]),
    ...content.sections.flatMap((section) =>
      section.id === null ? [] : [{ kind: 'id' as const, key: section.id, section: section.index }],
    ),
    ...of('name', [name, title, stemOf(path), ...content.aliases].map(nameKey)),
    ...of('label', labels.map(nameKey)),
    ...of('context-for', docContextFor.map(nameKey)),
    // The top folder has an empty name, which is a key like any other.
    ...(isRoot ? [{ kind: 'folder' as const, key: folderOf(path), section: null }] : []),
    ...of('refers-to', referenceKeys(content, path)),
    ...of('blocked-by', blockerKeys(content, path)),
  ];
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
