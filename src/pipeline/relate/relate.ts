import type { Scored, SourceText } from '../../model/candidate.ts';
import type { Edge } from '../../model/edge.ts';
import type { SymbolFacts } from '../../model/facts.ts';
import { nameKey } from '../../model/terms.ts';
import type { Definition } from '../../ports/store.ts';
import { besideOf } from './beside.ts';
import { type Caller, callerOf, type Naming, typesIn, typeWords } from './caller.ts';
import { meantBy } from './meant-by.ts';
import { type Asked, answersOf } from './routes.ts';
import { symbolOf, type Use, usesOf } from './uses-of.ts';
import { type Wanted, wantSymbol } from './wanted.ts';

export interface RelateParts {
  readonly definitions: (keys: readonly string[]) => Promise<readonly Definition[]>;
  /** What these files import, name and belong with; and who tests them. */
  readonly edgesOf: (paths: readonly string[]) => Promise<readonly Edge[]>;
  readonly namingOf: (language: string | null) => Naming;
  /** The units of a file as unscored candidates, with its text; empty when it may not be quoted. */
  readonly open: (path: string, isTest: boolean) => Promise<readonly Scored[]>;
  readonly asked: Asked;
  readonly options: RelateOptions;
}

export interface RelateOptions {
  /** So many of the best units may bring others along. */
  readonly unitsMax: number;
  readonly namesEachMax: number;
  /** What a related unit keeps of the score of the unit that needs it. */
  readonly share: number;
  /** What one keeps of that when it only belongs with the unit: its module, its data, its test. */
  readonly besideShare: number;
}

/**
 * Brings what the best units lean on: the head of the class they stand in, what they call, the types they name, what
 * answers their routes, what their framework puts beside them, their tests. What was found by itself keeps the better of
 * its two scores.
 */
export async function relate(scored: readonly Scored[], parts: RelateParts): Promise<readonly Scored[]> {
  const best = firstOf(
    scored,
    (one) => one.entity.container !== null && one.text !== null && one.signals.length > 0,
    parts.options.unitsMax,
  );
  const leaders = best.map((unit) => ({ unit, uses: usesOf(unit).slice(0, USES_MAX) }));
  const [definitions, edges] = await Promise.all([
    definitionsOf(leaders, parts),
    parts.edgesOf([...new Set(best.map((unit) => unit.path))]),
  ]);
  const around = { definitions, edges, textsOf: openTexts(scored, definitions) };
  const wanted = leaders.flatMap((leader) => wantedBy(leader, around, parts));
  return mergeRelated(scored, await relatedUnits(wanted, scored, parts));
}

interface Leader {
  readonly unit: Scored;
  readonly uses: readonly Use[];
}

interface Around {
  readonly definitions: Definitions;
  readonly edges: readonly Edge[];
  readonly textsOf: (type: string) => SourceText | null;
}

function wantedBy(
  { unit, uses }: Leader,
  { definitions, edges, textsOf }: Around,
  parts: RelateParts,
): readonly Wanted[] {
  const { share, besideShare, namesEachMax } = parts.options;
  const score = unit.score * share;
  const out = edges.filter((edge) => edge.from === unit.path);
  const framework = out.filter((edge) => edge.kind === 'framework');
  const symbol = symbolOf(unit);
  if (!symbol) return answersOf(unit, framework, parts.asked, score);
  const imports = new Set(out.filter((edge) => edge.kind !== 'framework').map((edge) => edge.to));
  const naming = parts.namingOf(unit.entity.language);
  const caller = callerOf(unit, { imports, naming, textOfType: textsOf, isType: typeFinder(definitions) });
  const parent = parentOf(unit, symbol);
  const tests = edges.filter((edge) => edge.kind === 'tests' && edge.to === unit.path);
  return [
    ...(parent ? [wantSymbol(unit.path, parent.qualifiedName, score, `holds ${symbol.name}`)] : []),
    ...meantByAll(uses, definitions, caller)
      .slice(0, namesEachMax)
      .map((one) => wantSymbol(one.path, one.qualifiedName, score, `used by ${symbol.name}`)),
    ...besideOf(unit, [...framework, ...tests], score * besideShare),
  ];
}

// Of a unit that uses more names than this, the first ones tell what it does.
const USES_MAX = 60;

type Definitions = ReadonlyMap<string, readonly Definition[]>;

function meantByAll(uses: readonly Use[], definitions: Definitions, caller: Caller): readonly Definition[] {
  return [...new Set(uses.flatMap((use) => meantBy(use, definitions.get(nameKey(use.name)) ?? [], caller)))];
}

// What a type inherits from is read where its file was opened anyway.
function openTexts(scored: readonly Scored[], definitions: Definitions): (type: string) => SourceText | null {
  const texts = new Map(scored.map((one) => [one.path, one.text]));
  return (type) => {
    const at = (definitions.get(nameKey(type)) ?? []).find((one) => one.name === type && texts.get(one.path));
    return at ? (texts.get(at.path) ?? null) : null;
  };
}

function firstOf(scored: readonly Scored[], isWanted: (one: Scored) => boolean, max: number): readonly Scored[] {
  const found: Scored[] = [];
  for (const one of scored) {
    if (found.length >= max) break;
    if (isWanted(one)) found.push(one);
  }
  return found;
}

// Asked at once: the names used, and those of the types their receivers may be of.
async function definitionsOf(leaders: readonly Leader[], parts: RelateParts): Promise<Definitions> {
  const names = leaders.flatMap(({ unit, uses }) => {
    const typed = typesIn(unit, parts.namingOf(unit.entity.language));
    const receivers = uses.flatMap(({ receiver }) => receiver.at(-1) ?? []);
    return [
      ...uses.map(({ name }) => name),
      ...receivers.flatMap((name) => [typed(name) ?? [], typeWords(name)].flat()),
    ];
  });
  return Map.groupBy(await parts.definitions([...new Set(names.map(nameKey))]), (one) => nameKey(one.name));
}

function typeFinder(definitions: Definitions): (key: string) => string | null {
  return (key) => definitions.get(key)?.find(({ kind }) => kind === 'class' || kind === 'interface')?.name ?? null;
}

async function relatedUnits(
  wanted: readonly Wanted[],
  scored: readonly Scored[],
  { open }: RelateParts,
): Promise<readonly Scored[]> {
  const asked = new Map(wanted.map((one) => [one.path, one.isTest]));
  const known = Map.groupBy(
    scored.filter((one) => one.entity.container !== null && asked.has(one.path)),
    (one) => one.path,
  );
  const paths = [...asked].filter(([path]) => !known.has(path));
  const opened = new Map(
    await Promise.all(paths.map(async ([path, isTest]) => [path, await open(path, isTest)] as const)),
  );
  return wanted.flatMap(({ path, pick, score, because }) => {
    const reason = { signal: 'related', value: score, weight: 1, because };
    const signal = { kind: 'related', value: score, because };
    return pick(known.get(path) ?? opened.get(path) ?? []).map((unit) => {
      return { ...unit, score, reasons: [reason, ...unit.reasons], signals: [...unit.signals, signal] };
    });
  });
}

function mergeRelated(scored: readonly Scored[], related: readonly Scored[]): readonly Scored[] {
  const all = new Map<string, Scored>();
  for (const one of scored) all.set(one.id, one);
  for (const one of related) if (one.score > (all.get(one.id)?.score ?? 0)) all.set(one.id, one);
  return [...all.values()].sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
}

function parentOf(unit: Scored, symbol: SymbolFacts): SymbolFacts | null {
  return symbol.parent === null ? null : ((unit.text as SourceText).facts.symbols[symbol.parent] ?? null);
}
