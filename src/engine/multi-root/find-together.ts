import type { Scored, SourceText } from '../../model/candidate.ts';
import { ContextError } from '../../model/errors.ts';
import type { Task } from '../../model/task.ts';
import type { Opening } from '../../ports/store.ts';
import type { FindInput, Found } from '../found.ts';
import type { QuestionRun } from '../question-run.ts';
import { packagesOf } from './packages-of.ts';
import { ownFolder, type PathsSeen, type PlaceAsked, placesAsked } from './paths-seen.ts';
import { type LeanedOn, relateAcross } from './relate-across.ts';

type FindHere = (input: FindInput, context: QuestionRun) => Promise<Found>;

/** Asks each workspace by itself and joins what they found; whoever names a folder asks only the one it lies in. */
export async function findTogether(input: FindInput, context: QuestionRun, findHere: FindHere): Promise<Found> {
  const { kept } = context.parts;
  const [first, ...others] = placesAsked(context);
  const named = kept === null ? others : [first, ...others];
  const holding = (folder: string | undefined) => named.find(({ paths }) => ownFolder(folder, paths) !== undefined);
  const ask = async (one: PlaceAsked, more: Partial<FindInput> = {}) =>
    foundSeen(await findHere({ ...inputFor(input, one.paths), ...more }, one.context), one.paths);
  const only = holding(input.under);
  if (only) return ask(only);
  if (input.under !== undefined && kept !== null)
    throw new ContextError('BAD_INPUT', `Say whose folder is meant: ${first.paths.seen(input.under)}.`);
  if (input.under !== undefined) return findHere(input, context);
  const near = holding(input.near) ? undefined : input.near;
  // Where there are several, none of them is small enough to be quoted as a whole.
  const found = await Promise.all([
    kept === null ? findHere({ ...input, near, wholeWithin: 0 }, context) : ask(first, { wholeWithin: 0 }),
    ...others.map((one) => ask(one, { wholeWithin: 0 })),
  ]);
  const joint = joinFound(found);
  if (input.strategies !== undefined) return joint;
  const all = await Promise.all([first, ...others].map((one, at) => leanedOn(one, found[at]!)));
  return { ...joint, scored: await relateAcross(joint.scored, all) };
}

// A diff is one of the first workspace, and what is named by its path lies in one of them.
function inputFor(input: FindInput, paths: PathsSeen): FindInput {
  const ownOf = (list: readonly string[] | undefined) => list?.flatMap((path) => paths.own(path) ?? []);
  return {
    ...input,
    diff: undefined,
    patch: undefined,
    near: ownFolder(input.near, paths),
    under: ownFolder(input.under, paths),
    file: ownOf(input.file),
    pin: ownOf(input.pin),
    drop: input.drop?.map((path) => paths.own(path) ?? path),
  };
}

async function leanedOn({ context: { parts }, paths }: PlaceAsked, { opening, open }: Found): Promise<LeanedOn> {
  const files = opening.files.map(({ path }) => path);
  const readText = async (path: string) => (await parts.reader.read(path))?.text ?? null;
  const packages = await packagesOf(
    files.flatMap((path) => paths.own(path) ?? []),
    readText,
  );
  return { store: parts.store, paths, files, open, packages };
}

/**
 * Several rankings as one; what the first says of the task holds. Scores compare only within a workspace, likelihoods
 * everywhere: each workspace's scores shrink by as much as its best is less likely than the best of all.
 */
function joinFound(all: readonly Found[]): Found {
  const best = all.map(likeliest);
  const most = Math.max(...best);
  const joined = (kind: 'scored' | 'closed') =>
    all.flatMap((found, at) => scaled(found[kind], most > 0 ? best[at]! / most : 1)).sort((a, b) => b.score - a.score);
  return {
    ...all[0]!,
    task: jointTask(all.map(({ task }) => task)),
    scored: joined('scored'),
    closed: joined('closed'),
    opening: jointOpening(all.map(({ opening }) => opening)),
    isWhole: false,
    nothing: all.reduce<number | null>(
      (chance, { nothing }) => (chance === null || nothing === null ? null : chance * nothing),
      1,
    ),
    notes: [...new Set(all.flatMap(({ notes }) => notes))],
  };
}

function likeliest({ scored }: Found): number {
  return scored.reduce((most, { likelihood }) => Math.max(most, likelihood ?? 0), 0);
}

function scaled(scored: readonly Scored[], by: number): readonly Scored[] {
  return by === 1 ? scored : scored.map((one) => copied(one, { score: one.score * by }));
}

// A name that one workspace knows is known; what all of them say of the task is so.
function jointTask([first, ...rest]: readonly Task[]): Task {
  const known = new Set(
    rest.flatMap(({ mentions }) => mentions.filter(({ isKnown }) => isKnown).map(({ key }) => key)),
  );
  return {
    ...first!,
    mentions: first!.mentions.map((one) => (known.has(one.key) ? { ...one, isKnown: true } : one)),
    notes: first!.notes.filter((note) => rest.every(({ notes }) => notes.includes(note))),
    suggestions: first!.suggestions.filter((one) => rest.every(({ suggestions }) => suggestions.includes(one))),
  };
}

function jointOpening(openings: readonly Opening[]): Opening {
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

/** What was found in a workspace, with its paths as another sees them. */
function foundSeen(found: Found, { seen, own }: PathsSeen): Found {
  // Parts of one file go on sharing its text.
  const texts = new Map<SourceText, SourceText>();
  const textSeen = (text: SourceText): SourceText => {
    const known = texts.get(text) ?? { ...text, path: seen(text.path) };
    texts.set(text, known);
    return known;
  };
  const oneSeen = (one: Scored): Scored =>
    copied(one, {
      id: seen(one.id),
      path: seen(one.path),
      via: one.via.map((step) => ({ ...step, from: seen(step.from) })),
      entity: {
        ...one.entity,
        id: seen(one.entity.id),
        container: one.entity.container && seen(one.entity.container),
        location: { ...one.entity.location, path: seen(one.entity.location.path) },
      },
      text: one.text && textSeen(one.text),
    });
  return {
    ...found,
    scored: found.scored.map(oneSeen),
    closed: found.closed.map(oneSeen),
    whole: found.whole.map((path) => seen(path)),
    opening: { ...found.opening, files: found.opening.files.map((file) => ({ ...file, path: seen(file.path) })) },
    open: async (path) => (await found.open(own(path) ?? path)).map(oneSeen),
  };
}

/** The same candidate with something else about it. Its reasons are made when somebody asks, which is seldom. */
function copied(one: Scored, change: Partial<Scored>): Scored {
  return {
    ...one,
    ...change,
    get reasons() {
      return one.reasons;
    },
  };
}
