// Reads an imported graph from the index of the workspace, as the backend of an answer.
import {
  type GraphRow,
  isPlainNode,
  type LeanRow,
  listOutline,
  type OutlineOptions,
  toWholeRow,
} from '../../model/graph.ts';
import type { GraphBackend, NeighbourOptions } from '../../ports/graph.ts';
import type { FileRecord, PostingList, Store } from '../../ports/store.ts';
import { CHOSEN_MAX, scoreWords } from '../../search/lexical.ts';
import { searchTermsOf } from '../../search/rank-nodes.ts';
import { pickBestIndexes } from '../../search/top-k.ts';
import { type End, type LinkingNodes, neighboursOfRow, waysOf } from '../../sources/graphs/neighbours.ts';

/** The number of documents to open for each wanted hit. */
const OPENED_PER_HIT = 4;
const OPENED_MIN = 100;
const ROWS_RANKED = 200;
/**
 * The most lines of large documents that one search reads, from the best document on. Further ones are ranked by name
 * and tags only.
 */
const LARGE_ROWS_MAX = 10_000;
const BEGINNING_CHARACTERS = 3;

/** The backend remembers what it read, so it is for one answer. */
export function openStoredGraph(
  store: Store,
  { prefix, asOfMs }: { readonly prefix: string; readonly asOfMs: number },
): GraphBackend {
  const pages = openPages(store, prefix);
  return {
    name: 'index',
    asOfMs,
    find: (text, limit) => find(text, limit, { store, prefix, pages }),
    nodes: async (ids) => {
      await pages.load(ids);
      return new Map(ids.flatMap((id) => (pages.row(id) ? [[id, pages.row(id)!]] : [])));
    },
    neighbours: async (ids, options) => {
      await pages.load(ids);
      const rows = [...new Set(ids)].flatMap((id) => pages.row(id) ?? []);
      const linking = await findLinking(rows, options, { store, pages });
      const referencesBelow = (row: GraphRow) => (skipsLines(options) ? referencesOf(row, pages) : undefined);
      await pages.load(rows.flatMap((row) => [...idsAround(row, options), ...(referencesBelow(row) ?? [])]));
      const around = (row: GraphRow) => ({ ...linking, endOf: pages.row, references: referencesBelow(row) });
      return new Map(rows.map((row) => [row.id, neighboursOfRow(row, around(row), options)]));
    },
    outline: (id, options) => readOutline(id, options, pages),
  };
}

type OpenPages = ReturnType<typeof openPages>;

function openPages(store: Store, prefix: string) {
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
    row: (id: string): GraphRow | undefined => {
      const found = rows.get(id);
      // Restores a row when it is first needed, because a page may have thousands of lines.
      if (found) found.row ??= toWholeRow(found.lean);
      return found?.row;
    },
    pathOf: (id: string) => rows.get(id)?.path,
    /** Reads the documents of nodes, so that `row` and `pathOf` know these nodes. */
    load: async (ids: readonly string[]): Promise<void> => {
      const missing = [...new Set(ids)].filter((id) => !rows.has(id) && !asked.has(id));
      if (missing.length === 0) return;
      // A document is found by its address, a line by a key of its document.
      const addresses = missing.map((id) => prefix + id);
      const { files: found } = await store.opening({ paths: addresses });
      const documents = new Set(found.map(({ path }) => path));
      const keys = addresses.filter((address) => !documents.has(address));
      const hits = keys.length === 0 ? [] : await store.documentsBy('id', keys);
      const paths = hits.map(({ path }) => path).filter((path) => !documents.has(path));
      const { files: owners } = paths.length === 0 ? { files: [] } : await store.opening({ paths });
      await read([...found, ...owners]);
      for (const { path } of [...found, ...owners])
        for (const lean of opened.get(path) ?? []) rows.set(lean.id, { lean, path });
      for (const id of missing) asked.add(id);
    },
  };
}

interface StoredPages {
  readonly store: Store;
  readonly prefix: string;
  readonly pages: OpenPages;
}

// Finds documents by their words, as for files. The caller ranks their lines.
async function find(text: string, limit: number, graph: StoredPages) {
  const { store, prefix, pages } = graph;
  const terms = searchTermsOf(text);
  const { statistics } = await store.opening({});
  const [asked, termCounts] = await Promise.all([store.words({ postings: terms }), store.termCounts()]);
  const scores = scoreWords(terms, { words: asked, statistics, termCounts });
  const [byText, byName] = await Promise.all([
    bestFiles(scores.body, CHOSEN_MAX.body, graph),
    bestFiles(scores.names, CHOSEN_MAX.names, graph),
  ]);
  const order = ['covered', 'names', 'body'] as const;
  const best = [...new Map([...byText, ...byName].map((file) => [file.path, file])).values()]
    .sort((a, b) => {
      const field = order.find((name) => scores[name][a.content] !== scores[name][b.content]);
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
  const named = [...cards.values()].map(({ path, name, labels: tags }) => {
    return { id: path.slice(prefix.length), name, description: null, tags };
  });
  const opened = await pages.read(read);
  const rarityOf = (list: PostingList) => [list.term, rarity(statistics.files, list.contents.length)] as const;
  const weights = new Map(asked.postings.map(rarityOf));
  const mayHold = lineFilter(terms);
  const rows = opened.flatMap((own) => (own.length > ROWS_RANKED ? own.filter(mayHold) : own));
  return { nodes: [...rows.map(toWholeRow), ...named], weights };
}

// Finds the best documents of the graph. The scores include other files, so this reads more of them until enough belong
// to the graph.
async function bestFiles(
  scores: Float64Array,
  count: number,
  { store, prefix }: StoredPages,
): Promise<readonly FileRecord[]> {
  for (let limit = count; ; limit *= 2) {
    const contents = pickBestIndexes(scores, limit);
    const { files } = await store.opening({ contents });
    const own = files.filter(({ path }) => path.startsWith(prefix));
    if (own.length < count && contents.length >= limit) continue;
    return own
      .toSorted((a, b) => scores[b.content]! - scores[a.content]! || (a.path < b.path ? -1 : 1))
      .slice(0, count);
  }
}

// Lines without the beginning of a term need no ranking.
function lineFilter(terms: readonly string[]): (row: LeanRow) => boolean {
  const beginnings = terms.map((term) => term.slice(0, BEGINNING_CHARACTERS));
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

// Finds the nodes that link to these nodes: in their own documents, and in documents with an edge to them.
async function findLinking(
  wanted: readonly GraphRow[],
  { relations, limitEach }: NeighbourOptions,
  { store, pages }: Pick<StoredPages, 'store' | 'pages'>,
): Promise<LinkingNodes> {
  const ways = new Set(waysOf(relations).map(([way]) => way));
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

function idsAround({ children, references, fields, parent }: GraphRow, { limitEach }: NeighbourOptions) {
  const values = fields.flatMap((field) => field.values.flatMap(({ node }) => node ?? []));
  const listed = children.slice(0, limitEach).map(({ id }) => id);
  return [...listed, ...references, ...values, ...(parent === null ? [] : [parent])];
}

const skipsLines = ({ relations }: NeighbourOptions): boolean =>
  relations.includes('references') && !relations.includes('child') && !relations.includes('parent');

// Lists the references of a node and of the lines that it owns.
function referencesOf(row: GraphRow, pages: OpenPages): readonly string[] {
  const found = new Set<string>();
  const seen = new Set<string>();
  const visit = ({ id: own, children, references }: GraphRow): void => {
    if (seen.has(own)) return;
    seen.add(own);
    for (const { id, isReference } of children) if (isReference) found.add(id);
    for (const id of references) found.add(id);
    for (const { id, isReference } of children) {
      const line = isReference ? undefined : pages.row(id);
      if (line && isPlainNode(line) && pages.pathOf(id) === pages.pathOf(row.id)) visit(line);
    }
  };
  visit(row);
  return [...found];
}

async function readOutline(id: string, { depth, nodesMax }: OutlineOptions, pages: OpenPages) {
  await pages.load([id]);
  let level = [id];
  for (let deep = 0; deep < depth && level.length > 0 && level.length < nodesMax; deep++) {
    const children = level.flatMap((nodeId) => pages.row(nodeId)?.children ?? []);
    await pages.load(children.map((child) => child.id));
    level = children.flatMap((child) => (child.isReference ? [] : [child.id]));
  }
  return listOutline(id, pages.row, { depth, nodesMax });
}
