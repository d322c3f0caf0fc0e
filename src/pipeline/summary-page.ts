import type { EntityId } from '../model/entity.ts';
import type { Reference } from '../model/pack.ts';
import type { Layout } from '../ports/formatter.ts';
import type { Tokenizer } from '../ports/tokenizer.ts';
import type { Selection } from './budget/budget.ts';
import { namedPieces } from './pieces.ts';

export interface SummaryOptions {
  readonly layout: Layout;
  readonly tokenizer: Tokenizer;
  readonly budgetTokens: number;
}

/** Where not even a frame fits: the best places, as many as there is room for, and nothing around them. */
export function summaryPage(told: Selection, { layout, tokenizer, budgetTokens }: SummaryOptions) {
  let count = told.references.length;
  // Data stays data.
  const isData = layout.opening(told.head).startsWith('{');
  const textOf = (some: readonly Reference[]) => (isData ? placesData(some) : placesText(some, layout));
  while (count > 0 && tokenizer.count(textOf(told.references.slice(0, count))) > budgetTokens) count--;
  const references = told.references.slice(0, count).map((one) => ({ ...one, excludedBecause: 'budget' as const }));
  const text = textOf(references);
  const { limit, ...others } = told.excluded;
  const left = told.references.length - count;
  return {
    isSummary: true,
    selection: {
      ...told,
      ...{ references, blocks: [], pricedTokens: tokenizer.count(text) },
      excluded: { ...others, limit: 0, budget: others.budget + limit + left },
      outcomes: outcomesOf(told, new Set(references.map(({ id }) => id))),
    },
    text,
    usage: { budget: budgetTokens, used: tokenizer.count(text), tokenizer: tokenizer.name },
  };
}

function placesData(references: readonly Reference[]): string {
  const places = references.map(({ path, startLine, endLine, name }) => ({ path, startLine, endLine, name }));
  return places.length === 0 ? '' : `${JSON.stringify(places)}\n`;
}

function placesText(references: readonly Reference[], layout: Layout): string {
  if (references.length === 0) return '';
  const { opening, closing } = layout.references;
  return `${opening.trimStart()}${namedPieces(references, [], layout).join('')}${closing}\n`;
}

// Nothing but the room kept anything out.
function outcomesOf({ outcomes }: Selection, named: ReadonlySet<EntityId>): Selection['outcomes'] {
  const settled = new Map(outcomes);
  for (const [id, outcome] of outcomes) {
    if (outcome.kind === 'included') continue;
    const because = outcome.because === 'limit' ? 'budget' : outcome.because;
    settled.set(id, { kind: named.has(id) ? 'reference' : 'excluded', because });
  }
  return settled;
}
