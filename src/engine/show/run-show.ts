import { DEFAULTS } from '../../config/defaults.ts';
import type { Config } from '../../config/schema.ts';
import { formatterNamed } from '../../formats/index.ts';
import { ContextError } from '../../model/errors.ts';
import { lengthOf } from '../../pipeline/show/candidate.ts';
import { orderCandidates } from '../../pipeline/show/order-candidates.ts';
import { type ShowLimits, showLimits } from '../../pipeline/show/show-limits.ts';
import type { ShowAnswer, ShowInput } from '../../ports/knowledge.ts';
import type { Tokenizer } from '../../ports/tokenizer.ts';
import { codePoints } from '../../sources/markdown/code-points.ts';
import { loadTokenizer } from '../../tokenizers/index.ts';
import { contentOf, type KnowledgeRun, onFreshDocuments } from '../documents/knowledge-run.ts';
import type { RunContext } from '../run.ts';
import type { ShowDraft } from './assemble-show.ts';
import { findSection, findTarget } from './find-target.ts';
import type { FoundTarget } from './found-target.ts';
import { gatherRelated } from './gather-related.ts';
import { shareTokens } from './share-tokens.ts';
import { shownDocument, shownReferences, shownTarget } from './shown-documents.ts';
import { withinRoom } from './within-room.ts';

/** Shows documents with what belongs to them. Chooses by cards, and opens only what it prints. */
export function runShow(input: ShowInput, context: RunContext): Promise<ShowAnswer> {
  if (input.targets.length === 0) throw new ContextError('NO_TARGET', 'There is nothing to show.');
  return onFreshDocuments(context, async (run) => {
    const defaults = { context: context.config.showContext, references: context.config.showReferences };
    const drafts = await Promise.all(input.targets.map((target) => draftOf(target, { ...input, defaults }, run)));
    const { maxTokens, view = 'page', isFenced = false } = input;
    const tokenizer = await tokenizerOf(input, context.config);
    const formatter = formatterNamed(input.format ?? DEFAULTS.pack.format);
    const isRaw = view === 'raw' && formatter.name !== 'json';
    const shows = shareTokens(drafts, { maxTokens, formatter, tokenizer, isFenced, isRaw });
    const text = shows.map((show) => show.text).join('');
    return {
      view,
      isFenced,
      pages: shows.map(({ page }) => page),
      text,
      usage: {
        target: shows.reduce((sum, { page }) => sum + codePoints(page.target.body), 0),
        context: shows.reduce((sum, { characters }) => sum + characters, 0),
        tokens: maxTokens === undefined && input.tokenizer === undefined ? null : tokenizer.count(text),
      },
      notes: [...context.notes, ...run.texts.notes()],
    };
  });
}

// Where nobody counts tokens, no table of them need be loaded.
function tokenizerOf({ maxTokens, tokenizer }: ShowInput, config: Config): Promise<Tokenizer> {
  const isAsked = maxTokens !== undefined || tokenizer !== undefined;
  return loadTokenizer(isAsked ? (tokenizer ?? config.tokenizer) : 'characters', { safetyMargin: config.safetyMargin });
}

async function draftOf(
  asked: string,
  input: ShowInput & { readonly defaults: ShowLimits },
  run: KnowledgeRun,
): Promise<ShowDraft> {
  const found = await targetOf(asked, input, run);
  const content = found.kind === 'code' ? null : await contentOf(run, found.card);
  const view = input.view ?? 'page';
  const target = await shownTarget(found, run, view);
  const alone: ShowDraft = { target, items: [], more: 0, referencesMax: 0 };
  if (found.kind === 'code' || content === null || view !== 'page') return alone;
  const isBrief = input.isBrief === true;
  const context = input.context ?? (isBrief ? DEFAULTS.show.briefCharacters : undefined);
  const limits = showLimits({ context, references: input.references }, found.card.docContextBudget, input.defaults);
  // Where there is no room, nobody needs to look.
  if (limits.context === 0 && limits.references === 0) return alone;
  const related = await gatherRelated(found, content, run, { isBrief, withBlockers: input.withBlockers === true });
  const candidates = orderCandidates(related, found.card.path);
  const open = await withinRoom(candidates, limits.context);
  const references = await shownReferences(candidates, run);
  const items = candidates.map(async (candidate, at) => ({
    reference: references[at]!,
    document: open.has(candidate) ? await shownDocument(candidate, run) : null,
    length: lengthOf(candidate),
  }));
  return { target, items: await Promise.all(items), more: 0, referencesMax: limits.references };
}

async function targetOf(asked: string, { section }: ShowInput, run: KnowledgeRun): Promise<FoundTarget> {
  const found = await findTarget(asked, run);
  if (section === undefined) return found;
  if (found.kind === 'code') throw new ContextError('NO_SUCH_SECTION', `${asked} is code and has no sections.`);
  return { kind: 'document', ...(await findSection(found.card, section, run)) };
}
