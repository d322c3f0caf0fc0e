// Answers `search`: finds documents and their sections by words, or by meaning if no document holds a word.
import { DEFAULTS } from '../../config/defaults.ts';
import type { Scored } from '../../model/candidate.ts';
import type { Keyword } from '../../model/task.ts';
import { byText } from '../../model/terms.ts';
import { shareHeld } from '../../pipeline/query-results.ts';
import type { FoundDocument, SearchAnswer, SearchInput } from '../../ports/knowledge.ts';
import type { DocumentCard } from '../../ports/store.ts';
import { keywordMatch } from '../../signals/word-matches.ts';
import { findFrontmatter } from '../../sources/markdown/frontmatter/read-frontmatter.ts';
import { stemOf } from '../../sources/markdown/place-document.ts';
import { type AskedWorkspace, askedWorkspaces } from '../multi-root/workspace-paths.ts';
import type { QuestionRun } from '../question-run.ts';
import { DOCUMENTS } from './profiles.ts';
import { findEntities } from './query.ts';

const HEADING = /^#{1,6}[ \t].*$/gm;
const EXCERPT_CHARACTERS = 200;

export async function runSearch(input: SearchInput, context: QuestionRun): Promise<SearchAnswer> {
  const { query, under, limit = DEFAULTS.list.found, minScore = 0 } = input;
  const openedMax = Math.max(limit, DEFAULTS.query.openedForTypesMax);
  const asked = { query, under, minScore: 0, limit: Number.MAX_SAFE_INTEGER, openedMax };
  const { entities, closed, task, notes } = await findEntities(asked, context, DOCUMENTS);
  const withWordsOfQuestion = withWords(entities, task.keywords);
  const all = (withWordsOfQuestion.length > 0 ? withoutEmpty(withWordsOfQuestion) : entities).toSorted(
    (a, b) => b.score - a.score || byText(a.id, b.id),
  );
  const best = all[0]?.score || 1;
  const listed = all.filter(({ score }) => score / best >= minScore);
  // Documents too weak to be opened hold words too, but in unknown sections: they count as whole documents.
  const unopened = minScore > 0 || withWordsOfQuestion.length === 0 ? [] : closed.filter(holdsWords);
  const shown = listed.slice(0, limit);
  const cards = await cardsOf(shown, context);
  const results = shown.flatMap((one) => {
    const card = cards.get(one.path);
    return card ? [documentFound(card, { ...one, score: one.score / best })] : [];
  });
  return { results, total: listed.length + unopened.length, notes: [...context.notes, ...notes] };
}

// Keeps the entities whose own lines hold words of a question, not only the lines of a section below them. The name of
// the file counts as its first line, because many notes have no other title.
function withWords(entities: readonly Scored[], keywords: readonly Keyword[]): readonly Scored[] {
  const best = Math.max(0, ...entities.map(({ score }) => score));
  const byPath = Map.groupBy(entities, ({ path }) => path);
  return entities.flatMap((entity) => {
    const inSameFile = byPath.get(entity.path)!;
    const name = inSameFile.some((other) => startOf(other) < startOf(entity)) ? '' : stemOf(entity.path);
    const share = shareHeld(`${name}\n${textOfLines(entity)}`, keywords);
    const inner = inSameFile.filter((other) => isInside(other, entity));
    const ownShare = inner.length === 0 ? share : shareHeld(`${name}\n${bodyOf(entity, inner)}`, keywords);
    if (ownShare === 0) return [];
    return [{ ...entity, score: Math.max(entity.score * share, best * shareAsName(name, keywords)) }];
  });
}

const startOf = ({ entity }: Scored) => entity.location.startLine;

// The share of a question that a name covers, if the question contains the whole name. Takes the root of it, because
// one word of a question says more in a name than in a text. A name that is only partly asked for counts as text.
function shareAsName(name: string, keywords: readonly Keyword[]): number {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  const isAsked = words.length > 0 && words.every((word) => shareHeld(word, keywords) > 0);
  return isAsked ? Math.sqrt(shareHeld(name, keywords)) : 0;
}

function isInside({ entity: { location: inner } }: Scored, { entity: { location: outer } }: Scored): boolean {
  const isWithin = inner.startLine >= outer.startLine && inner.endLine <= outer.endLine;
  return isWithin && inner.endLine - inner.startLine < outer.endLine - outer.startLine;
}

const holdsWords = ({ signals }: Scored) => signals.some(({ kind }) => kind === keywordMatch.kind);

// Drops the frontmatter of a document if its text is a result too.
function withoutEmpty(units: readonly Scored[]): readonly Scored[] {
  const withText = new Set(units.filter((unit) => bodyOf(unit).trim() !== '').map(({ path }) => path));
  return units.filter((unit) => !withText.has(unit.path) || bodyOf(unit).trim() !== '');
}

async function cardsOf(shown: readonly Scored[], context: QuestionRun): Promise<ReadonlyMap<string, DocumentCard>> {
  const paths = [...new Set(shown.map(({ path }) => path))];
  const cards = await Promise.all(askedWorkspaces(context).map((place) => cardsIn(place, paths)));
  return new Map(cards.flat());
}

async function cardsIn({ context, paths }: AskedWorkspace, shown: readonly string[]) {
  const localPaths = shown.flatMap((path) => paths.local(path) ?? []);
  const cards = await context.parts.store.documents(localPaths);
  return [...cards].map(([path, card]) => [paths.shown(path), card] as const);
}

function documentFound(card: DocumentCard, candidate: Scored): FoundDocument {
  const { path, startLine: first, endLine } = candidate.entity.location;
  const body = bodyOf(candidate);
  // The text begins below the frontmatter, if there is any text.
  const frontmatter = textOfLines(candidate).slice(0, -body.length || undefined);
  const startLine = body.trim() === '' ? first : first + frontmatter.split('\n').length - 1;
  const section = card.sections.findLast((section) => section.startLine <= startLine) ?? null;
  return {
    id: section?.id ?? card.id,
    name: card.name,
    section: section?.title ?? null,
    location: { path, startLine, endLine },
    score: candidate.score,
    excerpt: body.replace(HEADING, '').replace(/\s+/g, ' ').trim().slice(0, EXCERPT_CHARACTERS),
  };
}

function textOfLines({ text, entity: { location } }: Scored, leftOut: readonly Scored[] = []): string {
  const isOut = (line: number) =>
    leftOut.some(({ entity }) => entity.location.startLine <= line && line <= entity.location.endLine);
  return (text?.lines ?? [])
    .slice(location.startLine - 1, location.endLine)
    .filter((_, index) => !isOut(location.startLine + index))
    .join('\n');
}

function bodyOf(candidate: Scored, leftOut?: readonly Scored[]): string {
  const lines = textOfLines(candidate, leftOut);
  return lines.slice(findFrontmatter(`${lines}\n`)?.bodyStart ?? 0);
}
