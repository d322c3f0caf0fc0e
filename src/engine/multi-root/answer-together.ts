// Answers `grep`, `uses`, `read`, `paths` and `show` for several workspaces at once: asks each, or the one that a path
// lies in, and joins the answers.
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
/** Makes, of the answer for one workspace, the answer for several. */
type Together<Input, Answer> = (run: Run<Input, Answer>) => Run<Input, Answer>;

/** Asks the workspaces for matching lines; those of the first workspace come first. */
export const grepTogether: Together<GrepInput, GrepAnswer> = (run) => async (input, context) => {
  const answers = await askEach(run, input, context);
  const hits = answers.flatMap(({ hits, seen }) => hits.map((hit) => ({ ...hit, path: seen(hit.path) })));
  return {
    hits: hits.slice(0, input.limit ?? DEFAULTS.grep.limit),
    total: sum(answers.map(({ total }) => total)),
    files: sum(answers.map(({ files }) => files)),
    notes: notesOf(answers),
  };
};

/** Asks the workspaces for uses of a name; lists the definitions of all workspaces before the calls of all. */
export const usesTogether: Together<UsesInput, UsesAnswer> = (run) => async (input, context) => {
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

/** Reads a file from the workspace that holds it. */
export const readTogether: Together<ReadInput, ReadAnswer> = (run) => async (input, context) => {
  const { context: holder, paths } = workspaceHolding(askedWorkspaces(context), input.path);
  const answer = await run({ ...input, path: paths.local(input.path) ?? input.path }, holder);
  return { ...answer, path: paths.shown(answer.path) };
};

/** Completes a path prefix in the workspace that it leads into. */
export const pathsTogether: Together<PathsInput, PathsAnswer> = (run) => async (input, context) => {
  const { context: holder, paths } = workspaceHolding(askedWorkspaces(context), input.prefix);
  const answer = await run({ ...input, prefix: paths.local(input.prefix) ?? input.prefix }, holder);
  return { ...answer, paths: answer.paths.map((path) => paths.shown(path)) };
};

/** Shows targets from the workspace that a path leads into, else from the first that knows them. */
export const showTogether: Together<ShowInput, ShowAnswer> = (run) => async (input, context) => {
  const places = askedWorkspaces(context);
  const [first] = places;
  const holders = new Set(input.targets.map((target) => workspaceHolding(places, target)));
  const [holder = first, second] = holders;
  if (second !== undefined)
    throw new ContextError('BAD_INPUT', 'These targets lie in different workspaces: show one workspace at a time.');
  const showIn = async ({ context: workspace, paths }: AskedWorkspace): Promise<ShowAnswer> => {
    const targets = input.targets.map((target) =>
      target.trim() === '' ? '' : (localFolder(target, paths) ?? target) || '.',
    );
    const answer = await run({ ...input, targets }, { ...workspace, neighbours: [] });
    if (workspace === context) return answer;
    const where = paths.shown('').replace(/\/$/, '');
    return { ...answer, notes: [...answer.notes, `paths on this page are relative to ${where}`] };
  };
  return holder === first ? askUntilKnown(places, showIn) : showIn(holder);
};

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

// Asks each workspace; if the input names a folder, asks only the workspace that holds it.
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
      // An empty folder means the whole workspace.
      const folder = (localFolder(under, paths) ?? under) || undefined;
      return { ...(await run({ ...input, under: folder }, workspace)), seen: paths.shown };
    }),
  );
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, value) => total + value, 0);

function notesOf(answers: readonly { readonly notes: readonly string[] }[]): readonly string[] {
  return [...new Set(answers.flatMap(({ notes }) => notes))];
}
