import { demanded, isTooSmall, tooSmall } from '../model/budget.ts';
import type { Scored } from '../model/candidate.ts';
import type { EntityId } from '../model/entity.ts';
import type { Coverage, Pack, Reference, Spent } from '../model/pack.ts';
import type { Task } from '../model/task.ts';
import type { Layout, Stop } from '../ports/formatter.ts';
import type { Selection } from './budget/budget.ts';
import type { BudgetOptions } from './budget/budget-options.ts';
import { chooseFreely, type FittedPage, fitMost, fitPage, type PageOptions } from './fit.ts';
import { spentOn } from './format/format.ts';
import { namedPieces } from './pieces.ts';
import { redactedLines, redactionNotes } from './redaction-notes.ts';
import { stopOf, type WiderAim } from './stop-reason.ts';

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

const WIDEST_STOP: Stop = { by: 'budget', files: 9999, parts: 9999, hunks: 9999 };

/** From scored candidates to a pack and its text; where not even the frame of a page fits, to a list of the best places. */
export function assemblePack(scored: readonly Scored[], options: AssembleOptions): AssembledPack {
  const { task, coverage, notes, wider = [] } = options;
  const asked: PageOptions = {
    ...options,
    stopOf: (selection) => (options.namesEach === undefined ? stopOf(selection, scored, wider) : null),
    head: { task, text: task.request ?? (task.text.trim() || task.title), coverage, notes, stop: WIDEST_STOP },
  };
  const fitted = fitPage(scored, asked);
  // Pages of given results say what they need; what was looked for is named in as little room as there is.
  const isSummary = isTooSmall(fitted) && options.dropsNoise;
  const { selection, text, usage } = isSummary ? summaryPage(scored, asked) : demanded(fitted);
  // Known once it is chosen, and visible in the text itself: it is told beside the page.
  const redacted = redactionNotes(redactedLines(selection.blocks, scored));
  const { files, blocks, references, excluded, outcomes, pricedTokens } = selection;
  const pack: Pack = {
    ...{ version: 1, task, usage, files, blocks, references, excluded, coverage },
    notes: [...notes, ...redacted],
  };
  return { pack, text, outcomes, pricedTokens, isSummary, spent: () => spentOn({ ...selection, usage }, options) };
}

// The best places, as many as there is room for, and nothing around them.
function summaryPage(scored: readonly Scored[], options: PageOptions): Omit<FittedPage, 'told'> {
  const { layout, tokenizer, budgetTokens } = options;
  const free = chooseFreely(scored, { ...options, filesMax: 0 });
  // Data stays data.
  const textOf = layout.opening(free.head).startsWith('{') ? placesData : placesText;
  const named = fitMost([0, free.references.length], (count) => {
    const references = free.references.slice(0, count).map((one) => ({ ...one, excludedBecause: 'budget' as const }));
    const text = textOf(references, layout);
    const used = tokenizer.count(text);
    return count === 0 || used <= budgetTokens ? { references, text, used } : tooSmall('');
  });
  const { references, text, used } = demanded(named);
  const { limit, ...others } = free.excluded;
  const left = free.references.length - references.length;
  return {
    selection: {
      ...free,
      ...{ references, blocks: [], pricedTokens: used },
      excluded: { ...others, limit: 0, budget: others.budget + limit + left },
      outcomes: outcomesOf(free, new Set(references.map(({ id }) => id))),
    },
    text,
    usage: { budget: budgetTokens, used, tokenizer: tokenizer.name },
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
