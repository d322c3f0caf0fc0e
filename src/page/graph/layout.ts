import {
  forceCollide,
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type SimulationLinkDatum,
  type SimulationNodeDatum,
} from 'd3-force';
import type { EdgeKind } from '../../model/edge.ts';
import { explainedFiles } from '../../model/explained-files.ts';
import type { PackData } from '../answers.ts';

/** A file that was chosen, or might have been. */
export interface DrawnNode extends SimulationNodeDatum {
  readonly path: string;
  readonly isQuoted: boolean;
  readonly likelihood: number | null;
  readonly tokens: number;
  readonly radius: number;
  readonly marks: readonly (readonly [number, number])[];
}

export interface DrawnLink extends SimulationLinkDatum<DrawnNode> {
  readonly source: DrawnNode;
  readonly target: DrawnNode;
  readonly kind: EdgeKind;
  readonly because: string;
}

export interface Graph {
  readonly nodes: readonly DrawnNode[];
  readonly links: readonly DrawnLink[];
}

/** Beyond this many nobody sees anything in the picture. */
export const NODES_MAX = 300;
const RADIUS_LEAST = 4;
const RADIUS_MOST = 18;

/** The files of an answer, best first, and the edges between them; only what is in the pack, or every candidate. */
export function graphOf(data: PackData, isWhole: boolean): Graph {
  const { candidates, spent, edges } = data.explained;
  const chosen = explainedFiles(candidates, spent).filter(({ level }) => isWhole || level !== null);
  const most = Math.max(1, ...chosen.map(({ tokens }) => tokens));
  const nodes = chosen.slice(0, NODES_MAX).map((file): DrawnNode => {
    const { level } = file;
    return {
      path: file.path,
      isQuoted: level !== null && level !== 'reference',
      likelihood: file.file.likelihood ?? null,
      tokens: file.tokens,
      radius: RADIUS_LEAST + (RADIUS_MOST - RADIUS_LEAST) * Math.sqrt(file.tokens / most),
      marks: file.parts
        .filter((part) => part.level)
        .map(({ startLine, endLine }) => [startLine, endLine] as const)
        .toSorted(([a], [b]) => a - b),
    };
  });
  const byPath = new Map(nodes.map((node) => [node.path, node]));
  const links = edges.flatMap(({ from, to, kind, because }): readonly DrawnLink[] => {
    const [source, target] = [byPath.get(from), byPath.get(to)];
    return source && target && source !== target ? [{ source, target, kind, because }] : [];
  });
  return { nodes, links };
}

const APART = 60;
const LINK_LENGTH = 90;
const PULL = 0.05;

/**
 * Finds places for the nodes, some steps at a time: `step` works for at most so long and says whether there is more to do.
 * The same graph always comes out the same.
 */
export function layOut({ nodes, links }: Graph): { step(milliseconds: number): boolean } {
  const simulation = forceSimulation([...nodes])
    .force(
      'links',
      forceLink<DrawnNode, DrawnLink>([...links])
        .distance(LINK_LENGTH)
        .strength(0.15),
    )
    .force('charge', forceManyBody<DrawnNode>().strength(-APART * Math.max(2, Math.sqrt(400 / (nodes.length + 1)))))
    .force(
      'room',
      forceCollide<DrawnNode>(({ radius }) => radius + 6),
    )
    .force('x', forceX<DrawnNode>().strength(PULL))
    .force('y', forceY<DrawnNode>().strength(PULL * 1.4))
    .alphaDecay(0.03)
    .stop();
  return {
    step(milliseconds) {
      const until = performance.now() + milliseconds;
      while (simulation.alpha() > simulation.alphaMin() && performance.now() < until) simulation.tick();
      return simulation.alpha() > simulation.alphaMin();
    },
  };
}

/** The box that holds every node, with room for names. */
export function boundsOf(nodes: readonly DrawnNode[]): readonly [x: number, y: number, width: number, height: number] {
  if (nodes.length === 0) return [-100, -100, 200, 200];
  const xs = nodes.map(({ x = 0 }) => x);
  const ys = nodes.map(({ y = 0 }) => y);
  const [left, top] = [Math.min(...xs) - 60, Math.min(...ys) - 40];
  // What is said of a node stands below all of them.
  return [left, top, Math.max(...xs) + 60 - left, Math.max(...ys) + 80 - top];
}

const LETTER_PX = 6.8;
const NAME_PX = 15;

/** What a file is called in the drawing. */
export const nameOf = ({ path }: Pick<DrawnNode, 'path'>): string => path.slice(path.lastIndexOf('/') + 1);

/** The nodes whose names can be read at this scale: from the best on, each that covers no other name. */
export function namedNodes(nodes: readonly DrawnNode[], scale: number): ReadonlySet<DrawnNode> {
  const taken: (readonly [left: number, top: number, right: number, bottom: number])[] = [];
  const named = new Set<DrawnNode>();
  for (const node of nodes) {
    const half = (nameOf(node).length * LETTER_PX) / scale / 2;
    const [x, y] = [node.x ?? 0, (node.y ?? 0) + node.radius];
    const box = [x - half, y, x + half, y + NAME_PX / scale] as const;
    if (taken.some(([left, top, right, bottom]) => box[0] < right && box[2] > left && box[1] < bottom && box[3] > top))
      continue;
    taken.push(box);
    named.add(node);
  }
  return named;
}
