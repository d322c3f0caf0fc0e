import { DEFAULTS } from '../../config/defaults.ts';
import { ContextError } from '../../model/errors.ts';
import { arrangeContext } from '../../pipeline/show/arrange-context.ts';
import type { ShowCandidate } from '../../pipeline/show/candidate.ts';
import { chooseReferences } from '../../pipeline/show/choose-references.ts';
import { orderCandidates } from '../../pipeline/show/order-candidates.ts';
import { selectContext } from '../../pipeline/show/select-context.ts';
import { type ShowLimits, showLimits } from '../../pipeline/show/show-limits.ts';
import type { ShowAnswer, ShowInput } from '../../ports/knowledge.ts';
import type { ShownReference, ShowPage } from '../../ports/show-page.ts';
import { codePoints } from '../../sources/markdown/code-points.ts';
import { contentOf, type KnowledgeRun, onFreshDocuments } from '../documents/knowledge-run.ts';
import type { RunContext } from '../run.ts';
import { findSection, findTarget } from './find-target.ts';
import type { FoundTarget } from './found-target.ts';
import { gatherRelated } from './gather-related.ts';
import { fitOutlines } from './outline.ts';
import { type Price, priceOf, printerOf } from './page-price.ts';
import { shownDocument, shownReferences, shownTarget } from './shown-documents.ts';

/** Shows documents with what belongs to them. Chooses by cards, and opens only what it prints. */
export function runShow(input: ShowInput, context: RunContext): Promise<ShowAnswer> {
  if (input.targets.length === 0) throw new ContextError('NO_TARGET', 'There is nothing to show.');
  return onFreshDocuments(context, async (run) => {
    const defaults = { context: context.config.showContext, references: context.config.showReferences };
    const asked = await Promise.all(input.targets.map((target) => draftOf(target, { ...input, defaults }, run)));
    const print = printerOf(input);
    const price = await priceOf(input, context.config, print.pages);
    const drafts = await withinPrice(asked, price, run);
    const bare = drafts.map(({ page }) => page);
    price.demand(bare);
    const pages: ShowPage[] = [];
    let characters = 0;
    for (const [index, draft] of drafts.entries()) {
      const rest = bare.slice(index + 1);
      const filled = await filledPage(draft, run, {
        isLimited: price.isLimited,
        isWithin: (page) => price.isWithin([...pages, page, ...rest]),
        referenceLength: (reference) => codePoints(print.reference(reference)),
      });
      pages.push(filled.page);
      characters += filled.characters;
    }
    const text = print.pages(pages);
    return {
      view: input.view ?? 'page',
      isFenced: input.isFenced === true,
      pages,
      text,
      usage: {
        target: pages.reduce((sum, { target }) => sum + codePoints(target.body), 0),
        context: characters,
        tokens: price.count(text),
      },
      notes: [...context.notes, ...run.texts.notes(), ...outlinedNotes(asked, drafts)],
    };
  });
}

interface PageDraft {
  readonly found: FoundTarget;
  readonly page: ShowPage;
  readonly candidates: readonly ShowCandidate[];
  readonly limits: ShowLimits;
}

async function draftOf(
  asked: string,
  input: ShowInput & { readonly defaults: ShowLimits },
  run: KnowledgeRun,
): Promise<PageDraft> {
  const found = await targetOf(asked, input, run);
  const content = found.kind === 'document' ? await contentOf(run, found.card) : null;
  const view = input.view ?? 'page';
  const page = { target: await shownTarget(found, run, view), before: [], after: [], references: [], more: 0 };
  if (found.kind !== 'document' || content === null || view !== 'page')
    return { found, page, candidates: [], limits: { context: 0, references: 0 } };
  const isBrief = input.isBrief === true;
  const context = input.context ?? (isBrief ? DEFAULTS.show.briefCharacters : undefined);
  const limits = showLimits({ context, references: input.references }, found.card.docContextBudget, input.defaults);
  // Where there is no room, nobody needs to look.
  if (limits.context === 0 && limits.references === 0) return { found, page, candidates: [], limits };
  const related = await gatherRelated(found, content, run, { isBrief, withBlockers: input.withBlockers === true });
  const candidates = orderCandidates(related, found.card.path);
  return { found, page: { ...page, more: candidates.length }, candidates, limits };
}

/** Where files are too long to be printed whole, what is in them; lines and symbols that were asked for are never cut. */
async function withinPrice(
  drafts: readonly PageDraft[],
  price: Price,
  run: KnowledgeRun,
): Promise<readonly PageDraft[]> {
  const pagesOf = (some: readonly PageDraft[]) => some.map(({ page }) => page);
  if (!price.isLimited || price.isWithin(pagesOf(drafts))) return drafts;
  const outlined = await Promise.all(
    drafts.map(async (draft) => {
      const { found, page } = draft;
      const isWhole = found.kind === 'code' && found.startLine === 1 && found.endLine === found.file.lineCount;
      if (!isWhole || page.target.outline !== null) return draft;
      const target = await shownTarget(found, run, 'sections');
      // A text without symbols has nothing to stand for it.
      return target.outline?.length ? { ...draft, page: { ...page, target } } : draft;
    }),
  );
  const pages = fitOutlines(pagesOf(outlined), price.isWithin);
  return outlined.map((draft, at) => ({ ...draft, page: pages[at]! }));
}

// Said beside the page: it reads like one that was asked for.
function outlinedNotes(before: readonly PageDraft[], after: readonly PageDraft[]): readonly string[] {
  return after.flatMap(({ page }, at) =>
    page.target.outline !== null && before[at]?.page.target.outline === null
      ? [`${page.target.path} is too long to be shown whole: ask for lines (${page.target.path}:1-40) or a name in it`]
      : [],
  );
}

async function targetOf(asked: string, { section }: ShowInput, run: KnowledgeRun): Promise<FoundTarget> {
  const found = await findTarget(asked, run);
  if (section === undefined) return found;
  if (found.kind !== 'document')
    throw new ContextError('NO_SUCH_SECTION', `${asked} is no document and has no sections to name.`);
  return { kind: 'document', ...(await findSection(found.card, section, run)) };
}

interface PageRoom {
  readonly isLimited: boolean;
  readonly isWithin: (page: ShowPage) => boolean;
  readonly referenceLength: (reference: ShownReference) => number;
}

async function filledPage(
  { page, candidates, limits }: PageDraft,
  run: KnowledgeRun,
  { isLimited, isWithin, referenceLength }: PageRoom,
): Promise<{ page: ShowPage; characters: number }> {
  const withContext = async (included: readonly ShowCandidate[]): Promise<ShowPage> => {
    const shown = await Promise.all(included.map((candidate) => shownDocument(candidate, run)));
    const more = candidates.length - included.length;
    return { ...page, ...arrangeContext(shown.flatMap((document) => document ?? [])), more };
  };
  const { included, leftOut, characters } = await selectContext(candidates, {
    charactersMax: limits.context,
    // Without a limit in tokens lengths are enough, and nothing is opened that is not printed.
    accepts: async (chosen) => !isLimited || isWithin(await withContext(chosen)),
  });
  const filled = await withContext(included);
  const named = (references: readonly ShownReference[]): ShowPage => {
    return { ...filled, references, more: leftOut.length - references.length };
  };
  const references = chooseReferences(limits.references > 0 ? await shownReferences(leftOut, run) : [], {
    charactersMax: limits.references,
    lengthOf: referenceLength,
    accepts: (chosen) => !isLimited || isWithin(named(chosen)),
  });
  return { page: named(references), characters };
}
