import type { Edge } from '../../../model/edge.ts';
import { isGraphSource } from '../../../model/entity.ts';
import type { ContentFacts, ImportFact } from '../../../model/facts.ts';
import { edgesOfPage } from '../../../model/graph.ts';
import { stemOf } from '../../../model/paths.ts';
import { byText } from '../../../model/terms.ts';
import type { Linker, LinkWorkspace } from '../../../ports/source.ts';
import { openConfigFiles } from './configs.ts';
import { conversationEdges, documentEdges } from './document-edges.ts';
import { factsInBatches, type Tree, treeAgain } from './file-tree.ts';
import { frameworkEdges } from './framework-edges.ts';
import { FAMILIES } from './resolvers/index.ts';
import {
  type Family,
  type FamilyContext,
  type LinkFile,
  type Resolver,
  SURENESS,
} from './resolvers/language-family.ts';
import { testPairs } from './test-pairs.ts';

export interface LinkerOptions {
  /** Names of documents that stand for their folder. */
  readonly rootPatterns: readonly string[];
}

/** Makes edges of imports, names, tests, framework conventions and what documents and conversations link to and mention. */
export function createLinker({ rootPatterns }: LinkerOptions): Linker {
  let latest: Tree | null = null;
  return {
    async link(paths, workspace) {
      const tree = treeAgain(latest, workspace.files);
      latest = tree;
      const notes: string[] = [];
      const configs = openConfigFiles(tree, workspace.read, (note) => notes.push(note));
      const inView = paths.filter((path) => workspace.files.has(path));
      // Lists of lists, because a large tree has more edges than a call may have arguments.
      const edges: (readonly Edge[])[] = [];
      for (const [family, members] of byFamily(inView, workspace)) {
        const load = loaderOf(workspace, family);
        const filesOf = (languages: readonly string[]) =>
          tree.paths().filter((path) => languages.includes(workspace.files.get(path)?.language ?? ''));
        const files = await load(members);
        edges.push(await familyEdges(family, { tree, configs, load, filesOf }, [...files.values()]));
      }
      edges.push(testPairs(inView, tree), await frameworkEdges(inView, tree, configs.text));
      edges.push(await documentEdges(inView, { tree, workspace, rootPatterns }));
      edges.push(await conversationEdges(inView, tree, workspace));
      edges.push(await nodeEdges(inView, workspace));
      return { edges: strongest(edges.flat()), notes };
    },
  };
}

// The reader of a graph gave each node its edges.
async function nodeEdges(paths: readonly string[], workspace: LinkWorkspace): Promise<readonly Edge[]> {
  const nodes = paths.filter((path) => isGraphSource(workspace.files.get(path)?.source));
  const edges: Edge[] = [];
  for await (const facts of factsInBatches(workspace, nodes))
    for (const [from, { graph }] of facts) if (graph) edges.push(...edgesOfPage(from, graph));
  return edges;
}

function byFamily(paths: readonly string[], { files }: LinkWorkspace): ReadonlyMap<Family, readonly string[]> {
  const familyOf = (path: string) => FAMILIES.get(files.get(path)?.language ?? '');
  const resolved = paths.filter((path) => familyOf(path) !== undefined);
  return Map.groupBy(resolved, (path) => familyOf(path)!);
}

// Asks for each file once and keeps of its facts only what resolving needs: all facts of a large tree do not fit in memory.
function loaderOf(workspace: LinkWorkspace, family: Family): FamilyContext['load'] {
  const loaded = new Map<string, LinkFile | null>();
  return async (paths) => {
    const missing = paths.filter((path) => !loaded.has(path));
    for (const path of missing) loaded.set(path, null);
    for await (const facts of factsInBatches(workspace, missing))
      for (const [path, ofFile] of facts) loaded.set(path, linkFile(path, ofFile, family));
    return new Map(paths.flatMap((path) => (loaded.get(path) ? [[path, loaded.get(path)!] as const] : [])));
  };
}

function linkFile(path: string, { imports, packageName, symbols }: ContentFacts, { readsUses }: Family): LinkFile {
  const defines: string[] = [];
  const uses = new Set<string>();
  for (const { name, parent, calls } of symbols) {
    if (parent === null) defines.push(name);
    if (readsUses) for (const used of calls) uses.add(used);
  }
  return { path, imports, packageName, defines, uses };
}

async function familyEdges(family: Family, context: FamilyContext, files: readonly LinkFile[]): Promise<Edge[]> {
  const resolver = await family.open(context, files);
  const edges: Edge[] = [];
  const reexports: BarrelImport[] = [];
  for (const file of files) {
    for (const fact of file.imports) {
      for (const { path, weight, because } of resolver.imported(fact, file)) {
        edges.push({ from: file.path, to: path, kind: 'imports', weight, because: because ?? fact.specifier });
        if (fact.names.length > 0 && family.barrels?.has(stemOf(path))) reexports.push({ file, fact, barrel: path });
      }
    }
    for (const { path, weight, because = '' } of resolver.referenced?.(file) ?? []) {
      edges.push({ from: file.path, to: path, kind: 'references', weight, because });
    }
  }
  if (!family.barrels) return edges;
  return [...edges, ...(await throughBarrels(reexports, { resolver, barrels: family.barrels, load: context.load }))];
}

// Keeps one edge of a kind between two files: the surest, then the first. Sorts, so that equal trees give equal lists.
function strongest(edges: readonly Edge[]): readonly Edge[] {
  const bySource = new Map<string, Map<string, Edge>>();
  for (const edge of edges) {
    if (edge.from === edge.to) continue;
    const byTarget = bySource.get(edge.from) ?? new Map<string, Edge>();
    bySource.set(edge.from, byTarget);
    const other = byTarget.get(edge.kind + edge.to);
    if (!other || edge.weight > other.weight) byTarget.set(edge.kind + edge.to, edge);
  }
  return [...bySource.keys()].sort().flatMap((from) => {
    const byTarget = bySource.get(from)!;
    // A file that is imported needs no second edge for being referred to.
    const edgesOut = [...byTarget.values()].filter(
      ({ kind, to }) => kind !== 'references' || !byTarget.has(`imports${to}`),
    );
    return edgesOut.sort((a, b) => byText(a.to, b.to) || byText(a.kind, b.kind));
  });
}

// How many barrels that re-export from barrels are followed.
const HOPS_MAX = 3;
// `export *` re-exports everything; a barrel with more of them than this is not followed.
const STARS_MAX = 60;

/** An import of names from a barrel: an `index` or `__init__` file, which may only re-export them. */
interface BarrelImport {
  readonly file: LinkFile;
  readonly fact: ImportFact;
  readonly barrel: string;
}

/** What following a barrel needs of the family it belongs to. */
interface BarrelContext {
  readonly resolver: Resolver;
  readonly barrels: Exclude<Family['barrels'], null>;
  readonly load: FamilyContext['load'];
}

/** Edges to the files that define what barrels re-export. */
async function throughBarrels(imports: readonly BarrelImport[], context: BarrelContext): Promise<readonly Edge[]> {
  const searches = new Map<string, DefinerSearch>();
  for (const { fact, barrel } of imports) {
    for (const name of fact.names) searches.set(keyOf(barrel, name), { name, at: barrel, isDone: false });
  }
  await findDefiners([...searches.values()], context);
  return imports.flatMap(({ file, fact, barrel }) =>
    fact.names.flatMap((name) => {
      const to = searches.get(keyOf(barrel, name))!.at;
      const because = `${name} from ${fact.specifier}`;
      return to === barrel
        ? []
        : [{ from: file.path, to, kind: 'imports', weight: SURENESS.reexported, because } as const];
    }),
  );
}

/** The search for the file that defines a name; it begins at a barrel. */
interface DefinerSearch {
  readonly name: string;
  at: string;
  isDone: boolean;
}

type FilesByPath = ReadonlyMap<string, LinkFile>;

// All searches go on by one file at a time, so that each round loads its files together.
async function findDefiners(
  searches: readonly DefinerSearch[],
  { resolver, barrels, load }: BarrelContext,
): Promise<void> {
  for (let hop = 0; hop < HOPS_MAX; hop += 1) {
    const open = searches.filter(({ isDone }) => !isDone);
    if (open.length === 0) return;
    const files = await load([...new Set(open.map(({ at }) => at))]);
    const starred = open.flatMap((search) => starPaths(files.get(search.at), search.name, resolver));
    const definers = await load([...new Set(starred)]);
    for (const search of open) {
      const next = nextPath(search, files, definers, resolver);
      search.isDone =
        next === null || !barrels.has(stemOf(next)) || (definers.get(next)?.defines.includes(search.name) ?? false);
      search.at = next ?? search.at;
    }
  }
}

// Null when the search ends at its file, because that defines the name or nothing there re-exports it.
function nextPath(
  { at, name }: DefinerSearch,
  files: FilesByPath,
  definers: FilesByPath,
  resolver: Resolver,
): string | null {
  const file = files.get(at);
  if (!file || file.defines.includes(name)) return null;
  const named = importNaming(file, name);
  if (named) return resolver.imported({ ...named, names: [name] }, file).at(-1)?.path ?? null;
  const stars = starPaths(file, name, resolver);
  const definer = stars.find((path) => definers.get(path)?.defines.includes(name));
  return definer ?? stars.find((path) => importNaming(definers.get(path), name)) ?? null;
}

function importNaming(file: LinkFile | undefined, name: string): ImportFact | undefined {
  return file?.imports.find(({ names }) => names.includes(name));
}

// Files behind `export *` from which a name may come that the barrel neither defines nor names.
function starPaths(file: LinkFile | undefined, name: string, resolver: Resolver): readonly string[] {
  if (!file || file.defines.includes(name) || importNaming(file, name)) return [];
  const stars = file.imports.filter(({ names }) => names.length === 0);
  if (stars.length > STARS_MAX) return [];
  return stars.flatMap((fact) => resolver.imported(fact, file).map(({ path }) => path));
}

function keyOf(barrel: string, name: string): string {
  return `${barrel}\0${name}`;
}
