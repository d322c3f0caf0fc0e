import type { Evaluation } from '../evaluation/evaluate.ts';
import { FUNCTION_KEYS, type FunctionScores } from '../evaluation/measure-units.ts';
import type { Estimate } from '../evaluation/statistics.ts';
import type { SystemSummary } from '../evaluation/summary.ts';
import { comparisonTable } from './comparison.ts';
import { table } from './text-table.ts';

const MISSES_SHOWN = 5;

const RECALLS = [
  ['R@1', 'recallAt1'],
  ['R@5', 'recallAt5'],
  ['R@10', 'recallAt10'],
] as const;

const LEGEND = [
  'R@k: share of the files a fix changed among the first k. files, lines: share of',
  'them in the pack. precision: share of packed lines that the fix changed; F1:',
  'harmonic mean of lines and precision; file F1: the same of files. Fixes change',
  'less than helps to make them, so both are low by nature. all@k: every file or',
  'function a fix changed is among the first k of its kind. off: how far',
  'likelihoods of 5 % and more lie from what came, on average; by chance: how far',
  'they would if they were exactly right. All in %; [95 % interval].',
];

/** An evaluation to read: how files were ranked, what packs held, and where it went wrong. */
export function evaluationText(evaluation: Omit<Evaluation, 'notes'>): string {
  const { tasks, tasksFrom, budgets, systems, misses } = evaluation;
  return [
    ...sentence(evaluation),
    `${tasks} ${tasks === 1 ? 'task' : 'tasks'} from ${tasksFrom}, packs of at most ${budgets.join(', ')} tokens`,
    '',
    ...rankingTable(systems),
    '',
    ...packTable(evaluation),
    ...aimTable(evaluation),
    ...unitLines(systems),
    ...(evaluation.groups.length === 0 ? [] : ['', ...comparisonTable(evaluation)]),
    ...missLines(misses),
    '',
    ...LEGEND,
  ].join('\n');
}

// The result in words, also where a plain search did better.
function sentence({ tasks, budgets, systems: [knap, plain] }: Omit<Evaluation, 'notes'>): readonly string[] {
  // A result that an older version kept does not say it.
  if (knap?.firstRight === undefined || tasks === 0) return [];
  const beside = plain === undefined ? '' : `, by plain search in ${plain.firstRight}`;
  const lines = (100 * knap.packs[0]!.scores.lines.mean).toFixed(0);
  return [
    `Of ${tasks} ${tasks === 1 ? 'fix' : 'fixes'} the right file was first in ${knap.firstRight}${beside}.`,
    `Packs of ${budgets[0]} tokens held ${lines} % of the changed lines.`,
    '',
  ];
}

function rankingTable(systems: readonly SystemSummary[]): readonly string[] {
  return table([
    ['ranking', ...RECALLS.map(([title]) => title), 'MRR', 'ms'],
    ...systems.map(({ system, ranking, milliseconds }) => [
      system,
      ...RECALLS.map(([, key]) => withInterval(ranking[key])),
      percent(ranking.reciprocalRank),
      milliseconds.p50.toFixed(0),
    ]),
  ]);
}

function packTable({ budgets, systems }: Pick<Evaluation, 'budgets' | 'systems'>): readonly string[] {
  const rows = budgets.flatMap((budget) =>
    systems.map(({ system, packs }, index) => {
      const { files, lines, precision, f1, tokens } = packs.find((pack) => pack.budget === budget)!.scores;
      return [
        index === 0 ? String(budget) : '',
        system,
        withInterval(files),
        withInterval(lines),
        percent(precision),
        percent(f1),
        tokens.mean.toFixed(0),
      ];
    }),
  );
  return table([['budget', 'packs', 'files', 'lines', 'precision', 'F1', 'tokens'], ...rows]);
}

// How much of what was needed an aim holds, and how little else.
function aimTable({ budgets, systems }: Pick<Evaluation, 'budgets' | 'systems'>): readonly string[] {
  const rows = systems.flatMap(({ aims }) =>
    aims.map(({ aim, scores: { files, fileF1, lines, precision, f1, tokens } }) => [
      ...[aim, withInterval(files), withInterval(fileF1), withInterval(lines)],
      ...[percent(precision), percent(f1), tokens.mean.toFixed(0)],
    ]),
  );
  if (rows.length === 0) return [];
  const head = [`aim ${budgets[0]}`, 'files', 'file F1', 'lines', 'precision', 'F1', 'tokens'];
  return ['', ...table([head, ...rows])];
}

// Of knap as it ships: how its other forms rank units stands in the rows that compare.
function unitLines([knap]: readonly SystemSummary[]): readonly string[] {
  return [knap ?? []].flat().flatMap(({ tasks, ranking, units }) => {
    if (units === null) return [];
    const { functions, calibration } = units;
    const shares = (of: Readonly<Record<keyof FunctionScores, Estimate>>) =>
      FUNCTION_KEYS.map((key) => withInterval(of[key]));
    const judged = (['files', 'units'] as const).map((of) => {
      const { error, chance, bins } = calibration[of];
      const count = bins.reduce((sum, bin) => sum + bin.count, 0);
      return [of, String(count), (100 * error).toFixed(1), (100 * chance).toFixed(1)];
    });
    return [
      '',
      ...table([
        ['every changed', 'tasks', 'all@1', 'all@5', 'all@10'],
        ['file', String(tasks), ...shares(ranking)],
        ['function', String(functions.tasks), ...shares(functions)],
      ]),
      '',
      ...table([['likelihoods', 'said', 'off', 'by chance'], ...judged]),
    ];
  });
}

// All of it needs no decimal: tables stay within 80 columns.
const percent = ({ mean }: Estimate): string => (mean === 1 ? '100' : (100 * mean).toFixed(1));

function withInterval(of: Estimate): string {
  return `${percent(of)} [${(100 * of.low).toFixed(0)}–${(100 * of.high).toFixed(0)}]`;
}

function missLines(misses: Evaluation['misses']): readonly string[] {
  if (misses.length === 0) return [];
  const shown = misses.slice(0, MISSES_SHOWN).map(({ task, repo }) => (repo === null ? task : `${repo} ${task}`));
  const more = misses.length > shown.length ? ` and ${misses.length - shown.length} more` : '';
  return ['', `Not all files among the first ten: ${shown.join(', ')}${more}`];
}
