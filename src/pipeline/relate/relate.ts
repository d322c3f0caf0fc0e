// Adds what the best units need to be understood: the class around them, the functions they call, the types they name,
// their tests, decisions about their files.
import type { Scored } from '../../model/candidate.ts';
import type { Edge } from '../../model/edge.ts';
import type { Role } from '../../model/entity.ts';
import type { Keyword } from '../../model/task.ts';
import { byText, nameKey } from '../../model/terms.ts';
import type { Definition } from '../../ports/store.ts';
import {
  type Caller,
  type CallerAround,
  callerOf,
  type Definitions,
  definitionsMeant,
  openTexts,
  type TypeSyntax,
  typesIn,
  typeWords,
} from './caller-types.ts';
import { decisionsAbout, findLeadFiles } from './decisions.ts';
import { symbolOf, type Use, usesOf } from './uses-of.ts';
import { type AskedRoute, answersOf, companionsOf, type WantedUnits, wantFile, wantSymbol } from './wanted-units.ts';

export interface RelateParts {
  readonly definitions: (keys: readonly string[]) => Promise<readonly Definition[]>;
  /** Edges from these files to what they import, name and belong with, and to them from what tests or names them. */
  readonly edgesOf: (paths: readonly string[]) => Promise<readonly Edge[]>;
  readonly namingOf: (language: string | null) => TypeSyntax;
  /** The units of a file as unscored candidates, with its text; empty when it may not be quoted. */
  readonly open: (path: string, role: WantedUnits['role']) => Promise<readonly Scored[]>;
  readonly asked: AskedRoute;
  /** The words of the task without those that occur only in paths. */
  readonly keywords: readonly Keyword[];
  /** All code of a workspace, with its tests, if it fits into the budget and the page brings it; else empty. */
  readonly whole: readonly string[];
  readonly options: RelateOptions;
}

export interface RelateOptions {
  /** The most units that bring related ones. */
  readonly unitsMax: number;
  readonly unitsEachFileMax: number;
  readonly namesEachMax: number;
  /** The share of the score of a unit that a related unit gets. */
  readonly share: number;
  /** A further factor for units that the unit does not call: files that its framework adds, and its tests. */
  readonly besideShare: number;
}

/**
 * Adds what the best units need: the head of their class, the functions they call, the types they name, the controllers
 * of their routes, files their framework adds, their tests; then `parts.whole` and decisions. A candidate that was
 * ranked already keeps the better score.
 */
export async function relate(scored: readonly Scored[], parts: RelateParts): Promise<readonly Scored[]> {
  const best = chooseLeaders(scored, parts.options);
  const leaders = best.map((unit) => ({ unit, uses: usesOf(unit).slice(0, USES_MAX) }));
  const [definitions, edges] = await Promise.all([
    definitionsOf(leaders, parts),
    parts.edgesOf([...new Set([...best.map((unit) => unit.path), ...findLeadFiles(scored).keys()])]),
  ]);
  const around = { definitions, edges, textOfType: openTexts(scored, definitions) };
  const needed = leaders.flatMap((leader) => unitsNeededBy(leader, around, parts)).sort((a, b) => b.score - a.score);
  const wanted = leaders.length === 0 ? [] : [...needed, ...parts.whole.map(wantFile)];
  const decisionParts = { edges, keywords: parts.keywords, open: (path: string) => parts.open(path, 'any') };
  const related = await relatedUnits(wanted, scored, parts);
  return mergeRelated(scored, [...related, ...(await decisionsAbout(scored, decisionParts))]);
}

/** A unit and what it uses. */
interface Leader {
  readonly unit: Scored;
  readonly uses: readonly Use[];
}

function unitsNeededBy({ unit, uses }: Leader, around: CallerAround, parts: RelateParts): readonly WantedUnits[] {
  const { definitions, edges } = around;
  const { share, besideShare, namesEachMax } = parts.options;
  const score = unit.score * share;
  const framework = edges.filter((edge) => edge.from === unit.path && edge.kind === 'framework');
  const symbol = symbolOf(unit);
  const caller = callerOf(unit, around, parts.namingOf(unit.entity.language));
  const meant = definitionsUsed(uses, definitions, caller).slice(0, namesEachMax);
  const used = meant.map((definition) =>
    wantSymbol(definition.path, definition.qualifiedName, score, `used by ${symbol?.name ?? unit.path}`),
  );
  const controllers = controllersOf(uses, framework, definitions);
  if (!symbol) return controllers.length > 0 ? answersOf(unit, controllers, parts.asked, score) : used;
  const parent = symbol.parent === null ? null : unit.text!.facts.symbols[symbol.parent];
  const tests = edges.filter((edge) => edge.kind === 'tests' && edge.to === unit.path);
  // If a unit calls symbols of a file, only these symbols are wanted and not the file.
  const beside = framework.filter((edge) => !meant.some((definition) => definition.path === edge.to));
  return [
    ...(parent ? [wantSymbol(unit.path, parent.qualifiedName, score, `holds ${symbol.name}`, 'holder')] : []),
    ...used,
    ...companionsOf(symbol.name, { framework: beside, tests }, score * besideShare),
  ];
}

// The controllers of a route table: the classes it names and the files it is linked to.
function controllersOf(uses: readonly Use[], framework: readonly Edge[], definitions: Definitions): readonly string[] {
  if (framework.length === 0) return [];
  const named = uses.flatMap(({ name }) => definitions.get(nameKey(name)) ?? []);
  const classes = named.filter(({ kind }) => kind === 'class');
  return [...new Set([...classes.map(({ path }) => path), ...framework.map(({ to }) => to)])];
}

// Only the first names of a unit are looked up; they show what it does.
const USES_MAX = 60;

function definitionsUsed(uses: readonly Use[], definitions: Definitions, caller: Caller): readonly Definition[] {
  return [...new Set(uses.flatMap((use) => definitionsMeant(use, definitions.get(nameKey(use.name)) ?? [], caller)))];
}

// Only units of these roles bring related ones: the others would add more of their kind.
const LEADING: ReadonlySet<string> = new Set(['source', 'test', 'config'] satisfies Role[]);

// The best units, but few of each file, so that a long file does not bring all neighbours.
function chooseLeaders(scored: readonly Scored[], { unitsMax, unitsEachFileMax }: RelateOptions): readonly Scored[] {
  const leaders: Scored[] = [];
  const countByFile = new Map<string, number>();
  for (const candidate of scored) {
    if (leaders.length >= unitsMax) break;
    const { path, entity, text, signals } = candidate;
    const chosenOfFile = countByFile.get(path) ?? 0;
    if (entity.container === null || text === null || signals.length === 0) continue;
    if (!LEADING.has(entity.role) || chosenOfFile >= unitsEachFileMax) continue;
    countByFile.set(path, chosenOfFile + 1);
    leaders.push(candidate);
  }
  return leaders;
}

/** Reads, with one question, the definitions of used names, of receivers and of the types that receivers may have. */
export async function definitionsOf(
  leaders: readonly Leader[],
  parts: Pick<RelateParts, 'definitions' | 'namingOf'>,
): Promise<Definitions> {
  const names = leaders.flatMap(({ unit, uses }) => {
    const declaredType = typesIn(unit, parts.namingOf(unit.entity.language));
    const receivers = uses.flatMap(({ receiver }) => receiver.at(-1) ?? []);
    return [
      ...uses.map(({ name }) => name),
      ...receivers.flatMap((name) => [name, declaredType(name) ?? [], typeWords(name)].flat()),
    ];
  });
  return Map.groupBy(await parts.definitions([...new Set(names.map(nameKey))]), (one) => nameKey(one.name));
}

async function relatedUnits(
  wanted: readonly WantedUnits[],
  scored: readonly Scored[],
  { open }: RelateParts,
): Promise<readonly Scored[]> {
  const asked = new Map(wanted.map((related) => [related.path, related.role]));
  const present = scored.filter(({ entity, path }) => entity.container !== null && asked.has(path));
  const scoredByPath = Map.groupBy(present, ({ path }) => path);
  const paths = [...asked].filter(([path]) => !scoredByPath.has(path));
  const opened = new Map(await Promise.all(paths.map(async ([path, role]) => [path, await open(path, role)] as const)));
  return wanted.flatMap(({ kind, path, pick, score, because, role }) => {
    const reason = { signal: kind, value: score, weight: 1, because };
    const signal = { kind, value: score, because };
    const units = scoredByPath.get(path) ?? opened.get(path) ?? [];
    const fitting = role === 'any' ? units : units.filter(({ entity }) => entity.role === role);
    return pick(fitting).map((unit) => ({
      ...unit,
      score,
      listReasons: () =>
        unit.signals.length === 0 ? [reason, ...unit.listReasons()] : [...unit.listReasons(), reason],
      signals: [...unit.signals, signal],
    }));
  });
}

function mergeRelated(scored: readonly Scored[], related: readonly Scored[]): readonly Scored[] {
  const all = new Map<string, Scored>(scored.map((candidate) => [candidate.id, candidate]));
  for (const candidate of related) {
    const ranked = all.get(candidate.id);
    const score = Math.max(candidate.score, ranked?.score ?? 0);
    // The first unit that needs it gives the reason.
    if (!ranked?.signals.some(isRelatedSignal)) all.set(candidate.id, { ...candidate, score });
  }
  return [...all.values()].sort((a, b) => b.score - a.score || byText(a.id, b.id));
}

const isRelatedSignal = ({ kind }: Scored['signals'][number]) => kind === 'related' || kind === 'holder';
