// Prints the answer of `context`: the texts of nodes, then the names of further ones, within the limit of tokens.
import { DEFAULTS } from '../../config/defaults.ts';
import { contextLayout } from '../../formats/index.ts';
import { formatRanges, listCaveats } from '../../formats/pack-text.ts';
import { isTooSmall } from '../../model/budget.ts';
import { mergeRanges } from '../../model/line-ranges.ts';
import { fenceLines } from '../../model/node-text.ts';
import type { Usage } from '../../model/pack.ts';
import type { ContextCandidate, MetaDraft, NodeWithoutContent } from '../../pipeline/context/find-context.ts';
import { emptyPage, type FittedPage, fitPage } from '../../pipeline/fit.ts';
import type { ContextAnswer, ContextMeta, ContextNode, OverflowNode } from '../../ports/context.ts';
import type { ContextPage, Formatter, PageNumbers, Quote } from '../../ports/formatter.ts';
import type { Tokenizer } from '../../ports/tokenizer.ts';
import type { Truncator } from '../../ports/truncator.ts';
import { findGreatestFit, findTruncator } from '../../truncators/index.ts';
import { PROFILES, rankScore } from '../questions/profiles.ts';

const { summaryBelow } = DEFAULTS.context;

interface ContextPrintOptions {
  readonly formatter: Formatter;
  readonly tokenizer: Tokenizer;
  readonly budgetTokens: number;
  readonly isFenced: boolean;
}

/** A limit of 0 prints the meta alone, whatever it costs. If another limit is too small for it, the text is empty. */
export function printContext(
  found: readonly ContextCandidate[],
  draft: MetaDraft,
  options: ContextPrintOptions,
): Pick<ContextAnswer, 'document' | 'text' | 'unlisted'> {
  const nodes = new Map<string, NodeWithoutContent>(found.map(({ node, scored }) => [scored.id, node]));
  const line = ({ id }: { readonly id: string }) => lineOf(nodes.get(id)!);
  const node = (quote: Quote) => nodeOf(nodes.get(quote.id)!, quote);
  const page: ContextPage = {
    ...{ node, line, isFenced: options.isFenced },
    meta: ({ usage, told }) => metaOf(draft, usage, told ?? widest(found.length)),
  };
  const { selection, text, usage, told } = fitContext(found, draft, page, options);
  const { blocks, references } = selection;
  const printed = new Set<string>([...references.map(({ id }) => id), ...blocks.flatMap(({ covers }) => covers)]);
  return {
    document: { meta: metaOf(draft, usage, told), nodes: blocks.map(node), overflow: references.map(line) },
    text,
    unlisted: found.filter(({ scored }) => !printed.has(scored.id)).map((candidate) => lineOf(candidate.node)),
  };
}

function fitContext(
  found: readonly ContextCandidate[],
  draft: MetaDraft,
  page: ContextPage,
  { tokenizer, budgetTokens, formatter }: ContextPrintOptions,
): FittedPage {
  const options = {
    ...{ ...PROFILES.context.rules, budgetTokens, tokenizer, truncator: TRUNCATOR },
    ...(budgetTokens < summaryBelow ? { filesMax: 0 } : {}),
    layout: contextLayout(formatter, page),
    head: { task: null, text: draft.query, coverage: null, notes: [], told: widest(found.length) },
  };
  const makeEmpty = () => emptyPage({ ...options, refused: { limit: found.length } });
  if (budgetTokens === 0) return makeEmpty();
  // The order of the nodes is final, so an earlier node gets a higher score.
  const ranked = found.map(({ scored }, index) => ({ ...scored, score: rankScore(index, found.length) }));
  const fitted = fitPage(ranked, options);
  if (!isTooSmall(fitted)) return fitted;
  const { told, usage, ...nothing } = makeEmpty();
  return { ...nothing, text: '', usage: { ...usage, used: 0 }, told: { ...told, share: 0 } };
}

// The longest numbers that the page may print: the budget prices them before the true ones are known.
const widest = (count: number): PageNumbers => ({ blocks: count, references: count, left: count, share: 0.99 });

// A quote of a file has its lines and hash, as in a pack.
function nodeOf({ id, name, ...rest }: NodeWithoutContent, quote: Quote): ContextNode {
  if (quote.kind === 'node') return { id, name, content: quote.text, ...rest };
  const note = listCaveats({ ...quote, isStale: false }).join(', ');
  return {
    ...{ id, name, content: fenceLines(quote.text, '', quote.language ?? '').join('\n'), ...rest },
    ...{ source: `${quote.path}:${formatRanges(quote.lines)}`, hash: quote.hash },
    ...(note === '' ? {} : { note }),
    ...(quote.isStale ? { isStale: true } : {}),
  };
}

const lineOf = ({ id, name, tags, score }: NodeWithoutContent): OverflowNode => ({ id, name, tags, score });

function metaOf({ query, workspace, lens, ...rest }: MetaDraft, usage: Usage, told: PageNumbers): ContextMeta {
  const { budget, used } = usage;
  const { share, blocks: nodesIncluded, references: nodesSummarized, left: unlisted } = told;
  const tokens = { budget, used, utilization: Math.round(share * 100) / 100, nodesIncluded, nodesSummarized };
  return { query, workspace, lens, tokens, ...rest, excluded: { ...rest.excluded, unlisted } };
}

const FENCE = /^\s*`{3,}/;
const ITEM = /^\s*- /;

/** Keeps the lines that the question points at and their parents, then the first others; a mark counts the rest. */
const cutOutline: Truncator = {
  name: 'outline',
  truncate({ lines, startLine, matches }, fits) {
    const shape = shapeOf(lines);
    const pointed = matches.map(([line]) => line - startLine);
    const wanted = withAbove([...pointed, ...lines.keys()], shape);
    const make = (count: number) => ({
      text: textOf(new Set(wanted.slice(0, count)), lines, shape),
      kept: mergeRanges(wanted.slice(0, count).map((line) => [line + startLine, line + startLine] as const)),
    });
    return lines.length > 1 ? findGreatestFit({ least: 0, most: lines.length - 1 }, make, fits) : null;
  },
};

const usual = findTruncator(DEFAULTS.budget.truncator);
const TRUNCATOR: Truncator = {
  name: cutOutline.name,
  truncate: (input, fits) => (input.language === null ? cutOutline : usual).truncate(input, fits),
};

interface Shape {
  /** The line that each line needs above it: the item that contains it, or the line before it inside a fence. */
  readonly above: readonly (number | null)[];
  /** For each line, the text that ends the fence around it; null outside fences. */
  readonly ends: readonly (string | null)[];
}

function shapeOf(lines: readonly string[]): Shape {
  const above: (number | null)[] = [];
  const ends: (string | null)[] = [];
  const items: { readonly indent: number; readonly line: number }[] = [];
  let fence: string | null = null;
  for (const [index, line] of lines.entries()) {
    const mark = FENCE.exec(line)?.[0];
    const indent = line.length - line.trimStart().length;
    if (fence === null && line !== '') while ((items.at(-1)?.indent ?? -1) >= indent) items.pop();
    above.push(fence === null ? (items.at(-1)?.line ?? null) : index - 1);
    const isEnd = fence !== null && line === fence;
    if (fence === null && mark !== undefined) fence = mark;
    ends.push(isEnd ? null : fence);
    if (isEnd) fence = null;
    if (fence === null && ITEM.test(line)) items.push({ indent, line: index });
  }
  return { above, ends };
}

// Orders lines so that each comes after the lines that it needs above it.
function withAbove(order: readonly number[], { above }: Shape): readonly number[] {
  const wanted = new Set<number>();
  for (const line of order) {
    const chain: number[] = [];
    for (let index: number | null = line; index !== null && !wanted.has(index); index = above[index] ?? null)
      chain.push(index);
    for (const index of chain.reverse()) wanted.add(index);
  }
  return [...wanted];
}

function textOf(kept: ReadonlySet<number>, lines: readonly string[], { above, ends }: Shape): string {
  const parts: string[] = [];
  for (const index of [...kept].sort((a, b) => a - b)) {
    parts.push(lines[index]!);
    // Closes a cut fence with the mark that opened it, without the language.
    const end = ends[index];
    if (end && !(kept.has(index + 1) && above[index + 1] === index)) parts.push(end);
  }
  const rest = lines.length - kept.size;
  const bullet = ITEM.test(parts.at(-1) ?? '') ? '- ' : '';
  return [...parts, `${bullet}… ${rest} more ${rest === 1 ? 'line' : 'lines'}`].join('\n');
}
