import { DEFAULTS } from '../../config/defaults.ts';
import { ContextError } from '../../model/errors.ts';
import type { ShowAnswer, ShowInput } from '../../ports/knowledge.ts';
import {
  type GrepAnswer,
  type GrepInput,
  type PathsAnswer,
  type PathsInput,
  type ReadAnswer,
  type ReadInput,
  USE_KINDS,
  type UsesAnswer,
  type UsesInput,
} from '../../ports/lookup.ts';
import type { QuestionRun } from '../question-run.ts';
import { type AskedWorkspace, askedWorkspaces, localFolder, workspaceHolding } from './workspace-paths.ts';

type Run<Input, Answer> = (input: Input, context: QuestionRun) => Promise<Answer>;

/** Lines of all workspaces, those of the first before the others'. */
export function grepTogether(run: Run<GrepInput, GrepAnswer>): Run<GrepInput, GrepAnswer> {
  return async (input, context) => {
    const answers = await askEach(run, input, context);
    const hits = answers.flatMap(({ hits, seen }) => hits.map((hit) => ({ ...hit, path: seen(hit.path) })));
    return {
      hits: hits.slice(0, input.limit ?? DEFAULTS.grep.limit),
      total: sum(answers.map(({ total }) => total)),
      files: sum(answers.map(({ files }) => files)),
      notes: notesOf(answers),
    };
  };
}

/** A name is used wherever it stands: definitions of all workspaces, then calls of all. */
export function usesTogether(run: Run<UsesInput, UsesAnswer>): Run<UsesInput, UsesAnswer> {
  return async (input, context) => {
    const answers = await askEach(run, input, context);
    const uses = answers
      .flatMap(({ uses, seen }) => uses.map((use) => ({ ...use, path: seen(use.path) })))
      .toSorted((a, b) => USE_KINDS.indexOf(a.kind) - USE_KINDS.indexOf(b.kind));
    return {
      uses: uses.slice(0, input.limit ?? DEFAULTS.grep.limit),
      total: sum(answers.map(({ total }) => total)),
      notes: notesOf(answers),
    };
  };
}

/** A file is read where it lies. */
export function readTogether(run: Run<ReadInput, ReadAnswer>): Run<ReadInput, ReadAnswer> {
  return async (input, context) => {
    const { context: holder, paths } = workspaceHolding(askedWorkspaces(context), input.path);
    const answer = await run({ ...input, path: paths.local(input.path) ?? input.path }, holder);
    return { ...answer, path: paths.shown(answer.path) };
  };
}

/** The paths of all workspaces that begin so, as they are seen. */
export function pathsTogether(run: Run<PathsInput, PathsAnswer>): Run<PathsInput, PathsAnswer> {
  return async ({ prefix, limit }, context) => {
    const holder = workspaceHolding(askedWorkspaces(context), prefix);
    const answer = await run({ prefix: holder.paths.local(prefix) ?? prefix, limit }, holder.context);
    return { ...answer, paths: answer.paths.map((path) => holder.paths.shown(path)) };
  };
}

/**
 * A page is about one workspace: the one that holds what is named by its path, or the first that knows the name. The page names files
 * as that workspace does, and says so.
 */
export function showTogether(run: Run<ShowInput, ShowAnswer>): Run<ShowInput, ShowAnswer> {
  return async (input, context) => {
    const places = askedWorkspaces(context);
    const [first] = places;
    const holders = new Set(input.targets.map((target) => workspaceHolding(places, target)));
    const [holder = first, second] = holders;
    if (second !== undefined)
      throw new ContextError('BAD_INPUT', 'These lie in several workspaces: show what lies in one of them at a time.');
    const showIn = async ({ context: workspace, paths }: AskedWorkspace): Promise<ShowAnswer> => {
      const targets = input.targets.map((target) =>
        target.trim() === '' ? '' : (localFolder(target, paths) ?? target) || '.',
      );
      const answer = await run({ ...input, targets }, { ...workspace, neighbours: [] });
      if (workspace === context) return answer;
      const where = paths.shown('').replace(/\/$/, '');
      return { ...answer, notes: [...answer.notes, `this is ${where}: paths on this page start there`] };
    };
    if (holder !== first) return showIn(holder);
    return askUntilKnown(places, showIn);
  };
}

async function askUntilKnown<Answer>(
  [first, ...others]: readonly [AskedWorkspace, ...AskedWorkspace[]],
  ask: (place: AskedWorkspace) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await ask(first);
  } catch (error) {
    if (!(error instanceof ContextError) || error.code !== 'NO_SUCH_DOCUMENT') throw error;
    for (const other of others) {
      const answer = await ask(other).catch((second: unknown) => {
        if (second instanceof ContextError && second.code === error.code) return null;
        throw second;
      });
      if (answer !== null) return answer;
    }
    throw error;
  }
}

type ShownAnswer<Answer> = Answer & { readonly seen: (path: string) => string };

// Whoever names a folder asks only the workspace it lies in.
async function askEach<Input extends { readonly under?: string | undefined }, Answer>(
  run: Run<Input, Answer>,
  input: Input,
  context: QuestionRun,
): Promise<readonly ShownAnswer<Answer>[]> {
  const places = askedWorkspaces(context);
  const { under } = input;
  const workspaces = under === undefined ? places : [workspaceHolding(places, under)];
  return Promise.all(
    workspaces.map(async ({ context: workspace, paths }) => {
      // A workspace as a whole is no folder of itself.
      const folder = (localFolder(under, paths) ?? under) || undefined;
      return { ...(await run({ ...input, under: folder }, workspace)), seen: paths.shown };
    }),
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

function notesOf(answers: readonly { readonly notes: readonly string[] }[]): readonly string[] {
  return [...new Set(answers.flatMap(({ notes }) => notes))];
}
