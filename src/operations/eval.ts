import { renameSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import * as z from 'zod';
import { DEFAULTS } from '../config/defaults.ts';
import { VERSION } from '../config/this-package.ts';
import { makeStateFolder } from '../config/workspace-folders.ts';
import { type Evaluation, evaluate } from '../evaluation/evaluate.ts';
import { ContextError } from '../model/errors.ts';
import { readPlainText } from '../reading/plain-file.ts';
import { SIGNALS } from '../signals/index.ts';
import { comparisonPicture, evaluationText } from './evaluation-text.ts';
import { dataFormat } from './input/fields.ts';
import { answer, type Call, defineOperation, field } from './operation.ts';

const input = z.strictObject({
  limit: field(z.int().min(1).max(10_000).optional().describe('So many commits, the newest, or tasks, drawn by id'), {
    placeholder: 'N',
    usual: DEFAULTS.evaluation.history.limit,
  }),
  budget: field(
    z
      .array(z.string().regex(/^\d{1,9}$/, 'a whole number of tokens'))
      .min(1)
      .optional()
      .describe('Tokens a pack may cost; for several, packs of each size are measured'),
    {
      placeholder: 'TOKENS',
      short: 'b',
      usual: DEFAULTS.evaluation.budgetTokens,
      aliases: ['maxTokens'],
      hasCommas: true,
      error: 'BUDGET_INVALID',
    },
  ),
  latest: z.boolean().optional().describe('Print the last result again, and measure nothing'),
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
  expect: field(
    z
      .string()
      .min(1)
      .optional()
      .describe('Guesses for tasks, a JSON file of lists by id: these are asked with them too'),
    { placeholder: 'FILE', isLocal: true },
  ),
  beside: field(
    z.string().min(1).optional().describe('Rows that others published of these tasks, a JSON file, for the table'),
    { placeholder: 'FILE', isLocal: true },
  ),
  picture: field(z.string().min(1).optional().describe('Draw those rows into this SVG file'), {
    placeholder: 'FILE',
    isLocal: true,
  }),
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
    'knap eval --limit 50 --budget 4000,8000,16000',
    'knap eval --ablate',
    'knap eval --tasks tasks.jsonl --mirrors mirrors --results run.jsonl --beside others.json --picture rows.svg',
  ],
  async run(call, asked) {
    const folder = await makeStateFolder(call.root, 'eval');
    if (asked.latest) return latest(folder, asked.format);
    const { notes, ...value } = await evaluate({
      root: call.root,
      folder,
      config: call.config,
      budgets: [...new Set(asked.budget?.map(Number) ?? [DEFAULTS.evaluation.budgetTokens])],
      ablated: asked.ablate ? SIGNALS.map(({ kind }) => kind) : [],
      history: { ...DEFAULTS.evaluation.history, limit: asked.limit ?? DEFAULTS.evaluation.history.limit },
      ...given(call, asked),
      resultsFile: asked.results === undefined ? undefined : resolve(call.cwd, asked.results),
      threads: asked.threads ?? Math.min(DEFAULTS.evaluation.threadsMax, availableParallelism()),
      onProgress: (done, total) => call.onProgress?.({ stage: 'replay', done, total }),
    });
    keepResult(folder, value);
    if (asked.picture !== undefined) await writePicture(resolve(call.cwd, asked.picture), value);
    return answer(value, { text: evaluationText(value), format: asked.format, warnings: notes });
  },
});

function latest(folder: string, format: Input['format']) {
  const value = lastResult(folder);
  if (value !== null) return answer(value, { text: evaluationText(value), format });
  const none = {
    budgets: [],
    tasksFrom: '',
    tasks: 0,
    repositories: 0,
    systems: [],
    misses: [],
    groups: [],
    beside: [],
  };
  return answer(none, { text: '', format, nothingFound: 'Nothing was measured here yet: knap eval does it.' });
}

function given({ cwd }: Call, { tasks, mirrors, repo, limit, expect, beside, picture }: Input) {
  if ([tasks, mirrors, expect, beside, picture].every((file) => file === undefined)) return {};
  if (tasks === undefined || mirrors === undefined)
    throw new ContextError('BAD_INPUT', '--tasks FILE and --mirrors DIR go together, and the other files need them.');
  const [guessesFile, besideFile] = [expect, beside].map((file) => file && resolve(cwd, file));
  const [tasksFile, folder] = [resolve(cwd, tasks), resolve(cwd, mirrors)];
  return { given: { tasksFile, mirrors: folder, repo, limit, guessesFile, besideFile } };
}

async function writePicture(path: string, value: Parameters<typeof comparisonPicture>[0]): Promise<void> {
  try {
    await writeFile(path, comparisonPicture(value));
  } catch (cause) {
    throw new ContextError('CANNOT_WRITE', `The picture ${path} cannot be written.`, { cause });
  }
}

type KeptEvaluation = Omit<Evaluation, 'notes'>;

const FILE = 'latest.json';
const BYTES_MAX = 16 * 1024 * 1024;

/** Keeps a result in the folder of evaluations, in place of the one before. */
function keepResult(folder: string, value: KeptEvaluation): void {
  const beside = join(folder, `${FILE}.${process.pid}`);
  writeFileSync(beside, JSON.stringify({ version: VERSION, value }));
  renameSync(beside, join(folder, FILE));
}

/** The last result; null where there is none, or another version of knap made it, which may have said it otherwise. */
function lastResult(folder: string): KeptEvaluation | null {
  const text = readPlainText(join(folder, FILE), { bytesMax: BYTES_MAX });
  if (text === null) return null;
  try {
    const { version, value } = JSON.parse(text) as { readonly version: unknown; readonly value: KeptEvaluation };
    return version === VERSION && Array.isArray(value?.groups) ? value : null;
  } catch {
    return null;
  }
}
