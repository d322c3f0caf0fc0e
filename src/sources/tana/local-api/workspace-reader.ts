import { ContextError } from '../../../model/errors.ts';
import { plainText } from '../export/doc-names.ts';
import { standingOf } from '../export/system-names.ts';
import {
  type ChildNode,
  childrenAnswer,
  healthAnswer,
  type ListedNode,
  type LocalApi,
  nodeAnswer,
  searchAnswer,
  tagsAnswer,
  workspacesAnswer,
} from './local-api.ts';
import { type MarkdownNode, parseNodeMarkdown } from './node-markdown.ts';

export const SEARCH_LIMIT_MAX = 100;
const CHILDREN_LIMIT_MAX = 200;
const TAGS_LIMIT_MAX = 200;
const DEPTH_MAX = 10;

/** A node as it was read: its outline down to a depth, and what the answer says beside it. */
export interface NodeRead {
  readonly node: MarkdownNode;
  readonly name: string;
  readonly description: string | null;
}

/** The questions of the Local API over some workspaces; within one answer nothing is asked twice. */
export interface WorkspaceReader {
  readonly seen: SeenNodes;
  /** As many as the interface names at once. */
  search(condition: Parameters<typeof addDeepObject>[2]): Promise<readonly SeenNode[]>;
  /** Looks a node up by its name, for what only lists tell; null where that does not find it. */
  meet(id: string, name: string): Promise<SeenNode | null>;
  /** Null when there is no such node. */
  read(id: string, depth: number): Promise<NodeRead | null>;
  children(id: string, limit: number): Promise<{ nodes: readonly SeenNode[]; total: number }>;
  /** The full names of tags, by how markdown writes them. */
  tagNames(): Promise<ReadonlyMap<string, string>>;
}

/** The workspaces of an interface that is there, ready, and takes the token; a GRAPH_BACKEND error otherwise. */
export async function liveWorkspaces(api: LocalApi, timeoutMs: number): Promise<readonly LiveWorkspace[]> {
  const health = await api.ask({ path: '/health', answer: healthAnswer, timeoutMs, isOnce: true });
  if (!health?.nodeSpaceReady) throw new ContextError('GRAPH_BACKEND', 'Tana is still loading its workspaces.');
  const workspaces = await api.ask({ path: '/workspaces', answer: workspacesAnswer });
  if (!workspaces?.length) throw new ContextError('GRAPH_BACKEND', 'Tana has no workspace open.');
  return workspaces;
}

export interface LiveWorkspace {
  readonly id: string;
  readonly name: string;
}

export function createWorkspaceReader(api: LocalApi, workspaceIds: readonly string[]): WorkspaceReader {
  const seen = createSeenNodes();
  const reads = new Map<string, Promise<NodeRead | null>>();
  const searches = new Map<string, Promise<readonly SeenNode[]>>();
  let tags: Promise<ReadonlyMap<string, string>> | undefined;
  const search: WorkspaceReader['search'] = (condition) => {
    const query = new URLSearchParams();
    addDeepObject(query, 'query', condition);
    addDeepObject(query, 'workspaceIds', workspaceIds);
    query.set('limit', String(SEARCH_LIMIT_MAX));
    const searching = searches.get(query.toString()) ?? searchNodes(api, query, seen);
    searches.set(query.toString(), searching);
    return searching;
  };
  return {
    seen,
    search,
    meet: async (id, name) => {
      if (!seen.get(id) && !seen.isHidden(id) && name !== '') await search({ textContains: name });
      return seen.get(id);
    },
    read: (id, depth) => {
      const maxDepth = Math.min(depth, DEPTH_MAX);
      const key = `${maxDepth} ${id}`;
      const reading = reads.get(key) ?? readNode(api, id, maxDepth);
      reads.set(key, reading);
      return reading;
    },
    children: (id, limit) => readChildren(api, seen, id, limit),
    tagNames: () => {
      tags ??= readTagNames(api, workspaceIds);
      return tags;
    },
  };
}

async function searchNodes(api: LocalApi, query: URLSearchParams, seen: SeenNodes): Promise<readonly SeenNode[]> {
  const found = (await api.ask({ path: '/nodes/search', query, answer: searchAnswer })) ?? [];
  return found.flatMap((node) => seen.see(node) ?? []);
}

async function readNode(api: LocalApi, id: string, maxDepth: number): Promise<NodeRead | null> {
  const query = new URLSearchParams({ maxDepth: String(maxDepth) });
  const answer = await api.ask({ path: `/nodes/${encodeURIComponent(id)}`, query, answer: nodeAnswer });
  if (answer === null) return null;
  const node = parseNodeMarkdown(answer.markdown);
  return {
    node,
    name: node.name || withoutMarkup(answer.name ?? ''),
    description: withoutMarkup(answer.description ?? '') || null,
  };
}

async function readChildren(api: LocalApi, seen: SeenNodes, id: string, limit: number) {
  const nodes: SeenNode[] = [];
  let hidden = 0;
  for (let offset = 0; ; ) {
    const query = new URLSearchParams({ limit: String(CHILDREN_LIMIT_MAX), offset: String(offset) });
    const path = `/nodes/${encodeURIComponent(id)}/children`;
    const page = await api.ask({ path, query, answer: childrenAnswer });
    const visible = (page?.children ?? []).flatMap((child) => seen.see(child) ?? []);
    nodes.push(...visible);
    hidden += (page?.children.length ?? 0) - visible.length;
    offset += page?.children.length ?? 0;
    // An empty page that promises more would never end.
    if (!page?.hasMore || page.children.length === 0 || nodes.length >= limit)
      return { nodes: nodes.slice(0, limit), total: Math.max((page?.total ?? 0) - hidden, nodes.length) };
  }
}

async function readTagNames(api: LocalApi, workspaceIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const query = new URLSearchParams({ limit: String(TAGS_LIMIT_MAX) });
  const lists = await Promise.all(
    workspaceIds.map((id) =>
      api.ask({ path: `/workspaces/${encodeURIComponent(id)}/tags`, query, answer: tagsAnswer }),
    ),
  );
  const names = lists.flatMap((list) => list ?? []).map(({ name }) => name);
  return new Map(names.map((name) => [writtenTag(name), name.trim()]));
}

const writtenTag = (name: string): string => name.replace(/\s/g, '_');

type Condition = string | number | boolean | readonly Condition[] | { readonly [key: string]: Condition };

/** Adds a nested value to a query in bracket notation: `query[and][0][textContains]=plan`. */
function addDeepObject(query: URLSearchParams, name: string, value: Condition): void {
  if (typeof value !== 'object') {
    query.set(name, String(value));
    return;
  }
  for (const [key, inner] of Object.entries(value)) addDeepObject(query, `${name}[${key}]`, inner);
}

/** What lists said of a node in passing; a read of the node alone tells neither its tags' full names nor its times. */
export interface SeenNode {
  readonly id: string;
  readonly name: string;
  readonly tags: readonly string[];
  readonly description: string | null;
  readonly docType: string;
  readonly createdMs: number | null;
  /** Names of what it lies in, the outermost first; null where no search told them. */
  readonly breadcrumb: readonly string[] | null;
}

export interface SeenNodes {
  /** Remembers a node of a list; null when it is one that nobody is meant to see. */
  see(node: ListedNode | ChildNode): SeenNode | null;
  get(id: string): SeenNode | null;
  /** It lies in the trash or belongs to the system. */
  isHidden(id: string): boolean;
}

export function createSeenNodes(): SeenNodes {
  const seen = new Map<string, SeenNode>();
  const hidden = new Set<string>();
  return {
    see: (node) => {
      if (node.inTrash || standingOf(node.id, node.docType) !== null) {
        hidden.add(node.id);
        return null;
      }
      const told = seenNode(node);
      const before = seen.get(node.id);
      const known = told.breadcrumb === null && before ? { ...told, breadcrumb: before.breadcrumb } : told;
      seen.set(node.id, known);
      return known;
    },
    get: (id) => seen.get(id) ?? null,
    isHidden: (id) => hidden.has(id) || standingOf(id, undefined) !== null,
  };
}

/** A text as lists carry it may hold the markup of the editor. */
export const withoutMarkup = (text: string): string => plainText(text, () => null).text;

function seenNode(node: ListedNode | ChildNode): SeenNode {
  const createdMs = Date.parse(node.created);
  return {
    id: node.id,
    name: withoutMarkup(node.name),
    tags: node.tags.map(({ name }) => name.trim()).filter(Boolean),
    description: withoutMarkup(node.description ?? '') || null,
    docType: node.docType,
    createdMs: Number.isNaN(createdMs) ? null : createdMs,
    breadcrumb: 'breadcrumb' in node ? breadcrumbIn(node) : null,
  };
}

// Some answers end with the node itself.
function breadcrumbIn({ breadcrumb, name }: ListedNode): readonly string[] {
  return breadcrumb.at(-1) === name ? breadcrumb.slice(0, -1) : breadcrumb;
}
