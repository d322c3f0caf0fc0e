import { ContextError } from '../../model/errors.ts';
import type { FindInput, Found } from '../found.ts';
import type { QuestionRun } from '../question-run.ts';
import { foundSeen } from './found-seen.ts';
import { joinFound } from './join-found.ts';
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
