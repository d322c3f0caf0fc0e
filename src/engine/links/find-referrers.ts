import type { FileRecord } from '../../ports/store.ts';
import { identityKeys } from '../../sources/code/link/documents/identity-keys.ts';
import type { KnowledgeRun } from '../documents/knowledge-run.ts';
import { placeOf, type ResolvedLink, resolveLinks } from './resolve-links.ts';

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
