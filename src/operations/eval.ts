import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import * as z from 'zod';
import { DEFAULTS } from '../config/defaults.ts';
import { makeStateFolder } from '../config/state-folder.ts';
import { type Evaluation, evaluate } from '../evaluation/evaluate.ts';
import type { SystemSummary } from '../evaluation/summary.ts';
import { ContextError } from '../model/errors.ts';
import { SIGNALS } from '../signals/index.ts';
import { budget, dataFormat } from './fields.ts';
import { answer, type Call, defineOperation, field } from './operation.ts';
import { table } from './text-table.ts';

const EVAL_FOLDER = 'eval';
const MISSES_SHOWN = 5;

const input = z.strictObject({
  limit: field(z.int().min(1).max(10_000).optional().describe('Commits replayed at most, the newest ones'), {
    placeholder: 'N',
  }),
  budget,
  ablate: z.boolean().optional().describe('Also measure without each signal in turn'),
  tasks: field(z.string().min(1).optional().describe('Replay the tasks of this JSONL file instead'), {
    placeholder: 'FILE',
    isLocal: true,
  }),
  mirrors: field(
    z.string().min(1).optional().describe('Where the repositories of those tasks lie, each as owner+name/repo'),
    { placeholder: 'DIR', isLocal: true },
  ),
  repo: field(z.string().min(1).optional().describe('Only tasks of this repository (owner/name)'), {
    placeholder: 'REPO',
  }),
  results: field(
    z.string().min(1).optional().describe('Keep each result in this file; what is in it already is not run again'),
    { placeholder: 'FILE', isLocal: true },
  ),
  threads: field(z.int().min(1).max(64).optional().describe('Repositories replayed at one time'), {
    placeholder: 'N',
  }),
  format: dataFormat,
});
type Input = z.output<typeof input>;

/** How well knap finds what past fixes had to change, in this repository or in given tasks. */
export const evaluation = defineOperation<typeof input, Omit<Evaluation, 'notes'>>({
  input,
  details:
    'Takes recent commits, asks for a pack with each message, on the tree and the history before it, and compares with the files and lines the commit changed. Plain searches over the same trees stand beside it. Nothing is sent anywhere.',
  examples: [
    'knap eval',
    'knap eval --limit 50 --budget 4000 --ablate',
    'knap eval --tasks tasks.jsonl --mirrors mirrors --results run.jsonl',
  ],
  async run(call, asked) {
    const { notes, ...value } = await evaluate({
      root: call.root,
      folder: join(await makeStateFolder(call.root), EVAL_FOLDER),
      config: call.config,
      budget: asked.budget ?? DEFAULTS.evaluation.budgetTokens,
      ablated: asked.ablate ? SIGNALS.map(({ kind }) => kind) : [],
      history: { ...DEFAULTS.evaluation.history, limit: asked.limit ?? DEFAULTS.evaluation.history.limit },
      ...given(call, asked),
      resultsFile: asked.results === undefined ? undefined : resolve(call.cwd, asked.results),
      threads: asked.threads ?? Math.min(DEFAULTS.evaluation.threadsMax, availableParallelism()),
      onProgress: (done, total) => call.onProgress?.({ stage: 'replay', done, total }),
    });
    return answer(value, { text: evaluationText(value), format: asked.format, warnings: notes });
  },
});

function given({ cwd }: Call, { tasks, mirrors, repo }: Input) {
  if (tasks === undefined && mirrors === undefined) return {};
  if (tasks === undefined || mirrors === undefined)
    throw new ContextError('BAD_INPUT', '--tasks FILE and --mirrors DIR go together.');
  return { given: { tasksFile: resolve(cwd, tasks), mirrors: resolve(cwd, mirrors), repo } };
}

const COLUMNS = [
  ['R@1', 'recallAt1'],
  ['R@5', 'recallAt5'],
  ['R@10', 'recallAt10'],
  ['MRR', 'reciprocalRank'],
  ['files', 'filesPacked'],
  ['lines', 'linesPacked'],
] as const;

function evaluationText({
  tasks,
  tasksFrom,
  budget: tokens,
  systems,
  byRepository,
  misses,
}: Omit<Evaluation, 'notes'>): string {
  const head = ['', ...COLUMNS.map(([title]) => title), 'precision', 'tokens', 'ms'];
  const repositories =
    byRepository.length < 2
      ? []
      : [
          '',
          ...table([
            ['repository', 'tasks', ...head.slice(1)],
            ...byRepository.map(({ repo, systems: [knap] }) => [repo, String(knap!.tasks), ...cellsOf(knap!, false)]),
          ]),
        ];
  return [
    `${tasks} ${tasks === 1 ? 'task' : 'tasks'} from ${tasksFrom}, packs of at most ${tokens} tokens`,
    '',
    ...table([head, ...systems.map((system) => [system.system, ...cellsOf(system, true)])]),
    ...repositories,
    ...missLines(misses),
    '',
    'R@k: share of the files a fix changed among the first k; files, lines: share of them in the pack; [95 % interval].',
    'Gold is what was changed: a lower bound of what helps, so precision is low by nature.',
  ].join('\n');
}

function cellsOf({ scores, milliseconds }: SystemSummary, hasIntervals: boolean): readonly string[] {
  const percent = (share: number) => (100 * share).toFixed(1);
  return [
    ...COLUMNS.map(([, key]) => {
      const { mean, low, high } = scores[key];
      const interval = hasIntervals ? ` [${(100 * low).toFixed(0)}–${(100 * high).toFixed(0)}]` : '';
      return `${percent(mean)}${interval}`;
    }),
    `${percent(scores.precision.mean)} %`,
    scores.tokens.mean.toFixed(0),
    milliseconds.p50.toFixed(0),
  ];
}

function missLines(misses: Evaluation['misses']): readonly string[] {
  if (misses.length === 0) return [];
  const shown = misses.slice(0, MISSES_SHOWN).map(({ task, repo }) => (repo === null ? task : `${repo} ${task}`));
  const more = misses.length > shown.length ? ` and ${misses.length - shown.length} more` : '';
  return ['', `Not all files among the first ten: ${shown.join(', ')}${more}`];
}
