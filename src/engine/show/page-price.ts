import { DEFAULTS } from '../../config/defaults.ts';
import type { Config } from '../../config/schema.ts';
import { formatterNamed } from '../../formats/index.ts';
import { budgetOf } from '../../model/budget.ts';
import { ContextError } from '../../model/errors.ts';
import type { ShowInput } from '../../ports/knowledge.ts';
import type { ShownReference, ShowPage } from '../../ports/show-page.ts';
import { loadTokenizer } from '../../tokenizers/index.ts';

/** What pages cost as they are printed. */
export interface Price {
  readonly isLimited: boolean;
  readonly isWithin: (pages: readonly ShowPage[]) => boolean;
  /** Tokens of a text; null where nobody asked for them, since a tokenizer takes time to load. */
  readonly count: (text: string) => number | null;
  /** Refuses targets that cost more than is allowed: they are never cut. */
  readonly demand: (pages: readonly ShowPage[]) => void;
}

const FREE: Price = { isLimited: false, isWithin: () => true, count: () => null, demand: () => undefined };

/** How pages are printed. */
export interface Printer {
  readonly pages: (pages: readonly ShowPage[]) => string;
  readonly reference: (reference: ShownReference) => string;
}

/** By their format, or each target as it is. */
export function printerOf({ view, format, isFenced }: ShowInput): Printer {
  const { show, showReference: reference } = formatterNamed(format ?? DEFAULTS.pack.format);
  const isRaw = view === 'raw' && format !== 'json';
  if (!isRaw) return { pages: (pages) => show(pages, { isFenced }), reference };
  if (isFenced) return { pages: (pages) => show(pages.map(bodyAlone), { isFenced }), reference };
  return { pages: (pages) => pages.map(({ target }) => target.body).join('\n'), reference };
}

// The body of a raw target holds its frontmatter already.
function bodyAlone(page: ShowPage): ShowPage {
  return { ...page, target: { ...page.target, frontmatter: null, fields: [], issue: null } };
}

/** The price of pages in tokens, everything printed included. */
export async function priceOf(input: ShowInput, config: Config, print: Printer['pages']): Promise<Price> {
  const [budget, name] = [budgetOf(input), input.tokenizer];
  if (budget === undefined && name === undefined) return FREE;
  const tokenizer = await loadTokenizer(name ?? config.tokenizer, { safetyMargin: config.safetyMargin });
  if (budget === undefined) return { ...FREE, count: (text) => tokenizer.count(text) };
  const cost = (pages: readonly ShowPage[]) => tokenizer.count(print(pages));
  return {
    isLimited: true,
    isWithin: (pages) => cost(pages) <= budget,
    count: (text) => tokenizer.count(text),
    demand: (pages) => {
      const needed = cost(pages);
      if (needed <= budget) return;
      const names = pages.map(({ target }) => target.id ?? target.path).join(', ');
      throw new ContextError(
        'BUDGET_TOO_SMALL',
        `${names} needs ${needed} tokens without any context, more than the ${budget} allowed (${tokenizer.name}); --section NAME shows a part.`,
      );
    },
  };
}
