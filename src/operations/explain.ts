import * as z from 'zod';
import { packNames } from '../bundle/pack-folders.ts';
import { stateFolder } from '../config/state-folder.ts';
import type { ExplainedCandidate, Explanation } from '../engine.ts';
import { dataFormat } from './input/fields.ts';
import { unreadSeen } from './input/read-seen.ts';
import { packInputOf, taskFields, withKeptHand } from './input/task-input.ts';
import { answer, defineOperation, field } from './operation.ts';
import { explainOutput } from './output/pack-output.ts';
import { percent, table, takenFor } from './text-table.ts';

const input = z.strictObject({
  ...taskFields,
  target: field(
    z
      .string()
      .min(1)
      .optional()
      .describe('The file, or block id, to explain; without it the best ones and the first left out'),
    {
      placeholder: 'PATH',
      isPath: true,
    },
  ),
  format: dataFormat,
});

/** The parts of every score, also of what was left out. */
export const explain = defineOperation<typeof input, Explanation>({
  input,
  output: explainOutput,
  positional: 'task',
  question: 'Which task shall be explained?',
  asksAll: true,
  examples: [
    'knap explain "fix the login redirect"',
    'knap explain "fix the login redirect" --target src/auth/session.ts',
  ],
  async run(call, { target, format, ...question }) {
    const asked = {
      ...packInputOf(await withKeptHand(await latestUnlessAsked(question, call.root), call.root), call),
      target,
    };
    const engine = await call.engine();
    const explanation = await engine.explain(asked);
    const isEmpty = explanation.candidates.length === 0;
    const empty =
      target === undefined
        ? 'Nothing in this workspace speaks to the task.'
        : `${target} is no candidate for this task: no signal points at it.`;
    return answer(explanation, {
      text: explanationText(explanation),
      format,
      nothingFound: isEmpty ? empty : null,
      warnings: [...unreadSeen(question.seen), ...explanation.task.notes],
    });
  },
});

// Asked about nothing, it explains the pack that was made last: that is what a pack's own summary says.
async function latestUnlessAsked<Question extends z.output<typeof input>>(
  question: Omit<Question, 'target' | 'format'>,
  root: string,
) {
  const { task, error, diff, patch, file, symbol, from } = question;
  if ([task, error, diff, patch, from].some((text) => text?.trim()) || file?.length || symbol?.length) return question;
  const [latest] = await packNames(stateFolder(root, 'packs'));
  return latest === undefined ? question : { ...question, from: latest };
}

function explanationText({ task, nothing, candidates }: Explanation): string {
  const domains = task.domains.map(({ name }) => name).join(', ') || 'no domain';
  const head = `${takenFor(task)}, ${domains}`;
  const words = `keywords: ${task.keywords.map(({ word }) => word).join(', ') || 'none'}`;
  const all = nothing === null ? [] : [`nothing here matters: ${percent(nothing)} likely`];
  return [head, words, ...all, ...candidates.flatMap((candidate) => ['', ...candidateLines(candidate)])].join('\n');
}

function candidateLines(candidate: ExplainedCandidate): readonly string[] {
  const { rank, id, score, likelihood, sum, from, outcome, reasons } = candidate;
  const rows = reasons.map(({ signal, value, weight, because }) => [
    signal,
    value.toFixed(2),
    '×',
    weight.toFixed(2),
    '=',
    (value * weight).toFixed(3),
    because,
  ]);
  const total = `= ${sum.toFixed(3)}${from === '' ? '' : `, ${from}`}`;
  return [
    `${rank}. ${id}  ${[score.toFixed(3), ...likely(likelihood), outcome].join('  ')}`,
    ...[...table(rows), total].map((line) => `   ${line}`),
  ];
}

function likely(likelihood: number | null): readonly string[] {
  return likelihood === null ? [] : [`${percent(likelihood)} likely`];
}
