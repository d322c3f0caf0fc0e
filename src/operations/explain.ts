// The operation `explain`, and how explained candidates and packs are drawn as text.
import * as z from 'zod';
import { packNames } from '../bundle/pack-folders.ts';
import { stateFolder } from '../config/workspace-folders.ts';
import { groupDigits } from '../formats/layout.ts';
import { strongestClause } from '../model/candidate.ts';
import { type ExplainedFile, explainFiles, percent, WHY_OUT } from '../model/pack.ts';
import { oneLine } from '../model/visible-text.ts';
import type { ExplainedCandidate, Explanation, PackAnswer } from '../ports/engine.ts';
import { dataFormat } from './input/fields.ts';
import { unreadSeen } from './input/read-seen.ts';
import { packInputOf, taskFields, withStoredChoices } from './input/task-input.ts';
import { answer, defineOperation, optional } from './operation.ts';
import { explainOutput } from './output/code-output.ts';
import { cutToWidth, table } from './text-table.ts';

const input = z.strictObject({
  ...taskFields,
  target: optional.text('File or block id to explain (default: the best files in the pack and the best left out)', {
    placeholder: 'PATH',
    isPath: true,
  }),
  format: dataFormat,
});

export const explain = defineOperation({
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
    const asked = await withStoredChoices(await latestUnlessAsked(question, call.root), call.root);
    const packInput = packInputOf(asked, call);
    const engine = await call.engine();
    const explanation = await engine.explain({ ...packInput, target });
    const none =
      target === undefined
        ? 'Nothing in this workspace speaks to the task.'
        : `${target} is not a candidate for this task: no signal points at it.`;
    return answer(explanation, {
      text: explanationText(explanation),
      format,
      nothingFound: explanation.candidates.length === 0 ? none : null,
      warnings: [...unreadSeen(question.seen), ...explanation.task.notes],
    });
  },
});

// If nothing is asked, explains the task of the newest kept pack, because the summary of a pack suggests `knap explain`.
async function latestUnlessAsked(question: Omit<z.output<typeof input>, 'target' | 'format'>, root: string) {
  const { task, error, diff, patch, file, symbol, from } = question;
  if ([task, error, diff, patch, from].some((text) => text?.trim()) || file?.length || symbol?.length) return question;
  const [latest] = await packNames(stateFolder(root, 'packs'));
  return latest === undefined ? question : { ...question, from: latest };
}

// Nobody reads more candidates than this in a terminal.
const SHOWN_MAX = 15;

export function explanationText({ task, nothing, candidates }: Explanation, colors = PLAIN): string {
  const kind = task.changeType === 'unknown' ? [] : [task.changeType];
  const domains = task.domains.map(({ name }) => name).join(', ') || 'no domain';
  const head = [...kind, `confidence ${task.confidence.toFixed(2)}`, domains].join(', ');
  const words = `keywords: ${task.keywords.map(({ word }) => word).join(', ') || 'none'}`;
  const all = nothing === null ? [] : [`nothing here matters: ${percent(nothing)} likely`];
  const parts = candidates.slice(0, SHOWN_MAX).flatMap((candidate) => ['', ...candidateLines(candidate, colors)]);
  const rest = candidates.length - SHOWN_MAX;
  const more = rest > 0 ? ['', `and ${rest} more, which score less; all of them: --format json`] : [];
  return [head, words, ...all, ...parts, ...more].join('\n');
}

function candidateLines(candidate: ExplainedCandidate, colors: Paints): readonly string[] {
  const { rank, id, score, likelihood, sum, from, outcome, level, reasons } = candidate;
  const paint = level === null ? colors.dim : colors.green;
  const rows = reasons
    .toSorted((a, b) => b.value * b.weight - a.value * a.weight)
    .map(({ signal, value, weight, because }) => [
      signal,
      `${value.toFixed(2)} × ${weight.toFixed(2)}`,
      `= ${(value * weight).toFixed(3)}`,
      because,
    ]);
  const likely = likelihood === null ? [] : [`${percent(likelihood)} likely`];
  const total = `= ${sum.toFixed(3)}${colors.dim(from === '' ? '' : `, ${from}`)}`;
  return [
    `${rank}. ${colors.bold(oneLine(id))}  ${[score.toFixed(3), ...likely, paint(outcome)].join('  ')}`,
    ...[...table(rows), total].map((line) => `   ${line}`),
  ];
}

type Paints = Readonly<Record<'bold' | 'dim' | 'green', (text: string) => string>>;

const ROWS = { in: 12, out: 8 } as const;
// The width of the bar of a file, in characters.
const BAR = 10;
const PLAIN: Paints = { bold: String, dim: String, green: String };

/** Draws a pack as text: a bar of the budget, then the first files in it and the first left out, with reasons. */
export function explainedText(
  { pack, explained }: Pick<PackAnswer, 'pack' | 'explained'>,
  { columns, colors = PLAIN }: { readonly columns: number; readonly colors?: Paints },
): string {
  if (!explained) return '';
  const files = explainFiles(explained.candidates, explained.spent);
  const groups = [
    { title: 'in the pack', rows: ROWS.in, all: files.filter(({ level }) => level !== null) },
    { title: 'left out', rows: ROWS.out, all: files.filter(({ level }) => level === null) },
  ];
  return [
    `${colors.bold('knap')}  ${oneLine(pack.task.title)}`.slice(0, columns + colors.bold('').length),
    ...budgetLines(pack.usage, explained.spent, columns).map((line) => `  ${line}`),
    ...groups.flatMap(({ title, rows, all }) => [
      '',
      colors.bold(`${title}: ${all.length} ${all.length === 1 ? 'file' : 'files'}`),
      ...fileLines(all.slice(0, rows)).map((line) => `  ${cutToWidth(line, columns - 2)}`),
      ...(all.length > rows ? [colors.dim(`  and ${all.length - rows} more`)] : []),
    ]),
  ].join('\n');
}

function budgetLines(
  usage: PackAnswer['pack']['usage'],
  spent: NonNullable<PackAnswer['explained']>['spent'],
  columns: number,
) {
  const code = spent.blocks.reduce((sum, { tokens }) => sum + tokens, 0);
  const width = Math.max(BAR, Math.min(60, columns - 4));
  const parts = [
    { sign: '█', tokens: code, label: `${groupDigits(code)} quoted` },
    { sign: '▓', tokens: spent.references, label: `${groupDigits(spent.references)} named` },
    { sign: '▒', tokens: spent.frame, label: `${groupDigits(spent.frame)} around` },
  ];
  let drawn = '';
  let sum = 0;
  for (const { sign, tokens } of parts) {
    sum += tokens;
    drawn = drawn.padEnd(Math.min(width, Math.round((width * sum) / Math.max(1, usage.budget))), sign);
  }
  const legend = parts.filter(({ tokens }) => tokens > 0).map(({ sign, label }) => `${sign} ${label}`);
  return [
    drawn.padEnd(width, '░'),
    `${groupDigits(usage.used)} of ${groupDigits(usage.budget)} tokens: ${legend.join(', ')}`,
  ];
}

function fileLines(files: readonly ExplainedFile<ExplainedCandidate>[]): readonly string[] {
  return table(
    files.map((explained) => {
      const { path, file, level, tokens } = explained;
      const likelihood = file.likelihood;
      const why = level === null || level === 'reference' ? whyOut(explained) : strongestClause(file.reasons);
      return [
        likelihood === null ? '–' : percent(likelihood),
        bar(likelihood ?? file.score),
        level === null ? '' : level === 'reference' ? 'named' : level,
        tokens === 0 ? '' : groupDigits(tokens),
        path,
        why,
      ];
    }),
  );
}

function whyOut({ file }: ExplainedFile<ExplainedCandidate>): string {
  return file.excludedBecause === null ? '' : WHY_OUT[file.excludedBecause].why;
}

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

function bar(share: number): string {
  const eighths = Math.round(Math.max(0, Math.min(1, share)) * BAR * EIGHTHS.length);
  const full = '█'.repeat(Math.floor(eighths / EIGHTHS.length));
  return `${full}${EIGHTHS[eighths % EIGHTHS.length]}`.padEnd(BAR, '·');
}
