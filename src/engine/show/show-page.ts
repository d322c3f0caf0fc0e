import { showLayout } from '../../formats/index.ts';
import { BLOCKS_ALONE, fillLayout, list } from '../../formats/layout.ts';
import { demanded, isTooSmall, type TooSmall } from '../../model/budget.ts';
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

const PROFILE = PROFILES.show;

/** Something that belongs to a target: how it is named and, where it was opened, what it says. */
interface ShowItem {
  readonly reference: ShownReference;
  readonly document: ShownDocument | null;
  /** Code points of what is printed of it. */
  readonly length: number;
}

export interface ShowDraft {
  readonly target: ShownTarget;
  /** In the order in which they get room. */
  readonly items: readonly ShowItem[];
  /** How many there are besides. */
  readonly more: number;
  /** Code points for the lines about what is only named. */
  readonly referencesMax: number;
}

export interface ShowOptions extends ShowPrinting {
  readonly formatter: Formatter;
  readonly tokenizer: Tokenizer;
  readonly budgetTokens: number;
  /** Which of how many pages it is. */
  readonly index: number;
  readonly count: number;
  /** The file as it is, without a page around it. */
  readonly isRaw?: boolean;
}

export interface AssembledShow {
  readonly page: ShowPage;
  readonly text: string;
  /** Code points of the context. */
  readonly characters: number;
}

/** The page of a target with as much of what belongs to it as there is room for. */
export function assembleShow(draft: ShowDraft, options: ShowOptions): AssembledShow | TooSmall {
  const { target, items, more, referencesMax } = draft;
  const { budgetTokens, tokenizer } = options;
  const itemOf = (id: string) => items[numberOf(id) - 1]!;
  // Without room for the target there is no page, whatever else it would name.
  const line = ({ id }: Pick<Reference, 'id'>) => itemOf(id)?.reference ?? UNNAMED;
  const shown = (quote: Quote) => (isTarget(quote) ? target : itemOf(widestIn(quote, itemOf)).document!);
  const fitted = fitPage(candidatesOf(items), {
    ...{ ...PROFILE.rules, truncator: PROFILE.truncator, budgetTokens, tokenizer },
    layout: layoutFor(options, { target, document: shown, line }),
    head: { task: null, text: '', coverage: null, notes: [] },
    refused: { limit: more },
    lines: { most: referencesMax, lengthOf: codePoints },
    order: (a, b) => sideOf(a) - sideOf(b) || positionOf(a) - positionOf(b) || first(a) - first(b),
  });
  if (isTooSmall(fitted)) return fitted;
  const { selection, text } = fitted;
  const blocks = selection.blocks.filter((quote) => !isTarget(quote));
  if (blocks.length === selection.blocks.length) return { tooSmall: 'There is no room for the target.' };
  const left = Object.values(selection.excluded).reduce((sum, count) => sum + count, 0);
  const page = {
    target,
    before: blocks.map(shown).filter(({ position }) => position < 0),
    after: blocks.map(shown).filter(({ position }) => position >= 0),
    references: selection.references.map(line),
    more: left,
  };
  const characters = blocks.reduce((sum, quote) => sum + itemOf(widestIn(quote, itemOf)).length, 0);
  return { page, text, characters };

  // Negative positions stand before the target; equal ones keep the order of the candidates.
  function positionOf(quote: Quote): number {
    return isTarget(quote) ? 0 : shown(quote).position;
  }
  function sideOf(quote: Quote): number {
    return isTarget(quote) ? 0 : positionOf(quote) < 0 ? -1 : 1;
  }
}

/** Pages as they are printed, from what they hold. */
export function printShow(pages: readonly ShowPage[], formatter: Formatter, printing: ShowPrinting = {}): string {
  const tokenizer: Tokenizer = { name: 'characters', count: codePoints };
  const texts = pages.map(({ target, before, after, references, more }, index) => {
    const items = [
      ...[...before, ...after].map((document) => ({ document, reference: UNNAMED, length: 0 })),
      ...references.map((reference) => ({ document: null, reference, length: 0 })),
    ];
    const draft = { target, items, more, referencesMax: Number.POSITIVE_INFINITY };
    const at = { index, count: pages.length, budgetTokens: Number.MAX_SAFE_INTEGER };
    return demanded(assembleShow(draft, { ...printing, ...at, formatter, tokenizer })).text;
  });
  return texts.join('');
}

function layoutFor(options: ShowOptions, parts: Pick<ShowParts, 'target' | 'document' | 'line'>): Layout {
  const { formatter, index, isRaw, isFenced } = options;
  if (!isRaw) return showLayout(formatter, { ...options, ...parts });
  // The body of a raw target holds its frontmatter already.
  const target = { ...parts.target, frontmatter: null, fields: [], issue: null };
  if (isFenced) return showLayout(formatter, { ...options, ...parts, target, document: () => target });
  const opening = () => (index === 0 ? '' : '\n');
  return fillLayout({ ...BLOCKS_ALONE, opening, blocks: list('', '', () => target.body) });
}

const UNNAMED: ShownReference = { id: null, name: '', path: '', anchor: null, description: null };
const TARGET = 0;
// No document has such a path.
const AT_TARGET = { path: '\0', startLine: 1, endLine: 1 };

function candidatesOf(items: readonly ShowItem[]): readonly Scored[] {
  const all = documentCandidates([AT_TARGET, ...items.map(({ document }) => document)]);
  return all.map((candidate, index) => (index === TARGET ? { ...candidate, reasons: [], isPinned: true } : candidate));
}

function isTarget({ id }: Quote): boolean {
  return numberOf(id) === TARGET;
}

// A document that holds another stands for both.
function widestIn({ covers }: Quote, itemOf: (id: string) => ShowItem): string {
  const linesOf = (id: string) => itemOf(id).document!.endLine - itemOf(id).document!.startLine;
  return covers.reduce((widest, id) => (linesOf(id) > linesOf(widest) ? id : widest));
}

// It takes the place of the first of them.
function first({ covers }: Quote): number {
  return Math.min(...covers.map(numberOf));
}

/**
 * What has room by its length, in code points as its card tells them: candidates in their order as long as they fit whole,
 * and later ones where one does not. Blockers are taken whatever their length. Lines that two of them share count once.
 */
export async function withinRoom(
  candidates: readonly ShowCandidate[],
  charactersMax: number,
): Promise<ReadonlySet<ShowCandidate>> {
  if (charactersMax === 0 || candidates.length === 0) return new Set();
  const budgetTokens = Math.max(charactersMax, lengthOfBlockers(candidates));
  const places = candidates.map(({ card, section }) => ({
    path: card.path,
    startLine: section?.startLine ?? 1,
    endLine: section?.endLine ?? card.lineCount,
  }));
  const measured = list('', '', (quote: Quote) => {
    const longest = Math.max(...quote.covers.map((id) => lengthOf(candidates[numberOf(id)]!)));
    return 'x'.repeat(Math.min(longest, budgetTokens + 1));
  });
  const chosen = choose(documentCandidates(places), {
    ...{ ...PROFILE.rules, truncator: PROFILE.truncator, budgetTokens },
    tokenizer: await loadTokenizer('characters'),
    layout: fillLayout({ ...BLOCKS_ALONE, blocks: measured }),
    head: { task: null, text: '', coverage: null, notes: [] },
  });
  const taken = [...demanded(chosen).outcomes].filter(([, { kind }]) => kind === 'included');
  return new Set(taken.map(([id]) => candidates[numberOf(id)]!));
}

function lengthOfBlockers(candidates: readonly ShowCandidate[]): number {
  const blockers = candidates.filter(({ source }) => source === 'blocker');
  const apart = blockers.filter((blocker) => !blockers.some((other) => other !== blocker && covers(other, blocker)));
  return apart.reduce((sum, candidate) => sum + lengthOf(candidate), 0);
}

interface DocumentLines {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
}

/**
 * Documents as candidates in the order in which they get room, each with its number as its id; null for one that can only
 * be named. Their lines are numbered and blank: what a document says is looked up where it is printed, so that nothing
 * need be opened to be chosen.
 */
function documentCandidates(places: readonly (DocumentLines | null)[]): readonly Scored[] {
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

/** The number of a candidate. */
function numberOf(id: string): number {
  return Number(id);
}
