// This backend answers questions about a graph from a running Tana. Its Local API leaves out some owners and links;
// `gaps` says of how many nodes.
import { formOfText, type GraphForm, type GraphNode, type OutlineNode } from '../../../model/graph.ts';
import { stopWordTest } from '../../../model/stop-words.ts';
import type { FoundNodes, GraphBackend, NeighbourOptions, Neighbours } from '../../../ports/graph.ts';
import { type End, joinSteps, waysOf } from '../../graphs/neighbours.ts';
import type { LocalApi } from './local-api.ts';
import type { MarkdownNode, ReadLine } from './node-markdown.ts';
import {
  createWorkspaceReader,
  type NodeSummary,
  type ReadNode,
  SEARCH_LIMIT_MAX,
  type WorkspaceReader,
} from './workspace-reader.ts';

interface LocalApiBackendOptions {
  readonly workspaceIds: readonly string[];
  readonly linkersReadMax: number;
  readonly searchWordsMax: number;
}

/** Reads a running Tana for one answer. */
export interface LocalApiBackend extends GraphBackend {
  /** Says of how many nodes Tana did not name the owner or all links. */
  gaps(): readonly string[];
}

export function createLocalApiBackend(api: LocalApi, options: LocalApiBackendOptions): LocalApiBackend {
  const reader = createWorkspaceReader(api, options.workspaceIds);
  const walk: ApiWalk = { reader, options, parents: new Map(), parentUnknown: new Set(), linkersCut: new Set() };
  return {
    name: 'local-api',
    asOfMs: null,
    find: (text) => find(walk, text),
    nodes: async (ids) => {
      const read = await Promise.all(ids.map((id) => readGraphNode(walk, id)));
      return new Map(read.flatMap((node) => (node ? [[node.id, node]] : [])));
    },
    neighbours: async (ids, asked) => {
      const read = await Promise.all(ids.map(async (id) => [id, await readNeighbours(walk, id, asked)] as const));
      return new Map(read.flatMap(([id, neighbours]) => (neighbours ? [[id, neighbours]] : [])));
    },
    outline: async (id, { depth, nodesMax }) => {
      const read = reader.isHidden(id) ? null : await reader.read(id, depth);
      return read ? listLines(read.node.children, { prefix: id, level: 1, depth }).slice(0, nodesMax) : [];
    },
    gaps: () => {
      const say = (nodes: ReadonlySet<string>, text: string) => (nodes.size > 0 ? [text + nodes.size] : []);
      return [
        ...say(walk.parentUnknown, 'nodes whose owner Tana does not tell: '),
        ...say(walk.linkersCut, `nodes with perhaps more links to them than the ${SEARCH_LIMIT_MAX} that Tana names: `),
      ];
    },
  };
}

interface ApiWalk {
  readonly reader: WorkspaceReader;
  readonly options: LocalApiBackendOptions;
  /** The node above each node, as far as it was read. */
  readonly parents: Map<string, string | null>;
  /** Nodes for which Tana does not say which node is above them. */
  readonly parentUnknown: Set<string>;
  /** Nodes to which as many nodes link as one search returns at most. */
  readonly linkersCut: Set<string>;
}

// Tana finds names that contain a text. This asks for the whole phrase, for all words together, and for any word.
async function find({ reader, options }: ApiWalk, text: string): Promise<FoundNodes> {
  const phrase = text.trim().replace(/\s+/g, ' ');
  if (phrase === '') return { nodes: [] };
  const words = searchWords(phrase, options.searchWordsMax).map((word) => ({ textContains: word }));
  const asked = [{ textContains: phrase }, ...(words.length > 1 ? [{ and: words }, { or: words }] : words)];
  const found = await Promise.all(asked.map((condition) => reader.search(condition)));
  return { nodes: [...new Map(found.flatMap(({ nodes }) => nodes).map((node) => [node.id, node])).values()] };
}

async function readNode({ reader, parents }: ApiWalk, id: string): Promise<ReadNode | null> {
  if (reader.isHidden(id)) return null;
  const read = await reader.read(id, 1);
  for (const child of read?.node.children ?? []) if (child.id && !child.isReference) parents.set(child.id, id);
  return read;
}

async function readGraphNode(walk: ApiWalk, id: string): Promise<GraphNode | null> {
  const read = await readNode(walk, id);
  if (!read) return null;
  const summary = await walk.reader.summaryOf(id, read.name);
  // Only lists say that a node is in the trash.
  if (walk.reader.isHidden(id)) return null;
  const tags = summary ? summary.tags : await readFullTags(walk.reader, read.node.tags);
  return {
    id,
    name: read.name,
    description: read.description ?? summary?.description ?? null,
    tags,
    fields: read.node.fields.map(({ name, values }) => ({ name, values: values.map(graphValue) })),
    parent: walk.parents.get(id) ?? null,
    createdMs: summary?.createdMs ?? null,
    modifiedMs: null,
    isDone: read.node.isDone,
    form: formOf(read.node, tags, summary),
  };
}

const graphValue = (value: ReadLine) => ({ text: value.name, node: value.isReference ? value.id : null });

async function readFullTags(reader: WorkspaceReader, written: readonly string[]): Promise<readonly string[]> {
  if (!written.some((tag) => tag.includes('_'))) return written;
  const names = await reader.tagNames();
  return written.map((tag) => names.get(tag) ?? tag);
}

function formOf(node: ReadLine, tags: readonly string[], summary: NodeSummary | null = null): GraphForm {
  if (node.isCode) return 'code';
  if (summary?.docType === 'journalPart' || tags.includes('day')) return 'day';
  return formOfText(node.name);
}

async function readNeighbours(walk: ApiWalk, id: string, asked: NeighbourOptions): Promise<Neighbours | null> {
  const read = await readNode(walk, id);
  if (!read) return null;
  const needed = new Set(waysOf(asked.relations).map(([way]) => way));
  const [children, linkers, parent] = await Promise.all([
    needed.has('down') || needed.has('refersTo') ? walk.reader.children(id, asked.limitEach) : null,
    needed.has('referredBy') || needed.has('valueOf') ? readLinkers(walk, id) : [],
    needed.has('up') ? readParent(walk, id) : null,
  ]);
  const listed = new Set(read.node.children.flatMap((child) => (child.isReference ? (child.id ?? []) : [])));
  const nodes = children?.nodes ?? [];
  const notListed = nodes.filter((node) => !listed.has(node.id));
  const visible = (ends: readonly End[]) => ends.filter((end) => !walk.reader.isHidden(end.id));
  const linking = (isField: boolean) => visible(linkers.filter(({ field }) => (field !== undefined) === isField));
  return joinSteps(
    id,
    {
      down: notListed.map(endOf),
      ownedTotal: notListed.length + (children ? children.total - nodes.length : 0),
      up: parent ? [endOf(parent)] : [],
      refersTo: visible([
        ...nodes.filter((node) => listed.has(node.id)).map(endOf),
        ...read.node.references.map((to) => endOf(nameOf(walk, to))),
      ]),
      referredBy: linking(false),
      values: visible(fieldEnds(walk, read.node)),
      valueOf: linking(true),
    },
    asked,
  );
}

type NamedNode = Pick<NodeSummary, 'id' | 'name'>;

// Tana does not return when a node changed.
const endOf = ({ id, name }: NamedNode): End => ({ id, name, modifiedMs: null });
const nameOf = ({ reader }: ApiWalk, id: string): NamedNode => reader.summary(id) ?? { id, name: '' };

function fieldEnds(walk: ApiWalk, { fields }: MarkdownNode): readonly End[] {
  return fields.flatMap(({ name, values }) =>
    values.flatMap((value) =>
      value.isReference && value.id !== null
        ? [{ ...endOf({ id: value.id, name: nameOf(walk, value.id).name || value.name }), field: name }]
        : [],
    ),
  );
}

// Finds the nodes that link to a node. A search names no field, so the first nodes are read for it.
async function readLinkers({ reader, options, linkersCut }: ApiWalk, id: string): Promise<readonly End[]> {
  const { nodes, isFull } = await reader.search({ linksTo: [id] });
  if (isFull) linkersCut.add(id);
  const others = nodes.filter((node) => node.id !== id);
  return Promise.all(
    others.map(async (node, position) => {
      const read = position < options.linkersReadMax ? await reader.read(node.id, 1) : null;
      const links = (value: ReadLine) => value.isReference && value.id === id;
      return { ...endOf(node), field: read?.node.fields.find(({ values }) => values.some(links))?.name };
    }),
  );
}

async function readParent(walk: ApiWalk, id: string): Promise<NamedNode | null> {
  const before = walk.parents.get(id);
  const parent = before === undefined ? await findParent(walk.reader, id) : before;
  if (parent === undefined) walk.parentUnknown.add(id);
  else walk.parents.set(id, parent);
  return parent ? nameOf(walk, parent) : null;
}

/** Lists the lines below a node. A line without an id gets one from its position. */
function listLines(
  nodes: readonly MarkdownNode[],
  { prefix, level, depth }: { prefix: string; level: number; depth: number },
): readonly OutlineNode[] {
  return nodes.flatMap((node, position) => {
    const id = node.id ?? `${prefix}#${position + 1}`;
    const { name, isReference, isDone, tags } = node;
    const below =
      isReference || level >= depth ? [] : listLines(node.children, { prefix: id, level: level + 1, depth });
    return [{ id, name, level, form: formOf(node, tags), isReference, isDone, tags }, ...below];
  });
}

// Chooses the words to search for: stop words only if there are no others, and the longest if there are too many.
function searchWords(text: string, wordsMax: number): readonly string[] {
  const words = [...new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])];
  const isStopWord = stopWordTest(words);
  const meaningful = words.filter((word) => !isStopWord(word));
  const usable = meaningful.length > 0 ? meaningful : words;
  if (usable.length <= wordsMax) return usable;
  const longest = new Set([...usable].sort((a, b) => b.length - a.length || (a < b ? -1 : 1)).slice(0, wordsMax));
  return usable.filter((word) => longest.has(word));
}

/** The most candidates whose children are read. */
const VERIFIED_MAX = 3;

/**
 * Finds the node above a node; null at the top, undefined if it cannot be told. Tana returns only the names of
 * the nodes above, so this looks for a node with that name and the same names above it.
 */
async function findParent(reader: WorkspaceReader, id: string): Promise<string | null | undefined> {
  const breadcrumb = await readBreadcrumb(reader, id);
  const name = breadcrumb?.at(-1);
  if (!breadcrumb || name === '') return undefined;
  if (name === undefined) return null;
  const { nodes } = await reader.search({ textContains: name });
  const above = breadcrumb.slice(0, -1).join('\n');
  const candidates = nodes.filter(
    (node) => node.id !== id && node.name === name && node.breadcrumb?.join('\n') === above,
  );
  if (candidates.length <= 1) return candidates[0]?.id;
  for (const candidate of candidates.slice(0, VERIFIED_MAX)) {
    const children = (await reader.read(candidate.id, 1))?.node.children ?? [];
    if (children.some((child) => child.id === id && !child.isReference)) return candidate.id;
  }
  return undefined;
}

async function readBreadcrumb(reader: WorkspaceReader, id: string): Promise<readonly string[] | null> {
  const before = reader.summary(id)?.breadcrumb;
  if (before) return before;
  const name = (await reader.read(id, 1))?.name;
  if (!name) return null;
  await reader.search({ textContains: name });
  return reader.summary(id)?.breadcrumb ?? null;
}
