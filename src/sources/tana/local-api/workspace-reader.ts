// This file asks the Local API about workspaces and nodes, and caches summaries, because only lists contain all facts.
import { ContextError } from '../../../model/errors.ts';
import { lazy, memoize } from '../../../model/memoize.ts';
import { toPlainText } from '../export/doc-names.ts';
import { standingOf } from '../export/system-names.ts';
import {
  childrenAnswer,
  healthAnswer,
  type ListedNode,
  type LiveWorkspace,
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

export interface ReadNode {
  readonly node: MarkdownNode;
  readonly name: string;
  readonly description: string | null;
}

export type WorkspaceReader = ReturnType<typeof createWorkspaceReader>;

/** Reads the workspaces that are open in Tana. Throws GRAPH_BACKEND if Tana cannot name any. */
export async function readLiveWorkspaces(api: LocalApi, timeoutMs: number): Promise<readonly LiveWorkspace[]> {
  const health = await api.ask({ path: '/health', answer: healthAnswer, timeoutMs, isOnce: true });
  if (!health?.nodeSpaceReady) throw new ContextError('GRAPH_BACKEND', 'Tana is still loading its workspaces.');
  const workspaces = await api.ask({ path: '/workspaces', answer: workspacesAnswer });
  if (!workspaces?.length) throw new ContextError('GRAPH_BACKEND', 'Tana has no workspace open.');
  return workspaces;
}

/** Asks the Local API about nodes of some workspaces. It caches answers, except lists of children. */
export function createWorkspaceReader(api: LocalApi, workspaceIds: readonly string[]) {
  const summaries: NodeSummaries = new Map();
  const summary = (id: string) => summaries.get(id) ?? null;
  const isHidden = (id: string) => summaries.get(id) === null || standingOf(id, null) !== null;
  const searchOnce = memoize((query: URLSearchParams) => searchNodes(api, query, summaries), String);
  const readOnce = memoize(
    (id: string, maxDepth: number) => readNode(api, id, maxDepth),
    (id, maxDepth) => `${maxDepth} ${id}`,
  );
  const search = (condition: Condition) => {
    const query = new URLSearchParams();
    addDeepObject(query, 'query', condition);
    addDeepObject(query, 'workspaceIds', workspaceIds);
    query.set('limit', String(SEARCH_LIMIT_MAX));
    return searchOnce(query);
  };
  return {
    /** Returns the summary of a node; null if it is hidden or no list held it yet. */
    summary,
    /** Whether the node is in the trash or belongs to Tana itself, as far as its id and the lists so far tell. */
    isHidden,
    /** Finds nodes. Tana returns at most `SEARCH_LIMIT_MAX`, hidden ones counted; `isFull` says that it returned so many. */
    search,
    /** Searches for a node by its name, because only lists contain its summary; null if the search does not find it. */
    summaryOf: async (id: string, name: string) => {
      if (summary(id) === null && !isHidden(id) && name !== '') await search({ textContains: name });
      return summary(id);
    },
    read: (id: string, depth: number) => readOnce(id, Math.min(depth, DEPTH_MAX)),
    children: (id: string, limit: number) => readChildren(api, { summaries, id, limit }),
    /** The full names of tags, by the form that tags have in markdown. */
    tagNames: lazy(() => readTagNames(api, workspaceIds)),
  };
}

async function searchNodes(api: LocalApi, query: URLSearchParams, summaries: NodeSummaries) {
  const found = (await api.ask({ path: '/nodes/search', query, answer: searchAnswer })) ?? [];
  const nodes = found.flatMap((node) => addSummary(node, summaries) ?? []);
  return { nodes, isFull: found.length >= SEARCH_LIMIT_MAX };
}

async function readNode(api: LocalApi, id: string, maxDepth: number): Promise<ReadNode | null> {
  const query = new URLSearchParams({ maxDepth: String(maxDepth) });
  const answer = await api.ask({ path: `/nodes/${encodeURIComponent(id)}`, query, answer: nodeAnswer });
  if (answer === null) return null;
  const node = parseNodeMarkdown(answer.markdown);
  return {
    node,
    name: node.name || removeMarkup(answer.name ?? ''),
    description: removeMarkup(answer.description ?? '') || null,
  };
}

async function readChildren(
  api: LocalApi,
  { summaries, id, limit }: { readonly summaries: NodeSummaries; readonly id: string; readonly limit: number },
) {
  const nodes: NodeSummary[] = [];
  for (let offset = 0; ; ) {
    const query = new URLSearchParams({ limit: String(CHILDREN_LIMIT_MAX), offset: String(offset) });
    const path = `/nodes/${encodeURIComponent(id)}/children`;
    const page = await api.ask({ path, query, answer: childrenAnswer });
    const children = page?.children ?? [];
    nodes.push(...children.flatMap((child) => addSummary(child, summaries) ?? []));
    offset += children.length;
    // Stops at an empty page even if Tana says that there are more.
    if (!page?.hasMore || children.length === 0 || nodes.length >= limit) {
      const hidden = offset - nodes.length;
      return { nodes: nodes.slice(0, limit), total: Math.max((page?.total ?? 0) - hidden, nodes.length) };
    }
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
  return new Map(names.map((name) => [name.replace(/\s/g, '_'), name.trim()]));
}

type Condition = string | number | boolean | readonly Condition[] | { readonly [key: string]: Condition };

/** Adds a nested value to a query in bracket notation, for example `query[and][0][textContains]=plan`. */
function addDeepObject(query: URLSearchParams, name: string, value: Condition): void {
  if (typeof value !== 'object') {
    query.set(name, String(value));
    return;
  }
  for (const [key, inner] of Object.entries(value)) addDeepObject(query, `${name}[${key}]`, inner);
}

/** The facts of a node in a list. The answer about a single node has neither full names of tags nor times. */
export interface NodeSummary {
  readonly id: string;
  readonly name: string;
  readonly tags: readonly string[];
  readonly description: string | null;
  readonly docType: string;
  readonly createdMs: number | null;
  /** The names of the nodes above it, the outermost first; null if no search has returned it yet. */
  readonly breadcrumb: readonly string[] | null;
}

/** The summaries of listed nodes; null for a hidden node. */
type NodeSummaries = Map<string, NodeSummary | null>;

function addSummary(node: ListedNode, summaries: NodeSummaries): NodeSummary | null {
  const { id, name, docType } = node;
  const isHidden = node.inTrash || standingOf(id, docType) !== null;
  const createdMs = Date.parse(node.created);
  const above = 'breadcrumb' in node ? node.breadcrumb : null;
  // Some breadcrumbs end with the node itself, which is removed.
  const breadcrumb = above?.at(-1) === name ? above.slice(0, -1) : above;
  const summary: NodeSummary = {
    id,
    name: removeMarkup(name),
    tags: node.tags.map((tag) => tag.name.trim()).filter(Boolean),
    description: removeMarkup(node.description ?? '') || null,
    docType,
    createdMs: Number.isNaN(createdMs) ? null : createdMs,
    breadcrumb: breadcrumb ?? summaries.get(id)?.breadcrumb ?? null,
  };
  summaries.set(id, isHidden ? null : summary);
  return isHidden ? null : summary;
}

/** Removes the editor's markup, which names and descriptions in lists may contain. */
const removeMarkup = (text: string): string => toPlainText(text, () => null).text;
