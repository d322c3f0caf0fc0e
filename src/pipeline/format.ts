// Prints a selection with a layout and counts its tokens. It also brings blocks into reading order.
import { CATEGORIES, categoryOf } from '../model/entity.ts';
import type { Pack, TokensByPiece, Usage } from '../model/pack.ts';
import type { Head, PageNumbers, Quote, Tail } from '../ports/formatter.ts';
import type { BudgetOptions } from './budget/budget-options.ts';
import { blockPiece, type Page, piecesOf } from './page-pieces.ts';

interface PrintablePack extends Pick<Pack, 'usage' | 'files' | 'references' | 'excluded'> {
  readonly blocks: readonly Quote[];
}

interface PrintingOptions extends Pick<BudgetOptions, 'layout' | 'tokenizer' | 'isGrouped'> {
  readonly head: Head;
}

export interface FormattedPage {
  readonly text: string;
  readonly usage: Usage;
  /** The counted tokens of the text. `usage` says the same, or the budget if printing the count changed it each time. */
  readonly cost: number;
}

// A page prints its own cost, so it is printed again until the number is right, or after these rounds with the budget
// as its cost.
const ROUNDS = 3;

export function format(pack: PrintablePack, options: PrintingOptions): FormattedPage {
  const print = (used: number) => piecesOf(pageOf(pack, options, { ...pack.usage, used }), options.layout).join('');
  let text = print(pack.usage.budget);
  let used = options.tokenizer.count(text);
  const widest = { text, used };
  for (let round = 0; round < ROUNDS; round++) {
    const next = print(used);
    const count = next === text ? used : options.tokenizer.count(next);
    if (count === used) return { text: next, usage: { ...pack.usage, used }, cost: used };
    [text, used] = [next, count];
  }
  return { text: widest.text, usage: { ...pack.usage, used: pack.usage.budget }, cost: widest.used };
}

function pageOf(pack: PrintablePack, options: PrintingOptions, usage: Usage): Page {
  const quoted = new Set(pack.blocks.map((block) => block.path));
  return {
    head: { ...options.head, usage, told: toldOf(pack, usage) },
    files: pack.files.filter((file) => quoted.has(file.path)),
    ranked: pack.files,
    blocks: pack.blocks,
    isGrouped: options.isGrouped,
    references: pack.references,
    rest: pack.excluded,
    tail: tailOf(pack, quoted.size, usage),
  };
}

/** Counts the blocks, references and omissions of a page, and the share of the budget it uses. */
export function toldOf(
  { blocks, references, excluded }: Omit<PrintablePack, 'usage'>,
  { used, budget }: Usage,
): PageNumbers {
  const left = Object.values(excluded).reduce((sum, count) => sum + count, 0);
  return { blocks: blocks.length, references: references.length, left, share: budget === 0 ? 0 : used / budget };
}

/** Counts the tokens of each block and of all references by themselves; the frame is the rest of the cost of the page. */
export function spentOn(
  { blocks, references, usage }: Omit<PrintablePack, 'files' | 'excluded'>,
  { layout, tokenizer }: Pick<PrintingOptions, 'layout' | 'tokenizer'>,
): TokensByPiece {
  const quoted = blocks.map((block, index) => ({
    id: block.id,
    tokens: tokenizer.count(blockPiece(block, blocks[index - 1] ?? null, layout).join('')),
  }));
  const named = tokenizer.count(references.map((reference) => layout.references.item(reference)).join(''));
  const around = usage.used - named - quoted.reduce((sum, { tokens }) => sum + tokens, 0);
  return { blocks: quoted, references: named, frame: Math.max(0, around) };
}

function tailOf(pack: PrintablePack, filesQuoted: number, usage: Usage): Tail {
  const isTruncated =
    pack.excluded.budget + pack.excluded.limit > 0 ||
    pack.blocks.some(({ level }) => level !== 'full') ||
    pack.references.some(({ excludedBecause }) => excludedBecause === 'budget' || excludedBecause === 'limit');
  return {
    usage,
    entitiesIncluded: pack.blocks.reduce((sum, block) => sum + block.covers.length, 0),
    filesQuoted,
    excluded: pack.excluded,
    referenced: pack.references.length,
    isTruncated,
  };
}

export interface ArrangeOptions {
  readonly isGrouped: boolean;
  /** The order in which the page prints its blocks, if not as chosen. */
  readonly order?: (a: Quote, b: Quote) => number;
}

/** Brings blocks into reading order: as chosen or in the given order, by category first if they are grouped. */
export function arrange(blocks: readonly Quote[], { isGrouped, order: own }: ArrangeOptions): readonly Quote[] {
  if (!isGrouped) return own ? blocks.toSorted(own) : blocks;
  const order = Object.keys(CATEGORIES);
  const rank = (block: Quote) => order.indexOf(categoryOf(block.kind));
  return blocks.toSorted((a, b) => rank(a) - rank(b) || (own?.(a, b) ?? 0));
}
