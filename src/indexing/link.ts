// Finds the files that need new edges after a change, and asks the linker for them. A small change of a large workspace
// affects few files.
import { CONVERSATIONS, isDocumentLanguage, isGraphAddress, isGraphSource } from '../model/entity.ts';
import { termsOfWord } from '../model/terms.ts';
import type { FileRecord, StoreChange } from '../ports/store.ts';
import { blockerKeys, identityKeys } from '../sources/code/link/document-keys.ts';
import { INDEX_META, type IndexParts } from './index-parts.ts';
import { filesByPath } from './view-caches.ts';

type LinkParts = Pick<IndexParts, 'store' | 'linker' | 'reader'>;

// Configuration files that determine how imports of other files resolve.
const CONFIGURATION =
  /(?:^|\/)(?:[jt]sconfig[^/]*\.json|package\.json|pnpm-workspace\.yaml|composer\.json|go\.(?:mod|work)|Cargo\.toml|pyproject\.toml|setup\.(?:cfg|py)|requirements[^/]*\.txt|Pipfile|manage\.py|next\.config\.[^/]+|Gemfile|[^/]+\.gemspec|pom\.xml|(?:build|settings)\.gradle(?:\.kts)?|build\.sbt|[^/]+\.(?:cs|fs|vb)proj|Package\.swift)$/;

/** Whether a change of this file can change the edges of any other file. */
export function decidesLinks(path: string): boolean {
  return CONFIGURATION.test(path);
}

/** Makes the change that replaces the edges from the planned files; only a whole plan also replaces the notes. */
export async function link(parts: LinkParts, wanted: LinkPlan): Promise<StoreChange> {
  const files = filesByPath((await parts.store.opening()).files);
  const paths = wanted.paths === 'all' ? [...files.keys()] : wanted.paths.filter((path) => files.has(path));
  const { edges, notes } = await parts.linker.link(paths, {
    files,
    facts: (asked) => factsOf(parts, files, asked),
    read: async (path) => (await parts.reader.read(path))?.text ?? null,
    definitions: async (keys) => (await parts.store.words({ definitions: keys })).definitions,
    documents: (kind, keys) => parts.store.documentsBy(kind, keys),
  });
  // Only linking all code shows that earlier problems are fixed.
  const meta = wanted.isWhole ? { [INDEX_META.linkNotes]: JSON.stringify(notes) } : {};
  return { relinked: paths, edges, meta };
}

async function factsOf(parts: LinkParts, files: ReadonlyMap<string, FileRecord>, paths: readonly string[]) {
  const records = paths.flatMap((path) => files.get(path) ?? []);
  const contents = await parts.store.contents(records.map((file) => file.hash));
  return new Map(records.flatMap(({ path, hash }) => (contents.has(hash) ? [[path, contents.get(hash)!.facts]] : [])));
}

// With more changed files, finding affected documents takes longer than linking all documents.
const NEWS_MAX = 200;

/** The news of a run, and the view before it. */
interface FileNews {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly lost: readonly string[];
  readonly before: ReadonlyMap<string, FileRecord>;
}

/** The files whose edges must be replaced. */
interface LinkPlan {
  readonly paths: readonly string[] | 'all';
  /** Whether they include all code, so that the notes about configuration are complete. */
  readonly isWhole: boolean;
}

type PlanParts = Pick<IndexParts, 'store' | 'rootPatterns'>;

/**
 * Finds the files whose edges a change may affect. An added or removed path can change the target of any import. The
 * links and mentions of another document change only when a possible target was added, removed or renamed.
 */
export async function filesToLink(parts: PlanParts, news: FileNews): Promise<LinkPlan> {
  const files = filesByPath((await parts.store.opening()).files);
  const isDocument = (path: string) => isTextSource(files.get(path) ?? news.before.get(path));
  const moved = [...news.added, ...news.lost];
  const isWhole = moved.some((path) => !isDocument(path)) || news.changed.some(decidesLinks);
  const addedAndChanged = [...news.added, ...news.changed];
  const code = isWhole
    ? [...files.keys()].filter((path) => !isDocument(path))
    : addedAndChanged.filter((path) => !isDocument(path));
  const documents = [...files.keys()].filter(isDocument);
  if (documents.length === 0) return { paths: code, isWhole };
  const named = news.added.filter((path) => isDocument(path) && !isGraphAddress(path));
  const importers = isWhole ? [] : await codeImporting(parts, named, files);
  const concerned = await documentsAffected(parts, news, files);
  const linked = concerned === 'all' ? documents : [...new Set([...addedAndChanged.filter(isDocument), ...concerned])];
  // The edges of graph pages are stored with the pages.
  const paths = linked.filter((path) => files.has(path) && !isGraphAddress(path));
  return { paths: [...new Set([...code, ...importers, ...paths])], isWhole };
}

async function documentsAffected(
  parts: PlanParts,
  news: FileNews,
  files: ReadonlyMap<string, FileRecord>,
): Promise<readonly string[] | 'all'> {
  const isConversation = (path: string) => (files.get(path) ?? news.before.get(path))?.source === CONVERSATIONS;
  // A change of a conversation or a graph page is taken to affect only its own edges.
  const isOwn = (path: string) => isConversation(path) || isGraphAddress(path);
  const paths = [...news.added, ...news.changed, ...news.lost].filter((path) => !isOwn(path));
  if (paths.length > NEWS_MAX) return 'all';
  const versions = paths.map((path) => ({ path, hashes: [news.before.get(path)?.hash, files.get(path)?.hash] }));
  const contents = await parts.store.contents(versions.flatMap(({ hashes }) => hashes.flatMap((hash) => hash ?? [])));
  const keys = new Set<string>();
  const blockers = new Set<string>();
  for (const { path, hashes } of versions) {
    // The store may have deleted the earlier content.
    if (hashes.some((hash) => hash !== undefined && !contents.has(hash))) return 'all';
    const [old, current] = hashes.map((hash) => (hash === undefined ? null : contents.get(hash)!.facts));
    const [oldKeys, newKeys] = [old, current].map(
      (facts) => new Set(facts ? identityKeys(path, facts, parts.rootPatterns) : []),
    );
    for (const key of oldKeys!) if (!newKeys!.has(key)) keys.add(key);
    for (const key of newKeys!) if (!oldKeys!.has(key)) keys.add(key);
    for (const key of [old, current].flatMap((facts) => (facts?.document ? blockerKeys(facts.document, path) : [])))
      blockers.add(key);
  }
  for (const key of await blockersUnder(parts, [...keys], files)) blockers.add(key);
  const conversations = keys.size === 0 ? [] : [...files.keys()].filter(isConversation);
  const referring = (await parts.store.documentsBy('refers-to', [...keys])).map(({ path }) => path);
  return [...referring, ...(await documentsNamed(parts, [...blockers])), ...conversations];
}

// Code that imports a document contains its extension, which little other code does.
async function codeImporting(
  { store }: PlanParts,
  documents: readonly string[],
  files: ReadonlyMap<string, FileRecord>,
): Promise<readonly string[]> {
  const terms = new Set(documents.flatMap((path) => termsOfWord(path.slice(path.lastIndexOf('.') + 1))));
  if (terms.size === 0) return [];
  const { postings } = await store.words({ postings: [...terms] });
  const naming = new Set(postings.flatMap(({ contents }) => [...contents]));
  return [...files.values()].filter((file) => naming.has(file.content) && !isTextSource(file)).map(({ path }) => path);
}

// Whether a file is a document, a conversation or a graph page, and no code.
function isTextSource(file: FileRecord | undefined): boolean {
  return isDocumentLanguage(file?.language ?? null) || file?.source === CONVERSATIONS || isGraphSource(file?.source);
}

// Finds the keys of blockers that may now mean another issue, because one of that name was added or removed.
async function blockersUnder(
  { store }: PlanParts,
  keys: readonly string[],
  files: ReadonlyMap<string, FileRecord>,
): Promise<readonly string[]> {
  if (keys.length === 0) return [];
  const blocked = (await store.documentsBy('blocked-by', keys)).flatMap(({ path }) => files.get(path) ?? []);
  const contents = await store.contents(blocked.map(({ hash }) => hash));
  return blocked.flatMap(({ path, hash }) => {
    const document = contents.get(hash)?.facts.document;
    return document ? blockerKeys(document, path) : [];
  });
}

// Finds the blockers of changed issues, because the edges start at the blockers.
async function documentsNamed({ store }: PlanParts, keys: readonly string[]): Promise<readonly string[]> {
  if (keys.length === 0) return [];
  const ids = keys.map((key) => key.toUpperCase());
  const hits = [...(await store.documentsBy('id', ids)), ...(await store.documentsBy('name', keys))];
  return hits.map(({ path }) => path);
}
