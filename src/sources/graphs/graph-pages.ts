import { hash as digestOf } from 'node:crypto';
import { type GraphPage, type GraphRow, isPlainNode, type LeanRow, toLeanRow, toWholeRow } from '../../model/graph.ts';
import { nodeTitle, writeNodeDocument } from '../../model/node-text.ts';
import type { FileText } from '../../ports/reader.ts';
import type { Fingerprint } from '../../ports/store.ts';
import { hashOf } from '../../reading/read-file.ts';

/** The documents of a graph: a page or tagged node each, with the lines it owns. */
export interface GraphPages {
  readonly nodes: number;
  /** Of a document that nobody has yet only its path: it is made when it is read, and not twice. */
  files(isHeld: (path: string) => boolean): readonly Fingerprint[];
  /** Null for a path that is no document of the graph. */
  read(path: string): NodeDocument | null;
}

interface NodeDocument {
  readonly file: FileText;
  readonly stamp: Fingerprint;
}

interface KnownRow {
  /** The row as JSON: a graph has more rows than memory has room for objects. */
  readonly json: string;
  readonly parent: string | null;
  readonly stands: boolean;
}

// How far up the owner of a line is looked for; a circle of owners ends there too.
const OWNERS_MAX = 200;
const NAME_CHARACTERS_MAX = 80;

/** Reads rows to their end and puts each line to the document it belongs to. */
export async function collectPages(rows: AsyncIterable<readonly GraphRow[]>, prefix: string): Promise<GraphPages> {
  const known = new Map<string, KnownRow>();
  for await (const batch of rows)
    for (const row of batch) {
      // Of two rows with one id the first counts; whoever reads them says so.
      if (known.has(row.id)) continue;
      known.set(row.id, { json: JSON.stringify(toLeanRow(row)), parent: row.parent, stands: !isPlainNode(row) });
    }
  const homes = new Map<string, string>();
  for (const id of known.keys()) homes.set(id, homeOf(id, known));
  const lines = Map.groupBy(homes.keys(), (id) => homes.get(id)!);
  const build = (home: string) => pageText(home, { lines: lines.get(home)!, known, homes, prefix });
  return {
    nodes: known.size,
    files: (isHeld) =>
      [...lines].map(([home, own]) => {
        const path = prefix + home;
        return isHeld(path) ? build(home).stamp : { path, size: own.length * BYTES_A_LINE, mtimeMs: 0 };
      }),
    read: (path) => {
      const home = path.startsWith(prefix) ? path.slice(prefix.length) : '';
      return lines.has(home) ? build(home) : null;
    },
  };
}

// About what the document of so many lines will have.
const BYTES_A_LINE = 200;

function homeOf(id: string, known: ReadonlyMap<string, KnownRow>): string {
  let at = id;
  for (let up = 0; up < OWNERS_MAX; up++) {
    const { stands, parent } = known.get(at)!;
    if (stands || parent === null || !known.has(parent)) return at;
    at = parent;
  }
  return id;
}

interface Building {
  readonly lines: readonly string[];
  readonly known: ReadonlyMap<string, KnownRow>;
  readonly homes: ReadonlyMap<string, string>;
  readonly prefix: string;
}

function pageText(home: string, building: Building): NodeDocument {
  const { known, prefix } = building;
  const own = new Map(building.lines.map((id) => [id, rowOf(id, known)!]));
  const rows = inOrder(own.get(home)!, own);
  const page: GraphPage = { rows: rows.map(toLeanRow), edges: edgesOf(rows, building) };
  const text = writeNodeDocument(
    rows[0]!,
    (id) => own.get(id) ?? rowOf(id, known),
    (id) => own.has(id),
  );
  const title = nodeTitle(rows[0]!);
  const name = title.slice(0, NAME_CHARACTERS_MAX).toWellFormed();
  const symbol = {
    ...{ name, qualifiedName: name, kind: 'node' as const, startLine: 1, endLine: text.split('\n').length },
    ...{ signatureLines: [1, 1] as const, signature: title, doc: null, parent: null, calls: [] },
  };
  const given = { symbols: [symbol], imports: [], notes: [], graph: page };
  const bytes = Buffer.from(JSON.stringify([text, given]));
  // Which of two exports is newer does not matter, only whether a document differs: the time is made of its content.
  const mtimeMs = Number.parseInt(digestOf('sha1', bytes, 'hex').slice(0, 10), 16);
  const path = prefix + home;
  return {
    file: { path, text, hash: hashOf(bytes), given },
    stamp: { path, size: Buffer.byteLength(text), mtimeMs },
  };
}

// As the graph holds it: what is not in it is not spoken of.
function rowOf(id: string, known: ReadonlyMap<string, KnownRow>): GraphRow | null {
  const json = known.get(id)?.json;
  if (json === undefined) return null;
  const row = toWholeRow(JSON.parse(json) as LeanRow);
  return {
    ...row,
    parent: row.parent !== null && known.has(row.parent) ? row.parent : null,
    children: row.children.filter((child) => known.has(child.id)),
    references: row.references.filter((to) => known.has(to)),
    fields: row.fields.map(({ name, values }) => ({
      name,
      values: values.map(({ text, node }) => ({ text, node: node !== null && known.has(node) ? node : null })),
    })),
  };
}

// A line that its owner does not list comes last.
function inOrder(first: GraphRow, own: ReadonlyMap<string, GraphRow>): readonly GraphRow[] {
  const seen = new Set<GraphRow>();
  const visit = (row: GraphRow) => {
    if (seen.has(row)) return;
    seen.add(row);
    for (const { id, isReference } of row.children) if (!isReference && own.has(id)) visit(own.get(id)!);
  };
  visit(first);
  for (const row of own.values()) visit(row);
  return [...seen];
}

function edgesOf(rows: readonly GraphRow[], { known, homes, prefix }: Building): GraphPage['edges'] {
  const edges = new Map<string, GraphPage['edges'][number]>();
  const home = homes.get(rows[0]!.id)!;
  const add = (id: string, kind: GraphPage['edges'][number]['kind'], field: string | null = null) => {
    const to = homes.get(id);
    if (to === undefined || to === home || !known.has(id)) return;
    edges.set(`${kind} ${to} ${field ?? ''}`, { to: prefix + to, kind, field });
  };
  for (const { children, references, fields } of rows) {
    for (const { id, isReference } of children) add(id, isReference ? 'references' : 'child');
    for (const id of references) add(id, 'references');
    for (const { name, values } of fields) for (const { node } of values) if (node !== null) add(node, 'field', name);
  }
  return [...edges.values()];
}
