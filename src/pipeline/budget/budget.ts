// Chooses what a page quotes, names and leaves out, so that its pieces cost at most the budget. Every candidate gets
// exactly one outcome.
import { isTooSmall, type TooSmall } from '../../model/budget.ts';
import { type Scored, strongestClause } from '../../model/candidate.ts';
import type { EntityId } from '../../model/entity.ts';
import type { SymbolFacts } from '../../model/facts.ts';
import { contains, linesOf } from '../../model/line-ranges.ts';
import type { Exclusion, ExclusionCounts, Level, RankedFile, Reference } from '../../model/pack.ts';
import { byText } from '../../model/terms.ts';
import type { Head, Quote } from '../../ports/formatter.ts';
import { fillWithShortened } from './best-parts.ts';
import type { BudgetOptions } from './budget-options.ts';
import type { Choice, PlannedPart } from './choice-state.ts';
import { byRank, type FilePlan, isHunk } from './file-plan.ts';
import { fitHead, frameCost } from './fit-head.ts';
import { createLedger, createPricer, rankedFile } from './ledger.ts';
import { describeFile, makeReferences, nameParts, representatives } from './references.ts';
import { selectByValue, shareOut } from './select.ts';
import { countRefused, isBelowFloor, type SiftedCandidates, sift } from './sift.ts';

export interface Selection {
  readonly head: Head;
  /** By rank: the files with blocks and, up to a limit, those with references and the next best. */
  readonly files: readonly RankedFile[];
  /** By file, best first, then by line; in a diff, blocks with changed lines first. */
  readonly blocks: readonly Quote[];
  readonly references: readonly Reference[];
  /** Neither quoted nor referenced, counted by reason. */
  readonly excluded: ExclusionCounts;
  readonly outcomes: ReadonlyMap<EntityId, Outcome>;
  readonly isGrouped: boolean;
  /** What the pieces cost, one by one; the page joined from them mostly costs no more. */
  readonly pricedTokens: number;
}

type Outcome =
  | { readonly kind: 'included'; readonly level: Level }
  | { readonly kind: 'reference' | 'excluded'; readonly because: Exclusion };

export function budget(scored: readonly Scored[], options: BudgetOptions): Selection | TooSmall {
  const pricer = createPricer(options.tokenizer);
  const sifted = sift(scored, options);
  const head = fitHead(sifted, options, pricer);
  if (isTooSmall(head)) return head;
  const ledger = createLedger(frameCost(head, sifted, options, pricer), options, pricer);
  const room = Math.max(0, options.budgetTokens - ledger.total());
  const { referenceShare, referenceTokensMax } = options.tuning;
  const reserve = Math.min(Math.floor(options.budgetTokens * referenceShare), referenceTokensMax, room);
  const ceiling = options.budgetTokens - options.slackTokens - (sifted.candidates.length > 1 ? reserve : 0);
  const choice = createChoice(sifted, { ledger, pricer, options, ceiling, giveUpAt: Number.POSITIVE_INFINITY });
  const waiting = choose(choice);
  const selection = makeSelection(head, sifted, choice);
  const before = ledger.total();
  // Room that was kept for references, and that they did not use, may hold more parts.
  choice.ceiling = options.budgetTokens - options.slackTokens - (selection.pricedTokens - before);
  if (choice.ceiling <= ceiling) return selection;
  fillWithShortened(choice, waiting);
  return ledger.total() === before ? selection : makeSelection(head, sifted, choice);
}

/** Selects as if there were no budget; null if the page clearly exceeds the budget. */
export function quoteEverything(scored: readonly Scored[], options: BudgetOptions): Selection | null {
  const pricer = createPricer(options.tokenizer);
  const sifted = sift(scored, options);
  const usage = { budget: options.budgetTokens, used: options.budgetTokens, tokenizer: options.tokenizer.name };
  const head: Head = { ...options.head, text: options.head.text.trim(), isBrief: false, usage };
  const endless = { ...options, budgetTokens: Number.MAX_SAFE_INTEGER };
  const frame = frameCost(head, sifted, options, pricer);
  const ledger = createLedger(frame, endless, pricer);
  const giveUpAt = frame + options.budgetTokens * SEEMS_DEARER;
  const choice = createChoice(sifted, { ledger, pricer, options: endless, ceiling: endless.budgetTokens, giveUpAt });
  choose(choice);
  const selection = choice.isGivenUp ? null : makeSelection(head, sifted, choice, options.budgetTokens);
  // Naming what is not quoted may also cost too much.
  return choice.isGivenUp ? null : selection;
}

// Pieces that are counted one by one may seem to cost this many times as much as the joined page, which may fit.
const SEEMS_DEARER = 1.5;

function choose(choice: Choice): readonly PlannedPart[] {
  if (choice.options.namesEach !== undefined) return [];
  if (!choice.options.shares) return selectByValue(choice);
  shareOut(choice, choice.options.shares);
  return [];
}

type ChoiceLimits = Pick<Choice, 'ledger' | 'pricer' | 'options' | 'ceiling' | 'giveUpAt'>;

function createChoice(sifted: SiftedCandidates, limits: ChoiceLimits): Choice {
  const plans = sifted.plans.filter((plan) => plan.usable.length + plan.neighbours.length > 0);
  const none = { relatedTokens: 0, isRelatedFree: false, isGivenUp: false };
  return { ...limits, ...none, plans, wanted: new Set(), hollow: new Set(), limited: new Set() };
}

function makeSelection(
  head: Head,
  sifted: SiftedCandidates,
  choice: Choice,
  budgetTokens = choice.options.budgetTokens,
): Selection {
  const { ledger, options, pricer } = choice;
  const blocks = inPrintOrder(ledger.blocks(), sifted.plans);
  const quotedPaths = new Set(blocks.map((block) => block.path));
  const outcomes = new Map<EntityId, Outcome>(includedOutcomes(sifted, blocks));
  const partsOf = new Map(choice.plans.flatMap(({ file, usable }) => (file ? [[file, usable] as const] : [])));
  const left = sifted.candidates
    .filter((scored) => !outcomes.has(scored.id))
    .map((scored) => ({ scored, because: exclusionReason(scored, partsOf.get(scored) ?? [], sifted, choice) }))
    .sort((a, b) => byRank(a.scored, b.scored));
  const limitTokens = options.namesParts ? budgetTokens : options.budgetTokens;
  const room = Math.min(limitTokens - options.slackTokens, choice.giveUpAt) - ledger.total();
  // Seen and unreadable candidates are named however little is quoted. With `namesParts` this needs no exception,
  // because the room for names does not depend on what is quoted.
  const namesAnyway = left.some(({ because }) => because === 'seen' || because === 'unreadable');
  const isAllForNames = blocks.length === 0 || (namesAnyway && !options.namesParts);
  const max = isAllForNames ? Number.POSITIVE_INFINITY : tokensForReferences(ledger.total(), budgetTokens, options);
  const named = options.namesParts
    ? nameParts(left, { plans: sifted.plans, blocks, options, pricer, room, max })
    : makeReferences(options.lines ? left : representatives(left, quotedPaths), {
        lines: options.lines,
        layout: options.layout,
        pricer,
        room: Math.min(room, max),
        max: options.tuning.referencesMax,
        printedReasons: printedReasons(sifted.plans, quotedPaths, options),
      });
  const { references, tokens } = named;
  if (!named.fitsAll && room < max) choice.isGivenUp = true;
  const referenced = new Set(references.map((reference) => reference.id));
  const excluded = countRefused(sifted, options);
  for (const { scored, because } of left) {
    const isReferenced = referenced.has(scored.id);
    outcomes.set(scored.id, { kind: isReferenced ? 'reference' : 'excluded', because });
    if (!isReferenced) excluded[because]++;
  }
  const files = listFiles(sifted, blocks, references, options);
  const pricedTokens = ledger.total() + tokens;
  return { head, files, blocks, references, excluded, outcomes, isGrouped: options.isGrouped, pricedTokens };
}

// About the tokens of the words before the references and of the counts after them.
const LIST_FRAME_TOKENS = 18;

// References are worth less than quotes, so a short page has few of them.
function tokensForReferences(
  quoted: number,
  budgetTokens: number,
  { dropsNoise, tuning, lines, namesParts }: BudgetOptions,
): number {
  if (!dropsNoise || lines) return Number.POSITIVE_INFINITY;
  if (!namesParts) return Math.floor(quoted * tuning.referenceShare);
  return Math.min(tuning.referenceTokensMax - LIST_FRAME_TOKENS, Math.floor(budgetTokens * tuning.referenceShareMax));
}

function* includedOutcomes(sifted: SiftedCandidates, blocks: readonly Quote[]): Iterable<[EntityId, Outcome]> {
  const byPath = Map.groupBy(blocks, ({ path }) => path);
  for (const plan of sifted.plans) {
    const quoted = (byPath.get(plan.path) ?? []).filter(({ hash }) => hash === plan.source.hash);
    if (quoted.length > 0 && plan.file) yield [plan.file.id, { kind: 'included', level: 'excerpt' }];
    for (const holder of classesAround(plan, quoted)) yield [holder.id, { kind: 'included', level: 'excerpt' }];
    for (const block of quoted) for (const id of block.covers) yield [id, { kind: 'included', level: block.level }];
  }
}

// The symbols with members, such as classes, around quoted lines; they count as included.
function classesAround({ all, source }: FilePlan, blocks: readonly Quote[]): readonly Scored[] {
  const parents = source.facts.symbols.filter((_, index) =>
    source.facts.symbols.some(({ parent }) => parent === index),
  );
  const isAround = (symbol: SymbolFacts) => blocks.some(({ entityLines }) => contains(linesOf(symbol), entityLines));
  const around = new Set(parents.filter(isAround).map(({ qualifiedName }) => qualifiedName));
  return all.filter(({ entity }) => entity.container !== null && around.has(entity.qualifiedName));
}

// Why a candidate is not quoted; a file may get the reason of its parts.
function exclusionReason(
  scored: Scored,
  parts: readonly Scored[],
  sifted: SiftedCandidates,
  { wanted, hollow, limited, options }: Choice,
): Exclusion {
  const settled = sifted.settled.get(scored.id);
  if (settled) return settled;
  if (options.namesEach !== undefined) return 'limit';
  if (isHunk(scored)) return 'hunk';
  if (scored.entity.container !== null && isBelowFloor(scored, options))
    return limited.has(scored.id) ? 'limit' : 'belowFloor';
  const ids = [scored, ...parts].map(({ id }) => id);
  if (ids.some((id) => wanted.has(id) && !limited.has(id) && !hollow.has(id))) return 'budget';
  return ids.some((id) => limited.has(id)) ? 'limit' : 'belowFloor';
}

// The reasons that the page prints in its list of files; references to their parts do not repeat them.
function printedReasons(
  plans: readonly FilePlan[],
  quotedPaths: ReadonlySet<string>,
  { layout }: BudgetOptions,
): ReadonlyMap<string, string> {
  const files = plans.filter((plan) => quotedPaths.has(plan.path)).map((plan) => rankedFile(plan));
  const listed = files.filter((file) => layout.files.item(file) !== '');
  return new Map(listed.map((file) => [file.path, strongestClause(file.reasons)]));
}

// Sorts blocks by file, best first. The blocks of one text stay together, those with changed lines first.
function inPrintOrder(blocks: readonly Quote[], plans: readonly FilePlan[]): readonly Quote[] {
  const key = (path: string, hash: string) => `${path}\n${hash}`;
  const ranks = new Map(plans.map((plan, index) => [key(plan.path, plan.source.hash), index]));
  const rank = (block: Quote) => ranks.get(key(block.path, block.hash)) ?? 0;
  const isUnchanged = ({ language }: Quote) => Number(language !== 'diff');
  return blocks.toSorted(
    (a, b) => rank(a) - rank(b) || isUnchanged(a) - isUnchanged(b) || a.startLine - b.startLine || byText(a.id, b.id),
  );
}

// The most files that are listed, unless more are quoted.
const FILES_LISTED = 25;

// Lists the files with a block, then, up to the limits, those with a reference and the next best; all by rank.
function listFiles(
  { plans }: SiftedCandidates,
  blocks: readonly Quote[],
  references: readonly Reference[],
  { filesMax }: BudgetOptions,
): readonly RankedFile[] {
  const quoted = Map.groupBy(blocks, ({ path }) => path);
  const shown = new Set(quoted.keys());
  for (const { path } of [...references, ...plans]) if (shown.size < Math.min(filesMax, FILES_LISTED)) shown.add(path);
  return plans.filter(({ path }) => shown.has(path)).map((plan) => describeFile(plan, quoted.get(plan.path) ?? []));
}
