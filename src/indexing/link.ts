// Asks the linker for the edges of some files, as a change of the store. It also says which configuration files can
// change the edges of others.
import type { FileRecord, StoreChange } from '../ports/store.ts';
import { filesByPath } from './cache-per-view.ts';
import { INDEX_META } from './index-meta.ts';
import type { IndexParts } from './index-parts.ts';

type LinkParts = Pick<IndexParts, 'store' | 'linker' | 'reader'>;

// Configuration files that determine how imports of other files resolve.
const CONFIGURATION =
  /(?:^|\/)(?:[jt]sconfig[^/]*\.json|package\.json|pnpm-workspace\.yaml|composer\.json|go\.(?:mod|work)|Cargo\.toml|pyproject\.toml|setup\.(?:cfg|py)|requirements[^/]*\.txt|Pipfile|manage\.py|next\.config\.[^/]+|Gemfile|[^/]+\.gemspec|pom\.xml|(?:build|settings)\.gradle(?:\.kts)?|build\.sbt|[^/]+\.(?:cs|fs|vb)proj|Package\.swift)$/;

/** Whether a change of this file can change the edges of any other file. */
export function decidesLinks(path: string): boolean {
  return CONFIGURATION.test(path);
}

/**
 * The change that replaces the edges from some or all files by the present result of the linker. `isWhole` says that
 * `paths` includes all files with a configuration.
 */
export async function link(
  parts: LinkParts,
  wanted: { readonly paths: readonly string[] | 'all'; readonly isWhole: boolean },
): Promise<StoreChange> {
  const files = filesByPath((await parts.store.opening()).files);
  const paths = wanted.paths === 'all' ? [...files.keys()] : wanted.paths.filter((path) => files.has(path));
  const { edges, notes } = await parts.linker.link(paths, {
    files,
    facts: (asked) => factsOf(parts, files, asked),
    read: async (path) => (await parts.reader.read(path))?.text ?? null,
    definitions: async (keys) => (await parts.store.words({ definitions: keys })).definitions,
    documents: (kind, keys) => parts.store.documentsBy(kind, keys),
  });
  // Only linking all files shows that earlier problems are fixed.
  return {
    relinked: paths,
    edges,
    ...(wanted.isWhole ? { meta: { [INDEX_META.linkNotes]: JSON.stringify(notes) } } : {}),
  };
}

async function factsOf(parts: LinkParts, files: ReadonlyMap<string, FileRecord>, paths: readonly string[]) {
  const records = paths.flatMap((path) => files.get(path) ?? []);
  const contents = await parts.store.contents(records.map((file) => file.hash));
  return new Map(
    records.flatMap(({ path, hash }) => {
      const facts = contents.get(hash)?.facts;
      return facts ? [[path, facts] as const] : [];
    }),
  );
}
