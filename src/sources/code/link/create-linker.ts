import { EDGE_KINDS, type Edge } from '../../../model/edge.ts';
import { isGraphSource } from '../../../model/entity.ts';
import type { ContentFacts, ImportFact } from '../../../model/facts.ts';
import type { Linker, LinkWorkspace } from '../../../ports/source.ts';
import { configsOf } from './configs.ts';
import { conversationEdges, documentEdges } from './document-edges.ts';
import { FAMILIES } from './families/families.ts';
import { type Family, type FamilyContext, type LinkFile, type Resolver, SURENESS } from './families/family.ts';
import { frameworkEdges } from './framework-edges.ts';
import { testPairs } from './test-pairs.ts';
import { groupBy, stemOf, type Tree, treeAgain } from './tree.ts';

const FACTS_BATCH = 500;

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
      const configs = configsOf(tree, workspace.read, (note) => notes.push(note));
      const known = paths.filter((path) => workspace.files.has(path));
      // Lists of lists: a large tree has more edges than a call may have arguments.
      const edges: (readonly Edge[])[] = [];
      for (const [family, members] of byFamily(known, workspace)) {
        const load = loaderOf(workspace, family);
        const filesOf = (languages: readonly string[]) =>
          tree.paths().filter((path) => languages.includes(workspace.files.get(path)?.language ?? ''));
        const files = await load(members);
        edges.push(await familyEdges(family, { tree, configs, load, filesOf }, [...files.values()]));
      }
      edges.push(testPairs(known, tree), await frameworkEdges(known, tree, configs.text));
      edges.push(await documentEdges(known, { tree, workspace, rootPatterns }));
      edges.push(await conversationEdges(known, tree, workspace));
      edges.push(await nodeEdges(known, workspace));
      return { edges: strongest(edges.flat()), notes };
    },
  };
}

// What the nodes of a graph lead to was told with them.
async function nodeEdges(paths: readonly string[], workspace: LinkWorkspace): Promise<readonly Edge[]> {
  const nodes = paths.filter((path) => isGraphSource(workspace.files.get(path)?.source));
  const edges: Edge[] = [];
  for (let start = 0; start < nodes.length; start += FACTS_BATCH) {
    const facts = await workspace.facts(nodes.slice(start, start + FACTS_BATCH));
    for (const [from, { graph }] of facts)
      for (const { to, kind, field } of graph?.edges ?? [])
        edges.push({ from, to, kind, weight: 0.8, because: field ?? EDGE_KINDS[kind].label });
  }
  return edges;
}

function byFamily(
  paths: readonly string[],
  { files }: LinkWorkspace,
): readonly (readonly [Family, readonly string[]])[] {
  const languages = groupBy(paths, (path) => files.get(path)?.language ?? '');
  const families = new Map<Family, string[]>();
  for (const [language, members] of languages) {
    const family = FAMILIES.get(language);
    if (family) families.set(family, [...(families.get(family) ?? []), ...members]);
  }
  return [...families];
}

// Each file is asked for once, and only what resolving needs is kept of its facts: those of a large tree do not fit in
// memory together.
function loaderOf(workspace: LinkWorkspace, family: Family): FamilyContext['load'] {
  const known = new Map<string, LinkFile | null>();
  return async (paths) => {
    const missing = paths.filter((path) => !known.has(path));
    for (let start = 0; start < missing.length; start += FACTS_BATCH) {
      const batch = missing.slice(start, start + FACTS_BATCH);
      const facts = await workspace.facts(batch);
      for (const path of batch) {
        const found = facts.get(path);
        known.set(path, found ? linkFile(path, found, family) : null);
      }
    }
    return new Map(paths.flatMap((path) => (known.get(path) ? [[path, known.get(path)!] as const] : [])));
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
  const handed: Handed[] = [];
  for (const file of files) {
    for (const fact of file.imports) {
      for (const { path, weight, because } of resolver.imported(fact, file)) {
        edges.push({ from: file.path, to: path, kind: 'imports', weight, because: because ?? fact.specifier });
        if (fact.names.length > 0 && family.barrels?.has(stemOf(path))) handed.push({ file, fact, barrel: path });
      }
    }
    for (const { path, weight, because = '' } of resolver.referenced?.(file) ?? []) {
      edges.push({ from: file.path, to: path, kind: 'references', weight, because });
    }
  }
  if (!family.barrels) return edges;
  return [...edges, ...(await throughBarrels(handed, { resolver, barrels: family.barrels, load: context.load }))];
}

// One edge of a kind between two files: the surest, then the first. Sorted, so that equal trees give equal lists.
function strongest(edges: readonly Edge[]): readonly Edge[] {
  const bySource = new Map<string, Map<string, Edge>>();
  for (const edge of edges) {
    if (edge.from === edge.to) continue;
    const kept = bySource.get(edge.from) ?? new Map<string, Edge>();
    bySource.set(edge.from, kept);
    const known = kept.get(edge.kind + edge.to);
    if (!known || edge.weight > known.weight) kept.set(edge.kind + edge.to, edge);
  }
  return [...bySource.keys()].sort().flatMap((from) => {
    const kept = bySource.get(from)!;
    // What is imported anyway need not be referred to as well.
    const distinct = [...kept.values()].filter(({ kind, to }) => kind !== 'references' || !kept.has(`imports${to}`));
    return distinct.sort((a, b) => order(a.to, b.to) || order(a.kind, b.kind));
  });
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

// Barrels that hand on barrels are followed this far.
const HOPS_MAX = 3;
// A star hands on everything; a barrel with more stars than this is looked through no further.
const STARS_MAX = 60;

/** An import of names from a file that may only hand them on. */
interface Handed {
  readonly file: LinkFile;
  readonly fact: ImportFact;
  readonly barrel: string;
}

/** What following a barrel needs of the family it belongs to. */
export interface BarrelContext {
  readonly resolver: Resolver;
  readonly barrels: Exclude<Family['barrels'], null>;
  readonly load: FamilyContext['load'];
}

/** Edges to the files that define what `index` and `__init__` files hand on. */
async function throughBarrels(handed: readonly Handed[], context: BarrelContext): Promise<readonly Edge[]> {
  const quests = new Map<string, Quest>();
  for (const { fact, barrel } of handed) {
    for (const name of fact.names) quests.set(keyOf(barrel, name), { name, barrel, at: barrel, isDone: false });
  }
  await pursue([...quests.values()], context);
  return handed.flatMap(({ file, fact, barrel }) =>
    fact.names.flatMap((name) => {
      const to = quests.get(keyOf(barrel, name))!.at;
      const because = `${name} from ${fact.specifier}`;
      return to === barrel
        ? []
        : [{ from: file.path, to, kind: 'imports', weight: SURENESS.handedOn, because } as const];
    }),
  );
}

/** The search for the file that defines a name, beginning at a barrel. */
interface Quest {
  readonly name: string;
  readonly barrel: string;
  at: string;
  isDone: boolean;
}

type Known = ReadonlyMap<string, LinkFile>;

// All searches go a hop at a time, so that each hop asks for its files together.
async function pursue(quests: readonly Quest[], { resolver, barrels, load }: BarrelContext): Promise<void> {
  for (let hop = 0; hop < HOPS_MAX; hop += 1) {
    const open = quests.filter(({ isDone }) => !isDone);
    if (open.length === 0) return;
    const known = await load([...new Set(open.map(({ at }) => at))]);
    const starred = open.flatMap((quest) => starPaths(known.get(quest.at), quest.name, resolver));
    const definers = await load([...new Set(starred)]);
    for (const quest of open) {
      const next = nextPath(quest, known, definers, resolver);
      quest.isDone =
        next === null || !barrels.has(stemOf(next)) || (definers.get(next)?.defines.includes(quest.name) ?? false);
      quest.at = next ?? quest.at;
    }
  }
}

// Null when the search ends where it is: the name is defined there, or nobody in sight hands it on.
function nextPath({ at, name }: Quest, known: Known, definers: Known, resolver: Resolver): string | null {
  const file = known.get(at);
  if (!file || file.defines.includes(name)) return null;
  const named = handingOn(file, name);
  if (named) return resolver.imported({ ...named, names: [name] }, file).at(-1)?.path ?? null;
  const stars = starPaths(file, name, resolver);
  const definer = stars.find((path) => definers.get(path)?.defines.includes(name));
  return definer ?? stars.find((path) => handingOn(definers.get(path), name)) ?? null;
}

function handingOn(file: LinkFile | undefined, name: string): ImportFact | undefined {
  return file?.imports.find(({ names }) => names.includes(name));
}

// Where a name may come from that the barrel neither defines nor names.
function starPaths(file: LinkFile | undefined, name: string, resolver: Resolver): readonly string[] {
  if (!file || file.defines.includes(name) || handingOn(file, name)) return [];
  const stars = file.imports.filter(({ names }) => names.length === 0);
  if (stars.length > STARS_MAX) return [];
  return stars.flatMap((fact) => resolver.imported(fact, file).map(({ path }) => path));
}

function keyOf(barrel: string, name: string): string {
  return `${barrel}\0${name}`;
}
