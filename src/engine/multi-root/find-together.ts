// Searches several workspaces for one question and joins their rankings. Also finds definitions in one workspace that
// code of another imports as a package.
import { DEFAULTS } from '../../config/defaults.ts';
import { namingOf } from '../../languages/index.ts';
import type { Scored, SourceText } from '../../model/candidate.ts';
import type { Edge } from '../../model/edge.ts';
import { ContextError } from '../../model/errors.ts';
import type { ImportFact } from '../../model/facts.ts';
import { nameOf } from '../../model/paths.ts';
import { isRecord, parseJson } from '../../model/records.ts';
import type { Task } from '../../model/task.ts';
import { relate } from '../../pipeline/relate/relate.ts';
import type { Opening, Store } from '../../ports/store.ts';
import type { QuestionRun } from '../question-run.ts';
import type { FindInput, FindResult } from '../remembered-rankings.ts';
import { type AskedWorkspace, askedWorkspaces, localFolder, type WorkspacePaths } from './workspace-paths.ts';

type FindHere = (input: FindInput, context: QuestionRun) => Promise<FindResult>;

/** Asks each workspace, or only the one that holds the folder of the input, and joins the results. */
export async function findTogether(input: FindInput, context: QuestionRun, findHere: FindHere): Promise<FindResult> {
  const { storedView } = context.parts;
  const [first, ...others] = askedWorkspaces(context);
  const namedWorkspaces = storedView === null ? others : [first, ...others];
  const namedHolder = (folder: string | undefined) =>
    namedWorkspaces.find(({ paths }) => localFolder(folder, paths) !== undefined);
  const ask = async ({ context: own, paths }: AskedWorkspace, more: Partial<FindInput> = {}) =>
    withShownPaths(await findHere({ ...inputFor(input, paths), ...more }, own), paths);
  const only = namedHolder(input.under);
  if (only) return ask(only);
  if (input.under !== undefined && storedView !== null)
    throw new ContextError('BAD_INPUT', `Name the folder with its workspace: ${first.paths.shown(input.under)}.`);
  if (input.under !== undefined) return findHere(input, context);
  const near = namedHolder(input.near) ? undefined : input.near;
  // With several workspaces, none is quoted whole.
  const results = await Promise.all([
    storedView === null ? findHere({ ...input, near, wholeWithin: 0 }, context) : ask(first, { wholeWithin: 0 }),
    ...others.map((workspace) => ask(workspace, { wholeWithin: 0 })),
  ]);
  const joined = joinResults(results);
  if (input.strategies !== undefined) return joined;
  const all = await Promise.all(
    [first, ...others].map((workspace, index) => importableWorkspace(workspace, results[index]!)),
  );
  return { ...joined, scored: await relateAcross(joined.scored, all) };
}

// The input for one workspace that is asked by its own paths: without the diff, which belongs to the first workspace.
function inputFor(input: FindInput, paths: WorkspacePaths): FindInput {
  const pathsHere = (list: readonly string[] | undefined) => list?.flatMap((path) => paths.local(path) ?? []);
  return {
    ...input,
    diff: undefined,
    patch: undefined,
    near: localFolder(input.near, paths),
    under: localFolder(input.under, paths),
    file: pathsHere(input.file),
    pin: pathsHere(input.pin),
    drop: input.drop?.map((path) => paths.local(path) ?? path),
  };
}

async function importableWorkspace(
  { context: { parts }, paths }: AskedWorkspace,
  { opening, open }: FindResult,
): Promise<ImportableWorkspace> {
  const files = opening.files.map(({ path }) => path);
  const localPaths = files.flatMap((path) => paths.local(path) ?? []);
  const packages = await packageNames(localPaths, async (path) => (await parts.reader.read(path))?.text ?? '');
  return { store: parts.store, paths, files, open, packages };
}

// Joins several rankings; the task comes from the first. Scores compare only within a workspace, likelihoods across all,
// so the scores of a workspace shrink in proportion to how much less likely its best entity is than the best of all.
function joinResults(all: readonly FindResult[]): FindResult {
  const best = all.map(bestLikelihood);
  const max = Math.max(...best);
  const combine = (kind: 'scored' | 'closed') =>
    all
      .flatMap((result, index) => scaleScores(result[kind], max > 0 ? best[index]! / max : 1))
      .sort((a, b) => b.score - a.score);
  return {
    ...all[0]!,
    task: joinTasks(all.map(({ task }) => task)),
    scored: combine('scored'),
    closed: combine('closed'),
    opening: joinOpenings(all.map(({ opening }) => opening)),
    isWhole: false,
    nothing: all.reduce<number | null>(
      (chance, { nothing }) => (chance === null || nothing === null ? null : chance * nothing),
      1,
    ),
    notes: [...new Set(all.flatMap(({ notes }) => notes))],
  };
}

function bestLikelihood({ scored }: FindResult): number {
  return scored.reduce((max, { likelihood }) => Math.max(max, likelihood ?? 0), 0);
}

function scaleScores(scored: readonly Scored[], by: number): readonly Scored[] {
  return by === 1 ? scored : scored.map((candidate) => ({ ...candidate, score: candidate.score * by }));
}

// A name is known if any workspace knows it; a note or suggestion stays only if all workspaces give it.
function joinTasks([first, ...rest]: readonly Task[]): Task {
  const knownKeys = new Set(
    rest.flatMap(({ mentions }) => mentions.filter(({ isKnown }) => isKnown).map(({ key }) => key)),
  );
  return {
    ...first!,
    mentions: first!.mentions.map((mention) => (knownKeys.has(mention.key) ? { ...mention, isKnown: true } : mention)),
    notes: first!.notes.filter((note) => rest.every(({ notes }) => notes.includes(note))),
    suggestions: first!.suggestions.filter((suggestion) =>
      rest.every(({ suggestions }) => suggestions.includes(suggestion)),
    ),
  };
}

function joinOpenings(openings: readonly Opening[]): Opening {
  const first = openings[0]!;
  const histories = openings.map(({ history }) => history);
  return {
    ...first,
    files: openings.flatMap(({ files }) => files),
    history: {
      ...first.history,
      available: histories.some(({ available }) => available),
      commits: histories.reduce((sum, { commits }) => sum + commits, 0),
    },
  };
}

/** The result of one workspace, with its paths as the first workspace shows them. */
function withShownPaths(result: FindResult, { shown, local }: WorkspacePaths): FindResult {
  // Units of one file must share one text object afterwards too.
  const texts = new Map<SourceText, SourceText>();
  const shownText = (text: SourceText): SourceText => {
    const converted = texts.get(text) ?? { ...text, path: shown(text.path) };
    texts.set(text, converted);
    return converted;
  };
  const shownCandidate = (candidate: Scored): Scored => ({
    ...candidate,
    id: shown(candidate.id),
    path: shown(candidate.path),
    via: candidate.via.map((step) => ({ ...step, from: shown(step.from) })),
    entity: {
      ...candidate.entity,
      id: shown(candidate.entity.id),
      container: candidate.entity.container && shown(candidate.entity.container),
      location: { ...candidate.entity.location, path: shown(candidate.entity.location.path) },
    },
    text: candidate.text && shownText(candidate.text),
  });
  return {
    ...result,
    scored: result.scored.map(shownCandidate),
    closed: result.closed.map(shownCandidate),
    whole: result.whole.map((path) => shown(path)),
    opening: { ...result.opening, files: result.opening.files.map((file) => ({ ...file, path: shown(file.path) })) },
    open: async (path) => (await result.open(local(path) ?? path)).map(shownCandidate),
  };
}

/** A workspace whose code the other workspaces may import. */
interface ImportableWorkspace {
  readonly store: Store;
  readonly paths: WorkspacePaths;
  /** Its files, with paths as the first workspace shows them. */
  readonly files: readonly string[];
  readonly open: FindResult['open'];
  /** Names its code is imported by. */
  readonly packages: readonly string[];
}

/** Adds definitions that the best units import from a package in another workspace. */
function relateAcross(scored: readonly Scored[], all: readonly ImportableWorkspace[]): Promise<readonly Scored[]> {
  const importsOf = new Map(scored.map(({ path, text }) => [path, text?.facts.imports ?? []]));
  const holderOf = (path: string) => all.find(({ paths }) => paths.local(path) !== null);
  const importsFrom = (from: string, { packages, files }: ImportableWorkspace): readonly Edge[] => {
    // A package name that the importing workspace has itself means its own package.
    const foreign = packages.filter((name) => !holderOf(from)?.packages.includes(name));
    const isForeign = ({ specifier }: ImportFact) => foreign.some((name) => isImportOf(name, specifier));
    if (!importsOf.get(from)?.some(isForeign)) return [];
    // Treats the import as an edge to every file of that workspace: few names are defined twice in one.
    return files.map((to) => ({ from, to, kind: 'imports', weight: 1, because: '' }));
  };
  return relate(scored, {
    definitions: async (keys) => (await Promise.all(all.map((workspace) => definitionsIn(workspace, keys)))).flat(),
    edgesOf: async (paths) => paths.flatMap((from) => all.flatMap((place) => importsFrom(from, place))),
    asked: { terms: new Set(), actions: [] },
    keywords: [],
    namingOf,
    open: async (path, role) => {
      const units = (await holderOf(path)?.open(path)) ?? [];
      return units.slice(1).filter(({ entity }) => role === 'any' || entity.role === role);
    },
    whole: [],
    options: DEFAULTS.learned.related,
  });
}

async function definitionsIn({ store, paths }: ImportableWorkspace, keys: readonly string[]) {
  const { definitions } = await store.words({ definitions: keys });
  return definitions.map((definition) => ({ ...definition, path: paths.shown(definition.path) }));
}

const MANIFESTS_MAX = 60;
const TEXT_MAX = 200_000;

// Finds the names under which others import the code of a workspace.
async function packageNames(paths: readonly string[], read: (path: string) => Promise<string>) {
  const manifests = paths
    .filter((path) => Object.hasOwn(MANIFEST_READERS, nameOf(path)))
    .sort((a, b) => a.split('/').length - b.split('/').length)
    .slice(0, MANIFESTS_MAX);
  const named = await Promise.all(
    manifests.map(async (path) => MANIFEST_READERS[nameOf(path)]!((await read(path)).slice(0, TEXT_MAX))),
  );
  return [...new Set([...named.flat(), ...pythonPackages(paths)])];
}

// Whether an import specifier is the package `name` or lies in it: `@acme/api/cart`, `acme.api.cart`, `Acme\Api\Cart`.
function isImportOf(name: string, specifier: string): boolean {
  return specifier === name || (specifier.startsWith(name) && /^[/.\\:]/.test(specifier.slice(name.length)));
}

const MANIFEST_READERS: Readonly<Record<string, (text: string) => readonly string[]>> = {
  'package.json': (text) => texts(readObject(text).name),
  'go.mod': (text) => /^module\s+"?([^\s"]+)/m.exec(text)?.slice(1) ?? [],
  'composer.json': (text) => {
    const { autoload } = readObject(text);
    const spaces = isRecord(autoload) && isRecord(autoload['psr-4']) ? Object.keys(autoload['psr-4']) : [];
    return spaces.map((space) => space.replace(/\\+$/, '')).filter((space) => space !== '');
  },
};

// Takes every top folder with Python modules, also below `src`, as a package: namespace packages have no `__init__.py`.
function pythonPackages(paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) => /^(?:src\/)?([A-Za-z_]\w*)\/(?:.*\/)?\w+\.pyi?$/.exec(path)?.[1] ?? []);
}

function readObject(text: string): Readonly<Record<string, unknown>> {
  const value = parseJson(text);
  return isRecord(value) ? value : {};
}

const texts = (value: unknown): readonly string[] => (typeof value === 'string' && value !== '' ? [value] : []);
