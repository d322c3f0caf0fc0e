// The linker turns the facts of parsed files into the edges of the index. Most subjects (imports, tests, frameworks,
// documents) have files of their own. This one asks them all, follows re-exports and keeps the surest edges.
import type { Edge } from '../../../model/edge.ts';
import { isGraphSource } from '../../../model/entity.ts';
import type { ContentFacts, ImportFact } from '../../../model/facts.ts';
import { edgesOfPage } from '../../../model/graph.ts';
import { memoize } from '../../../model/memoize.ts';
import { stemOf } from '../../../model/paths.ts';
import { byText } from '../../../model/terms.ts';
import type { Linker, LinkWorkspace } from '../../../ports/source.ts';
import { findConversationEdges, findDocumentEdges } from './document-edges.ts';
import { type FileTree, factsInBatches, openConfigFiles, reuseFileTree } from './file-tree.ts';
import { findFrameworkEdges } from './framework-edges.ts';
import { FAMILIES } from './resolvers/index.ts';
import {
  type FamilyContext,
  type LanguageFamily,
  type LinkFile,
  type Resolver,
  SURENESS,
} from './resolvers/language-family.ts';
import { findTestPairs } from './test-pairs.ts';

export interface LinkerOptions {
  /** Patterns of documents that stand for their folder, such as `{folder}.md`. */
  readonly rootPatterns: readonly string[];
}

export function createLinker({ rootPatterns }: LinkerOptions): Linker {
  let latest: FileTree | null = null;
  return {
    async link(paths, workspace) {
      const tree = reuseFileTree(latest, workspace.files);
      latest = tree;
      const notes: string[] = [];
      const configs = openConfigFiles(tree, workspace.read, (note) => notes.push(note));
      const inView = paths.filter((path) => workspace.files.has(path));
      // The lists stay apart, because a large tree has more edges than `push` takes arguments.
      const edges: (readonly Edge[])[] = [];
      const families = Map.groupBy(inView, (path) => FAMILIES.get(workspace.files.get(path)?.language ?? ''));
      for (const [family, members] of families) {
        if (family === undefined) continue;
        const load = createLoader(workspace, family);
        const filesOf = (languages: readonly string[]) =>
          tree.paths().filter((path) => languages.includes(workspace.files.get(path)?.language ?? ''));
        const files = await load(members);
        edges.push(await findFamilyEdges(family, { tree, configs, load, filesOf }, [...files.values()]));
      }
      edges.push(findTestPairs(inView, tree), await findFrameworkEdges(inView, tree, configs.text));
      edges.push(await findDocumentEdges(inView, tree, workspace, rootPatterns));
      edges.push(await findConversationEdges(inView, tree, workspace));
      edges.push(await findNodeEdges(inView, workspace));
      return { edges: keepSurestEdges(edges.flat()), notes };
    },
  };
}

// The nodes of a graph already carry their edges; they only need their full paths.
async function findNodeEdges(paths: readonly string[], workspace: LinkWorkspace): Promise<readonly Edge[]> {
  const nodes = paths.filter((path) => isGraphSource(workspace.files.get(path)?.source));
  const edges: Edge[] = [];
  for await (const facts of factsInBatches(workspace, nodes))
    for (const [from, { graph }] of facts) if (graph) edges.push(...edgesOfPage(from, graph));
  return edges;
}

// The loader asks for each file once and keeps only the facts that resolving needs, to save memory.
function createLoader(workspace: LinkWorkspace, family: LanguageFamily): FamilyContext['load'] {
  const loaded = new Map<string, LinkFile | null>();
  return async (paths) => {
    const missing = paths.filter((path) => !loaded.has(path));
    for (const path of missing) loaded.set(path, null);
    for await (const facts of factsInBatches(workspace, missing))
      for (const [path, ofFile] of facts) loaded.set(path, toLinkFile(path, ofFile, family));
    return new Map(paths.flatMap((path) => (loaded.get(path) ? [[path, loaded.get(path)!] as const] : [])));
  };
}

function toLinkFile(
  path: string,
  { imports, packageName, symbols }: ContentFacts,
  { readsUses }: LanguageFamily,
): LinkFile {
  const defines: string[] = [];
  const uses = new Set<string>();
  for (const { name, parent, calls } of symbols) {
    if (parent === null) defines.push(name);
    if (readsUses) for (const used of calls) uses.add(used);
  }
  return { path, imports, packageName, defines, uses };
}

async function findFamilyEdges(
  family: LanguageFamily,
  context: FamilyContext,
  files: readonly LinkFile[],
): Promise<Edge[]> {
  const resolver = await family.open(context, files);
  const edges: Edge[] = [];
  const reexports: BarrelImport[] = [];
  for (const file of files) {
    for (const fact of file.imports) {
      for (const { path, weight, because } of resolver.resolveImport(fact, file)) {
        edges.push({ from: file.path, to: path, kind: 'imports', weight, because: because ?? fact.specifier });
        if (fact.names.length > 0 && family.barrels?.has(stemOf(path))) reexports.push({ file, fact, barrel: path });
      }
    }
    for (const { path, weight, because = '' } of resolver.findReferences?.(file) ?? []) {
      edges.push({ from: file.path, to: path, kind: 'references', weight, because });
    }
  }
  const { barrels } = family;
  if (!barrels) return edges;
  return [...edges, ...(await findEdgesThroughBarrels(reexports, { resolver, barrels, load: context.load }))];
}

// Keeps one edge of a kind from file to file: the surest, then the first. Sorts, so that equal trees give equal lists.
function keepSurestEdges(edges: readonly Edge[]): readonly Edge[] {
  const bySource = Map.groupBy(edges, ({ from }) => from);
  return [...bySource.keys()].sort().flatMap((from) => {
    const byTarget = new Map<string, Edge>();
    for (const edge of bySource.get(from)!) {
      const other = byTarget.get(edge.kind + edge.to);
      if (edge.to !== from && (!other || edge.weight > other.weight)) byTarget.set(edge.kind + edge.to, edge);
    }
    // A file that is imported needs no second edge for being referred to.
    const isNeeded = ({ kind, to }: Edge) => kind !== 'references' || !byTarget.has(`imports${to}`);
    return [...byTarget.values()].filter(isNeeded).sort((a, b) => byText(a.to, b.to) || byText(a.kind, b.kind));
  });
}

// The linker follows at most this many barrels that re-export from other barrels.
const HOPS_MAX = 3;
// In a barrel with more imports without names (`export *`) than this, only those with names are followed.
const STARS_MAX = 60;

/** An import of names from a file that may be a barrel: an `index` or `__init__` file. */
interface BarrelImport {
  readonly file: LinkFile;
  readonly fact: ImportFact;
  readonly barrel: string;
}

interface BarrelContext extends Pick<FamilyContext, 'load'> {
  readonly resolver: Resolver;
  readonly barrels: ReadonlySet<string>;
}

/** The search for the file that defines a name; `path` is the file it has reached, first the barrel. */
interface DefinerSearch {
  readonly name: string;
  path: string;
  isDone: boolean;
}

/** Makes edges to the files from which barrels re-export names, through at most `HOPS_MAX` files. */
async function findEdgesThroughBarrels(
  imports: readonly BarrelImport[],
  context: BarrelContext,
): Promise<readonly Edge[]> {
  const searchFor = memoize(
    (name: string, barrel: string): DefinerSearch => ({ name, path: barrel, isDone: false }),
    (name, barrel) => `${barrel}\0${name}`,
  );
  const named = imports.flatMap(({ file, fact, barrel }) =>
    fact.names.map((name) => ({ from: file.path, fact, barrel, search: searchFor(name, barrel) })),
  );
  await findDefiners([...new Set(named.map(({ search }) => search))], context);
  const found = named.filter(({ barrel, search }) => search.path !== barrel);
  return found.map(({ from, fact, search: { name, path: to } }) => {
    return { from, to, kind: 'imports', weight: SURENESS.reexported, because: `${name} from ${fact.specifier}` };
  });
}

type FilesByPath = ReadonlyMap<string, LinkFile>;

// Each round moves every open search on by one file, so that the files of a round are loaded together.
async function findDefiners(
  searches: readonly DefinerSearch[],
  { resolver, barrels, load }: BarrelContext,
): Promise<void> {
  for (let hop = 0; hop < HOPS_MAX; hop += 1) {
    const open = searches.filter(({ isDone }) => !isDone);
    if (open.length === 0) return;
    const files = await load([...new Set(open.map(({ path }) => path))]);
    const starred = open.flatMap((search) => findStarPaths(files.get(search.path), search.name, resolver));
    const definers = await load([...new Set(starred)]);
    for (const search of open) {
      const next = findNextPath(search, files, definers, resolver);
      search.isDone =
        next === null || !barrels.has(stemOf(next)) || (definers.get(next)?.defines.includes(search.name) ?? false);
      search.path = next ?? search.path;
    }
  }
}

// Returns null when the search ends: the reached file defines the name, or no file is found that the name comes from.
function findNextPath(
  { path: reached, name }: DefinerSearch,
  files: FilesByPath,
  definers: FilesByPath,
  resolver: Resolver,
): string | null {
  const file = files.get(reached);
  if (!file || file.defines.includes(name)) return null;
  const named = findImportOf(file, name);
  if (named) return resolver.resolveImport({ ...named, names: [name] }, file).at(-1)?.path ?? null;
  const stars = findStarPaths(file, name, resolver);
  const definer = stars.find((path) => definers.get(path)?.defines.includes(name));
  return definer ?? stars.find((path) => findImportOf(definers.get(path), name)) ?? null;
}

function findImportOf(file: LinkFile | undefined, name: string): ImportFact | undefined {
  return file?.imports.find(({ names }) => names.includes(name));
}

// Finds the files behind `export *` from which a name may come that the barrel neither defines nor imports by name.
function findStarPaths(file: LinkFile | undefined, name: string, resolver: Resolver): readonly string[] {
  if (!file || file.defines.includes(name) || findImportOf(file, name)) return [];
  const stars = file.imports.filter(({ names }) => names.length === 0);
  if (stars.length > STARS_MAX) return [];
  return stars.flatMap((fact) => resolver.resolveImport(fact, file).map(({ path }) => path));
}
