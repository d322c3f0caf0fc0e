// Reads what is printed of each node of a context: its outline, its fields, and how it is related to the source.
import type { LineRange } from '../../model/facts.ts';
import { type GraphField, type GraphNode, isPlainNode } from '../../model/graph.ts';
import { writeContent } from '../../model/node-text.ts';
import type { GraphBackend } from '../../ports/graph.ts';
import { becauseOf, shortName } from './because.ts';
import { bestLines, type ContextLimits, type GraphView, type PromiseMeasure } from './context-options.ts';
import type { GatheredNode, GatherResult } from './gather.ts';

const PLACE_MAX = 3;

/** A node of the answer with everything that is printed of it. */
export interface EnrichedNode extends GatheredNode {
  readonly name: string;
  readonly content: string;
  /** Lines of the content that answer the question, best first. */
  readonly best: readonly LineRange[];
  readonly fields: Readonly<Record<string, string | readonly string[]>> | null;
  readonly because: string;
}

export interface NodeEnrichParts {
  readonly backend: Pick<GraphBackend, 'nodes' | 'outline'>;
  readonly view: GraphView;
  readonly limits: ContextLimits;
  readonly withFields: boolean;
  readonly measure: PromiseMeasure;
}

/** Reads the outlines and fields of the nodes of the answer, and says how each is connected with the source. */
export async function enrich(
  nodes: readonly GatheredNode[],
  gathering: GatherResult,
  parts: NodeEnrichParts,
): Promise<readonly EnrichedNode[]> {
  const told = new Set(nodes.map(({ node }) => node.id));
  const owners = await ownersOf(nodes, gathering, parts);
  const nameOf = (id: string) => owners.get(id)?.name ?? id;
  const rich = await Promise.all(
    nodes.map(async (gathered): Promise<EnrichedNode> => {
      const { node } = gathered;
      const { depth, readMax, lineCharactersMax } = parts.limits.outline;
      const outline = await parts.backend.outline(node.id, { depth, nodesMax: readMax });
      const options = { isTold: (id: string) => told.has(id), excludeTags: parts.view.excludeTags };
      const content = writeContent(node, outline, { ...options, lineCharactersMax });
      const fields = parts.withFields ? fieldsOf([...doneOf(node), ...node.fields], parts) : {};
      return {
        ...gathered,
        name: node.form === 'code' ? firstLine(node.name) : node.name,
        content,
        best: bestLines(content, parts.measure),
        fields: Object.keys(fields).length === 0 ? null : fields,
        because: because(gathered, owners, nameOf),
      };
    }),
  );
  return rich.filter((node) => saysSomething(node));
}

// Whether a node is worth printing. A value without nodes below it is printed among the fields of its owner.
function saysSomething({ content, path, node, isSource, searchScore }: EnrichedNode): boolean {
  const last = path.at(-1);
  const isBareValue = last?.relation === 'field' && last.direction === 'out' && content === '';
  if (isSource || searchScore !== null) return true;
  return !(isPlainNode(node) && isBareValue) && (node.name.trim() !== '' || content !== '');
}

async function ownersOf(
  nodes: readonly GatheredNode[],
  { opened }: GatherResult,
  { backend }: NodeEnrichParts,
): Promise<ReadonlyMap<string, GraphNode>> {
  const missing = nodes.flatMap(({ node }) => (node.parent !== null && !opened.has(node.parent) ? [node.parent] : []));
  return new Map([...opened, ...(await backend.nodes([...new Set(missing)]))]);
}

function because(
  { node, path, isSource, isNamed, searchScore }: GatheredNode,
  owners: ReadonlyMap<string, GraphNode>,
  nameOf: (id: string) => string,
): string {
  const isOnPath = path.some(({ from }) => from === node.parent);
  const where = isOnPath ? '' : placeOf(node, owners);
  const found = searchScore === null || isSource ? '' : 'found by its words';
  const way = isNamed ? 'asked for' : isSource ? 'found by search' : becauseOf(path, nameOf);
  return [found, way, where === '' ? '' : `in ${where}`].filter((part) => part !== '').join(', ');
}

// Writes the page and the headings above a line: `2026-02-26 › Morning`.
function placeOf(node: GraphNode, owners: ReadonlyMap<string, GraphNode>): string {
  const names: string[] = [];
  const seen = new Set([node.id]);
  for (let id = node.parent; id !== null && !seen.has(id); id = owners.get(id)?.parent ?? null) {
    const owner = owners.get(id);
    if (owner === undefined) break;
    seen.add(id);
    if (owner.name !== '') names.unshift(shortName(owner.name));
    if (!isPlainNode(owner)) break;
  }
  return names.slice(-PLACE_MAX).join(' › ');
}

/** The fields of the lens first, then the others as the node has them; long ones are shortened and say so. */
function fieldsOf(
  fields: readonly GraphField[],
  { view, limits }: { readonly view: Pick<GraphView, 'fields'>; readonly limits: Pick<ContextLimits, 'fields'> },
): Readonly<Record<string, string | readonly string[]>> {
  const { valuesMax, valueCharactersMax } = limits.fields;
  const key = (name: string) => name.toLowerCase().replace(/[\s_-]+/g, '-');
  const wanted = view.fields.map(key);
  const rank = ({ name }: GraphField) => {
    const index = wanted.indexOf(key(name));
    return index < 0 ? wanted.length : index;
  };
  const joined = new Map<string, string[]>();
  for (const { name, values } of fields.toSorted((a, b) => rank(a) - rank(b))) {
    const texts = values.map(({ text }) => clip(text, valueCharactersMax)).filter((text) => text !== '');
    if (texts.length > 0) joined.set(name, [...(joined.get(name) ?? []), ...texts]);
  }
  return Object.fromEntries(
    [...joined].map(([name, texts]) => {
      const more = texts.length > valuesMax ? [`… ${texts.length - valuesMax} more`] : [];
      const shown = [...texts.slice(0, valuesMax), ...more];
      return [name, shown.length === 1 ? shown[0]! : shown];
    }),
  );
}

// A checkbox is printed as a field, before all fields that the lens does not name.
function doneOf({ isDone }: GraphNode): readonly GraphField[] {
  return isDone === null ? [] : [{ name: 'Done', values: [{ text: isDone ? 'yes' : 'no', node: null }] }];
}

function clip(text: string, max: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > max ? `${line.slice(0, max - 1).toWellFormed()}…` : line;
}

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? '';
