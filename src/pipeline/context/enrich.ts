// Reads what is printed of each node of a context: its outline, its fields, and how it is related to the source.
import type { LineRange } from '../../model/facts.ts';
import { type GraphField, type GraphNode, type GraphStep, isPlainNode } from '../../model/graph.ts';
import { writeContent } from '../../model/node-text.ts';
import { oneLine } from '../../model/visible-text.ts';
import { bestLines, type ContextRun, isFieldValue, type SeededRun, shortName } from './context-options.ts';
import type { GatheredNode, GatherResult } from './gather.ts';

/** A node of the answer with the texts that are printed of it. */
export interface EnrichedNode extends GatheredNode {
  readonly name: string;
  readonly content: string;
  /** The promising lines of the content, best first. */
  readonly best: readonly LineRange[];
  readonly fields: Readonly<Record<string, string | readonly string[]>> | null;
  readonly because: string;
}

/** Reads the nodes of the answer, and leaves out those that say nothing. */
export async function enrich(
  nodes: readonly GatheredNode[],
  { opened }: GatherResult,
  run: SeededRun,
): Promise<readonly EnrichedNode[]> {
  const { backend, view } = run;
  const { depth, readMax: nodesMax, lineCharactersMax } = run.settings.limits.outline;
  const printed = new Set(nodes.map(({ node }) => node.id));
  const missing = nodes.flatMap(({ node }) => (node.parent !== null && !opened.has(node.parent) ? [node.parent] : []));
  const owners = new Map([...opened, ...(await backend.nodes([...new Set(missing)]))]);
  const isPrintedElsewhere = (id: string) => printed.has(id);
  const options = { isPrintedElsewhere, excludeTags: view.excludeTags, lineCharactersMax };
  const rich = await Promise.all(
    nodes.map(async (gathered): Promise<EnrichedNode> => {
      const { node } = gathered;
      const content = writeContent(node, await backend.outline(node.id, { depth, nodesMax }), options);
      const fields = view.withFields ? fieldsOf([...doneOf(node), ...node.fields], run) : {};
      return {
        ...gathered,
        name: node.form === 'code' ? node.name.split('\n', 1)[0]! : node.name,
        content,
        best: bestLines(content, run),
        fields: Object.keys(fields).length === 0 ? null : fields,
        because: becauseOf(gathered, owners),
      };
    }),
  );
  return rich.filter(saysSomething);
}

// Whether a node is worth printing. A value without nodes below it belongs to the fields of its owner.
function saysSomething({ content, path, node, isSource, searchScore }: EnrichedNode): boolean {
  if (isSource || searchScore !== null || content !== '') return true;
  return node.name.trim() !== '' && !(isPlainNode(node) && isFieldValue(path.at(-1)));
}

type Owners = ReadonlyMap<string, GraphNode>;

// Says how a node was found, how it is related to its nearest source, and where it lies.
function becauseOf({ node, path, isSource, isNamed, searchScore }: GatheredNode, owners: Owners): string {
  const where = path.some(({ from }) => from === node.parent) ? '' : placeOf(node, owners);
  const found = searchScore === null || isSource ? '' : 'found by its words';
  const way = isNamed ? 'asked for' : isSource ? 'found by search' : describePath(path, owners);
  return [found, way, where && `in ${where}`].filter((part) => part !== '').join(', ');
}

const STEPS_MAX = 3;

/** Describes the node that a step leads to: the first text begins the reason, the second follows `which`. */
type StepWords = (from: string, field: string) => readonly [first: string, further: string];

const CHILD: StepWords = (from) => [`child of ${from}`, `is a child of ${from}`];
const CONTAINS: StepWords = (from) => [`contains ${from}`, `contains ${from}`];
const WORDS: Readonly<Record<`${GraphStep['relation']} ${GraphStep['direction']}`, StepWords>> = {
  'child out': CHILD,
  'child in': CONTAINS,
  'parent out': CONTAINS,
  'parent in': CHILD,
  'references out': (from) => [`mentioned in ${from}`, `is mentioned in ${from}`],
  'references in': (from) => [`mentions ${from}`, `mentions ${from}`],
  'field out': (from, field) => [`field ${field} of ${from}`, `is the field ${field} of ${from}`],
  'field in': (from, field) => [`has ${from} as ${field}`, `has ${from} as ${field}`],
};

// Describes the steps from the last one back: `child of Tasks, which is a child of Atlas`.
function describePath(path: readonly GraphStep[], owners: Owners): string {
  const nameOf = (id: string) => shortName(owners.get(id)?.name ?? id);
  const steps = path.toReversed();
  const clauses = steps.slice(0, STEPS_MAX).map(({ relation, direction, from, field }, index) => {
    const [first, further] = WORDS[`${relation} ${direction}`](nameOf(from), shortName(field ?? ''));
    return index === 0 ? first : `which ${further}`;
  });
  const [source] = path;
  if (path.length > STEPS_MAX && source) clauses.push(`${path.length} steps from ${nameOf(source.from)}`);
  return clauses.join(', ');
}

// Writes the page and the headings above a node, the nearest three: `2026-02-26 › Morning`.
function placeOf(node: GraphNode, owners: Owners): string {
  const names: string[] = [];
  const seen = new Set([node.id]);
  for (let id = node.parent; id !== null && !seen.has(id); id = owners.get(id)?.parent ?? null) {
    const owner = owners.get(id);
    if (owner === undefined) break;
    seen.add(id);
    if (owner.name !== '') names.unshift(shortName(owner.name));
    if (!isPlainNode(owner)) break;
  }
  return names.slice(-3).join(' › ');
}

/** The fields of the lens first, then the others as the node has them; long ones are shortened and say so. */
function fieldsOf(
  fields: readonly GraphField[],
  { view, settings }: ContextRun,
): Readonly<Record<string, string | readonly string[]>> {
  const { valuesMax, valueCharactersMax } = settings.limits.fields;
  const key = (name: string) => name.toLowerCase().replace(/[\s_-]+/g, '-');
  const wanted = view.fields.map(key);
  const rank = ({ name }: GraphField) => {
    const index = wanted.indexOf(key(name));
    return index < 0 ? wanted.length : index;
  };
  const joined = new Map<string, string[]>();
  for (const { name, values } of fields.toSorted((a, b) => rank(a) - rank(b))) {
    const texts = values.map(({ text }) => oneLine(text, valueCharactersMax)).filter((text) => text !== '');
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
const doneOf = ({ isDone }: GraphNode): readonly GraphField[] =>
  isDone === null ? [] : [{ name: 'Done', values: [{ text: isDone ? 'yes' : 'no', node: null }] }];
