import * as z from 'zod';
import { DEFAULTS } from '../../config/defaults.ts';
import { stateFolder } from '../../config/workspace-folders.ts';
import type { PackInput } from '../../engine.ts';
import { PACK_AIMS, QUOTING_AIMS } from '../../model/budget.ts';
import { LIFTABLE_ROLES } from '../../model/entity.ts';
import { ContextError } from '../../model/errors.ts';
import { RANKERS } from '../../rankers/index.ts';
import { type Call, type FieldsOf, field } from '../operation.ts';
import { namedPack } from '../packs.ts';
import { budgetField, checkLens, duration, either, expect, lens, seen, tokenizer } from './fields.ts';
import { readSeen } from './read-seen.ts';
import { near, standingIn, under } from './standing-paths.ts';

const list = z.array(z.string().min(1)).optional();

/** Everything that says what a pack is for and what may stand in it; `pack` and `explain` take the same. */
export const taskFields = {
  task: field(z.string().optional().describe('What you are about to do, in your own words'), {
    placeholder: 'TASK',
    fileFlag: 'task-file',
  }),
  error: field(z.string().optional().describe('A log or stack trace'), { fileFlag: 'error' }),
  since: field(duration.optional().describe('Of the log, only lines this fresh, where they carry times: 30m, 2h, 7d'), {
    placeholder: 'TIME',
  }),
  diff: field(z.string().min(1).optional().describe('The work tree against this git ref'), { placeholder: 'REF' }),
  patch: field(z.string().optional().describe('A unified diff'), { fileFlag: 'patch' }),
  file: field(list.describe('A file that must be in the pack (repeatable)'), {
    placeholder: 'PATH',
    isPath: true,
    isFine: true,
  }),
  symbol: field(list.describe('A symbol that must be in the pack (repeatable)'), { placeholder: 'NAME' }),
  expect,
  budget: budgetField(DEFAULTS.pack.budgetTokens),
  aim: field(
    z
      .enum(PACK_AIMS)
      .optional()
      .describe(`How much is enough: ${either(QUOTING_AIMS)}; map names likely places and quotes nothing`),
    { placeholder: 'NAME', usual: DEFAULTS.pack.aim },
  ),
  maxFiles: field(z.int().min(1).max(1000).optional().describe('Files named at most'), {
    placeholder: 'N',
    usual: DEFAULTS.pack.filesMax,
  }),
  maxLines: field(z.int().min(1).max(100_000).optional().describe('Lines quoted of one file at most'), {
    placeholder: 'N',
    usual: DEFAULTS.pack.linesPerFileMax,
    isFine: true,
  }),
  include: field(
    z
      .array(
        z.enum(Object.keys(LIFTABLE_ROLES) as (keyof typeof LIFTABLE_ROLES)[], {
          error: ({ input }) =>
            `one of the roles ${either(Object.keys(LIFTABLE_ROLES))}${/[/*.]/.test(String(input)) ? '; for paths use --under DIR' : ''}`,
        }),
      )
      .optional()
      .describe('Roles that rank as high as code: tests, config, docs'),
    { placeholder: 'ROLES', hasCommas: true },
  ),
  exclude: field(list.describe('Files left out (repeatable)'), { placeholder: 'GLOB', isFine: true }),
  near,
  under,
  focus: field(list.describe('Domains whose words are searched by too (see: knap domains)'), {
    placeholder: 'DOMAIN',
    hasCommas: true,
    isFine: true,
  }),
  lens,
  ranker: field(
    z
      .enum(RANKERS)
      .optional()
      .describe(`How evidence becomes a score: ${either(RANKERS)}`),
    { placeholder: 'NAME', usual: DEFAULTS.ranking.ranker, isFine: true },
  ),
  sources: field(list.describe('Where evidence may come from: code, markdown, conversations, history, tana, logseq'), {
    placeholder: 'NAMES',
    hasCommas: true,
    isFine: true,
  }),
  pin: field(list.describe('Quote this first: a file, lines of it or an id (repeatable)'), {
    placeholder: 'ID',
    isPath: true,
  }),
  drop: field(list.describe('Leave this out: a file, folder, pattern or id (repeatable)'), {
    placeholder: 'ID',
    isPath: true,
  }),
  from: field(z.string().min(1).optional().describe('Pin and drop as this kept pack did: latest, a number, a name'), {
    placeholder: 'PACK',
    isFine: true,
  }),
  tokenizer,
  seen,
} satisfies FieldsOf<Omit<PackInput, 'seen'>, 'seen' | 'from'>;

const taskInput = z.object(taskFields);
type TaskFields = z.output<typeof taskInput>;

/** The engine's question out of an operation's input; an error when it asks nothing. */
export function packInputOf(input: z.output<typeof taskInput>, call: Pick<Call, 'config' | 'root' | 'cwd'>): PackInput {
  checkLens(input.lens, call.config);
  const { task = '', seen: seenText, from: _pack, ...same } = input;
  const { error, since, file = [], symbol = [], patch, diff } = same;
  // A patch that is empty is told as one.
  const asksSomething = patch !== undefined || [task, error, diff].some((text) => text?.trim());
  if (!asksSomething && file.length + symbol.length === 0) throw new ContextError('NO_TASK', 'There is no task.');
  if (since !== undefined && error === undefined)
    throw new ContextError('BAD_INPUT', '--since says which lines of a log count: give the log with --error.');
  return { ...same, task, near: same.near ?? standingIn(call), seen: readSeen(seenText) };
}

/** The input with what a kept pack pinned and dropped, before what is said now; without a task, also with its task. */
export async function withKeptHand(input: TaskFields, root: string): Promise<TaskFields> {
  if (input.from === undefined) return input;
  const { manifest: kept } = await namedPack(stateFolder(root, 'packs'), input.from);
  const joined = (before: readonly string[] = [], now: readonly string[] = [], against: readonly string[] = []) => [
    ...new Set([...before.filter((word) => !against.includes(word)), ...now]),
  ];
  return {
    ...input,
    task: input.task?.trim() ? input.task : kept.task.text,
    // What is pinned now is dropped no more, and the other way round.
    pin: joined(kept.pins, input.pin, input.drop),
    drop: joined(kept.drops, input.drop, input.pin),
  };
}
