// Lays out one page of `show`: the target, as many related documents as fit, and references to the others. Also chooses
// by their lengths which documents to open.
import { showLayout } from '../../formats/index.ts';
import { BLOCKS_ALONE, fillLayout, list } from '../../formats/layout.ts';
import { isTooSmall, requirePage, type TooSmall } from '../../model/budget.ts';
import type { Scored } from '../../model/candidate.ts';
import type { Reference } from '../../model/pack.ts';
import { codePoints } from '../../model/visible-text.ts';
import { choose, fitPage } from '../../pipeline/fit.ts';
import { covers, lengthOf, type ShowCandidate } from '../../pipeline/show/show-candidate.ts';
import type { Formatter, Layout, Quote, ShowParts } from '../../ports/formatter.ts';
import type { ShownDocument, ShownReference, ShownTarget, ShowPage, ShowPrinting } from '../../ports/knowledge.ts';
import type { Tokenizer } from '../../ports/tokenizer.ts';
import { loadTokenizer } from '../../tokenizers/index.ts';
import { PROFILES, rankScore } from '../questions/profiles.ts';
import { textCandidate } from '../text-candidate.ts';
import { describePlace } from './shown-documents.ts';

const FITTING = {
  ...PROFILES.show.rules,
  truncator: PROFILES.show.truncator,
  head: { task: null, text: '', coverage: null, notes: [] },
};

/** A document related to a target, as a reference and, if it was opened, with its text. */
interface ShowItem {
  readonly reference: ShownReference;
  readonly document: ShownDocument | null;
  /** The number of code points that the page prints of it. */
  readonly length: number;
}

export interface ShowDraft {
  readonly target: ShownTarget;
  /** The related documents; earlier ones get room first. */
  readonly items: readonly ShowItem[];
  /** The number of related documents that are not among `items`. */
  readonly more: number;
  /** The most code points for the list of references. */
  readonly referencesMax: number;
}

export interface ShowOptions extends ShowPrinting {
  readonly formatter: Formatter;
  readonly tokenizer: Tokenizer;
  readonly budgetTokens: number;
  /** The position of the page among `count` pages. */
  readonly index: number;
  readonly count: number;
  /** Whether the body of the target is the file as it is, with its frontmatter. */
  readonly isRaw?: boolean;
}

export interface AssembledShow {
  readonly page: ShowPage;
  readonly text: string;
  /** The number of code points of the related documents. */
  readonly characters: number;
}

export function assembleShow(draft: ShowDraft, options: ShowOptions): AssembledShow | TooSmall {
  const { target, items, more, referencesMax } = draft;
  const { budgetTokens, tokenizer } = options;
  const itemOf = (id: string) => items[numberOf(id) - 1]!;
  const line = ({ id }: Pick<Reference, 'id'>) => itemOf(id)?.reference ?? NO_REFERENCE;
  const shown = (quote: Quote) => (isTarget(quote) ? target : itemOf(widestIn(quote, itemOf)).document!);
  // Negative positions stand before the target; at equal ones the target is first, then the order of the candidates.
  const positionOf = (quote: Quote) => (isTarget(quote) ? 0 : shown(quote).position);
  const fitted = fitPage(candidatesOf(items), {
    ...{ ...FITTING, budgetTokens, tokenizer },
    layout: layoutFor(options, { target, document: shown, line }),
    refused: { limit: more },
    lines: { most: referencesMax, lengthOf: codePoints },
    order: (a, b) => positionOf(a) - positionOf(b) || firstCovered(a) - firstCovered(b),
  });
  if (isTooSmall(fitted)) return fitted;
  const { selection, text } = fitted;
  const blocks = selection.blocks.filter((quote) => !isTarget(quote));
  if (blocks.length === selection.blocks.length) return { tooSmall: 'There is no room for the target.' };
  const page = {
    target,
    before: blocks.map(shown).filter(({ position }) => position < 0),
    after: blocks.map(shown).filter(({ position }) => position >= 0),
    references: selection.references.map(line),
    more: Object.values(selection.excluded).reduce((sum, count) => sum + count, 0),
  };
  const characters = blocks.reduce((sum, quote) => sum + itemOf(widestIn(quote, itemOf)).length, 0);
  return { page, text, characters };
}

/** Prints pages again from their data. */
export function printShow(pages: readonly ShowPage[], formatter: Formatter, printing: ShowPrinting = {}): string {
  const tokenizer: Tokenizer = { name: 'characters', count: codePoints };
  const texts = pages.map(({ target, before, after, references, more }, index) => {
    const items = [
      ...[...before, ...after].map((document) => ({ document, reference: NO_REFERENCE, length: 0 })),
      ...references.map((reference) => ({ document: null, reference, length: 0 })),
    ];
    const draft = { target, items, more, referencesMax: Number.POSITIVE_INFINITY };
    const at = { index, count: pages.length, budgetTokens: Number.MAX_SAFE_INTEGER };
    return requirePage(assembleShow(draft, { ...printing, ...at, formatter, tokenizer })).text;
  });
  return texts.join('');
}

function layoutFor(options: ShowOptions, parts: Pick<ShowParts, 'target' | 'document' | 'line'>): Layout {
  const { formatter, index, isRaw, isFenced } = options;
  if (!isRaw) return showLayout(formatter, { ...options, ...parts });
  // The body of a raw target already contains its frontmatter.
  const target = { ...parts.target, frontmatter: null, fields: [], issue: null };
  if (isFenced) return showLayout(formatter, { ...options, ...parts, target, document: () => target });
  const opening = () => (index === 0 ? '' : '\n');
  return fillLayout({ ...BLOCKS_ALONE, opening, blocks: list('', '', () => target.body) });
}

const NO_REFERENCE: ShownReference = { id: null, name: '', path: '', anchor: null, description: null };
const TARGET = 0;
// The target stands at a path that no document has.
const AT_TARGET = { path: '\0', startLine: 1, endLine: 1 };

function candidatesOf(items: readonly ShowItem[]): readonly Scored[] {
  const all = documentCandidates([AT_TARGET, ...items.map(({ document }) => document)]);
  return all.map((candidate, index) =>
    index === TARGET ? { ...candidate, listReasons: () => [], isPinned: true } : candidate,
  );
}

const isTarget = ({ id }: Quote): boolean => numberOf(id) === TARGET;

// If a quote covers several documents, the one with the most lines stands for all of them.
function widestIn({ covers }: Quote, itemOf: (id: string) => ShowItem): string {
  const linesOf = (id: string) => itemOf(id).document!.endLine - itemOf(id).document!.startLine;
  return covers.reduce((widest, id) => (linesOf(id) > linesOf(widest) ? id : widest));
}

const firstCovered = ({ covers }: Quote): number => Math.min(...covers.map(numberOf));

/**
 * Chooses the candidates that fit as a whole, by the lengths on their cards, in their order; a shorter one may follow
 * one that does not fit. Blockers get room whatever their length, unless `charactersMax` is 0. Lines that two candidates
 * share count once.
 */
export async function chooseByLength(
  candidates: readonly ShowCandidate[],
  charactersMax: number,
): Promise<ReadonlySet<ShowCandidate>> {
  if (charactersMax === 0 || candidates.length === 0) return new Set();
  const budgetTokens = Math.max(charactersMax, lengthOfBlockers(candidates));
  const measured = list('', '', (quote: Quote) => {
    const longest = Math.max(...quote.covers.map((id) => lengthOf(candidates[numberOf(id)]!)));
    return 'x'.repeat(Math.min(longest, budgetTokens + 1));
  });
  const chosen = choose(documentCandidates(candidates.map(describePlace)), {
    ...{ ...FITTING, budgetTokens },
    tokenizer: await loadTokenizer('characters'),
    layout: fillLayout({ ...BLOCKS_ALONE, blocks: measured }),
  });
  const included = [...requirePage(chosen).outcomes].filter(([, { kind }]) => kind === 'included');
  return new Set(included.map(([id]) => candidates[numberOf(id)]!));
}

function lengthOfBlockers(candidates: readonly ShowCandidate[]): number {
  const blockers = candidates.filter(({ relation }) => relation === 'blocker');
  const separate = blockers.filter((blocker) => !blockers.some((other) => other !== blocker && covers(other, blocker)));
  return separate.reduce((sum, candidate) => sum + lengthOf(candidate), 0);
}

/**
 * Makes candidates of documents, in the order in which they get room; the id of each is its index. A place that is null
 * can only be named. The lines are blank: the numbers of lines are enough to choose, and the layout brings the texts.
 */
function documentCandidates(
  places: readonly (Pick<ShownDocument, 'path' | 'startLine' | 'endLine'> | null)[],
): readonly Scored[] {
  const lineCount = places.reduce((max, place) => Math.max(max, place?.endLine ?? 0), 1);
  const blank = new Array<string>(lineCount).fill('');
  return places.map((place, index) => {
    const { path, startLine, endLine } = place ?? { path: `${index}`, startLine: 1, endLine: 1 };
    const part = { startLine, endLine: Math.max(startLine, endLine) };
    const document = { id: `${index}`, path, kind: 'document', title: '', source: 'markdown', hash: '', part } as const;
    const lines = place && blank;
    return textCandidate({ ...document, lines, language: null }, { score: rankScore(index, places.length) });
  });
}

const numberOf = (id: string): number => Number(id);
