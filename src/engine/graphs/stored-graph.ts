import { type GraphRow, isPlain, type OutlineNode, wholeRow } from '../../model/graph.ts';
import { viewOf } from '../../pipeline/rank.ts';
import type { GraphBackend, NeighbourOptions } from '../../ports/graph.ts';
import type { View } from '../../ports/signal-finder.ts';
import type { FileRecord, Store } from '../../ports/store.ts';
import { searchLexical } from '../../search/lexical.ts';
import { termsToFind } from '../../search/rank-nodes.ts';
import {
  type End,
  type LinkingNodes,
  neighboursOfRow,
  outlineOfRow,
  saidWays,
} from '../../sources/graphs/neighbours.ts';

/** How many documents are opened for a hit that is wanted: what they hold is ranked line by line. */
const OPENED_PER_HIT = 4;
const OPENED_MIN = 100;
const ROWS_RANKED = 200;
/** Lines of large documents that one search reads, best document first; the others are ranked by name and tags alone. */
const LARGE_ROWS_MAX = 10_000;
const BEGINNING = 3;

/** A graph as the store of the workspace holds it, for one answer: what was read once is remembered as long. */
export function openStoredGraph(
  store: Store,
  { prefix, asOfMs }: { readonly prefix: string; readonly asOfMs: number },
): GraphBackend {
  const pages = openPages(store, prefix);
  return {
    name: 'index',
    asOfMs,
    find: (text, limit) => find(text, { limit, store, prefix, pages }),
    nodes: async (ids) => {
      await pages.load(ids);
      return new Map(ids.flatMap((id) => (pages.row(id) ? [[id, pages.row(id)!]] : [])));
    },
    neighbours: async (ids, options) => {
      await pages.load(ids);
      const known = [...new Set(ids)].flatMap((id) => pages.row(id) ?? []);
      const linking = await linkingTo(known, options, { store, pages });
      await pages.load(
        known.flatMap((row) => [...outwards(row, options), ...(skipsLines(options) ? spokenOf(row, pages) : [])]),
      );
      return new Map(
        known.map((row) => {
          const spoken = skipsLines(options) ? spokenOf(row, pages) : undefined;
          return [row.id, neighboursOfRow(row, { ...linking, endOf: (id) => endOf(pages.row(id)), spoken }, options)];
        }),
      );
    },
    outline: (id, options) => outlineOf(id, options, pages),
    close: async () => {},
  };
}

/** Documents of the graph that were opened, and their nodes by id. */
interface OpenPages {
  view(): Promise<View>;
  load(ids: readonly string[]): Promise<void>;
  open(paths: readonly string[]): Promise<readonly (readonly GraphRow[])[]>;
  row(id: string): GraphRow | undefined;
  pathOf(id: string): string | undefined;
}

function openPages(store: Store, prefix: string): OpenPages {
  const rows = new Map<string, { readonly row: GraphRow; readonly path: string }>();
  const opened = new Map<string, readonly GraphRow[]>();
  const asked = new Set<string>();
  let read: Promise<View> | null = null;
  const view = () => {
    read ??= store.opening().then(({ files }) => viewOf(files.filter(({ path }) => path.startsWith(prefix))));
    return read;
  };
  const open = async (paths: readonly string[]) => {
    const { files } = await view();
    const missing = [...new Set(paths)].flatMap((path) => (opened.has(path) ? [] : (files.get(path) ?? [])));
    const contents = missing.length === 0 ? new Map() : await store.contents(missing.map(({ hash }) => hash));
    for (const { path, hash } of missing) {
      const page: readonly GraphRow[] | undefined = contents.get(hash)?.facts.graph?.rows.map(wholeRow);
      if (!page) continue;
      opened.set(path, page);
      for (const row of page) rows.set(row.id, { row, path });
    }
    return paths.flatMap((path) => (opened.has(path) ? [opened.get(path)!] : []));
  };
  return {
    view,
    open,
    row: (id) => rows.get(id)?.row,
    pathOf: (id) => rows.get(id)?.path,
    load: async (ids) => {
      const missing = [...new Set(ids)].filter((id) => !rows.has(id) && !asked.has(id));
      if (missing.length === 0) return;
      const { files } = await view();
      // A node that is a document is found by its address, a line by the key of the document it stands in.
      const isDocument = (id: string) => files.has(prefix + id);
      const keys = missing.filter((id) => !isDocument(id)).map((id) => prefix + id);
      const hits = keys.length === 0 ? [] : await store.documentsBy('id', keys);
      await open([...missing.filter(isDocument).map((id) => prefix + id), ...hits.map(({ path }) => path)]);
      for (const id of missing) asked.add(id);
    },
  };
}

interface NodeSearch {
  readonly limit: number;
  readonly store: Store;
  readonly prefix: string;
  readonly pages: OpenPages;
}

// The search that finds files finds the documents of nodes; the lines in them are ranked by whoever asks.
async function find(text: string, { limit, store, prefix, pages }: NodeSearch) {
  const terms = termsToFind(text);
  const [{ statistics }, view] = await Promise.all([store.opening(), pages.view()]);
  const asked = await store.words({ postings: terms });
  const lexical = terms.map((term) => ({ term, word: term, weight: 1 }));
  const found = searchLexical(lexical, { words: asked, statistics, view, commits: 0 }).files.toSorted(
    (a, b) => b.covered - a.covered || b.names - a.names || b.body - a.body || (a.path < b.path ? -1 : 1),
  );
  const best = found.slice(0, Math.max(OPENED_MIN, limit * OPENED_PER_HIT)).map(({ path }) => view.files.get(path)!);
  const [read, closed]: [FileRecord[], FileRecord[]] = [[], []];
  let room = LARGE_ROWS_MAX;
  for (const file of best) {
    if (file.lineCount > ROWS_RANKED) room -= file.lineCount;
    (file.lineCount > ROWS_RANKED && room < 0 ? closed : read).push(file);
  }
  const cards = await store.documents(closed.map(({ path }) => path));
  const named = [...cards.values()].map(({ path, name, labels }) => ({
    ...{ id: path.slice(prefix.length), name, description: null, tags: labels },
  }));
  const opened = await pages.open(read.map(({ path }) => path));
  const weights = new Map(
    asked.postings.map(({ term, contents }) => [term, rarity(statistics.files, contents.length)]),
  );
  const mayHold = holding(terms);
  const rows = opened.flatMap((own) => (own.length > ROWS_RANKED ? own.filter(mayHold) : own));
  return { nodes: [...rows, ...named], weights };
}

// Of thousands of lines only those are ranked that hold the beginning of a term.
function holding(terms: readonly string[]): (row: GraphRow) => boolean {
  const beginnings = terms.map((term) => term.slice(0, BEGINNING));
  return ({ name, description, tags, fields }) => {
    const values = fields.flatMap(({ values: said }) => said.map(({ text }) => text));
    const text = [name, description ?? '', ...tags, ...values].join(' ').normalize('NFKD').replace(/\p{M}/gu, '');
    const plain = text.toLowerCase();
    return beginnings.some((beginning) => plain.includes(beginning));
  };
}

const rarity = (all: number, holding: number): number =>
  Math.log(1 + Math.max(0, all - holding + 0.5) / (holding + 0.5));

// Who speaks of these nodes: lines of their own documents, and of documents that an edge comes from.
async function linkingTo(
  wanted: readonly GraphRow[],
  { relations, limitEach }: NeighbourOptions,
  { store, pages }: Pick<NodeSearch, 'store' | 'pages'>,
): Promise<LinkingNodes> {
  const ways = new Set(saidWays(relations).map(([way]) => way));
  const refers = new Map<string, End[]>();
  const values = new Map<string, End[]>();
  if (!ways.has('referredBy') && !ways.has('valueOf')) return { refers, values };
  const ids = new Set(wanted.map(({ id }) => id));
  const homes = [...new Set(wanted.flatMap(({ id }) => pages.pathOf(id) ?? []))];
  const edges = await store.edges(homes, { kinds: ['references', 'field'], direction: 'in' });
  const perHome = Map.groupBy(edges, ({ to }) => to);
  const sources = [...perHome.values()].flatMap((own) => own.slice(0, limitEach).map(({ from }) => from));
  const add = (ends: Map<string, End[]>, id: string, end: End) => {
    if (ids.has(id) && id !== end.id) ends.set(id, [...(ends.get(id) ?? []), end]);
  };
  for (const rows of await pages.open([...new Set([...homes, ...sources])]))
    for (const row of rows) {
      const end = endOf(row)!;
      for (const { id, isReference } of row.children) if (isReference) add(refers, id, end);
      for (const id of row.references) add(refers, id, end);
      for (const { name, values: said } of row.fields)
        for (const { node } of said) if (node !== null) add(values, node, { ...end, field: name });
    }
  const byId = (ends: ReadonlyMap<string, readonly End[]>) =>
    new Map([...ends].map(([id, own]) => [id, own.toSorted((a, b) => (a.id < b.id ? -1 : 1))]));
  return { refers: byId(refers), values: byId(values) };
}

function outwards({ children, references, fields, parent }: GraphRow, { limitEach }: NeighbourOptions) {
  const values = fields.flatMap(({ values: said }) => said.flatMap(({ node }) => node ?? []));
  const listed = children.slice(0, limitEach).map(({ id }) => id);
  return [...listed, ...references, ...values, ...(parent === null ? [] : [parent])];
}

const skipsLines = ({ relations }: NeighbourOptions): boolean =>
  relations.includes('references') && !relations.includes('child') && !relations.includes('parent');

// What a node and the lines it owns speak of: a line says it for its node.
function spokenOf(row: GraphRow, pages: OpenPages): readonly string[] {
  const said = new Set<string>();
  const seen = new Set<string>();
  const visit = ({ id: own, children, references }: GraphRow): void => {
    if (seen.has(own)) return;
    seen.add(own);
    for (const { id, isReference } of children) if (isReference) said.add(id);
    for (const id of references) said.add(id);
    for (const { id, isReference } of children) {
      const line = isReference ? undefined : pages.row(id);
      if (line && isPlain(line) && pages.pathOf(id) === pages.pathOf(row.id)) visit(line);
    }
  };
  visit(row);
  return [...said];
}

const endOf = (row: GraphRow | undefined): End | undefined =>
  row && { id: row.id, name: row.name, modifiedMs: row.modifiedMs };

// Level by level what it takes is opened.
async function outlineOf(
  id: string,
  { depth, nodesMax }: { readonly depth: number; readonly nodesMax: number },
  pages: OpenPages,
): Promise<readonly OutlineNode[]> {
  await pages.load([id]);
  let level = [id];
  for (let deep = 0; deep < depth && level.length > 0 && level.length < nodesMax; deep++) {
    const children = level.flatMap((nodeId) => pages.row(nodeId)?.children ?? []);
    await pages.load(children.map((child) => child.id));
    level = children.flatMap((child) => (child.isReference ? [] : [child.id]));
  }
  return outlineOfRow(id, { depth, nodesMax }, pages.row);
}
