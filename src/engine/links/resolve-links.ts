import type { DocumentContent } from '../../model/document.ts';
import { ContextError } from '../../model/errors.ts';
import type { LinkEnd, LinksAnswer, LinksInput } from '../../ports/knowledge.ts';
import type { DocumentCard, FileRecord } from '../../ports/store.ts';
import { identityKeys } from '../../sources/code/link/document-keys.ts';
import type { Directory } from '../../sources/markdown/links/directory.ts';
import { type Resolution, resolveField, resolveLink } from '../../sources/markdown/links/resolve-link.ts';
import { fileDocuments, type KnowledgeRun, onFreshDocuments } from '../documents/knowledge-run.ts';
import type { QuestionRun } from '../question-run.ts';
import { findDocument } from '../show/find-target.ts';
import { linkDirectory } from './link-directory.ts';

/** A document whose links are to be followed. */
interface Linking {
  readonly path: string;
  readonly content: Pick<DocumentContent, 'links' | 'references'>;
}

/** A link or a reference of the frontmatter, and where it leads. */
export interface ResolvedLink {
  readonly from: string;
  /** The key of the frontmatter it stands under; null for a link of the body. */
  readonly field: string | null;
  readonly target: string;
  /** What a reader sees of it. */
  readonly text: string;
  readonly line: number;
  readonly resolution: Resolution;
}

/** A document that was found, and the section that is meant; null for all of it. */
export interface LinkedPlace {
  readonly path: string;
  readonly section: number | null;
}

/** Everything some documents link to: of each the links of its body, then those of its frontmatter, in their order. */
export async function resolveLinks(documents: readonly Linking[], run: KnowledgeRun): Promise<readonly ResolvedLink[]> {
  const wanted = documents.flatMap(({ content }) => [
    ...content.links,
    ...content.references.flatMap(({ target }) => {
      const escaped = target.replaceAll('%', '%25');
      return [true, false].map((isWiki) => ({ target: escaped, isWiki }));
    }),
  ]);
  const resolve = (directory: Directory) => documents.flatMap((document) => resolvedBy(document, directory));
  return resolve(await linkDirectory(wanted, run.tables, run.store, resolve));
}

/** The place a link leads to. A section that is not there still leads to its document, as it does in a browser. */
export function placeOf({ resolution }: ResolvedLink): LinkedPlace | null {
  if (resolution.outcome === 'document') return { path: resolution.path, section: resolution.section?.index ?? null };
  if (resolution.outcome === 'file' || resolution.why !== 'missing-section') return null;
  return { path: resolution.candidates[0] ?? '', section: null };
}

function resolvedBy({ path: from, content }: Linking, directory: Directory): readonly ResolvedLink[] {
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

/** Every link of other documents that leads to one: the index names who may mean it, and resolving tells who does. */
export async function findReferrers(path: string, run: KnowledgeRun): Promise<readonly ResolvedLink[]> {
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

/** The links of some documents, batch by batch, so that not all of what they hold is in memory at once. */
async function linksOf(paths: readonly string[], run: KnowledgeRun): Promise<readonly ResolvedLink[]> {
  const links: ResolvedLink[] = [];
  const files = paths.flatMap((path) => run.tables.documents.get(path) ?? []);
  for (let at = 0; at < files.length; at += BATCH) links.push(...(await batchLinks(files.slice(at, at + BATCH), run)));
  return links;
}

async function batchLinks(files: readonly FileRecord[], run: KnowledgeRun): Promise<readonly ResolvedLink[]> {
  const contents = await run.store.contents([...new Set(files.map(({ hash }) => hash))]);
  const documents = files.flatMap(({ path, hash }) => {
    const content = contents.get(hash)?.facts.document;
    return content ? [{ path, content }] : [];
  });
  return resolveLinks(documents, run);
}

const NOTHING: LinksAnswer = {
  ...{ target: null, linksTo: [], linkedFrom: [], broken: [] },
  ...{ way: null, orphans: [], notes: [] },
};

/** Who links to whom. */
export function runLinks(input: LinksInput, context: QuestionRun): Promise<LinksAnswer> {
  return onFreshDocuments(context, async (run) => {
    const empty = { ...NOTHING, notes: context.notes };
    if (input.orphans) return { ...empty, orphans: await orphansOf(run) };
    if (input.target === undefined) throw new ContextError('NO_TARGET', 'There is no document to start from.');
    const card = await findDocument(input.target, run);
    const target = endOf(card, 'asked for');
    if (input.to !== undefined)
      return { ...empty, target, way: await shortestPath(card, await findDocument(input.to, run), run) };
    const links = await linksOf([card.path], run);
    return {
      ...empty,
      target,
      linksTo: await endsOf(
        links.filter((link) => pathOf(link) !== card.path),
        (link) => pathOf(link) ?? '',
        run,
      ),
      linkedFrom: await endsOf(await findReferrers(card.path, run), ({ from }) => from, run),
      broken: links
        .filter(({ resolution }) => resolution.outcome === 'unresolved')
        .map(({ target: written, line }) => ({ target: written, line })),
    };
  });
}

// A link to a file that is no document is a link all the same.
function pathOf(link: ResolvedLink): string | null {
  return link.resolution.outcome === 'file' ? link.resolution.path : (placeOf(link)?.path ?? null);
}

/** The other ends of some links, each once, in the order they are met. */
async function endsOf(
  links: readonly ResolvedLink[],
  pathAt: (link: ResolvedLink) => string,
  { store }: KnowledgeRun,
): Promise<readonly LinkEnd[]> {
  const first = new Map<string, ResolvedLink>();
  for (const link of links) if (pathAt(link) !== '' && !first.has(pathAt(link))) first.set(pathAt(link), link);
  const cards = await store.documents([...first.keys()]);
  return [...first].map(([path, link]) => {
    const card = cards.get(path);
    return card ? endOf(card, clauseOf(link)) : { id: null, name: path, path, because: clauseOf(link) };
  });
}

function clauseOf({ field, text, line }: ResolvedLink): string {
  return field === null ? `line ${line}: ${text.replace(/\s+/g, ' ')}` : field;
}

/** Breadth first along links, one step of all documents at a time, so that the first way found is a shortest. */
async function shortestPath(
  start: DocumentCard,
  end: DocumentCard,
  run: KnowledgeRun,
): Promise<readonly LinkEnd[] | null> {
  const cameBy = new Map<string, ResolvedLink | null>([[start.path, null]]);
  let front = [start.path];
  while (front.length > 0 && !cameBy.has(end.path)) {
    const next: string[] = [];
    for (const link of await linksOf(front, run)) {
      const path = placeOf(link)?.path;
      if (path === undefined || cameBy.has(path)) continue;
      cameBy.set(path, link);
      next.push(path);
    }
    front = next;
  }
  if (!cameBy.has(end.path)) return null;
  const steps: ResolvedLink[] = [];
  for (let link = cameBy.get(end.path); link; link = cameBy.get(link.from)) steps.unshift(link);
  return [endOf(start, 'asked for'), ...(await endsOf(steps, (link) => pathOf(link) ?? '', run))];
}

// Documents that stand for their folder are found there, and need no link.
async function orphansOf(run: KnowledgeRun): Promise<readonly LinkEnd[]> {
  const cards = await fileDocuments(run.store);
  const links = await linksOf(
    cards.map(({ path }) => path),
    run,
  );
  const linked = new Set(
    links.flatMap((link) => {
      const path = placeOf(link)?.path;
      return path === undefined || path === link.from ? [] : [path];
    }),
  );
  return cards
    .filter(
      ({ path }) =>
        !linked.has(path) && !run.tables.folders((path.split('/').at(-2) ?? '').toLowerCase()).includes(path),
    )
    .map((card) => endOf(card, 'nothing links to it'));
}

function endOf({ id, name, path }: DocumentCard, because: string): LinkEnd {
  return { id, name, path, because };
}
