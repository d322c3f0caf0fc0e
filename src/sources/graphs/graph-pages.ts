// A graph enters the index as documents: each page or tagged node with its own lines. This file assigns rows to
// documents and writes these.
import { hash as digestOf } from 'node:crypto';
import { type GraphPage, type GraphRow, isPlainNode, type LeanRow, toLeanRow, toWholeRow } from '../../model/graph.ts';
import { nodeTitle, writeNodeDocument } from '../../model/node-text.ts';
import type { FileText } from '../../ports/reader.ts';
import type { Fingerprint } from '../../ports/store.ts';
import { hashOf } from '../../reading/read-file.ts';

export interface GraphPages {
  readonly nodes: number;
  /** Lists all documents. One that the index lacks gets an estimated size and no time, because it is made when read. */
  files(isIndexed: (path: string) => boolean): readonly Fingerprint[];
  /** Makes a document; null if the graph has none at this path. */
  read(path: string): NodeDocument | null;
}

type NodeDocument = ReturnType<typeof makeDocument>;

interface StoredRow {
  /** The row as JSON, because a graph may have more rows than fit into memory as objects. */
  readonly json: string;
  readonly parent: string | null;
  readonly isDocument: boolean;
}

// The most steps from a line to its document. This limit also ends circles of owners.
const OWNERS_MAX = 200;
const NAME_CHARACTERS_MAX = 80;

/** Reads all rows and assigns each line to its document. */
export async function collectPages(rows: AsyncIterable<readonly GraphRow[]>, prefix: string): Promise<GraphPages> {
  const allRows = new Map<string, StoredRow>();
  for await (const batch of rows)
    for (const row of batch) {
      // Of two rows with the same id the first counts.
      if (allRows.has(row.id)) continue;
      allRows.set(row.id, { json: JSON.stringify(toLeanRow(row)), parent: row.parent, isDocument: !isPlainNode(row) });
    }
  const homes = new Map<string, string>();
  for (const id of allRows.keys()) homes.set(id, homeOf(id, allRows));
  const lines = Map.groupBy(homes.keys(), (id) => homes.get(id)!);
  const build = (home: string) => makeDocument(home, { lines: lines.get(home)!, allRows, homes, prefix });
  return {
    nodes: allRows.size,
    files: (isIndexed) =>
      [...lines].map(([home, ids]) => {
        const path = prefix + home;
        return isIndexed(path) ? build(home).stamp : { path, size: ids.length * LINE_BYTES, mtimeMs: 0 };
      }),
    read: (path) => {
      const home = path.startsWith(prefix) ? path.slice(prefix.length) : '';
      return lines.has(home) ? build(home) : null;
    },
  };
}

// An estimate of the size of a line.
const LINE_BYTES = 200;

/** Finds the id of the document that a line belongs to. */
function homeOf(id: string, rows: ReadonlyMap<string, StoredRow>): string {
  let owner = id;
  for (let up = 0; up < OWNERS_MAX; up++) {
    const { isDocument, parent } = rows.get(owner)!;
    if (isDocument || parent === null || !rows.has(parent)) return owner;
    owner = parent;
  }
  return id;
}

interface DocumentParts {
  /** The ids of the document's rows. */
  readonly lines: readonly string[];
  readonly allRows: ReadonlyMap<string, StoredRow>;
  /** The id of the document of each row. */
  readonly homes: ReadonlyMap<string, string>;
  readonly prefix: string;
}

function makeDocument(home: string, parts: DocumentParts) {
  const { allRows, prefix } = parts;
  const ownRows = new Map(parts.lines.map((id) => [id, rowOf(id, allRows)!]));
  const rows = sortRows(ownRows.get(home)!, ownRows);
  const page: GraphPage = { rows: rows.map(toLeanRow), edges: edgesOf(rows, parts) };
  const first = rows[0]!;
  const findRow = (id: string) => ownRows.get(id) ?? rowOf(id, allRows) ?? undefined;
  const text = writeNodeDocument(first, findRow, (id) => ownRows.has(id));
  const title = nodeTitle(first);
  const name = title.slice(0, NAME_CHARACTERS_MAX).toWellFormed();
  const names = { name, qualifiedName: name, kind: 'node' as const };
  const lines = { startLine: 1, endLine: text.split('\n').length, signatureLines: [1, 1] as const };
  const symbol = { ...names, ...lines, signature: title, doc: null, parent: null, calls: [] };
  const given = { symbols: [symbol], imports: [], notes: [], graph: page };
  const bytes = Buffer.from(JSON.stringify([text, given]));
  // The index only needs to know whether a document changed, so its time is computed from its content.
  const mtimeMs = Number.parseInt(digestOf('sha1', bytes, 'hex').slice(0, 10), 16);
  const path = prefix + home;
  const file: FileText = { path, text, hash: hashOf(bytes), given };
  return { file, stamp: { path, size: Buffer.byteLength(text), mtimeMs } };
}

// Parses a row, without mentions of nodes that the graph does not contain.
function rowOf(id: string, allRows: ReadonlyMap<string, StoredRow>): GraphRow | null {
  const json = allRows.get(id)?.json;
  if (json === undefined) return null;
  const row = toWholeRow(JSON.parse(json) as LeanRow);
  return {
    ...row,
    parent: row.parent !== null && allRows.has(row.parent) ? row.parent : null,
    children: row.children.filter((child) => allRows.has(child.id)),
    references: row.references.filter((to) => allRows.has(to)),
    fields: row.fields.map(({ name, values }) => ({
      name,
      values: values.map(({ text, node }) => ({ text, node: node !== null && allRows.has(node) ? node : null })),
    })),
  };
}

// Puts rows in reading order; lines that their owner does not list come last.
function sortRows(first: GraphRow, ownRows: ReadonlyMap<string, GraphRow>): readonly GraphRow[] {
  const seen = new Set<GraphRow>();
  const visit = (row: GraphRow) => {
    if (seen.has(row)) return;
    seen.add(row);
    for (const { id, isReference } of row.children) if (!isReference && ownRows.has(id)) visit(ownRows.get(id)!);
  };
  visit(first);
  for (const row of ownRows.values()) visit(row);
  return [...seen];
}

function edgesOf(rows: readonly GraphRow[], { homes, prefix }: DocumentParts): GraphPage['edges'] {
  const edges = new Map<string, GraphPage['edges'][number]>();
  const home = homes.get(rows[0]!.id)!;
  const add = (id: string, kind: GraphPage['edges'][number]['kind'], field: string | null = null) => {
    const to = homes.get(id);
    if (to === undefined || to === home) return;
    edges.set(`${kind} ${to} ${field ?? ''}`, { to: prefix + to, kind, field });
  };
  for (const { children, references, fields } of rows) {
    for (const { id, isReference } of children) add(id, isReference ? 'references' : 'child');
    for (const id of references) add(id, 'references');
    for (const { name, values } of fields) for (const { node } of values) if (node !== null) add(node, 'field', name);
  }
  return [...edges.values()];
}
