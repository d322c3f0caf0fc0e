import type { Scored } from '../../model/candidate.ts';
import { nameKey, words } from '../../model/terms.ts';
import type { Definition } from '../../ports/store.ts';
import { symbolOf } from './uses-of.ts';

/** What is asked of the index to find who uses a name. */
export interface TouchedParts {
  readonly definitions: (keys: readonly string[]) => Promise<readonly Definition[]>;
  /** The files that import or otherwise name one of these. */
  readonly importersOf: (paths: readonly string[]) => Promise<ReadonlySet<string>>;
  /** The files some unit of which holds the name, for each name; those that too many hold are left out. */
  readonly filesWith: (names: readonly string[]) => Promise<ReadonlyMap<string, readonly string[]>>;
  /** The units of these files as unscored candidates, with their text; without those that may not be quoted. */
  readonly open: (paths: readonly string[]) => Promise<readonly Scored[]>;
  readonly options: TouchedOptions;
}

export interface TouchedOptions {
  /** Evidence of this kind says what changed. */
  readonly changedKind: string;
  /** What a user keeps of the best score of what changed, and what a test keeps that uses it. */
  readonly share: number;
  readonly testShare: number;
  readonly namesMax: number;
  readonly filesMax: number;
  readonly unitsMax: number;
}

/** A name defined more often says too little about which one is used, unless the file imports what changed. */
const DEFINITIONS_CLEAR = 2;
const NAME_LENGTH_MIN = 3;
/** Here for the sake of a change, and no less wanted for that. */
export const TOUCHED_SIGNAL = 'touched';

/** What a change touches: the units that use what it changes or takes away, and the tests among them. */
export async function touched(
  scored: readonly Scored[],
  removedNames: readonly string[],
  parts: TouchedParts,
): Promise<readonly Scored[]> {
  const { options } = parts;
  const isChanged = (one: Scored) => one.signals.some(({ kind }) => kind === options.changedKind);
  const changed = scored.filter((one) => one.entity.container !== null && isChanged(one));
  const own = changed.flatMap((one) => symbolOf(one)?.name ?? []);
  const names = [...new Set([...removedNames, ...own])].filter((name) => name.length >= NAME_LENGTH_MIN);
  if (names.length === 0) return [];
  const asked = names.slice(0, options.namesMax);
  const changedPaths = new Set(changed.map(({ path }) => path));
  const [holding, importers, definitions] = await Promise.all([
    parts.filesWith(asked),
    parts.importersOf([...changedPaths]),
    parts.definitions(asked.map(nameKey)),
  ]);
  const defined = Map.groupBy(definitions, (one) => one.name);
  const isClear = (name: string) =>
    new Set((defined.get(name) ?? []).map(({ path }) => path).filter((path) => !changedPaths.has(path))).size <=
    DEFINITIONS_CLEAR - 1;
  const wanted = new Map<string, string[]>();
  for (const name of asked)
    for (const path of holding.get(name) ?? [])
      if (importers.has(path) || isClear(name)) wanted.set(path, [...(wanted.get(path) ?? []), name]);
  const paths = [...wanted.keys()].sort((a, b) => Number(importers.has(b)) - Number(importers.has(a)));
  // Words may point elsewhere than at the lines that changed; their file leads all the same.
  const best = scored.filter(isChanged).reduce((most, { score }) => Math.max(most, score), 0);
  const units = await parts.open(paths.slice(0, options.filesMax));
  const users = units.flatMap((unit) =>
    userOf(unit, wanted.get(unit.path) ?? [], new Set(removedNames), best, options),
  );
  return users.slice(0, options.unitsMax);
}

function userOf(
  unit: Scored,
  names: readonly string[],
  removed: ReadonlySet<string>,
  best: number,
  { share, testShare }: TouchedOptions,
): readonly Scored[] {
  const symbol = symbolOf(unit);
  const used = names.find((name) => symbol?.calls.includes(name) || (!symbol && isWordIn(unit, name)));
  if (used === undefined || symbol?.name === used) return [];
  const score = best * (unit.entity.role === 'test' ? testShare : share);
  const because = `uses ${used}, which the diff ${removed.has(used) ? 'takes away' : 'changes'}`;
  const signal = { kind: TOUCHED_SIGNAL, value: 1, because };
  const lines = linesWith(unit, used).map((line) => [line, line] as const);
  const reasons = [{ signal: TOUCHED_SIGNAL, value: score, weight: 1, because }];
  return [{ ...unit, score, likelihood: null, signals: [signal], reasons, matches: lines }];
}

function isWordIn(unit: Scored, name: string): boolean {
  return linesWith(unit, name).length > 0;
}

function linesWith({ text, entity: { location } }: Scored, name: string): readonly number[] {
  const lines: number[] = [];
  for (let line = location.startLine; line <= location.endLine; line++) {
    if (words(text?.lines[line - 1] ?? '').includes(name)) lines.push(line);
  }
  return lines;
}
