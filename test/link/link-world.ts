import { DEFAULTS } from '../../src/config/defaults.ts';
import { documentEntry } from '../../src/indexing/parse-batch.ts';
import { languageOfPath } from '../../src/languages/index.ts';
import type { Edge, EdgeKind } from '../../src/model/edge.ts';
import type { ContentFacts } from '../../src/model/facts.ts';
import { nameKey } from '../../src/model/terms.ts';
import type { LinkWorkspace } from '../../src/ports/source.ts';
import type { FileRecord } from '../../src/ports/store.ts';
import { createLinker } from '../../src/sources/code/link/create-linker.ts';
import { readMarkup } from '../../src/sources/markdown/body/read-markup.ts';
import { readContent } from '../../src/sources/markdown/read-document.ts';

const ROOT_PATTERNS = DEFAULTS.markdown.rootPatterns;

/** Path → text, or what a parser would have found in it. */
export type World = Readonly<Record<string, string | Given>>;

export interface Given {
  readonly text?: string;
  /** A specifier, or one with the names it imports. */
  readonly imports?: readonly (string | readonly [specifier: string, ...names: string[]])[];
  readonly uses?: readonly string[];
  readonly defines?: readonly string[];
  readonly packageName?: string;
}

export interface Linked {
  readonly edges: readonly Edge[];
  readonly notes: readonly string[];
  readonly reads: readonly string[];
}

/** Links the given paths (all without any) of a small world. */
export async function linkWorld(world: World, paths: readonly string[] = Object.keys(world)): Promise<Linked> {
  const reads: string[] = [];
  const { edges, notes } = await createLinker({ rootPatterns: ROOT_PATTERNS }).link(paths, workspaceOf(world, reads));
  return { edges, notes, reads };
}

/** `to` of the edges out of one file, of one kind, surest first. */
export function targets({ edges }: Linked, from: string, kind: EdgeKind): readonly string[] {
  const out = edges.filter((edge) => edge.from === from && edge.kind === kind);
  return out.toSorted((a, b) => b.weight - a.weight || (a.to < b.to ? -1 : 1)).map(({ to }) => to);
}

/** One import of one file, and the files it leads to. */
export async function resolved(
  world: World,
  from: string,
  ...written: [string, ...string[]]
): Promise<readonly string[]> {
  const known = world[from];
  const given = typeof known === 'object' ? known : {};
  const linked = await linkWorld({ ...world, [from]: { ...given, imports: [written] } }, [from]);
  return targets(linked, from, 'imports');
}

export function workspaceOf(world: World, reads: string[] = []): LinkWorkspace {
  const paths = Object.keys(world);
  return {
    files: new Map(paths.map((path, index) => [path, recordOf(path, index)])),
    facts: async (wanted) =>
      new Map(wanted.filter((path) => path in world).map((path) => [path, factsOf(path, world[path]!)])),
    read: async (path) => {
      reads.push(path);
      const found = world[path];
      return found === undefined ? null : typeof found === 'string' ? found : (found.text ?? '');
    },
    definitions: async (keys) =>
      paths.flatMap((path) =>
        factsOf(path, world[path]!).symbols.flatMap(({ name, qualifiedName, kind }, symbol) =>
          keys.includes(nameKey(name)) ? [{ path, symbol, name, qualifiedName, kind }] : [],
        ),
      ),
    documents: async (kind, keys) =>
      paths.flatMap((path) => {
        const { document } = factsOf(path, world[path]!);
        if (document === null) return [];
        const entry = documentEntry(document, { path, hash: path, rootPatterns: ROOT_PATTERNS });
        const found = entry.keys.filter((row) => row.kind === kind && keys.includes(row.key));
        return found.map(({ key, section }) => ({ key, path, section }));
      }),
  };
}

function recordOf(path: string, content: number): FileRecord {
  const language = languageOfPath(path)?.name ?? null;
  const counts = { size: 1, mtimeMs: 0, lineCount: 1, termCount: 1 };
  return { path, hash: path, content, source: 'code', language, role: 'source', isParsed: true, ...counts };
}

function factsOf(path: string, given: string | Given): ContentFacts {
  const { imports = [], uses = [], defines = [], packageName = null } = typeof given === 'string' ? {} : given;
  return {
    lineCount: 1,
    symbols: [...defines, ...(uses.length > 0 ? ['body'] : [])].map((name) => ({
      ...{
        name,
        qualifiedName: name,
        kind: 'function' as const,
        startLine: 1,
        endLine: 1,
        signatureLines: [1, 1] as const,
      },
      ...{ signature: name, doc: null, parent: null, calls: name === 'body' ? uses : [] },
    })),
    imports: imports.map((entry) => {
      const [specifier, ...names] = typeof entry === 'string' ? [entry] : entry;
      return { specifier: specifier!, names, line: 1 };
    }),
    importLines: [],
    packageName,
    isGenerated: false,
    document: documentOf(path, typeof given === 'string' ? given : (given.text ?? '')),
    notes: [],
  };
}

function documentOf(path: string, text: string): ContentFacts['document'] {
  const row = languageOfPath(path);
  if (row?.layout !== 'headings') return null;
  const { markup } = row;
  return markup === null ? readContent(text) : readContent(text, (body, line) => readMarkup(body, line, markup));
}
