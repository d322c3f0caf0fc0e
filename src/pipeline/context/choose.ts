import type { ContextNode, OverflowNode } from '../../ports/context.ts';
import type { ContextLayout } from '../../ports/context-layout.ts';
import { cutContent } from './cut-content.ts';

export interface ChooseOptions {
  readonly layout: ContextLayout;
  readonly price: (text: string) => number;
  /** Tokens for nodes and the lines of the others, everything around them already paid. */
  readonly room: number;
  readonly budgetTokens: number;
  /** A node that must be cut to less than this becomes a line. */
  readonly leastTokens: number;
  readonly shares: ChooseShares;
  readonly isSource: (node: ContextNode) => boolean;
  /** Only lines: there is too little room for texts. */
  readonly isSummary: boolean;
}

/** Lines cost a little less together than apart: what seems to be just too dear is counted whole. */
const NEARLY = 1.1;

/** Shares of the budget. */
export interface ChooseShares {
  /** For all sources together, as long as there is something else. */
  readonly sources: number;
  /** For any other node, before all of them had their turn. */
  readonly each: number;
  /** Kept for the lines of what does not fit. */
  readonly overflow: number;
}

export interface Choice {
  readonly nodes: readonly ContextNode[];
  readonly overflow: readonly OverflowNode[];
  readonly unlisted: readonly OverflowNode[];
}

interface Placed {
  readonly shown: ContextNode;
  readonly tokens: number;
}

/** Nodes by score, each whole or cut at a line's end; what does not fit is passed over and becomes a line of its own. */
export function choose(nodes: readonly ContextNode[], options: ChooseOptions): Choice {
  if (options.isSummary) return listRest(nodes, options.room, options, []);
  const placed = new Map<string, Placed>();
  const sources = nodes.filter(options.isSource);
  const others = nodes.filter((node) => !options.isSource(node));
  const spent = () => [...placed.values()].reduce((sum, { tokens }) => sum + tokens, 0);
  const place = (node: ContextNode, cap: number, kept: number) => {
    const before = placed.get(node.id)?.tokens ?? 0;
    const fitted = fit(node, Math.min(cap, options.room - kept - spent() + before), options);
    if (fitted !== null && fitted.tokens > before) placed.set(node.id, fitted);
  };
  const { shares, budgetTokens } = options;
  const isAlone = others.length === 0;
  for (const node of sources) place(node, (budgetTokens * (isAlone ? 1 : shares.sources)) / sources.length, 0);
  const kept = isAlone ? 0 : budgetTokens * shares.overflow;
  for (const node of others) place(node, budgetTokens * shares.each, kept);
  // Everybody had a turn. What room is left goes to what was cut, the best first, and to the sources last of all, so that
  // a larger budget never shows less of them.
  const isFull = others.some((node) => !placed.has(node.id));
  for (const node of others) if (placed.has(node.id)) place(node, budgetTokens, isFull ? kept : 0);
  const areWhole = others.every((node) => placed.get(node.id)?.shown === node);
  if (areWhole) for (const node of sources) place(node, budgetTokens, 0);
  const rest = nodes.filter((node) => !placed.has(node.id));
  const shown = nodes.flatMap((node) => placed.get(node.id)?.shown ?? []);
  return listRest(rest, options.room - spent(), options, shown);
}

// Whole, or the first lines of its content as far as they go; null when too little of it would be left. Lines are priced
// one by one until the room is full, so that a long node costs no more to look at than what is printed of it.
function fit(whole: ContextNode, room: number, options: ChooseOptions): Placed | null {
  const { layout, price, leastTokens } = options;
  const placed = (shown: ContextNode): Placed => ({
    shown,
    tokens: price(layout.nodes.item(shown)) + price(layout.nodes.separator),
  });
  const lines = whole.content === '' ? [] : whole.content.split('\n');
  const cut = (count: number) => placed({ ...whole, content: cutContent(whole.content, count) });
  let tokens = lines.length === 0 ? 0 : placed({ ...whole, content: '' }).tokens;
  let count = 0;
  while (count < lines.length && tokens <= room) tokens += price(`${lines[count++]}\n`);
  if (tokens <= room * NEARLY) {
    const all = placed(whole);
    if (all.tokens <= room) return all;
  }
  if (room < leastTokens) return null;
  // A name without a line of what it says is a line of the list; only a source is shown even so.
  const least = options.isSource(whole) ? 0 : 1;
  for (count = Math.min(count, lines.length - 1); count >= least; count -= Math.max(1, count >> 4)) {
    const tried = cut(count);
    if (tried.tokens <= room) return tried.tokens >= leastTokens ? tried : null;
  }
  return null;
}

function listRest(
  rest: readonly ContextNode[],
  room: number,
  { layout, price }: ChooseOptions,
  nodes: readonly ContextNode[],
): Choice {
  const lines = rest.map(({ id, name, tags, score }): OverflowNode => ({ id, name, tags, score }));
  const listed: OverflowNode[] = [];
  const unlisted: OverflowNode[] = [];
  let left = room;
  for (const line of lines) {
    const cost = price(layout.overflow.item(line)) + price(layout.overflow.separator);
    if (cost <= left) {
      left -= cost;
      listed.push(line);
    } else unlisted.push(line);
  }
  return { nodes, overflow: listed, unlisted };
}
