// The last step of a pack and a query: fits candidates into the budget, prints the page and says why it ends.
import { isTooSmall, requirePage, tooSmall } from '../model/budget.ts';
import type { Scored } from '../model/candidate.ts';
import type { EntityId } from '../model/entity.ts';
import type { Block, Coverage, Exclusion, Pack, Reference, TokensByPiece } from '../model/pack.ts';
import type { Task } from '../model/task.ts';
import type { Layout, PageEnd } from '../ports/formatter.ts';
import type { Floors } from '../ports/ranker.ts';
import { worthPaths } from './aim.ts';
import type { Selection } from './budget/budget.ts';
import type { BudgetOptions } from './budget/budget-options.ts';
import { isNeighbour } from './budget/file-plan.ts';
import { chooseFreely, type FittedPage, fitMost, fitPage, type PageOptions } from './fit.ts';
import { spentOn } from './format.ts';
import { namedPieces } from './page-pieces.ts';

export interface AssembledPack {
  readonly pack: Pack;
  readonly text: string;
  readonly outcomes: Selection['outcomes'];
  /** What the pieces cost, one by one; the text mostly costs no more. Of a summary, the tokens of its text. */
  readonly pricedTokens: number;
  /** Whether the text is only a list of places, because not even the frame of a page fits. */
  readonly isSummary: boolean;
  /** The tokens of each part; counted only when it is called. */
  readonly spent: () => TokensByPiece;
}

export interface AssembleOptions extends Omit<BudgetOptions, 'head' | 'slackTokens' | 'leastWhole'> {
  /** The aims that quote more than this one, the nearest first. */
  readonly wider?: readonly WiderAim[];
  readonly task: Task;
  readonly coverage: Coverage;
  readonly notes: readonly string[];
}

// Prices the sentence on why the page ends before its numbers are known; one about an aim may cost a little more.
const PRICED_STOP: PageEnd = { by: 'budget', files: 9999, parts: 9999, hunks: 9999 };

/** Makes a pack and its text. If not even the frame of a page fits, a page with `dropsNoise` only lists places. */
export function assemblePack(scored: readonly Scored[], options: AssembleOptions): AssembledPack {
  const { task, coverage, notes, wider = [] } = options;
  const asked: PageOptions = {
    ...options,
    stopOf: (selection) => (options.namesEach === undefined ? stopOf(selection, scored, wider) : null),
    head: { task, text: task.request ?? (task.text.trim() || task.title), coverage, notes, stop: PRICED_STOP },
  };
  const fitted = fitPage(scored, asked);
  const isSummary = isTooSmall(fitted) && options.dropsNoise;
  const { selection, text, usage } = isSummary ? summaryPage(scored, asked) : requirePage(fitted);
  // The text shows redactions itself, so this note is returned beside the page.
  const redacted = redactionNotes(redactedLines(selection.blocks, scored));
  const { files, blocks, references, excluded, outcomes, pricedTokens } = selection;
  const allNotes = [...notes, ...redacted];
  const pack: Pack = { version: 1, task, usage, files, blocks, references, excluded, coverage, notes: allNotes };
  return { pack, text, outcomes, pricedTokens, isSummary, spent: () => spentOn({ ...selection, usage }, options) };
}

// Lists as many of the first places as fit, without a frame.
function summaryPage(scored: readonly Scored[], options: PageOptions): Omit<FittedPage, 'told'> {
  const { layout, tokenizer, budgetTokens } = options;
  const free = chooseFreely(scored, { ...options, filesMax: 0 });
  // A JSON page is replaced by a JSON list.
  const textOf = layout.opening(free.head).startsWith('{') ? placesData : placesText;
  const named = fitMost([0, free.references.length], (count) => {
    const references = free.references
      .slice(0, count)
      .map((reference) => ({ ...reference, excludedBecause: 'budget' as const }));
    const text = textOf(references, layout);
    const used = tokenizer.count(text);
    return count === 0 || used <= budgetTokens ? { references, text, used } : tooSmall('');
  });
  const { references, text, used } = requirePage(named);
  const { limit, ...others } = free.excluded;
  const left = free.references.length - references.length;
  const quoted = [...free.outcomes.values()].filter(({ kind }) => kind === 'included').length;
  return {
    selection: {
      ...free,
      references,
      blocks: [],
      pricedTokens: used,
      excluded: { ...others, limit: 0, budget: others.budget + limit + left + quoted },
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

// Returns the outcomes of a page that only lists places: the budget keeps out what was quoted or kept out by a limit.
function outcomesOf({ outcomes }: Selection, named: ReadonlySet<EntityId>): Selection['outcomes'] {
  const settled = new Map(outcomes);
  for (const [id, outcome] of outcomes) {
    const isBudget = outcome.kind === 'included' || outcome.because === 'limit';
    const because = isBudget ? 'budget' : outcome.because;
    settled.set(id, { kind: named.has(id) ? 'reference' : 'excluded', because });
  }
  return settled;
}

interface WiderAim {
  readonly name: string;
  readonly floors: Floors;
  /** Files that it brings whatever their score. */
  readonly whole: readonly string[];
}

/** Says why the page ends and what a larger page would add; null if there is nothing to tell. */
function stopOf(selection: Selection, scored: readonly Scored[], wider: readonly WiderAim[]): PageEnd | null {
  const quoted = new Set(selection.blocks.map(({ path }) => path));
  const atBudget = stopAtBudget(selection, scored, quoted);
  // A page without quotes does not advertise a wider aim.
  return atBudget ?? (quoted.size > 0 ? stopAtAim(selection, scored, wider, quoted) : null);
}

function stopAtBudget(
  { outcomes, excluded, references }: Selection,
  scored: readonly Scored[],
  quoted: ReadonlySet<string>,
): PageEnd | null {
  const limited = scored.filter(({ id }) => whyUnquoted(outcomes.get(id)) === 'limit');
  const missing = [...limited, ...scored.filter(({ id }) => whyUnquoted(outcomes.get(id)) === 'budget')];
  const hunks = excluded.hunk + references.filter(({ excludedBecause }) => excludedBecause === 'hunk').length;
  if (missing.length + hunks === 0) return null;
  const files = new Set(missing.filter(({ path }) => !quoted.has(path)).map(({ path }) => path)).size;
  const parts = missing.filter(({ path }) => quoted.has(path)).length;
  return { by: hunks + missing.length === limited.length ? 'limit' : 'budget', files, parts, hunks };
}

function whyUnquoted(outcome: ReturnType<Selection['outcomes']['get']>): Exclusion | undefined {
  return outcome?.kind === 'included' ? undefined : outcome?.because;
}

// Names the next aim that would quote another file; an aim that only quotes more of the same files does not count.
function stopAtAim(
  { outcomes, files }: Selection,
  scored: readonly Scored[],
  wider: readonly WiderAim[],
  quoted: ReadonlySet<string>,
): PageEnd | null {
  const left = scored.filter(({ id, path }) => !quoted.has(path) && whyUnquoted(outcomes.get(id)) === 'belowFloor');
  const likelihoods = left.flatMap(({ entity, likelihood }) => (entity.container === null ? (likelihood ?? []) : []));
  const likelihood = likelihoods.length === 0 ? null : Math.max(...likelihoods);
  const neighbours = left.filter(isNeighbour).map(({ path }) => path);
  const best = files.find(({ path }) => quoted.has(path))?.functions;
  for (const { name, floors, whole } of wider) {
    const unquoted = whole.filter((path) => !quoted.has(path));
    const more = new Set([...worthPaths(left, floors), ...neighbours, ...unquoted]);
    if (more.size > 0) return { by: 'aim', likelihood, aim: name, files: more.size, ...(best && { functions: best }) };
  }
  return null;
}

/** Writes a note that counts the redacted lines, if there are any. */
export function redactionNotes(lines: number): readonly string[] {
  if (lines === 0) return [];
  return [`${lines} ${lines === 1 ? 'line looks like a secret and is' : 'lines look like secrets and are'} redacted`];
}

/** Counts the quoted lines with a redacted secret; lines that were only read do not count. */
function redactedLines(blocks: readonly Block[], scored: readonly Scored[]): number {
  const redacted = new Map<string, readonly number[]>();
  for (const { path, text } of scored) if (text?.redacted?.length) redacted.set(`${path}\n${text.hash}`, text.redacted);
  if (redacted.size === 0) return 0;
  const quoted = blocks.flatMap((block) => {
    const key = `${block.path}\n${block.hash}`;
    const isQuoted = (line: number) =>
      [...block.lines, ...block.importLines].some(([first, last]) => first <= line && line <= last);
    return (redacted.get(key) ?? []).filter(isQuoted).map((line) => `${key}\n${line}`);
  });
  return new Set(quoted).size;
}
