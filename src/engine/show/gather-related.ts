// Finds the documents with one of `SHOW_RELATIONS` to a shown one. `questions/show.ts` chooses among them.
import { DEFAULTS } from '../../config/defaults.ts';
import type { DocumentContent } from '../../model/document.ts';
import { folderOf, nameOf, upwards } from '../../model/paths.ts';
import { nameKey } from '../../model/terms.ts';
import { labelWithParents } from '../../pipeline/show/list-documents.ts';
import type { FoundRelated, RelatedDocument, ShowRelation } from '../../pipeline/show/show-candidate.ts';
import { CLOSED_FOLDER, parseIsoDate } from '../../sources/markdown/issues.ts';
import { type DocumentRun, fileDocuments } from '../documents/document-run.ts';
import { findReferrers, type LinkedPlace, placeOf, resolveLinks } from '../links/resolve-links.ts';

interface GatherOptions {
  /** Whether to gather also its blockers, the documents that link to it, and the issues of its folder closed lately. */
  readonly isBrief: boolean;
  readonly withBlockers: boolean;
}

const DAY_MS = 86_400_000;

export async function gatherRelated(
  target: RelatedDocument,
  content: DocumentContent,
  run: DocumentRun,
  { isBrief, withBlockers }: GatherOptions,
): Promise<FoundRelated> {
  const { path: at, issue } = target.card;
  const labels = target.card.labels.flatMap(labelWithParents);
  const wantsBlockers = withBlockers || isBrief;
  const [{ links, blockers, fields }, labelled, above, referrers, closed] = await Promise.all([
    resolvedLinks(target, content, run),
    documentsForLabels(labels, run),
    rootDocumentsAbove(at, run),
    isBrief || (wantsBlockers && issue !== null) ? findReferrers(at, run) : [],
    isBrief && issue !== null ? issuesClosedBeside(at, run) : [],
  ]);
  // Either of two issues may declare that one blocks the other.
  const blocking = referrers.filter(({ field }) => field === 'blocking');
  const places: Record<ShowRelation, readonly LinkedPlace[]> = {
    blocker: wantsBlockers ? [...blockers, ...wholeDocuments(blocking.map(({ from }) => from))] : [],
    label: wholeDocuments(labelled.toSorted()),
    link: links,
    root: wholeDocuments(above),
    field: fields,
    backlink: isBrief ? wholeDocuments(referrers.map(({ from }) => from)) : [],
    finished: wholeDocuments(closed),
  };
  const paths = new Set(Object.values(places).flatMap((list) => list.map(({ path }) => path)));
  const cards = await run.store.documents([...paths]);
  const relatedAt = ({ path, section }: LinkedPlace): readonly RelatedDocument[] => {
    const card = cards.get(path);
    return card ? [{ card, section: section === null ? null : (card.sections[section] ?? null) }] : [];
  };
  const found = Object.entries(places).map(([relation, list]) => [relation, list.flatMap(relatedAt)]);
  const related: Record<ShowRelation, readonly RelatedDocument[]> = Object.fromEntries(found);
  // The index ignores more differences between labels than `show` does, so this compares again.
  const wanted = new Set(labels.map(normalLabel));
  const hasLabel = ({ card }: RelatedDocument) => card.docContextFor.some((label) => wanted.has(normalLabel(label)));
  return { ...related, label: related.label.filter(hasLabel) };
}

const wholeDocuments = (paths: readonly string[]): readonly LinkedPlace[] =>
  [...new Set(paths)].map((path) => ({ path, section: null }));

async function resolvedLinks({ card, section }: RelatedDocument, content: DocumentContent, run: DocumentRun) {
  const { startLine, endLine } = section ?? { startLine: 1, endLine: card.lineCount };
  const links = content.links.filter(({ line }) => startLine <= line && line <= endLine);
  const resolved = await resolveLinks([{ path: card.path, content: { ...content, links } }], run);
  const places = (isWanted: (field: string | null) => boolean) =>
    resolved.filter(({ field }) => isWanted(field)).flatMap((link) => placeOf(link) ?? []);
  return {
    links: places((field) => field === null),
    fields: places((field) => field !== null),
    blockers: places((field) => field === 'blocked-by'),
  };
}

async function documentsForLabels(labels: readonly string[], { store }: DocumentRun): Promise<readonly string[]> {
  const keys = [...new Set(labels.map(nameKey))];
  return keys.length === 0 ? [] : (await store.documentsBy('context-for', keys)).map(({ path }) => path);
}

// The documents that stand for the folders above a path, nearest first.
async function rootDocumentsAbove(path: string, { store }: DocumentRun): Promise<readonly string[]> {
  const folders = upwards(folderOf(path));
  const hits = Map.groupBy(await store.documentsBy('folder', folders), ({ key }) => key);
  return folders.flatMap((folder) => (hits.get(folder) ?? []).map((hit) => hit.path));
}

async function issuesClosedBeside(path: string, { store, nowMs }: DocumentRun): Promise<readonly string[]> {
  const since = nowMs - DEFAULTS.show.finishedDays * DAY_MS;
  const folder = folderOfIssue(path);
  return (await fileDocuments(store))
    .filter((card) => folderOfIssue(card.path) === folder && closedMs(card.issue?.closedAt) >= since)
    .sort((a, b) => closedMs(b.issue?.closedAt) - closedMs(a.issue?.closedAt) || (a.path < b.path ? -1 : 1))
    .map((card) => card.path);
}

// Closing an issue may move it into a folder below its own.
function folderOfIssue(path: string): string {
  const folder = folderOf(path);
  return nameOf(folder) === CLOSED_FOLDER ? folderOf(folder) : folder;
}

const closedMs = (date: string | null | undefined): number =>
  (date ? parseIsoDate(date) : null) ?? Number.NEGATIVE_INFINITY;
const normalLabel = (label: string): string => label.trim().toLowerCase();
