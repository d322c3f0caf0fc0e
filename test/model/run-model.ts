import { hashOf } from '../../src/reading/read-file.ts';
import { differing } from './differing.ts';
import { factsOf } from './index-facts.ts';
import { type IndexedWorld, languageOf, type OpenModelStore, openIndexedWorld } from './indexed-world.ts';
import { randomFrom } from './random.ts';
import { nextStep, printStep, type Step } from './steps.ts';
import { startRepository, takeStep } from './take-step.ts';
import { emptyTree, type Tree, visible } from './tree.ts';

export interface ModelRun {
  readonly seed: number;
  readonly steps: number;
  /** Answers are compared after every so many looks. */
  readonly answersEvery: number;
  /** How many of a hundred looks begin with a process that is killed. */
  readonly killsPercent?: number;
  readonly openStore?: OpenModelStore;
}

/** Takes random steps and compares the index with the model and with an index made afresh after each; a difference throws with the shortest list of steps that still shows it. */
export async function runModel({ seed, steps, answersEvery, killsPercent = 0, openStore }: ModelRun): Promise<void> {
  const random = randomFrom(seed);
  const taken: Step[] = [];
  const next = (tree: Tree) => {
    if (taken.length === steps) return null;
    // Whatever the last steps left for later is looked at in the end.
    const step = nextStep(random, tree, killsPercent);
    taken.push(taken.length === steps - 1 ? { ...step, isQuiet: false } : step);
    return taken.at(-1)!;
  };
  const difference = await differenceIn(next, { answersEvery, openStore });
  if (difference === null) return;
  const shortest = await shorten(taken, async (fewer) => (await replay(fewer, openStore)) !== null);
  throw new Error(
    [
      `The index is not what it should be (seed ${seed}, step ${taken.length} of ${steps}): ${difference}`,
      `It takes these ${shortest.length} steps, and says then: ${await replay(shortest, openStore)}`,
      ...shortest.map(printStep),
    ].join('\n'),
  );
}

/** The difference a list of steps ends in; null when there is none. */
export function replay(steps: readonly Step[], openStore?: OpenModelStore): Promise<string | null> {
  const left = steps.map((step, index) => (index === steps.length - 1 ? { ...step, isQuiet: false } : step));
  const isCompared = () => left.length === 0;
  return differenceIn(() => left.shift() ?? null, { answersEvery: 1, openStore, isCompared });
}

interface Watching extends Pick<ModelRun, 'answersEvery'> {
  readonly openStore: OpenModelStore | undefined;
  readonly isCompared?: () => boolean;
}

async function differenceIn(
  next: (tree: Tree) => Step | null,
  { answersEvery, openStore, isCompared = () => true }: Watching,
): Promise<string | null> {
  const tree = emptyTree();
  const world = await openIndexedWorld(() => tree.nowMs, openStore);
  let looks = 0;
  try {
    startRepository(world.root, tree);
    for (let step = next(tree); step !== null; step = next(tree)) {
      world.touched(takeStep(world.root, tree, step), step.kind === 'talk' || step.kind === 'hush');
      if (step.kind === 'reopen') await world.reopen();
      if (step.kind === 'watch') await world.toggleWatch();
      if (step.isQuiet) continue;
      if (step.killAfter !== null) await world.killed(step.killAfter);
      if (step.haltAfter !== null) await world.index(step.haltAfter);
      if (step.isTogether) await world.together();
      else await world.index(null);
      const difference = isCompared() ? await compare(world, tree, ++looks % answersEvery === 0) : null;
      if (difference !== null) return difference;
    }
    return null;
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  } finally {
    await world.close();
  }
}

async function compare(world: IndexedWorld, tree: Tree, hasAnswers: boolean): Promise<string | null> {
  const { files } = await world.parts().store.opening();
  const own = files.filter(({ path }) => !world.parts().sources[0]!.owns(path));
  const view = Object.fromEntries(own.map(({ path, hash }) => [path, hash]));
  const model = Object.fromEntries(
    [...visible(tree)].map(([path, text]) => [path, hashOf(Buffer.from(text), languageOf(path))]),
  );
  const fresh = await world.fresh();
  return (
    differing({ view: model }, { view }) ??
    differing(await factsOf(fresh.store, world.vocabulary), await factsOf(world.parts().store, world.vocabulary)) ??
    (hasAnswers ? differing(await world.answers(fresh), await world.answers(world.parts())) : null)
  );
}

const REPLAYS_MAX = 80;

// Leaves out ever smaller pieces for as long as what is left still fails.
async function shorten(steps: readonly Step[], fails: (fewer: readonly Step[]) => Promise<boolean>) {
  let shortest = steps;
  let replays = 0;
  for (let size = Math.ceil(steps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < shortest.length && replays < REPLAYS_MAX; ) {
      const fewer = shortest.toSpliced(at, size);
      replays += 1;
      if (fewer.length > 0 && (await fails(fewer))) shortest = fewer;
      else at += size;
    }
  }
  return shortest;
}
