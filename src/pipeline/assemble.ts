import type { Scored } from '../model/candidate.ts';
import { invariant } from '../model/errors.ts';
import type { Coverage, Pack, Usage } from '../model/pack.ts';
import type { Task } from '../model/task.ts';
import { budget, everything, type Selection } from './budget/budget.ts';
import type { BudgetOptions } from './budget/budget-options.ts';
import { checkBudget } from './budget/check-budget.ts';
import { arrange } from './compose/arrange.ts';
import { compose } from './compose/compose.ts';
import { format } from './format/format.ts';

/** A printed page and what it was made of. */
export interface Assembled {
  /** Blocks in reading order. */
  readonly selection: Selection;
  readonly text: string;
  readonly usage: Usage;
}

export interface AssembledPack {
  readonly pack: Pack;
  readonly text: string;
  readonly outcomes: Selection['outcomes'];
  /** What the pieces cost apart. */
  readonly pricedTokens: number;
}

export interface AssembleOptions extends Omit<BudgetOptions, 'head' | 'slackTokens'> {
  readonly task: Task;
  readonly coverage: Coverage;
  readonly notes: readonly string[];
}

const ATTEMPTS = 4;

/** From scored candidates to a pack and its text. */
export function assemblePack(scored: readonly Scored[], options: AssembleOptions): AssembledPack {
  const { task, coverage, notes } = options;
  const { selection, text, usage } = assemblePage(scored, {
    ...options,
    head: { task, text: task.text.trim() || task.title, coverage, notes },
  });
  const pack = compose({ ...selection, usage }, { task, coverage, notes });
  return { pack, text, outcomes: selection.outcomes, pricedTokens: selection.pricedTokens };
}

/** From scored candidates to the printed page: what fits is printed whole, else chosen under the budget. */
export function assemblePage(scored: readonly Scored[], options: Omit<BudgetOptions, 'slackTokens'>): Assembled {
  checkBudget(options.budgetTokens);
  return wholePage(scored, options) ?? chosenPage(scored, options);
}

function wholePage(scored: readonly Scored[], options: Omit<BudgetOptions, 'slackTokens'>): Assembled | null {
  const all = everything(scored, { ...options, slackTokens: 0 });
  const page = all && print(all, options);
  return page && page.cost <= options.budgetTokens ? page : null;
}

function chosenPage(scored: readonly Scored[], options: Omit<BudgetOptions, 'slackTokens'>): Assembled {
  let slackTokens = 0;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const page = print(budget(scored, { ...options, slackTokens }), options);
    if (page.cost <= options.budgetTokens) return page;
    // Pieces that touch can, very rarely, cost more together than apart.
    slackTokens += page.cost - options.budgetTokens + 1;
  }
  invariant(false, 'a printed page never costs more than its budget');
}

function print(chosen: Selection, options: Omit<BudgetOptions, 'slackTokens'>): Assembled & { readonly cost: number } {
  const { layout, tokenizer, isGrouped, budgetTokens } = options;
  const widest: Usage = { budget: budgetTokens, used: budgetTokens, tokenizer: tokenizer.name };
  const selection = { ...chosen, blocks: arrange(chosen.blocks, isGrouped) };
  const printed = format({ ...selection, usage: widest }, { layout, tokenizer, head: chosen.head, isGrouped });
  return { selection, text: printed.text, usage: printed.usage, cost: printed.cost };
}
