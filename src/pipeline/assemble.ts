import { checkBudget } from '../model/budget.ts';
import type { Scored } from '../model/candidate.ts';
import { ContextError, invariant } from '../model/errors.ts';
import type { Coverage, Pack, Spent, Usage } from '../model/pack.ts';
import type { Task } from '../model/task.ts';
import type { Stop, Told } from '../ports/formatter.ts';
import { budget, everything, type Selection } from './budget/budget.ts';
import type { BudgetOptions } from './budget/budget-options.ts';
import { type Arranging, arrange } from './compose/arrange.ts';
import { compose } from './compose/compose.ts';
import { format, spentOn, toldOf } from './format/format.ts';
import { redactedLines, redactionNotes } from './redaction-notes.ts';
import { stopOf, type WiderAim } from './stop-reason.ts';
import { summaryPage } from './summary-page.ts';

/** A printed page and what it was made of. */
export interface Assembled {
  readonly isSummary?: boolean;
  /** Blocks in reading order. */
  readonly selection: Selection;
  readonly text: string;
  readonly usage: Usage;
  /** What the page came to. */
  readonly told: Told;
}

export interface AssembledPack {
  readonly pack: Pack;
  readonly text: string;
  readonly outcomes: Selection['outcomes'];
  /** What the pieces cost apart. */
  readonly pricedTokens: number;
  /** Not even a frame fitted: the text is a list of places. */
  readonly isSummary: boolean;
  /** What it is made of costs; counted when somebody asks. */
  readonly spent: () => Spent;
}

export interface AssembleOptions extends Omit<BudgetOptions, 'head' | 'slackTokens' | 'leastWhole'> {
  /** Aims that look further than this one, the nearest first. */
  readonly wider?: readonly WiderAim[];
  readonly task: Task;
  readonly coverage: Coverage;
  readonly notes: readonly string[];
}

const ATTEMPTS = 4;

/** From scored candidates to a pack and its text. */
export function assemblePack(scored: readonly Scored[], options: AssembleOptions): AssembledPack {
  const { task, coverage, notes, wider = [] } = options;
  const {
    selection,
    text,
    usage,
    isSummary = false,
  } = pageOrSummary(scored, {
    ...options,
    stopOf: (selection) => (options.namesEach === undefined ? stopOf(selection, scored, wider) : null),
    head: { task, text: task.request ?? (task.text.trim() || task.title), coverage, notes, stop: WIDEST_STOP },
  });
  // Known once it is chosen, and visible in the text itself: it is told beside the page.
  const redacted = redactionNotes(redactedLines(selection.blocks, scored));
  const pack = compose({ ...selection, usage }, { task, coverage, notes: [...notes, ...redacted] });
  const { outcomes, pricedTokens } = selection;
  return { pack, text, outcomes, pricedTokens, isSummary, spent: () => spentOn({ ...selection, usage }, options) };
}

const AMPLE = 1_000_000;

function pageOrSummary(scored: readonly Scored[], options: PageOptions): Omit<Assembled, 'told'> {
  try {
    return assemblePage(scored, options);
  } catch (error) {
    // Pages of given results say what they need; what was looked for is named in as little room as there is.
    if (!options.dropsNoise || !(error instanceof ContextError) || error.code !== 'BUDGET_TOO_SMALL') throw error;
    const unquoted = { ...options, budgetTokens: AMPLE, filesMax: 0, slackTokens: 0, leastWhole: NONE };
    return summaryPage(budget(scored, unquoted), options);
  }
}

interface PageOptions extends Omit<BudgetOptions, 'slackTokens' | 'leastWhole'>, Arranging {
  /** Why a page ends where it does, for those that say it. */
  readonly stopOf?: (selection: Selection) => Stop | null;
}

const WIDEST_STOP: Stop = { by: 'budget', files: 9999, parts: 9999, hunks: 9999 };

/** From scored candidates to the printed page: what fits is printed whole, else chosen under the budget. */
export function assemblePage(scored: readonly Scored[], options: PageOptions): Assembled {
  checkBudget(options.budgetTokens);
  const whole = wholePage(scored, options);
  return whole && whole.cost <= options.budgetTokens ? whole : chosenPage(scored, options, whole?.cost ?? null);
}

/** The choice alone, where nothing is to be printed yet. */
export function choose(scored: readonly Scored[], options: PageOptions): Selection {
  return budget(scored, { ...options, slackTokens: 0, leastWhole: NONE });
}

/** A page on which nothing is, whatever its frame costs: what a budget of 0 asks for. */
export function emptyPage(options: PageOptions): Assembled {
  const { head, ...nothing } = choose([], { ...options, budgetTokens: Number.MAX_SAFE_INTEGER });
  return print({ ...nothing, head: { ...head, text: options.head.text || ' ' } }, options);
}

function wholePage(scored: readonly Scored[], options: PageOptions): Printed | null {
  const all = everything(scored, { ...options, slackTokens: 0, leastWhole: NONE });
  return all && print(all, options);
}

function chosenPage(scored: readonly Scored[], options: PageOptions, wholeCost: number | null): Assembled {
  const leastWhole = () => (wholeCost === null ? null : settledCost(scored, options, wholeCost));
  let slackTokens = 0;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const page = print(budget(scored, { ...options, slackTokens, leastWhole }), options);
    if (page.cost <= options.budgetTokens) return page;
    // Pieces that touch can, very rarely, cost more together than apart.
    slackTokens += page.cost - options.budgetTokens + 1;
  }
  invariant(false, 'a printed page never costs more than its budget');
}

// A page prints its budget, so another budget may make it cost more.
function settledCost(scored: readonly Scored[], options: PageOptions, cost: number): number | null {
  let budgetTokens = cost;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const page = wholePage(scored, { ...options, budgetTokens });
    if (page === null || page.cost <= budgetTokens) return page && budgetTokens;
    budgetTokens = page.cost;
  }
  return null;
}

const NONE = () => null;

interface Printed extends Assembled {
  readonly cost: number;
}

function print(chosen: Selection, options: PageOptions): Printed {
  const { layout, tokenizer, isGrouped, budgetTokens } = options;
  const widest: Usage = { budget: budgetTokens, used: budgetTokens, tokenizer: tokenizer.name };
  const selection = { ...chosen, blocks: arrange(chosen.blocks, options) };
  const head = { ...chosen.head, stop: options.stopOf?.(selection) ?? null };
  const printed = format({ ...selection, usage: widest }, { layout, tokenizer, head, isGrouped });
  return { selection, ...printed, told: toldOf(selection, printed.usage) };
}
