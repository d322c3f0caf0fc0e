// Answers `missed`: which places a change probably forgot. It looks at files that usually change together, at calls
// that no longer fit, and at tests of the changed files.
import { DEFAULTS } from '../../config/defaults.ts';
import { folderOf } from '../../model/paths.ts';
import type { Change } from '../../model/task.ts';
import type { MissedAnswer, MissedInput, MissedPlace, NameUse } from '../../ports/lookup.ts';
import type { Store } from '../../ports/store.ts';
import { countTogether } from '../../search/past-commits.ts';
import { readChanges, symbolsChanged } from '../changes.ts';
import type { QuestionRun } from '../question-run.ts';
import { runUses } from './grep-and-uses.ts';

const { filesMax, commitsEach, commitFilesMax, timesMin, doubt, likelihoodMin, callers, testsMax } = DEFAULTS.missed;

export async function runMissed(input: MissedInput, run: QuestionRun): Promise<MissedAnswer> {
  const { store, reader } = run.parts;
  const { files } = await store.opening();
  const here = new Set(files.map(({ path }) => path));
  const has = (path: string) => here.has(path);
  const readResult = await readChanges(run.root, { diff: input.since }, { reader, has });
  const [except, unsure] = [new Set(input.except), new Set(input.unsure)];
  const changes: readonly Change[] = [
    ...readResult.map(({ change }) => (unsure.has(change.path) ? { ...change, patch: undefined } : change)),
    ...(input.files ?? []).map((path) => ({ path, status: 'modified' as const, lines: [] })),
  ].filter(({ path }) => !except.has(path));
  const changed = changes.map(({ path }) => path);
  // A change of very many files tells nothing about single ones.
  if (changed.length === 0 || changed.length > filesMax) return { changed, places: [], notes: run.notes };
  const isOther = (path: string) => here.has(path) && !changed.includes(path);
  const together = await changedTogether(changed, store);
  const usualPlaces = together.filter(({ path, likelihood }) => isOther(path) && likelihood >= likelihoodMin);
  const sureChanges = readResult.filter(({ change }) => !unsure.has(change.path) && !except.has(change.path));
  const symbols = await symbolsChanged(sureChanges, run.parts);
  const gone = symbols.filter(({ change }) => change === 'takes away').map(({ name }) => name);
  const brokenPlaces = await brokenCallers(changes, gone, isOther, run);
  const tests = await store.edges(changed, { kinds: ['tests'], direction: 'in' });
  const isNew = (path: string) => isOther(path) && brokenPlaces.every((place) => place.path !== path);
  const reached = [...new Set(tests.map(({ from }) => from))].filter(isNew).map((path): MissedPlace => {
    const likelihood = together.find((place) => place.path === path)?.likelihood ?? 0;
    return { path, line: null, kind: 'test', likelihood, because: 'tests it' };
  });
  const likeliestFirst = (a: MissedPlace, b: MissedPlace) => b.likelihood - a.likelihood || (a.path < b.path ? -1 : 1);
  const places = [
    ...brokenPlaces.toSorted(likeliestFirst),
    ...usualPlaces.toSorted(likeliestFirst),
    ...reached.toSorted(likeliestFirst).slice(0, testsMax),
  ];
  return { changed, places, notes: run.notes };
}

// Finds, for each other file, the changed file it most often changed with; few commits count less than many.
async function changedTogether(changed: readonly string[], store: Store): Promise<readonly MissedPlace[]> {
  const touching = await store.commitsTouching(changed, commitsEach);
  const best = new Map<string, MissedPlace>();
  for (const path of changed) {
    const { times, commits } = countTogether(path, touching.get(path) ?? [], commitFilesMax);
    for (const [other, count] of times) {
      const likelihood = count / (commits + doubt);
      if (count < timesMin || likelihood <= (best.get(other)?.likelihood ?? 0)) continue;
      const because = `changed with ${path} in ${count} of ${commits} commits`;
      best.set(other, { path: other, line: null, kind: 'changed-with', likelihood, because });
    }
  }
  return [...best.values()];
}

async function brokenCallers(
  changes: readonly Change[],
  gone: readonly string[],
  isOther: (path: string) => boolean,
  run: QuestionRun,
): Promise<readonly MissedPlace[]> {
  const { store } = run.parts;
  const paths = changes.map(({ path }) => path);
  const edges = await store.edges(paths, { kinds: ['imports', 'calls', 'tests'], direction: 'in' });
  const linked = new Set(edges.map(({ from }) => from));
  const folders = new Set(paths.map(folderOf));
  const missed: MissedPlace[] = [];
  for (const [name, arities] of namesToCheck(changes, gone)) {
    const { uses } = await runUses({ symbol: name, limit: DEFAULTS.grep.usesMax }, run);
    const isLost = arities === null ? lostNameTest(uses, isOther) : (use: NameUse) => !stillFits(use, name, arities);
    const brokenPlaces = uses.filter((use) => isOther(use.path) && isCall(use) && isLost(use));
    const near = brokenPlaces.filter(({ path }) => !linked.has(path) && folders.has(folderOf(path)));
    // A file that is linked to a changed file uses its name. If more than `linesMax` lines of other files in the folder
    // use it too, these mean another symbol of that name.
    const linkedUses = brokenPlaces.filter(({ path }) => linked.has(path));
    const files = firstOfEachFile(near.length > callers.linesMax ? linkedUses : [...linkedUses, ...near]);
    const more = files.length - callers.filesEach;
    const [first, ...others] = files.slice(0, callers.filesEach).map((use) => brokenPlace(use, name, arities));
    if (first)
      missed.push(more > 0 ? { ...first, because: `${first.because}; ${more} more like it` } : first, ...others);
  }
  return missed;
}

// A moved name is not gone. If other files define the same name, it is gone only for files that import it.
function lostNameTest(uses: readonly NameUse[], isOther: (path: string) => boolean): (use: NameUse) => boolean {
  const definitions = uses.filter(({ kind }) => kind === 'definition').map(({ path }) => path);
  if (definitions.some((path) => !isOther(path))) return () => false;
  if (definitions.length === 0) return () => true;
  const importing = uses.filter(({ text }) => IMPORTS.test(text)).map(({ path }) => path);
  return ({ path }) => importing.includes(path) && !definitions.includes(path);
}

const IMPORTS = /^(?:import|from|use|using|require|export)\b|\brequire\(/;

// A use in a test may be a call without brackets, which some languages allow.
const isCall = ({ kind, text }: NameUse): boolean => kind === 'call' || (kind === 'test' && /\(|\w\.\w/.test(text));
const firstOfEachFile = (uses: readonly NameUse[]) =>
  [...Map.groupBy(uses, ({ path }) => path).values()].map((of) => of[0]!);

function brokenPlace({ path, line }: NameUse, name: string, arities: Arities | null): MissedPlace {
  const [because, likelihood] =
    arities === null
      ? [`calls ${name}, which is gone`, callers.goneLikelihood]
      : [`calls ${name} with arguments it no longer takes`, callers.unfitLikelihood];
  return { path, line, kind: 'caller', likelihood, because };
}

interface Arities {
  readonly before: Arity;
  readonly now: Arity;
}

// Names whose declaration was removed (null), and names whose number of arguments changed.
function namesToCheck(changes: readonly Change[], gone: readonly string[]): ReadonlyMap<string, Arities | null> {
  const names = new Map<string, Arities | null>();
  const removed = changedLines(changes, '-');
  const isApi = (name: string) => name.length >= callers.nameLengthMin && removed.some((line) => declares(line, name));
  for (const name of gone.filter(isApi)) names.set(name, null);
  for (const [name, arities] of changedArities(changes)) names.set(name, arities);
  return new Map([...names].slice(0, callers.namesMax));
}

function changedLines(changes: readonly Change[], mark: string): readonly string[] {
  const lines = changes.flatMap(({ patch }) => patch?.hunks ?? []).flatMap((hunk) => hunk.lines);
  return lines.filter((line) => line[0] === mark).map((line) => line.slice(1));
}

// The text before the name in a declaration: a keyword, perhaps followed by a receiver of Go or the `self.` of Ruby.
const BEFORE_NAME =
  /\b(?:function|def|func|fn|fun|sub|class|interface|type|struct|enum|trait|record|object|protocol)\s+(?:\([^)]{0,80}\)\s*)?(?:self\.)?$/;

const EXPORTED = /^export\s+(?:const|let|var)\s+$/;

// Distinguishes a declaration from a removed call on a line of its own, and ignores local variables, which no other
// file can use.
function declares(line: string, name: string): boolean {
  const index = line.indexOf(name);
  const [before, after] = [line.slice(0, index), line.slice(index + name.length)];
  if (index < 0 || /^[\w$]/.test(after)) return false;
  return (
    BEFORE_NAME.test(before) ||
    EXPORTED.test(before) ||
    (/^[\s\w<>[\],?]{0,200}$/.test(before) && after[0] === '(' && after.endsWith('{'))
  );
}

function changedArities(changes: readonly Change[]): readonly (readonly [string, Arities])[] {
  const [before, now] = ['-', '+'].map((mark) => aritiesDeclaredOn(changedLines(changes, mark)));
  return [...before!].flatMap(([name, old]) => {
    const next = now!.get(name);
    const isSame = next !== undefined && next.least === old.least && next.most === old.most;
    return next === undefined || isSame ? [] : [[name, { before: old, now: next }] as const];
  });
}

const DECLARATION =
  /\b(?:function|def|func|fn|fun|sub)\s+(?:\([^)]{0,80}\)\s*)?(?:self\.)?([\p{L}_$][\p{L}\p{N}_$]*)\(/u;

function aritiesDeclaredOn(lines: readonly string[]): ReadonlyMap<string, Arity> {
  const declared = new Map<string, Arity>();
  for (const line of lines) {
    const name = DECLARATION.exec(line)?.[1] ?? '';
    const arity = name.length < callers.nameLengthMin ? null : declaredArity(line, name);
    if (arity !== null) declared.set(name, arity);
  }
  return declared;
}

// A call that did not fit the earlier declaration calls another function of that name, so it is not broken.
function stillFits({ text }: NameUse, name: string, { before, now }: Arities): boolean {
  const count = passedCount(text, name);
  return count === null || !fits(before, count) || fits(now, count);
}

/** The least and the greatest number of arguments of a function. */
interface Arity {
  readonly least: number;
  readonly most: number;
}

const CHARACTERS_MAX = 2000;
const PARTS_MAX = 40;
const OPEN = '([{';
const CLOSE = ')]}';
// Calls do not pass `self` and similar receivers.
const RECEIVER = /^(?:&\s*)?(?:mut\s+)?(?:self|cls|this)\b/;
// A parameter for any number of arguments, and one that may be left out: with a default, or marked `?`.
const REST = /\.\.\.|^\*|\bparams\b|\bvararg\b/;
const OPTIONAL = /[?=]/;

// Counts the arguments that a line declares for a name; null if the list does not end there or takes any number.
function declaredArity(line: string, name: string): Arity | null {
  const parts = argumentsAfter(line, name);
  if (parts === null || parts.some((part) => REST.test(part))) return null;
  const withoutReceiver = parts.filter((part) => !RECEIVER.test(part));
  return { least: withoutReceiver.filter((part) => !OPTIONAL.test(part)).length, most: withoutReceiver.length };
}

// Counts the arguments that a line passes to a name; null when the call does not end on the line, or spreads a list.
function passedCount(line: string, name: string): number | null {
  const parts = argumentsAfter(line, name);
  return parts === null || parts.some((part) => /^(?:\.\.\.|\*)/.test(part)) ? null : parts.length;
}

const fits = ({ least, most }: Arity, count: number): boolean => least <= count && count <= most;

// Splits the text in brackets after a name at its commas, except commas in inner brackets or quotes.
function argumentsAfter(line: string, name: string): readonly string[] | null {
  const start = line.indexOf(`${name}(`);
  if (start < 0 || /[\w$]/.test(line[start - 1] ?? '') || line.length > CHARACTERS_MAX) return null;
  const parts: string[] = [];
  let [depth, part, quote] = [0, '', ''];
  for (let index = start + name.length + 1; index < line.length; index++) {
    const character = line[index]!;
    if (quote === '' && depth === 0 && character === ')')
      return [...parts, part.trim()].filter((argument) => argument !== '');
    if (quote === '' && depth === 0 && character === ',') {
      if (parts.push(part.trim()) > PARTS_MAX) return null;
      part = '';
      continue;
    }
    if (quote === '') depth += Number(OPEN.includes(character)) - Number(CLOSE.includes(character));
    if (`"'\``.includes(character) && line[index - 1] !== '\\')
      quote = quote === '' ? character : quote === character ? '' : quote;
    part += character;
  }
  return null;
}
