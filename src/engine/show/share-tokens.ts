import { ContextError } from '../../model/errors.ts';
import type { Formatter } from '../../ports/formatter.ts';
import type { Tokenizer } from '../../ports/tokenizer.ts';
import { type AssembledShow, assembleShow, type ShowDraft } from './assemble-show.ts';

export interface SharingOptions {
  /** What all pages together may cost; undefined for no limit. */
  readonly budgetTokens: number | undefined;
  readonly formatter: Formatter;
  readonly tokenizer: Tokenizer;
  readonly isFenced: boolean;
  /** Targets as they are, without a page around them. */
  readonly isRaw: boolean;
}

const ATTEMPTS = 4;
const NO_LIMIT = Number.MAX_SAFE_INTEGER;

/** The pages of all targets: each target whole, then what belongs to the first of them, then to the next. */
export function shareTokens(drafts: readonly ShowDraft[], options: SharingOptions): readonly AssembledShow[] {
  const { budgetTokens: allowed, tokenizer } = options;
  const whole = (draft: ShowDraft, index: number) => assembled(draft, { index, budgetTokens: NO_LIMIT })!;
  if (allowed === undefined) return drafts.map(whole);
  const bare = drafts.map((draft, index) => whole({ ...draft, items: [], more: draft.items.length }, index));
  const costOf = (shows: readonly AssembledShow[]) => tokenizer.count(shows.map(({ text }) => text).join(''));
  demand(costOf(bare), bare, options, allowed);
  let most = allowed;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const shows = [...bare];
    for (const [index, draft] of drafts.entries()) {
      const others = shows.filter((_, at) => at !== index);
      const budgetTokens = most - others.reduce((sum, { text }) => sum + tokenizer.count(text), 0);
      shows[index] = assembled(draft, { index, budgetTokens }) ?? bare[index]!;
    }
    if (costOf(shows) <= allowed) return shows;
    // Pages that touch can, very rarely, cost more together than apart.
    most -= costOf(shows) - allowed + 1;
  }
  return bare;

  function assembled(draft: ShowDraft, at: { index: number; budgetTokens: number }): AssembledShow | null {
    if (at.budgetTokens <= 0) return null;
    try {
      return assembleShow(draft, { ...options, ...at, count: drafts.length });
    } catch (error) {
      if (!(error instanceof ContextError) || error.code !== 'BUDGET_TOO_SMALL') throw error;
      return null;
    }
  }
}

// Targets are never cut.
function demand(needed: number, shows: readonly AssembledShow[], { tokenizer }: SharingOptions, most: number): void {
  if (needed <= most) return;
  const names = shows.map(({ page: { target } }) => target.id ?? target.path).join(', ');
  throw new ContextError(
    'BUDGET_TOO_SMALL',
    `${names} needs ${needed} tokens without any context, more than the ${most} allowed (${tokenizer.name}); lines of it (a.ts:1-40) or a section are a part.`,
  );
}
