// Answers `show`: finds each target, gathers its related documents and fits the pages into the budget. If they are too
// long, targets are shown as outlines.
import { DEFAULTS } from '../../config/defaults.ts';
import type { Config } from '../../config/schema.ts';
import { findFormatter } from '../../formats/index.ts';
import { budgetOf, isTooSmall, requirePage, type TooSmall, tooSmall } from '../../model/budget.ts';
import { ContextError } from '../../model/errors.ts';
import { codePoints } from '../../model/visible-text.ts';
import { fitMost, fitSeveral } from '../../pipeline/fit.ts';
import { lengthOf, orderCandidates, type ShowLimits, showLimits } from '../../pipeline/show/show-candidate.ts';
import type { ShowAnswer, ShowInput } from '../../ports/knowledge.ts';
import type { Tokenizer } from '../../ports/tokenizer.ts';
import { loadTokenizer } from '../../tokenizers/index.ts';
import { contentOf, type DocumentRun, onFreshDocuments } from '../documents/document-run.ts';
import type { QuestionRun } from '../question-run.ts';
import { type FoundTarget, targetsIn } from '../show/find-code.ts';
import { findSection, findTarget } from '../show/find-target.ts';
import { gatherRelated } from '../show/gather-related.ts';
import {
  type AssembledShow,
  assembleShow,
  chooseByLength,
  type ShowDraft,
  type ShowOptions,
} from '../show/show-page.ts';
import { asOutline, makeReferences, readDocument, readTarget, withEntries } from '../show/shown-documents.ts';

/** Chooses related documents by their cards, and opens only those it chose. */
export function runShow(input: ShowInput, context: QuestionRun): Promise<ShowAnswer> {
  if (input.targets.length === 0) throw new ContextError('NO_TARGET', 'There is nothing to show.');
  return onFreshDocuments(context, async (run) => {
    const defaults = { context: context.config.showContext, references: context.config.showReferences };
    const { asked, lost } = await draftsOf({ ...input, defaults }, run);
    const { view = 'page', fenced: isFenced = false } = input;
    const budgetTokens = budgetOf(input);
    const tokenizer = await tokenizerOf(input, context.config);
    const formatter = findFormatter(input.format ?? DEFAULTS.pack.format);
    const isRaw = view === 'raw' && formatter.name !== 'json';
    const fitting = { budgetTokens, formatter, tokenizer, isFenced, isRaw };
    const { shows, notes } = await fitOrOutline(asked, view === 'page' ? run : null, fitting);
    const text = shows.map((show) => show.text).join('');
    return {
      view,
      isFenced,
      pages: shows.map(({ page }) => page),
      text,
      usage: {
        target: shows.reduce((sum, { page }) => sum + codePoints(page.target.body), 0),
        context: shows.reduce((sum, { characters }) => sum + characters, 0),
        tokens: isCounted(input) ? tokenizer.count(text) : null,
      },
      notes: [...context.notes, ...run.texts.notes(), ...lost, ...notes],
    };
  });
}

interface FoundDraft extends ShowDraft {
  readonly found: FoundTarget;
}

/** Makes all pages; if they do not fit, replaces targets by their outlines, where there are any. */
async function fitOrOutline(drafts: readonly FoundDraft[], run: DocumentRun | null, options: FittingOptions) {
  const whole = fitPages(drafts, options);
  if (!isTooSmall(whole)) return { shows: whole, notes: [] };
  const shorter = await Promise.all(
    drafts.map(async ({ found, ...draft }) => {
      const outline = run === null ? null : await asOutline(found, draft.target, run);
      return { ...draft, target: outline ?? draft.target, isOutlined: outline !== null };
    }),
  );
  const entries = Math.max(0, ...shorter.map(({ target }) => target.outline?.length ?? 0));
  // Prints as many entries of each outline as fit.
  const shows = fitMost([1, entries], (count) =>
    count === 0
      ? whole
      : fitPages(
          shorter.map((draft) => ({ ...draft, target: withEntries(draft.target, count) })),
          options,
        ),
  );
  const noteOf = ({ path }: ShowDraft['target']) =>
    `${path} is too long to be shown whole: ask for lines of it (${path}:1-40), or a name or section in it`;
  const notes = shorter.flatMap(({ target, isOutlined }) => (isOutlined ? [noteOf(target)] : []));
  return { shows: requirePage(isTooSmall(shows) ? whole : shows), notes };
}

type FittingOptions = Omit<ShowOptions, 'budgetTokens' | 'index' | 'count'> & {
  /** The budget of all pages together; undefined for no limit. */
  readonly budgetTokens: number | undefined;
};

/** Makes the pages of all targets within the budget: first each target as a whole, then related documents in turn. */
function fitPages(drafts: readonly ShowDraft[], options: FittingOptions): readonly AssembledShow[] | TooSmall {
  const { budgetTokens: max, tokenizer } = options;
  const makePage = (draft: ShowDraft, index: number, budgetTokens = Number.MAX_SAFE_INTEGER) =>
    assembleShow(draft, { ...options, index, budgetTokens, count: drafts.length });
  if (max === undefined) return drafts.map((draft, index) => requirePage(makePage(draft, index)));
  const bare = drafts.map((draft, index) =>
    requirePage(makePage({ ...draft, items: [], more: draft.items.length }, index)),
  );
  const needed = tokenizer.count(bare.map(({ text }) => text).join(''));
  const room = { budget: max, count: tokenizer.count };
  if (needed <= max) return fitSeveral(bare, room, (index, left) => makePage(drafts[index]!, index, left));
  const names = bare.map(({ page: { target } }) => target.id ?? target.path).join(', ');
  return tooSmall(
    `${names} needs ${needed} tokens without any context, more than the ${max} allowed (${tokenizer.name}); lines of it (a.ts:1-40) or a section are a part.`,
  );
}

// Loads the table of a tokenizer only if the caller wants tokens counted.
function tokenizerOf(input: ShowInput, { tokenizer, safetyMargin }: Config): Promise<Tokenizer> {
  return loadTokenizer(isCounted(input) ? (input.tokenizer ?? tokenizer) : 'characters', { safetyMargin });
}

function isCounted(input: ShowInput): boolean {
  return budgetOf(input) !== undefined || input.tokenizer !== undefined;
}

type AskedShow = ShowInput & { readonly defaults: ShowLimits };

/** A target that is not found or is ambiguous is reported, and does not stop the others. */
async function draftsOf(input: AskedShow, run: DocumentRun) {
  const targets = input.targets.flatMap((text) => targetsIn(text, run.files));
  const settled = await Promise.allSettled(targets.map((target) => draftOf(target, input, run)));
  const asked = settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const errors = settled.flatMap((result): unknown[] => (result.status === 'rejected' ? [result.reason] : []));
  const fault = errors.find((error) => asked.length === 0 || !(error instanceof ContextError));
  if (fault !== undefined) throw fault;
  return { asked, lost: errors.map((error) => (error as ContextError).message) };
}

async function draftOf(asked: string, input: AskedShow, run: DocumentRun): Promise<FoundDraft> {
  const found = await targetOf(asked, input, run);
  const content = found.kind === 'document' ? await contentOf(run, found.card) : null;
  const view = input.view ?? 'page';
  const target = await readTarget(found, run, view);
  const alone: FoundDraft = { found, target, items: [], more: 0, referencesMax: 0 };
  if (found.kind !== 'document' || content === null || view !== 'page') return alone;
  const isBrief = input.brief === true;
  const context = input.context ?? (isBrief ? DEFAULTS.show.briefCharacters : undefined);
  const limits = showLimits({ context, references: input.references }, found.card.docContextBudget, input.defaults);
  // No room for related documents: skips the search for them.
  if (limits.context === 0 && limits.references === 0) return alone;
  const related = await gatherRelated(found, content, run, { isBrief, withBlockers: input.withBlockers === true });
  const candidates = orderCandidates(related, found.card.path);
  const open = await chooseByLength(candidates, limits.context);
  const references = await makeReferences(candidates, run);
  const items = candidates.map(async (candidate, index) => ({
    reference: references[index]!,
    document: open.has(candidate) ? await readDocument(candidate, run) : null,
    length: lengthOf(candidate),
  }));
  return { found, target, items: await Promise.all(items), more: 0, referencesMax: limits.references };
}

async function targetOf(asked: string, { section }: ShowInput, run: DocumentRun): Promise<FoundTarget> {
  const found = await findTarget(asked, run);
  if (section === undefined) return found;
  if (found.kind !== 'document')
    throw new ContextError('NO_SUCH_SECTION', `${asked} is not a markdown document, so no section of it can be named.`);
  return { kind: 'document', ...(await findSection(found.card, section, run)) };
}
