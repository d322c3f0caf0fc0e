import type { Edge } from '../../../model/edge.ts';
import type { ImportFact } from '../../../model/facts.ts';
import { type Family, type FamilyContext, type LinkFile, type Resolver, SURENESS } from './families/family.ts';
import { stemOf } from './tree.ts';

// Barrels that hand on barrels are followed this far.
const HOPS_MAX = 3;
// A star hands on everything; a barrel with more stars than this is looked through no further.
const STARS_MAX = 60;

/** An import of names from a file that may only hand them on. */
export interface Handed {
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
export async function throughBarrels(handed: readonly Handed[], context: BarrelContext): Promise<readonly Edge[]> {
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
