// Finds the documents that belong to a shown document: by its links and labels, above it in the folders, its blockers
// and, for a brief, the documents that link to it. `show.ts` chooses among them.
import { DEFAULTS } from '../../config/defaults.ts';
import type { DocumentContent } from '../../model/document.ts';
import { folderOf } from '../../model/paths.ts';
import { nameKey } from '../../model/terms.ts';
import { labelWithParents } from '../../pipeline/show/list-documents.ts';
import type { FoundRelated, RelatedDocument, ShowRelation } from '../../pipeline/show/show-candidate.ts';
import { CLOSED_FOLDER, parseIsoDate } from '../../sources/markdown/issues.ts';
import { fileDocuments, type KnowledgeRun } from '../documents/knowledge-run.ts';
import { findReferrers, type LinkedPlace, placeOf, type ResolvedLink, resolveLinks } from '../links/resolve-links.ts';

export interface GatherOptions {
  /** Whether to gather also the documents that link to the target, and the issues closed beside it lately. */
  readonly isBrief: boolean;
  readonly withBlockers: boolean;
}

const DAY_MS = 86_400_000;

/**
 * Finds all documents directly related to a target, by the kind of relation. Follows only links of the target itself.
 */
export async function gatherRelated(
  target: RelatedDocument,
  content: DocumentContent,
  run: KnowledgeRun,
  { isBrief, withBlockers }: GatherOptions,
): Promise<FoundRelated> {
  const { path: at, issue } = target.card;
  const labels = target.card.labels.flatMap(labelWithParents);
  const wantsBlockers = withBlockers || isBrief;
  const [{ links, blockers, fields }, label, root, referrers, finished] = await Promise.all([
    resolvedLinks(target, content, run),
    documentsForLabels(labels, run),
    rootDocumentsAbove(at, run),
    isBrief || (wantsBlockers && issue !== null) ? findReferrers(at, run) : [],
    isBrief && issue !== null ? issuesClosedBeside(at, run) : [],
  ]);
  // Either of two issues may declare that one blocks the other.
  const blocking = referrers.filter(({ field }) => field === 'blocking');
  const blocker = wantsBlockers ? [...blockers, ...placesOfSources(blocking)] : [];
  const backlink = isBrief ? placesOfSources(referrers) : [];
  const places: Record<ShowRelation, readonly LinkedPlace[]> = {
    ...{ blocker, label, link: links, root, field: fields, backlink, finished },
  };
  const paths = new Set(Object.values(places).flatMap((list) => list.map(({ path }) => path)));
  const cards = await run.store.documents([...paths]);
  const relatedAt = ({ path, section }: LinkedPlace): readonly RelatedDocument[] => {
    const card = cards.get(path);
    return card ? [{ card, section: section === null ? null : (card.sections[section] ?? null) }] : [];
  };
  const wanted = new Set(labels.map(normalLabel));
  const found = Object.entries(places).map(([source, list]) => [source, list.flatMap(relatedAt)] as const);
  return Object.fromEntries(
    // The index ignores more differences between labels than `show` does, so compares again.
    found.map(([source, list]) => [
      source,
      source === 'label'
        ? list.filter(({ card }) => card.docContextFor.some((label) => wanted.has(normalLabel(label))))
        : list,
    ]),
  );
}

async function resolvedLinks({ card, section }: RelatedDocument, content: DocumentContent, run: KnowledgeRun) {
  const inTarget = content.links.filter(
    ({ line }) => section === null || (section.startLine <= line && line <= section.endLine),
  );
  const links = { links: inTarget, references: content.references };
  const resolved = await resolveLinks([{ path: card.path, content: links }], run);
  const places = (isWanted: (field: string | null) => boolean) =>
    resolved.filter(({ field }) => isWanted(field)).flatMap((link) => placeOf(link) ?? []);
  return {
    links: places((field) => field === null),
    fields: places((field) => field !== null),
    blockers: places((field) => field === 'blocked-by'),
  };
}

async function documentsForLabels(labels: readonly string[], { store }: KnowledgeRun): Promise<readonly LinkedPlace[]> {
  const keys = [...new Set(labels.map(nameKey))];
  const hits = keys.length === 0 ? [] : await store.documentsBy('context-for', keys);
  return [...new Set(hits.map(({ path }) => path))].sort().map((path) => ({ path, section: null }));
}

async function rootDocumentsAbove(path: string, { store }: KnowledgeRun): Promise<readonly LinkedPlace[]> {
  const folders = foldersAbove(path);
  const hits = await store.documentsBy('folder', folders);
  return folders.flatMap((folder) =>
    hits.filter(({ key }) => key === folder).map((hit) => ({ path: hit.path, section: null })),
  );
}

/** Lists the folder of a path and every folder above it, nearest first; the root is the empty text. */
function foldersAbove(path: string): readonly string[] {
  const folders = [folderOf(path)];
  while (folders.at(-1) !== '') folders.push(folderOf(folders.at(-1) ?? ''));
  return folders;
}

function placesOfSources(links: readonly ResolvedLink[]): readonly LinkedPlace[] {
  return [...new Set(links.map(({ from }) => from))].map((from) => ({ path: from, section: null }));
}

async function issuesClosedBeside(path: string, { store, nowMs }: KnowledgeRun): Promise<readonly LinkedPlace[]> {
  const since = nowMs - DEFAULTS.show.finishedDays * DAY_MS;
  const folder = folderOfIssue(path);
  return (await fileDocuments(store))
    .filter((card) => folderOfIssue(card.path) === folder && closedMs(card.issue?.closedAt) >= since)
    .sort((a, b) => closedMs(b.issue?.closedAt) - closedMs(a.issue?.closedAt) || (a.path < b.path ? -1 : 1))
    .map((card) => ({ path: card.path, section: null }));
}

/** The folder to which an issue belongs. Closing an issue may move it into a folder below. */
function folderOfIssue(path: string): string {
  const folder = folderOf(path);
  return nameOf(folder) === CLOSED_FOLDER ? folderOf(folder) : folder;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function closedMs(date: string | null | undefined): number {
  return (date ? parseIsoDate(date) : null) ?? Number.NEGATIVE_INFINITY;
}

function normalLabel(label: string): string {
  return label.trim().toLowerCase();
}
