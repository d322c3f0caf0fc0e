// Follows the links of documents: `show` gathers related documents with it, and `links` answers where a document leads,
// what leads to it, and the path between two.
import type { DocumentContent } from '../../model/document.ts';
import { ContextError } from '../../model/errors.ts';
import type { LinkEnd, LinksAnswer, LinksInput } from '../../ports/knowledge.ts';
import type { DocumentCard, FileRecord } from '../../ports/store.ts';
import { identityKeys } from '../../sources/code/link/document-keys.ts';
import type { Directory } from '../../sources/markdown/links/directory.ts';
import { type Resolution, resolveField, resolveLink } from '../../sources/markdown/links/resolve-link.ts';
import { type DocumentRun, fileDocuments, onFreshDocuments } from '../documents/document-run.ts';
import type { QuestionRun } from '../question-run.ts';
import { findDocument } from '../show/find-target.ts';
import { folderName, linkDirectory } from './link-directory.ts';

interface LinkingDocument {
  readonly path: string;
  readonly content: Pick<DocumentContent, 'links' | 'references'>;
}

/** A link, or a reference in the frontmatter, with its target. */
export interface ResolvedLink {
  readonly from: string;
  /** The frontmatter key of a reference; null for a link in the body. */
  readonly field: string | null;
  readonly target: string;
  /** The link text as a reader sees it. */
  readonly text: string;
  readonly line: number;
  readonly resolution: Resolution;
}

/** The document that a link leads to, and its section; null for the whole document. */
export interface LinkedPlace {
  readonly path: string;
  readonly section: number | null;
}

/** Resolves the links of some documents, for each those of the body, then those of the frontmatter. */
export async function resolveLinks(
  documents: readonly LinkingDocument[],
  run: DocumentRun,
): Promise<readonly ResolvedLink[]> {
  const wanted = documents.flatMap(({ content }) => [
    ...content.links,
    ...content.references.flatMap(({ target }) => {
      const escaped = target.replaceAll('%', '%25');
      return [true, false].map((isWiki) => ({ target: escaped, isWiki }));
    }),
  ]);
  const resolve = (directory: Directory) => documents.flatMap((document) => resolveAll(document, directory));
  return resolve(await linkDirectory(wanted, run.tables, run.store, resolve));
}

/** The place that a link leads to. A link to a missing section leads to its document, as in a browser. */
export function placeOf({ resolution }: ResolvedLink): LinkedPlace | null {
  if (resolution.outcome === 'document') return { path: resolution.path, section: resolution.section?.index ?? null };
  if (resolution.outcome === 'file' || resolution.why !== 'missing-section') return null;
  return { path: resolution.candidates[0] ?? '', section: null };
}

function resolveAll({ path: from, content }: LinkingDocument, directory: Directory): readonly ResolvedLink[] {
  return [
    ...content.links.map((link) => {
      const { target, text, line } = link;
      return { from, field: null, target, text, line, resolution: resolveLink(link, from, directory) };
    }),
    ...content.references.flatMap((reference) => {
      const { field, target, line } = reference;
      const resolution = resolveField(reference, from, directory);
      return resolution === null ? [] : [{ from, field, target, text: target, line, resolution }];
    }),
  ];
}

const BATCH = 500;

/** Finds the links of other documents to this one: the index names documents that may link to it. */
export async function findReferrers(path: string, run: DocumentRun): Promise<readonly ResolvedLink[]> {
  const file = run.tables.documents.get(path);
  const facts = file && (await run.store.contents([file.hash])).get(file.hash)?.facts;
  if (!facts) return [];
  const keys = identityKeys(path, facts, run.rootPatterns);
  const [hits, edges] = await Promise.all([
    run.store.documentsBy('refers-to', keys),
    run.store.edges([path], { direction: 'in' }),
  ]);
  const suspects = new Set([...hits.map((hit) => hit.path), ...edges.map(({ from }) => from)]);
  suspects.delete(path);
  const links = await linksOf([...suspects].sort(), run);
  return links.filter((link) => placeOf(link)?.path === path);
}

// Loads the links of some documents, batch by batch to bound the memory.
async function linksOf(paths: readonly string[], run: DocumentRun): Promise<readonly ResolvedLink[]> {
  const links: ResolvedLink[] = [];
  const files = paths.flatMap((path) => run.tables.documents.get(path) ?? []);
  for (let index = 0; index < files.length; index += BATCH)
    links.push(...(await batchLinks(files.slice(index, index + BATCH), run)));
  return links;
}

async function batchLinks(files: readonly FileRecord[], run: DocumentRun): Promise<readonly ResolvedLink[]> {
  const contents = await run.store.contents([...new Set(files.map(({ hash }) => hash))]);
  const documents = files.flatMap(({ path, hash }) => {
    const content = contents.get(hash)?.facts.document;
    return content ? [{ path, content }] : [];
  });
  return resolveLinks(documents, run);
}

const NOTHING = { target: null, linksTo: [], linkedFrom: [], broken: [], way: null, orphans: [] };

export function runLinks(input: LinksInput, context: QuestionRun): Promise<LinksAnswer> {
  return onFreshDocuments(context, async (run) => {
    const empty = { ...NOTHING, notes: context.notes };
    if (input.orphans) return { ...empty, orphans: await orphansOf(run) };
    if (input.target === undefined) throw new ContextError('NO_TARGET', 'No document was named to start from.');
    const card = await findDocument(input.target, run);
    const target = endOf(card, 'asked for');
    if (input.to !== undefined)
      return { ...empty, target, way: await shortestPath(card, await findDocument(input.to, run), run) };
    const links = await linksOf([card.path], run);
    return {
      ...empty,
      target,
      linksTo: await endsOf(links, (link) => (pathOf(link) === card.path ? null : pathOf(link)), run),
      linkedFrom: await endsOf(await findReferrers(card.path, run), ({ from }) => from, run),
      broken: links
        .filter(({ resolution }) => resolution.outcome === 'unresolved')
        .map(({ target: written, line }) => ({ target: written, line })),
    };
  });
}

// The path that a link leads to, even if the file is not a document.
function pathOf(link: ResolvedLink): string | null {
  return link.resolution.outcome === 'file' ? link.resolution.path : (placeOf(link)?.path ?? null);
}

// Lists the documents and files at the other ends of some links, each once, in the order of the links.
async function endsOf(
  links: readonly ResolvedLink[],
  pathAt: (link: ResolvedLink) => string | null,
  { store }: DocumentRun,
): Promise<readonly LinkEnd[]> {
  const first = new Map<string, ResolvedLink>();
  for (const link of links) {
    const path = pathAt(link);
    if (path !== null && !first.has(path)) first.set(path, link);
  }
  const cards = await store.documents([...first.keys()]);
  return [...first].map(([path, link]) => {
    const card = cards.get(path);
    return card ? endOf(card, clauseOf(link)) : { id: null, name: path, path, because: clauseOf(link) };
  });
}

function clauseOf({ field, text, line }: ResolvedLink): string {
  return field === null ? `line ${line}: ${text.replace(/\s+/g, ' ')}` : field;
}

// Searches breadth first along links, so that the first path it reaches is a shortest one.
async function shortestPath(start: DocumentCard, end: DocumentCard, run: DocumentRun): Promise<LinksAnswer['way']> {
  const linkTo = new Map<string, ResolvedLink | null>([[start.path, null]]);
  let front = [start.path];
  while (front.length > 0 && !linkTo.has(end.path)) {
    const next: string[] = [];
    for (const link of await linksOf(front, run)) {
      const path = placeOf(link)?.path;
      if (path === undefined || linkTo.has(path)) continue;
      linkTo.set(path, link);
      next.push(path);
    }
    front = next;
  }
  if (!linkTo.has(end.path)) return null;
  const steps: ResolvedLink[] = [];
  for (let link = linkTo.get(end.path); link; link = linkTo.get(link.from)) steps.unshift(link);
  return [endOf(start, 'asked for'), ...(await endsOf(steps, pathOf, run))];
}

// Markdown documents without links to them. An index document of a folder needs none: readers find it by its folder.
async function orphansOf(run: DocumentRun): Promise<readonly LinkEnd[]> {
  const cards = (await fileDocuments(run.store)).filter(({ path }) => run.tables.documents.has(path));
  const paths = cards.map(({ path }) => path);
  const others = (await linksOf(paths, run)).filter((link) => placeOf(link)?.path !== link.from);
  const linked = new Set(others.map((link) => placeOf(link)?.path));
  const isIndex = (path: string) => run.tables.folders(folderName(path)).includes(path);
  const orphans = cards.filter(({ path }) => !linked.has(path) && !isIndex(path));
  return orphans.map((card) => endOf(card, 'nothing links to it'));
}

function endOf({ id, name, path }: DocumentCard, because: string): LinkEnd {
  return { id, name, path, because };
}
