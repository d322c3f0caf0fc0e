// The pages of a pack folder: for people the pack, its task, files, graph and excerpts, for programs the manifest.
import { escapeLine, fence, quote, toCodeSpan } from '../formats/markdown/escape.ts';
import { EDGE_KINDS, type Edge, type EdgeKind } from '../model/edge.ts';
import { type Block, type Exclusion, type Pack, WHY_OUT } from '../model/pack.ts';
import type { Task } from '../model/task.ts';
import { oneLine, visibleData } from '../model/visible-text.ts';
import { manifestOf } from './manifest.ts';

/** TASK.md: the analysis of the task, which the user can check. */
function taskPage(task: Task): string {
  const keywords = task.keywords.map(
    ({ word, stem, weight }) => `${toCodeSpan(word)} (searched as ${toCodeSpan(stem)}, weight ${weight.toFixed(2)})`,
  );
  const domains = task.domains.map(({ name, keywords: words, strength }) => {
    return `${escapeLine(name)} ${strength.toFixed(2)}: ${words.map(toCodeSpan).join(', ')}`;
  });
  const mentions = task.mentions.map(
    ({ kind, text, isExplicit }) => `${kind} ${toCodeSpan(text)}${isExplicit ? ', named explicitly' : ''}`,
  );
  const changes = task.changes.map(({ path, status, lines }) => {
    return `${status} ${toCodeSpan(path)}${lines.map(([first, last]) => ` ${first}-${last}`).join(',')}`;
  });
  const summary = [
    `Change type: ${task.changeType}`,
    `Confidence: ${task.confidence.toFixed(2)}`,
    ...(task.phrases.length > 0 ? [`Phrases: ${task.phrases.map(toCodeSpan).join(', ')}`] : []),
  ];
  return `${[
    '# Task',
    quote(task.text),
    ...section('Analysis', summary),
    ...section('Keywords', keywords),
    ...section('Domains', domains),
    ...section('Mentions', mentions),
    ...section('Stack traces', task.traces.flatMap(traceLines)),
    ...section('Changes', changes),
    ...section('To be surer', task.suggestions.map(escapeLine)),
    ...section('Notes', task.notes.map(escapeLine)),
  ].join('\n\n')}\n`;
}

function traceLines({ language, message, frames }: Task['traces'][number]): readonly string[] {
  const calls = frames.map(({ path, line, symbol }) => {
    return `at ${toCodeSpan(`${path}:${line ?? '?'}`)}${symbol === null ? '' : ` in ${toCodeSpan(symbol)}`}`;
  });
  return [`${language}: ${message === null ? 'no message' : toCodeSpan(message)}`, ...calls];
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length > 0 ? [`## ${title}`, lines.map((text) => `- ${text}`).join('\n')] : [];
}

/** FILES.md: the listed files and the evidence for each, then what was left out and why. */
function filesPage(pack: Pack): string {
  const files = pack.files.map((file, index) => {
    const levels = pack.blocks
      .filter(({ path }) => path === file.path)
      .map(({ startLine, endLine, level }) => `${startLine}-${endLine} ${level}`);
    const quotes = levels.length > 0 ? `quoted: ${levels.join(', ')}` : 'not quoted';
    const reasons = file.reasons.map(({ signal, value, weight, because }) => {
      return `   - ${signal} ${value.toFixed(2)} × ${Number(weight.toFixed(3))}: ${escapeLine(because)}`;
    });
    const { likelihood, score } = file;
    const need = likelihood === null ? `score ${score.toFixed(2)}` : `${Math.round(100 * likelihood)} % likely`;
    return [`${index + 1}. ${toCodeSpan(file.path)} ${need} (${quotes})`, ...reasons].join('\n');
  });
  const left = pack.references.map(({ path, name, startLine, endLine, excludedBecause, because }) => {
    const place = `${toCodeSpan(`${path}:${startLine}-${endLine}`)} ${toCodeSpan(name)}`;
    return `${place} (${WHY_OUT[excludedBecause].why}): ${escapeLine(because)}`;
  });
  const counts = Object.entries(pack.excluded)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${WHY_OUT[name as Exclusion].why}: ${count}`);
  return `${[
    '# Files',
    files.length > 0 ? files.join('\n') : 'No file was found for this task.',
    ...section('Not quoted', left),
    ...section('Excluded, by reason', counts),
  ].join('\n\n')}\n`;
}

/** GRAPH.md: the edges between the packed files, drawn with plain characters. */
function graphPage(paths: readonly string[], edges: readonly Edge[]): string {
  const drawing = drawGraph(paths, edges);
  return `# Dependency graph\n\n${drawing === '' ? 'No file was packed.' : fence(drawing, 'text')}\n`;
}

interface Arrow {
  readonly to: string;
  readonly kinds: readonly EdgeKind[];
}

/** Draws the graph as trees: the targets of a file stand indented below it; a file drawn before is marked `(above)`. */
export function drawGraph(paths: readonly string[], edges: readonly Edge[]): string {
  const arrows = arrowsOf(paths, edges);
  const targets = new Set([...arrows.values()].flat().map(({ to }) => to));
  const drawn = new Set<string>();
  const connected = paths.filter((path) => targets.has(path) || arrows.get(path)!.length > 0);
  // Starts at files without incoming edges. The others lie on or behind a cycle: a further tree starts at their best.
  const starts = [...connected.filter((path) => !targets.has(path)), ...connected];
  const trees = starts.flatMap((path) => (drawn.has(path) ? [] : [drawTree(path, arrows, drawn).join('\n')]));
  const alone = paths.filter((path) => !connected.includes(path)).map((path) => oneLine(path));
  if (alone.length > 0) trees.push([...(trees.length > 0 ? ['no edges among these files:'] : []), ...alone].join('\n'));
  return trees.join('\n\n');
}

function drawTree(root: string, arrows: ReadonlyMap<string, readonly Arrow[]>, drawn: Set<string>): string[] {
  const lines = [oneLine(root)];
  // Uses an explicit stack, because a long chain of files would overflow the call stack.
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

// Joins parallel edges, turns an edge of a symmetric kind to begin at the better file, and leaves out `contains`.
function arrowsOf(paths: readonly string[], edges: readonly Edge[]): ReadonlyMap<string, readonly Arrow[]> {
  const ranks = new Map(paths.map((path, rank) => [path, rank]));
  const kinds = new Map<string, Map<string, Set<EdgeKind>>>(paths.map((path) => [path, new Map()]));
  for (const { from, to, kind } of edges) {
    const [fromRank, toRank] = [ranks.get(from), ranks.get(to)];
    if (fromRank === undefined || toRank === undefined || from === to || kind === 'contains') continue;
    const isTurned = EDGE_KINDS[kind].label === EDGE_KINDS[kind].inverse && toRank < fromRank;
    const [source, target] = isTurned ? [to, from] : [from, to];
    const previous = kinds.get(source)!;
    previous.set(target, (previous.get(target) ?? new Set()).add(kind));
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

// With its folders, a name must fit into the 100 bytes of a tar header.
const NAME_BYTES_MAX = 64;

export interface BundlePage {
  /** Relative to the pack folder, with forward slashes. */
  readonly name: string;
  readonly content: string;
}

/** `excerpts/`: one page for each quoted file. */
export function excerptPages(pack: Pack): readonly BundlePage[] {
  const paths = [...new Set(pack.blocks.map(({ path }) => path))];
  const width = String(paths.length).length;
  return paths.map((path, index) => {
    const blocks = pack.blocks.filter((block) => block.path === path);
    const number = String(index + 1).padStart(Math.max(2, width), '0');
    return { name: `excerpts/${number}-${safeName(path)}.md`, content: excerptPage(path, blocks) };
  });
}

// Replaces separators and other special characters. The number in front keeps shortened names unique.
function safeName(path: string): string {
  const letters = [...path.replace(/[^\p{L}\p{N}._-]+/gu, '-')];
  while (Buffer.byteLength(letters.join('')) > NAME_BYTES_MAX) letters.shift();
  return letters.join('').replace(/^[.-]+/, '') || 'file';
}

function excerptPage(path: string, blocks: readonly Block[]): string {
  const imports = blocks.flatMap((block) => (block.imports === null ? [] : [fence(block.imports, block.language)]));
  const quotes = blocks.flatMap((block) => [
    `## ${heading(block)}`,
    ...(block.note === null ? [] : [escapeLine(block.note)]),
    fence(block.text, block.language),
  ]);
  return `${[`# ${toCodeSpan(path)}`, ...imports, ...quotes].join('\n\n')}\n`;
}

function heading(block: Block): string {
  const stale = block.isStale ? ' · stale' : '';
  return `${block.startLine}-${block.endLine} · ${block.kind} ${toCodeSpan(block.qualifiedName)} · ${block.level}${stale} · sha ${block.hash.slice(0, 6)}`;
}

export interface Bundle {
  readonly pack: Pack;
  /** The markdown text of the pack, whose tokens were counted. */
  readonly text: string;
  readonly edges: readonly Edge[];
}

export function bundleFiles({ pack, text, edges }: Bundle): readonly BundlePage[] {
  return [
    { name: 'PACK.md', content: text },
    { name: 'TASK.md', content: taskPage(pack.task) },
    { name: 'FILES.md', content: filesPage(pack) },
    { name: 'GRAPH.md', content: graphPage(graphPaths(pack), edges) },
    { name: 'ctx.json', content: `${JSON.stringify(visibleData(manifestOf(pack)), null, 2)}\n` },
    ...excerptPages(pack),
  ];
}

// The quoted files, best first.
function graphPaths(pack: Pack): readonly string[] {
  const quoted = new Set(pack.blocks.map(({ path }) => path));
  const ranked = pack.files.map(({ path }) => path).filter((path) => quoted.has(path));
  return [...new Set([...ranked, ...quoted])];
}
