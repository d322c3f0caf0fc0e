import type { GraphForm, GraphNode, OutlineNode } from '../../../model/graph.ts';
import { stopWordsOf } from '../../../model/stop-words.ts';
import type { FoundNodes, GraphBackend, NeighbourOptions, Neighbours } from '../../../ports/graph.ts';
import { type End, joinSteps, NO_WAY, saidWays, type Way } from '../../graphs/neighbours.ts';
import { findLinkers, findParent } from './find-around.ts';
import type { LocalApi } from './local-api.ts';
import type { MarkdownNode, ReadLine } from './node-markdown.ts';
import {
  createWorkspaceReader,
  type NodeRead,
  SEARCH_LIMIT_MAX,
  type SeenNode,
  type WorkspaceReader,
} from './workspace-reader.ts';

export interface LocalApiBackendOptions {
  readonly workspaceIds: readonly string[];
  readonly linkersReadMax: number;
  readonly searchWordsMax: number;
}

/** Reads a running Tana, for one answer: what was asked once is remembered as long as the backend lives. */
export interface LocalApiBackend extends GraphBackend {
  readonly name: 'local-api';
  /** What the interface could not tell. */
  untold(): readonly string[];
}

export function createLocalApiBackend(api: LocalApi, options: LocalApiBackendOptions): LocalApiBackend {
  const reader = createWorkspaceReader(api, options.workspaceIds);
  const walk: ApiWalk = { reader, options, parents: new Map(), homeless: new Set(), hubs: new Set() };
  return {
    name: 'local-api',
    asOfMs: null,
    find: (text) => find(walk, text),
    nodes: async (ids) => {
      const read = await Promise.all(ids.map((id) => readGraphNode(walk, id)));
      return new Map(read.flatMap((node) => (node ? [[node.id, node]] : [])));
    },
    neighbours: async (ids, asked) => {
      const told = await Promise.all(ids.map(async (id) => [id, await neighboursOf(walk, id, asked)] as const));
      return new Map(told.flatMap(([id, neighbours]) => (neighbours ? [[id, neighbours]] : [])));
    },
    outline: async (id, { depth, nodesMax }) => {
      const read = reader.seen.isHidden(id) ? null : await reader.read(id, depth);
      return read ? outlineOf(read.node.children, { prefix: id, level: 1, depth }).slice(0, nodesMax) : [];
    },
    untold: () => [
      ...(walk.homeless.size > 0
        ? [`the Local API does not tell what holds a node: left open for ${walk.homeless.size}`]
        : []),
      ...(walk.hubs.size > 0
        ? [`the Local API names ${SEARCH_LIMIT_MAX} nodes that link to one: there are more for ${walk.hubs.size}`]
        : []),
    ],
    close: async () => {},
  };
}

interface ApiWalk {
  readonly reader: WorkspaceReader;
  readonly options: LocalApiBackendOptions;
  /** Who owns whom, as reads and searches told it. */
  readonly parents: Map<string, string | null>;
  readonly homeless: Set<string>;
  readonly hubs: Set<string>;
}

// The interface matches a substring of the name: the phrase is asked for, then all words, then any.
async function find({ reader, options }: ApiWalk, text: string): Promise<FoundNodes> {
  const phrase = text.trim().replace(/\s+/g, ' ');
  if (phrase === '') return { nodes: [] };
  const words = searchWords(phrase, options.searchWordsMax).map((word) => ({ textContains: word }));
  const asked = [{ textContains: phrase }, ...(words.length > 1 ? [{ and: words }, { or: words }] : words)];
  const found = await Promise.all(asked.map((condition) => reader.search(condition)));
  return { nodes: [...new Map(found.flat().map((node) => [node.id, node])).values()] };
}

async function readNode({ reader, parents }: ApiWalk, id: string): Promise<NodeRead | null> {
  if (reader.seen.isHidden(id)) return null;
  const read = await reader.read(id, 1);
  for (const child of read?.node.children ?? []) if (child.id && !child.isReference) parents.set(child.id, id);
  return read;
}

async function readGraphNode(walk: ApiWalk, id: string): Promise<GraphNode | null> {
  const read = await readNode(walk, id);
  if (!read) return null;
  const seen = await walk.reader.meet(id, read.name);
  // Only the lists tell that it lies in the trash.
  if (walk.reader.seen.isHidden(id)) return null;
  const tags = seen ? seen.tags : await fullTags(walk.reader, read.node.tags);
  return {
    id,
    name: read.name,
    description: read.description ?? seen?.description ?? null,
    tags,
    fields: read.node.fields.map(({ name, values }) => ({ name, values: values.map(graphValue) })),
    parent: walk.parents.get(id) ?? null,
    createdMs: seen?.createdMs ?? null,
    modifiedMs: null,
    isDone: read.node.isDone,
    form: formOf(read.node, tags, seen),
  };
}

const graphValue = (value: ReadLine) => ({ text: value.name, node: value.isReference ? value.id : null });

async function fullTags(reader: WorkspaceReader, written: readonly string[]): Promise<readonly string[]> {
  if (!written.some((tag) => tag.includes('_'))) return written;
  const names = await reader.tagNames();
  return written.map((tag) => names.get(tag) ?? tag);
}

const DAY = { docType: 'journalPart', tag: 'day' };

function formOf(node: ReadLine, tags: readonly string[], seen: SeenNode | null = null): GraphForm {
  if (node.isCode) return 'code';
  if (seen?.docType === DAY.docType || tags.includes(DAY.tag)) return 'day';
  return /^https?:\/\/\S+$/.test(node.name) ? 'url' : 'text';
}

async function neighboursOf(walk: ApiWalk, id: string, asked: NeighbourOptions): Promise<Neighbours | null> {
  const read = await readNode(walk, id);
  if (!read) return null;
  const needed = new Set(saidWays(asked.relations).map(([way]) => way));
  const [children, linkers, parent] = await Promise.all([
    needed.has('down') || needed.has('refersTo') ? walk.reader.children(id, asked.limitEach) : null,
    needed.has('referredBy') || needed.has('valueOf') ? linkersOf(walk, id) : [],
    needed.has('up') ? parentOf(walk, id) : null,
  ]);
  const listed = new Set(read.node.children.flatMap((child) => (child.isReference ? (child.id ?? []) : [])));
  const nodes = children?.nodes ?? [];
  const owned = nodes.filter((node) => !listed.has(node.id));
  const visible = (ends: readonly End[]): Way => ({ ends: ends.filter((end) => !walk.reader.seen.isHidden(end.id)) });
  const linking = (isField: boolean) => visible(linkers.filter(({ field }) => (field !== undefined) === isField));
  return joinSteps(
    id,
    {
      down: { ends: owned.map(endOf), total: owned.length + (children ? children.total - nodes.length : 0) },
      up: parent ? { ends: [endOf(parent)] } : NO_WAY,
      refersTo: visible([
        ...nodes.filter((node) => listed.has(node.id)).map(endOf),
        ...read.node.references.map((to) => endOf(known(walk, to))),
      ]),
      referredBy: linking(false),
      values: visible(fieldEnds(walk, read.node)),
      valueOf: linking(true),
    },
    asked,
  );
}

type NamedNode = Pick<SeenNode, 'id' | 'name'>;

// The interface tells no time of change.
const endOf = ({ id, name }: NamedNode): End => ({ id, name, modifiedMs: null });

const known = ({ reader }: ApiWalk, id: string): NamedNode => reader.seen.get(id) ?? { id, name: '' };

function fieldEnds(walk: ApiWalk, { fields }: MarkdownNode): readonly End[] {
  return fields.flatMap(({ name, values }) =>
    values.flatMap((value) =>
      value.isReference && value.id !== null
        ? [{ ...endOf({ id: value.id, name: known(walk, value.id).name || value.name }), field: name }]
        : [],
    ),
  );
}

async function linkersOf(walk: ApiWalk, id: string): Promise<readonly End[]> {
  const linkers = await findLinkers(walk.reader, id, walk.options.linkersReadMax);
  if (linkers.length >= SEARCH_LIMIT_MAX) walk.hubs.add(id);
  return linkers.map(({ node, field }) => ({ ...endOf(node), ...(field === null ? {} : { field }) }));
}

async function parentOf(walk: ApiWalk, id: string): Promise<NamedNode | null> {
  const before = walk.parents.get(id);
  const parent = before === undefined ? await findParent(walk.reader, id) : before;
  if (parent === undefined) walk.homeless.add(id);
  else walk.parents.set(id, parent);
  return parent ? known(walk, parent) : null;
}

/** Lines below a node in reading order; a line without an id of its own is called after its place. */
function outlineOf(
  nodes: readonly MarkdownNode[],
  { prefix, level, depth }: { prefix: string; level: number; depth: number },
): readonly OutlineNode[] {
  return nodes.flatMap((node, position) => {
    const id = node.id ?? `${prefix}#${position + 1}`;
    const { name, isReference, isDone, tags } = node;
    const below =
      isReference || level >= depth ? [] : outlineOf(node.children, { prefix: id, level: level + 1, depth });
    return [{ id, name, level, form: formOf(node, tags), isReference, isDone, tags }, ...below];
  });
}

// The words a text is searched by: those that tell something, and the longer ones when there are many.
function searchWords(text: string, wordsMax: number): readonly string[] {
  const words = [...new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])];
  const isStopWord = stopWordsOf(words);
  const telling = words.filter((word) => !isStopWord(word));
  const usable = telling.length > 0 ? telling : words;
  if (usable.length <= wordsMax) return usable;
  const longest = new Set([...usable].sort((a, b) => b.length - a.length || (a < b ? -1 : 1)).slice(0, wordsMax));
  return usable.filter((word) => longest.has(word));
}
