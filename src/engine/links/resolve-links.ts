import type { DocumentContent } from '../../model/document.ts';
import type { FileRecord } from '../../ports/store.ts';
import { identityKeys } from '../../sources/code/link/documents/document-keys.ts';
import type { Directory } from '../../sources/markdown/links/directory.ts';
import { type Resolution, resolveField, resolveLink } from '../../sources/markdown/links/resolve-link.ts';
import type { KnowledgeRun } from '../documents/knowledge-run.ts';
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
  const found = await linksOf([...suspects].sort(), run);
  return found.filter((link) => placeOf(link)?.path === path);
}

/** The links of some documents, batch by batch, so that not all of what they hold is in memory at once. */
export async function linksOf(paths: readonly string[], run: KnowledgeRun): Promise<readonly ResolvedLink[]> {
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
