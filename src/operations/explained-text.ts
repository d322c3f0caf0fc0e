import type { PackAnswer } from '../engine.ts';
import { type ExplainedFile, explainedFiles, WHY_OUT } from '../model/explained-files.ts';
import { tellingReason } from '../model/signal.ts';
import { oneLine } from '../model/visible-text.ts';
import type { ExplainedCandidate } from '../ports/engine.ts';
import { percent, table } from './text-table.ts';

/** How it is drawn: the width of the page, and colours where there are any. */
export interface Drawing {
  readonly columns: number;
  readonly colors?: Readonly<Record<'bold' | 'dim' | 'green', (text: string) => string>>;
}

const ROWS = { in: 12, out: 8 } as const;
const BAR = 10;
const PLAIN: NonNullable<Drawing['colors']> = { bold: String, dim: String, green: String };

/** A pack as a picture in text: what the budget is spent on, then the files that are in and those that are not, and why. */
export function explainedText(
  { pack, explained }: Pick<PackAnswer, 'pack' | 'explained'>,
  { columns, colors = PLAIN }: Drawing,
): string {
  if (!explained) return '';
  const files = explainedFiles(explained.candidates, explained.spent);
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
      ...fileLines(all.slice(0, rows)).map((line) => `  ${cut(line, columns - 2)}`),
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
    { sign: '█', tokens: code, said: `${grouped(code)} quoted` },
    { sign: '▓', tokens: spent.references, said: `${grouped(spent.references)} named` },
    { sign: '▒', tokens: spent.frame, said: `${grouped(spent.frame)} around` },
  ];
  let drawn = '';
  let sum = 0;
  for (const { sign, tokens } of parts) {
    sum += tokens;
    drawn = drawn.padEnd(Math.min(width, Math.round((width * sum) / Math.max(1, usage.budget))), sign);
  }
  const said = parts.filter(({ tokens }) => tokens > 0).map(({ sign, said }) => `${sign} ${said}`);
  return [drawn.padEnd(width, '░'), `${grouped(usage.used)} of ${grouped(usage.budget)} tokens: ${said.join(', ')}`];
}

function fileLines(files: readonly ExplainedFile<ExplainedCandidate>[]): readonly string[] {
  return table(
    files.map((one) => {
      const { path, file, level, tokens } = one;
      const likelihood = file.likelihood;
      const why = level === null || level === 'reference' ? whyOut(one) : tellingReason(file.reasons);
      return [
        likelihood === null ? '–' : percent(likelihood),
        bar(likelihood ?? file.score),
        level === null ? '' : level === 'reference' ? 'named' : level,
        tokens === 0 ? '' : grouped(tokens),
        path,
        why,
      ].map((cell) => cell || ' ');
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

const grouped = (value: number): string => value.toLocaleString('en-US');
const cut = (text: string, width: number): string =>
  text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1)).trimEnd()}…`;
