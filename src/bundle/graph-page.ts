import { fenced } from '../formats/markdown/escape.ts';
import { EDGE_KINDS, type Edge, type EdgeKind } from '../model/edge.ts';
import { oneLine } from '../model/visible-text.ts';

/** GRAPH.md: how the packed files hang together, drawn with plain characters. */
export function graphPage(paths: readonly string[], edges: readonly Edge[]): string {
  const drawing = drawGraph(paths, edges);
  return `# Dependency graph\n\n${drawing === '' ? 'No file was packed.' : fenced(drawing, 'text')}\n`;
}

interface Arrow {
  readonly to: string;
  readonly kinds: readonly EdgeKind[];
}

/**
 * A forest: files nothing points at stand at the left margin, and what they point at hangs below them. A file is
 * unfolded once, where it is met first; later it stands with `(above)`.
 */
export function drawGraph(paths: readonly string[], edges: readonly Edge[]): string {
  const arrows = arrowsOf(paths, edges);
  const targets = new Set([...arrows.values()].flat().map(({ to }) => to));
  const drawn = new Set<string>();
  const connected = paths.filter((path) => targets.has(path) || arrows.get(path)!.length > 0);
  // Files nothing points at first; what is then still undrawn lies on a cycle and starts at its best file.
  const starts = [...connected.filter((path) => !targets.has(path)), ...connected];
  const trees = starts.flatMap((path) => (drawn.has(path) ? [] : [drawTree(path, arrows, drawn).join('\n')]));
  const alone = paths.filter((path) => !connected.includes(path)).map((path) => oneLine(path));
  if (alone.length > 0) trees.push([...(trees.length > 0 ? ['no edges among these files:'] : []), ...alone].join('\n'));
  return trees.join('\n\n');
}

function drawTree(root: string, arrows: ReadonlyMap<string, readonly Arrow[]>, drawn: Set<string>): string[] {
  const lines = [oneLine(root)];
  // An explicit stack: a chain of a thousand files must not become a thousand calls.
  const open: { path: string; indent: string; next: number }[] = [{ path: root, indent: '', next: 0 }];
  drawn.add(root);
  while (open.length > 0) {
    const top = open.at(-1)!;
    const outgoing = arrows.get(top.path) ?? [];
    const arrow = outgoing[top.next++];
    if (!arrow) {
      open.pop();
      continue;
    }
    const isLast = top.next === outgoing.length;
    const label = arrow.kinds.map((kind) => EDGE_KINDS[kind].label).join(', ');
    const isKnown = drawn.has(arrow.to);
    lines.push(`${top.indent}${isLast ? '`' : '|'}-- ${label} --> ${oneLine(arrow.to)}${isKnown ? ' (above)' : ''}`);
    if (isKnown) continue;
    drawn.add(arrow.to);
    open.push({ path: arrow.to, indent: `${top.indent}${isLast ? ' ' : '|'}   `, next: 0 });
  }
  return lines;
}

// Every edge between packed files, parallel ones joined, in the order of the ranks; a symmetric kind is drawn once.
function arrowsOf(paths: readonly string[], edges: readonly Edge[]): ReadonlyMap<string, readonly Arrow[]> {
  const ranks = new Map(paths.map((path, rank) => [path, rank]));
  const kinds = new Map<string, Map<string, Set<EdgeKind>>>(paths.map((path) => [path, new Map()]));
  for (const { from, to, kind } of edges) {
    const [fromRank, toRank] = [ranks.get(from), ranks.get(to)];
    if (fromRank === undefined || toRank === undefined || from === to || kind === 'contains') continue;
    const isTurned = EDGE_KINDS[kind].label === EDGE_KINDS[kind].inverse && toRank < fromRank;
    const [source, target] = isTurned ? [to, from] : [from, to];
    const known = kinds.get(source)!;
    known.set(target, (known.get(target) ?? new Set()).add(kind));
  }
  const order = Object.keys(EDGE_KINDS);
  return new Map(
    [...kinds].map(([from, targets]) => [
      from,
      [...targets]
        .toSorted(([a], [b]) => ranks.get(a)! - ranks.get(b)!)
        .map(([to, set]) => ({ to, kinds: [...set].toSorted((a, b) => order.indexOf(a) - order.indexOf(b)) })),
    ]),
  );
}
