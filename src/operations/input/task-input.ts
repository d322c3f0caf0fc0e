// The input of `pack` and `explain`: the task with its options, also from a kept pack.
import * as z from 'zod';
import { DEFAULTS } from '../../config/defaults.ts';
import { stateFolder } from '../../config/workspace-folders.ts';
import { PACK_AIMS, QUOTING_AIMS } from '../../model/budget.ts';
import { LIFTABLE_ROLES } from '../../model/entity.ts';
import { ContextError } from '../../model/errors.ts';
import type { PackInput } from '../../ports/engine.ts';
import { RANKERS } from '../../rankers/index.ts';
import { type Call, type FieldsOf, field, optional } from '../operation.ts';
import { currentFolder, near, under } from './caller-paths.ts';
import { budgetField, checkLens, duration, expect, joinWithOr, lens, seen, tokenizer } from './fields.ts';
import { readSeen } from './read-seen.ts';

const roles = Object.keys(LIFTABLE_ROLES) as (keyof typeof LIFTABLE_ROLES)[];
const role = z.enum(roles, {
  error: ({ input }) =>
    `one of the roles ${joinWithOr(roles)}${/[/*.]/.test(String(input)) ? '; for paths use --under DIR' : ''}`,
});
const ID = { placeholder: 'ID', isPath: true } as const;

export const taskFields = {
  task: field(z.string().optional().describe('What you are about to do, in your own words'), {
    placeholder: 'TASK',
    fileFlag: 'task-file',
  }),
  error: field(z.string().optional().describe('A log or stack trace'), { fileFlag: 'error' }),
  since: field(duration.optional().describe('Skip lines of the log with older timestamps than this: 30m, 2h, 7d'), {
    placeholder: 'TIME',
  }),
  diff: optional.text('Diff of the work tree against this git ref', { placeholder: 'REF' }),
  patch: field(z.string().optional().describe('A unified diff'), { fileFlag: 'patch' }),
  file: optional.texts('A file that must be in the pack (repeatable)', {
    placeholder: 'PATH',
    isPath: true,
    isFine: true,
  }),
  symbol: optional.texts('A symbol that must be in the pack (repeatable)', { placeholder: 'NAME' }),
  expect,
  budget: budgetField(DEFAULTS.pack.budgetTokens),
  aim: optional.choice(
    PACK_AIMS,
    `How much to include: ${joinWithOr(QUOTING_AIMS)}; map lists likely places without quoting them`,
    { placeholder: 'NAME', usual: DEFAULTS.pack.aim },
  ),
  maxFiles: optional.number('Most files a pack names', [1, 1000], { usual: DEFAULTS.pack.filesMax }),
  maxLines: optional.number('Most lines quoted from one file', [1, 100_000], {
    usual: DEFAULTS.pack.linesPerFileMax,
    isFine: true,
  }),
  include: field(z.array(role).optional().describe('Rank these roles as high as code: tests, config, docs'), {
    placeholder: 'ROLES',
    hasCommas: true,
  }),
  exclude: optional.texts('Files to leave out (repeatable)', { placeholder: 'GLOB', isFine: true }),
  near,
  under,
  focus: optional.texts('Also search for the words of these domains (see: knap domains)', {
    placeholder: 'DOMAIN',
    hasCommas: true,
    isFine: true,
  }),
  lens,
  ranker: optional.choice(RANKERS, `Ranker that turns evidence into scores: ${joinWithOr(RANKERS)}`, {
    placeholder: 'NAME',
    usual: DEFAULTS.ranking.ranker,
    isFine: true,
  }),
  sources: optional.texts('Use evidence only from these: code, markdown, conversations, history, tana, logseq', {
    placeholder: 'NAMES',
    hasCommas: true,
    isFine: true,
  }),
  pin: optional.texts('Quote this first: a file, a range of lines or an id (repeatable)', ID),
  drop: optional.texts('Leave this out: a file, folder, pattern or id (repeatable)', ID),
  from: optional.text('Pin and drop the same as this stored pack: latest, a number, a name', {
    placeholder: 'PACK',
    isFine: true,
  }),
  tokenizer,
  seen,
} satisfies FieldsOf<Omit<PackInput, 'seen'>, 'seen' | 'from'>;

const taskInput = z.object(taskFields);
type TaskFields = z.output<typeof taskInput>;
type Ids = readonly string[];

/** Builds the engine's input, and refuses one that asks nothing. */
export function packInputOf(input: TaskFields, call: Pick<Call, 'config' | 'root' | 'cwd'>): PackInput {
  checkLens(input.lens, call.config);
  const { task = '', seen: seenText, from: _pack, ...same } = input;
  const { error, since, file = [], symbol = [], patch, diff } = same;
  // An empty patch gets an error of its own later.
  const asksSomething = patch !== undefined || [task, error, diff].some((text) => text?.trim());
  if (!asksSomething && file.length + symbol.length === 0) throw new ContextError('NO_TASK', 'There is no task.');
  if (since !== undefined && error === undefined)
    throw new ContextError('BAD_INPUT', '--since filters the lines of a log: give the log with --error.');
  return { ...same, task, near: same.near ?? currentFolder(call), seen: readSeen(seenText) };
}

/** Adds the pins and drops of the kept pack that `from` names; without a task, also its task. */
export async function withStoredChoices(input: TaskFields, root: string): Promise<TaskFields> {
  if (input.from === undefined) return input;
  const { namedPack } = await import('../packs.ts');
  const { manifest: kept } = await namedPack(stateFolder(root, 'packs'), input.from);
  const mergeChoices = (before: Ids = [], now: Ids = [], against: Ids = []) => [
    ...new Set([...before.filter((id) => !against.includes(id)), ...now]),
  ];
  return {
    ...input,
    task: input.task?.trim() ? input.task : kept.task.text,
    // A new pin cancels an old drop, and the other way round.
    pin: mergeChoices(kept.pins, input.pin, input.drop),
    drop: mergeChoices(kept.drops, input.drop, input.pin),
  };
}
