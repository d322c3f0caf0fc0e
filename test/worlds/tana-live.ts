/** A small workspace as a running Tana holds it. */
export interface LiveGraph {
  readonly workspaces: readonly { readonly id: string; readonly name: string }[];
  readonly nodes: readonly LiveNode[];
}

export interface LiveNode {
  readonly id: string;
  /** Inline references stand as `[[id]]`. */
  readonly name: string;
  readonly workspace?: string;
  readonly tags?: readonly string[];
  readonly description?: string;
  readonly docType?: string;
  readonly isDone?: boolean;
  readonly inTrash?: boolean;
  /** Ids it lists; `@id` is a reference to a node that another owns. */
  readonly children?: readonly string[];
  /** Values; `@id` is a reference. */
  readonly fields?: Readonly<Record<string, readonly string[]>>;
}

const nodeOf = (graph: LiveGraph, id: string): LiveNode | undefined => graph.nodes.find((node) => node.id === id);
const ownerOf = (graph: LiveGraph, id: string) => graph.nodes.find((node) => node.children?.includes(id));

export function breadcrumbOf(graph: LiveGraph, node: LiveNode): readonly string[] {
  const owner = ownerOf(graph, node.id);
  return owner ? [...breadcrumbOf(graph, owner), owner.name] : [];
}

export function foundNode(graph: LiveGraph, node: LiveNode) {
  const tags = (node.tags ?? []).map((name) => ({ id: `tag-${name}`, name }));
  return {
    id: node.id,
    name: plain(graph, node.name),
    tags,
    tagIds: tags.map(({ id }) => id),
    workspaceId: node.workspace ?? graph.workspaces[0]!.id,
    docType: node.docType ?? 'node',
    ...(node.description === undefined ? {} : { description: node.description }),
    created: '2026-05-01T10:00:00.000Z',
    inTrash: node.inTrash ?? false,
  };
}

export function listedNode(graph: LiveGraph, id: string) {
  const node = nodeOf(graph, id) ?? { id, name: '' };
  return { ...foundNode(graph, node), childCount: node.children?.length ?? 0 };
}

const INLINE = /\[\[([^\]]+)\]\]/g;
const plain = (graph: LiveGraph, name: string) => name.replace(INLINE, (_, id) => nodeOf(graph, id)?.name ?? '');

/** The outline of a node, as the interface writes it. */
export function markdownOf(graph: LiveGraph, id: string, maxDepth: number): string {
  const lines: string[] = [];
  const write = (nodeId: string, level: number): void => {
    const node = nodeOf(graph, nodeId);
    if (!node || node.inTrash || node.docType === 'tuple') return;
    const task = node.isDone === undefined ? '' : node.isDone ? '[x] ' : '[ ] ';
    const name = node.name.replace(INLINE, (_, to) => link(graph, to));
    lines.push(`${'  '.repeat(level)}- ${task}${[name, ...hashes(node)].join(' ')} <!-- node-id: ${nodeId} -->`);
    if (level >= maxDepth) return;
    const indent = '  '.repeat(level + 1);
    for (const [field, values] of Object.entries(node.fields ?? {})) {
      const texts = values.map((value) => (value.startsWith('@') ? link(graph, value.slice(1)) : value));
      if (texts.length === 1) lines.push(`${indent}- **${field}**: ${texts[0]}`);
      else lines.push(`${indent}- **${field}**:`, ...texts.map((text) => `${indent}  - ${text}`));
    }
    for (const child of node.children ?? []) {
      if (child.startsWith('@')) lines.push(`${indent}- ${link(graph, child.slice(1))}`);
      else write(child, level + 1);
    }
  };
  write(id, 0);
  return lines.join('\n');
}

const hashes = (node: LiveNode) => (node.tags ?? []).map((tag) => `#${tag.replace(/\s/g, '_')}`);

function link(graph: LiveGraph, id: string): string {
  const node = nodeOf(graph, id);
  return `[${node ? [plain(graph, node.name), ...hashes(node)].join(' ') : id}](tana:${id})`;
}

/** `query[and][0][textContains]=x` as nested objects. */
export function readBrackets(params: URLSearchParams): Record<string, unknown> {
  const root: Record<string, unknown> = {};
  for (const [key, value] of params) {
    const path = key.split(/[[\]]+/).filter(Boolean);
    const last = path.pop()!;
    let place = root;
    for (const name of path) {
      place[name] ??= {};
      place = place[name] as Record<string, unknown>;
    }
    place[last] = value;
  }
  return root;
}

export function isMatch(graph: LiveGraph, node: LiveNode, condition: Record<string, unknown>): boolean {
  const each = (value: unknown) => Object.values(value as Record<string, Record<string, unknown>>);
  return Object.entries(condition).every(([operator, value]) => {
    if (operator === 'textContains') return plain(graph, node.name).toLowerCase().includes(String(value).toLowerCase());
    if (operator === 'and') return each(value).every((inner) => isMatch(graph, node, inner));
    if (operator === 'or') return each(value).some((inner) => isMatch(graph, node, inner));
    if (operator === 'linksTo') return each(value).some((id) => linksTo(node, String(id)));
    throw new Error(`no such operator here: ${operator}`);
  });
}

function linksTo(node: LiveNode, id: string): boolean {
  const values = Object.values(node.fields ?? {}).flat();
  return node.name.includes(`[[${id}]]`) || values.includes(`@${id}`) || (node.children ?? []).includes(`@${id}`);
}

/** Apollo: a project with a meeting, people, tasks, a day page, the trash and the system's own. */
export const LIVE_APOLLO: LiveGraph = {
  workspaces: [{ id: 'ws1', name: 'Main' }],
  nodes: [
    { id: 'home', name: 'Home', children: ['apollo', 'people', 'monday'] },
    {
      id: 'apollo',
      name: 'Apollo launch',
      tags: ['big project'],
      description: 'Put the <b>new site</b> live.',
      fields: { Status: ['Active'], Owner: ['@ada', '@bob'], Public: ['[x]'] },
      children: ['plan', 'kickoff', '@ada', 'tuple1', 'binned'],
    },
    { id: 'plan', name: 'Plan with [[bob]] and [[kickoff]]', children: ['step1', 'step2'] },
    { id: 'step1', name: 'Write the copy', tags: ['task'], isDone: false },
    { id: 'step2', name: 'Order the cake', tags: ['task'], isDone: true, children: ['crumb'] },
    { id: 'crumb', name: 'Lemon, if there is any' },
    { id: 'kickoff', name: 'Kickoff meeting', tags: ['meeting'], fields: { Attendees: ['@ada'] } },
    { id: 'people', name: 'People', children: ['ada', 'bob'] },
    { id: 'ada', name: 'Ada Lovelace', tags: ['person'] },
    { id: 'bob', name: 'Bob', tags: ['person'] },
    { id: 'monday', name: '2026-06-01 - Monday', docType: 'journalPart', tags: ['day'], children: ['note'] },
    { id: 'note', name: 'Saw [[apollo]] move' },
    { id: 'tuple1', name: 'Status', docType: 'tuple' },
    { id: 'binned', name: 'Apollo: old plan', inTrash: true },
    { id: 'SYS_A13', name: 'Apollo system' },
  ],
};
