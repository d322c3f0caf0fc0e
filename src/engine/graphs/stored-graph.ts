// Reads an imported graph from the index of the workspace, as the backend of an answer.
import { type GraphRow, isPlainNode, type LeanRow, type OutlineNode, toWholeRow } from '../../model/graph.ts';
import type { GraphBackend, NeighbourOptions } from '../../ports/graph.ts';
import type { FileRecord, Store } from '../../ports/store.ts';
import { bestContents, CHOSEN_MAX, scoreWords } from '../../search/lexical.ts';
import { searchTermsOf } from '../../search/rank-nodes.ts';
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
  load(ids: readonly string[]): Promise<void>;
  /** Reads documents whose nodes are looked at and not asked for by id. */
  read(files: readonly FileRecord[]): Promise<readonly (readonly LeanRow[])[]>;
  row(id: string): GraphRow | undefined;
  pathOf(id: string): string | undefined;
}

function openPages(store: Store, prefix: string): OpenPages {
  const rows = new Map<string, { readonly lean: LeanRow; readonly path: string; row?: GraphRow }>();
  const opened = new Map<string, readonly LeanRow[]>();
  const asked = new Set<string>();
  const read = async (files: readonly FileRecord[]) => {
    const missing = files.filter(({ path }) => !opened.has(path));
    const contents = missing.length === 0 ? new Map() : await store.contents(missing.map(({ hash }) => hash));
    for (const { path, hash } of missing) {
      const page: readonly LeanRow[] | undefined = contents.get(hash)?.facts.graph?.rows;
      if (page) opened.set(path, page);
    }
    return files.flatMap(({ path }) => (opened.has(path) ? [opened.get(path)!] : []));
  };
  return {
    read,
    row: (id) => {
      const known = rows.get(id);
      // Of a page with thousands of lines few are asked for.
      if (known) known.row ??= toWholeRow(known.lean);
      return known?.row;
    },
    pathOf: (id) => rows.get(id)?.path,
    load: async (ids) => {
      const missing = [...new Set(ids)].filter((id) => !rows.has(id) && !asked.has(id));
      if (missing.length === 0) return;
      // A node that is a document is found by its address, a line by the key of the document it stands in.
      const addresses = missing.map((id) => prefix + id);
      const { files: own } = await store.opening({ paths: addresses });
      const documents = new Set(own.map(({ path }) => path));
      const keys = addresses.filter((address) => !documents.has(address));
      const hits = keys.length === 0 ? [] : await store.documentsBy('id', keys);
      const paths = hits.map(({ path }) => path).filter((path) => !documents.has(path));
      const { files: owners } = paths.length === 0 ? { files: [] } : await store.opening({ paths });
      await read([...own, ...owners]);
      for (const { path } of [...own, ...owners])
        for (const lean of opened.get(path) ?? []) rows.set(lean.id, { lean, path });
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
  const terms = searchTermsOf(text);
  const { statistics } = await store.opening({});
  const [asked, termCounts] = await Promise.all([store.words({ postings: terms }), store.termCounts()]);
  const scores = scoreWords(terms, { words: asked, statistics, termCounts });
  const ofGraph = { store, prefix };
  const [byText, byName] = await Promise.all([
    bestFiles(scores.body, CHOSEN_MAX.body, ofGraph),
    bestFiles(scores.names, CHOSEN_MAX.names, ofGraph),
  ]);
  const order = ['covered', 'names', 'body'] as const;
  const best = [...new Map([...byText, ...byName].map((file) => [file.path, file])).values()]
    .sort((a, b) => {
      const field = order.find((best) => scores[best][a.content] !== scores[best][b.content]);
      return field ? scores[field][b.content]! - scores[field][a.content]! : a.path < b.path ? -1 : 1;
    })
    .slice(0, Math.max(OPENED_MIN, limit * OPENED_PER_HIT));
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
  const opened = await pages.read(read);
  const weights = new Map(
    asked.postings.map(({ term, contents }) => [term, rarity(statistics.files, contents.length)]),
  );
  const mayHold = holding(terms);
  const rows = opened.flatMap((own) => (own.length > ROWS_RANKED ? own.filter(mayHold) : own));
  return { nodes: [...rows.map(toWholeRow), ...named], weights };
}

// Files of code and of other graphs rank among these: reads on until enough belong to the graph.
async function bestFiles(
  scores: Float64Array,
  count: number,
  { store, prefix }: Pick<NodeSearch, 'store' | 'prefix'>,
): Promise<readonly FileRecord[]> {
  for (let limit = count; ; limit *= 2) {
    const contents = bestContents(scores, limit);
    const { files } = await store.opening({ contents });
    const own = files.filter(({ path }) => path.startsWith(prefix));
    if (own.length < count && contents.length >= limit) continue;
    return own
      .toSorted((a, b) => scores[b.content]! - scores[a.content]! || (a.path < b.path ? -1 : 1))
      .slice(0, count);
  }
}

// Of thousands of lines only those are ranked that hold the beginning of a term.
function holding(terms: readonly string[]): (row: LeanRow) => boolean {
  const beginnings = terms.map((term) => term.slice(0, BEGINNING));
  return ({ name, description, tags = [], fields = [] }) => {
    const values = fields.flatMap(({ values: own }) => own.map(({ text }) => text));
    const text = [name, description ?? '', ...tags, ...values].join(' ');
    const plain = (ASCII.test(text) ? text : text.normalize('NFKD').replace(/\p{M}/gu, '')).toLowerCase();
    return beginnings.some((beginning) => plain.includes(beginning));
  };
}

const ASCII = /^[ -~\s]*$/;

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
  const { files } = await store.opening({ paths: [...homes, ...sources] });
  for (const rows of await pages.read(files))
    for (const { id: from, name, modifiedMs = null, children = [], references = [], fields = [] } of rows) {
      const end = { id: from, name, modifiedMs };
      for (const { id, isReference } of children) if (isReference) add(refers, id, end);
      for (const id of references) add(refers, id, end);
      for (const { name: field, values: own } of fields)
        for (const { node } of own) if (node !== null) add(values, node, { ...end, field });
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
      if (line && isPlainNode(line) && pages.pathOf(id) === pages.pathOf(row.id)) visit(line);
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
