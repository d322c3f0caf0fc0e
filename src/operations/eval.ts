// The operation `eval`: its options, and the choice between past commits of this repository and given tasks.
import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import * as z from 'zod';
import { DEFAULTS } from '../config/defaults.ts';
import { VERSION } from '../config/this-package.ts';
import { makeStateFolder } from '../config/workspace-folders.ts';
import { writeAtOnce } from '../config/write-at-once.ts';
import { type Evaluation, evaluate } from '../evaluation/evaluate.ts';
import { ContextError } from '../model/errors.ts';
import { readPlainText } from '../reading/plain-file.ts';
import { SIGNALS } from '../signals/index.ts';
import { comparisonPicture, evaluationText } from './evaluation-text.ts';
import { dataFormat } from './input/fields.ts';
import { answer, type Call, defineOperation, field, optional } from './operation.ts';

const input = z.strictObject({
  limit: optional.number('How many of the newest commits, or of given tasks (by default all)', [1, 10_000], {
    usual: DEFAULTS.evaluation.history.limit,
  }),
  budget: field(
    z
      .array(z.string().regex(/^\d{1,9}$/, 'a whole number of tokens'))
      .min(1)
      .optional()
      .describe('Tokens a pack may cost; several sizes are measured one by one'),
    {
      placeholder: 'TOKENS',
      short: 'b',
      usual: DEFAULTS.evaluation.budgetTokens,
      aliases: ['maxTokens'],
      hasCommas: true,
      error: 'BUDGET_INVALID',
    },
  ),
  latest: optional.yesNo('Print the last result again without measuring'),
  ablate: optional.yesNo('Also measure without each signal in turn'),
  tasks: optional.text('Replay the tasks of this JSONL file instead', { placeholder: 'FILE', isLocal: true }),
  mirrors: optional.text('Folder with the repositories of those tasks, each as owner+name/repo', {
    placeholder: 'DIR',
    isLocal: true,
  }),
  repo: optional.text('Only tasks of this repository (owner/name)', { placeholder: 'REPO' }),
  results: optional.text('Append each result to this file; tasks already in it are skipped', {
    placeholder: 'FILE',
    isLocal: true,
  }),
  expect: optional.text('JSON file with guesses by task id; those tasks also run with their guesses', {
    placeholder: 'FILE',
    isLocal: true,
  }),
  beside: optional.text('JSON file with published results for these tasks, shown in the table', {
    placeholder: 'FILE',
    isLocal: true,
  }),
  picture: optional.text('Draw the table into this SVG file', { placeholder: 'FILE', isLocal: true }),
  threads: optional.number('Repositories replayed at one time', [1, 64]),
  format: dataFormat,
});
type Input = z.output<typeof input>;

export const evaluation = defineOperation({
  input,
  details:
    'For each recent commit, makes a pack from its message on the tree and history before it, and compares the pack with the files and lines the commit changed. Plain searches over the same trees are measured too.',
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
      ...evaluationInput(call, asked),
      resultsFile: asked.results === undefined ? undefined : resolve(call.cwd, asked.results),
      threads: asked.threads ?? Math.min(DEFAULTS.evaluation.threadsMax, availableParallelism()),
      onProgress: (done, total) => call.onProgress?.({ stage: 'replay', done, total }),
    });
    await storeResult(folder, value);
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
  return answer(none, { text: '', format, nothingFound: 'Nothing was measured here yet; run: knap eval' });
}

function evaluationInput({ cwd }: Call, { tasks, mirrors, repo, limit, expect, beside, picture }: Input) {
  if ([tasks, mirrors, expect, beside, picture].every((file) => file === undefined)) return {};
  const incomplete = '--tasks FILE and --mirrors DIR need each other, and the options for other files need both.';
  if (tasks === undefined || mirrors === undefined) throw new ContextError('BAD_INPUT', incomplete);
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

function storeResult(folder: string, value: KeptEvaluation): Promise<void> {
  return writeAtOnce(join(folder, FILE), JSON.stringify({ version: VERSION, value }));
}

// Null if another version of knap made the last result, because its fields may differ.
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
