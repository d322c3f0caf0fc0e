import { ContextError, invariant } from '../../model/errors.ts';
import type { ContextDocument, ContextMeta, ContextNode, ContextUsage, OverflowNode } from '../../ports/context.ts';
import { type ContextLayout, type ContextPieces, HEAD_DETAILS, type HeadDetail } from '../../ports/context-layout.ts';
import type { Tokenizer } from '../../ports/tokenizer.ts';
import { type Choice, type ChooseShares, choose } from './choose.ts';

export interface PrintOptions {
  readonly layout: ContextLayout;
  readonly tokenizer: Tokenizer;
  readonly budgetTokens: number;
  /** Below this many tokens there are lines only. */
  readonly summaryBelow: number;
  readonly leastTokens: number;
  readonly shares: ChooseShares;
  /** What share of the budget a head may cost before a shorter one is taken. */
  readonly headShares: Readonly<Record<HeadDetail, number>>;
  readonly isSource: (node: ContextNode) => boolean;
}

/** Meta as far as it is known before anything is chosen. */
export type Draft = Omit<ContextMeta, 'tokens'>;

export interface Printed {
  readonly document: ContextDocument;
  readonly text: string;
  readonly unlisted: readonly OverflowNode[];
}

const ATTEMPTS = 6;
/** The usage is printed on the page it measures, so it is settled in a few rounds. */
const ROUNDS = 4;

/** A number of tokens one can work with. */
export function checkTokens(tokens: number): number {
  if (Number.isInteger(tokens) && tokens >= 0) return tokens;
  throw new ContextError('BUDGET_INVALID', `${tokens} is no number of tokens.`);
}

/** Chooses under the limit and prints: the text never costs more. A limit of 0 asks for the meta alone. */
export function print(nodes: readonly ContextNode[], draft: Draft, options: PrintOptions): Printed {
  const { tokenizer, budgetTokens } = options;
  const price = pricer(tokenizer);
  if (budgetTokens === 0) return settled({ nodes: [], overflow: [], unlisted: lineOf(nodes) }, draft, options, 'full');
  const detail = HEAD_DETAILS.find(
    (one) => framePrice(one, nodes.length, draft, options, price) <= budgetTokens * options.headShares[one],
  );
  if (detail === undefined) return nothing(nodes, draft, budgetTokens);
  let slack = 0;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const room = budgetTokens - framePrice(detail, nodes.length, draft, options, price) - slack;
    const isSummary = budgetTokens < options.summaryBelow;
    const choice = choose(nodes, { ...options, price, room, isSummary });
    const printed = settled(choice, draft, options, detail);
    const cost = tokenizer.count(printed.text);
    if (cost <= budgetTokens) return printed;
    // Pieces that touch can, very rarely, cost more together than apart.
    slack += cost - budgetTokens + 1;
  }
  invariant(false, 'a printed document never costs more than its limit');
}

function nothing(nodes: readonly ContextNode[], draft: Draft, budgetTokens: number): Printed {
  const unlisted = lineOf(nodes);
  const tokens = usageOf(budgetTokens, 0, { nodes: [], overflow: [], unlisted });
  return {
    document: { meta: metaOf(draft, tokens, unlisted.length), nodes: [], overflow: [] },
    text: '',
    unlisted,
  };
}

function lineOf(nodes: readonly ContextNode[]): readonly OverflowNode[] {
  return nodes.map(({ id, name, tags, score }) => ({ id, name, tags, score }));
}

// Everything that is printed besides the items, its numbers as wide as they can become.
function framePrice(
  detail: HeadDetail,
  count: number,
  draft: Draft,
  { layout, budgetTokens }: PrintOptions,
  price: (text: string) => number,
): number {
  const widest: ContextUsage = {
    budget: budgetTokens,
    used: budgetTokens,
    utilization: 0.99,
    nodesIncluded: count,
    nodesSummarized: count,
  };
  const sections = [layout.nodes, layout.overflow].map(({ opening, closing, none }) =>
    Math.max(price(opening) + price(closing), price(none)),
  );
  const pieces = [layout.opening(metaOf(draft, widest, count), detail), layout.overflow.more(count), layout.closing];
  return [...pieces.map(price), ...sections].reduce((sum, one) => sum + one, 0);
}

function settled(
  choice: Choice,
  draft: Draft,
  { layout, tokenizer, budgetTokens }: PrintOptions,
  detail: HeadDetail,
): Printed {
  const make = (used: number): { document: ContextDocument; text: string } => {
    const meta = metaOf(draft, usageOf(budgetTokens, used, choice), choice.unlisted.length);
    const document = { meta, nodes: choice.nodes, overflow: choice.overflow };
    return { document, text: textOf(document, choice, layout, detail) };
  };
  let used = budgetTokens;
  for (let round = 0; round < ROUNDS; round++) {
    const made = make(used);
    const counted = tokenizer.count(made.text);
    if (counted === used) return { ...made, unlisted: choice.unlisted };
    used = counted;
  }
  // The number changes its own price for ever: the larger of the two is told.
  const [one, other] = [make(used), make(tokenizer.count(make(used).text))];
  const larger = one.document.meta.tokens.used >= other.document.meta.tokens.used ? one : other;
  return { ...larger, unlisted: choice.unlisted };
}

function textOf(
  { meta, nodes, overflow }: ContextDocument,
  { unlisted }: Choice,
  layout: ContextLayout,
  detail: HeadDetail,
): string {
  const more = unlisted.length === 0 ? '' : layout.overflow.more(unlisted.length);
  const lines = overflow.map((line) => layout.overflow.item(line));
  return [
    layout.opening(meta, detail),
    section(
      layout.nodes,
      nodes.map((node) => layout.nodes.item(node)),
    ),
    section(layout.overflow, more === '' ? lines : [...lines, more]),
    layout.closing,
  ].join('');
}

function section<Item>({ opening, separator, closing, none }: ContextPieces<Item>, items: readonly string[]): string {
  return items.length === 0 ? none : `${opening}${items.join(separator)}${closing}`;
}

function metaOf(draft: Draft, tokens: ContextUsage, unlisted: number): ContextMeta {
  const { query, workspace, lens, ...rest } = draft;
  return { query, workspace, lens, tokens, ...rest, excluded: { ...draft.excluded, unlisted } };
}

function usageOf(budget: number, used: number, { nodes, overflow }: Choice): ContextUsage {
  return {
    budget,
    used,
    utilization: budget === 0 ? 0 : Math.round((used / budget) * 100) / 100,
    nodesIncluded: nodes.length,
    nodesSummarized: overflow.length,
  };
}

function pricer(tokenizer: Tokenizer): (text: string) => number {
  const known = new Map<string, number>();
  return (text) => {
    const price = known.get(text) ?? tokenizer.count(text);
    known.set(text, price);
    return price;
  };
}
