// Prints an evaluation as text with a table for a README, and draws it as a picture.
import type { Evaluation } from '../evaluation/evaluate.ts';
import { ALL_AT_KEYS, type AllAtScores } from '../evaluation/measure.ts';
import type { Estimate } from '../evaluation/statistics.ts';
import type { SystemSummary } from '../evaluation/summary.ts';
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
  'harmonic mean of lines and precision; file F1: the same of files. A fix changes',
  'fewer lines than one reads to make it, so precision and F1 are low. all@k: every',
  'file or function a fix changed is among the first k of its kind. off: how far',
  'likelihoods of 5 % and more lie from what came, on average; by chance: how far',
  'they would if they were exactly right. All in %; [95 % interval].',
];

export function evaluationText(evaluation: Omit<Evaluation, 'notes'>): string {
  const { tasks, tasksFrom, budgets, systems, misses } = evaluation;
  return [
    ...summaryLines(evaluation),
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

// Sums up the result in two sentences, also when plain search did better.
function summaryLines({ tasks, budgets, systems }: Omit<Evaluation, 'notes'>): readonly string[] {
  // The first system is knap with its defaults, variants of it follow; plain search is the first that rates no units.
  const [knap, plain] = [systems[0], systems.find(({ units }) => units === null)];
  // A result that an earlier build of this version stored may lack this field.
  if (knap?.firstRight === undefined || tasks === 0) return [];
  const byPlain = plain === undefined ? '' : `, by plain search in ${plain.firstRight}`;
  const lines = (100 * knap.packs[0]!.scores.lines.mean).toFixed(0);
  return [
    `Of ${tasks} ${tasks === 1 ? 'fix' : 'fixes'} the right file was first in ${knap.firstRight}${byPlain}.`,
    `Packs of ${budgets[0]} tokens held ${lines} % of the changed lines.`,
    '',
  ];
}

function rankingTable(systems: readonly SystemSummary[]): readonly string[] {
  return table([
    ['ranking', ...RECALLS.map(([title]) => title), 'MRR', 'ms'],
    ...systems.map(({ system, ranking, milliseconds }) => [
      system,
      ...RECALLS.map(([, key]) => estimateText(ranking[key])),
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
        estimateText(files),
        estimateText(lines),
        percent(precision),
        percent(f1),
        tokens.mean.toFixed(0),
      ];
    }),
  );
  return table([['budget', 'packs', 'files', 'lines', 'precision', 'F1', 'tokens'], ...rows]);
}

// Recall and precision of packs for each aim.
function aimTable({ budgets, systems }: Pick<Evaluation, 'budgets' | 'systems'>): readonly string[] {
  const rows = systems.flatMap(({ aims }) =>
    aims.map(({ aim, scores: { files, fileF1, lines, precision, f1, tokens } }) => [
      ...[aim, estimateText(files), estimateText(fileF1), estimateText(lines)],
      ...[percent(precision), percent(f1), tokens.mean.toFixed(0)],
    ]),
  );
  if (rows.length === 0) return [];
  const head = [`aim ${budgets[0]}`, 'files', 'file F1', 'lines', 'precision', 'F1', 'tokens'];
  return ['', ...table([head, ...rows])];
}

// Shows what knap finds with its defaults, and how true its likelihoods are.
function unitLines([knap]: readonly SystemSummary[]): readonly string[] {
  if (!knap?.units) return [];
  const { functions, calibration } = knap.units;
  const shares = (of: Readonly<Record<keyof AllAtScores, Estimate>>) => ALL_AT_KEYS.map((key) => estimateText(of[key]));
  const judged = (['files', 'units'] as const).map((of) => {
    const { error, chance, bins } = calibration[of];
    const count = bins.reduce((sum, bin) => sum + bin.count, 0);
    return [of, String(count), (100 * error).toFixed(1), (100 * chance).toFixed(1)];
  });
  return [
    '',
    ...table([
      ['every changed', 'tasks', 'all@1', 'all@5', 'all@10'],
      ['file', String(knap.tasks), ...shares(knap.ranking)],
      ['function', String(functions.tasks), ...shares(functions)],
    ]),
    '',
    ...table([['likelihoods', 'said', 'off', 'by chance'], ...judged]),
  ];
}

// Prints 100 without a decimal, so that tables stay within 80 columns.
const percent = ({ mean }: Estimate): string => (mean === 1 ? '100' : (100 * mean).toFixed(1));

function estimateText(of: Estimate): string {
  return `${percent(of)} [${(100 * of.low).toFixed(0)}–${(100 * of.high).toFixed(0)}]`;
}

function missLines(misses: Evaluation['misses']): readonly string[] {
  if (misses.length === 0) return [];
  const shown = misses.slice(0, MISSES_SHOWN).map(({ task, repo }) => (repo === null ? task : `${repo} ${task}`));
  const more = misses.length > shown.length ? ` and ${misses.length - shown.length} more` : '';
  return ['', `Not all files among the first ten: ${shown.join(', ')}${more}`];
}

type ComparedGroups = Pick<Evaluation, 'groups' | 'beside'>;

/** A Markdown table of groups of tasks; published results follow the first group, which holds all tasks. */
function comparisonTable({ groups, beside }: ComparedGroups): readonly string[] {
  const rows = groups.flatMap(({ name, tasks, rows: ours }, index) => [
    ...ours.map(({ system, tasks: asked, files, functions, behind }, place) => [
      place === 0 ? `${name} (${tasks})` : '',
      withCount(system, asked, tasks),
      ...files.map(estimateCell),
      ...(functions?.map(estimateCell) ?? ['', '']),
      behind?.map(estimateCell).join(' / ') ?? '',
    ]),
    ...(index > 0 ? [] : beside).map(({ name: other, files, functions, says }) => [
      ...['', `${other}, published`],
      ...[files[1], files[5], files[10], functions[5], functions[10]].map((share) => share?.toFixed(1) ?? ''),
      says,
    ]),
  ]);
  const head = [
    ...['tasks', '', 'files all@1', 'all@5', 'all@10', 'functions all@5', 'all@10'],
    'knap ahead in files, task by task',
  ];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map(cell).join(' | ')} |`);
}

// Adds the number of tasks to the name of a system that answered only some.
const withCount = (system: string, asked: number, tasks: number) => (asked === tasks ? system : `${system} (${asked})`);
const estimateCell = ({ mean, low, high }: Estimate) =>
  `${(100 * mean).toFixed(1)} [${(100 * low).toFixed(0)}..${(100 * high).toFixed(0)}]`;
const cell = (text: string) => text.replace(/[|\\`<]/g, '\\$&').replace(/\s+/g, ' ');

// In pixels: the height of a row, and the widths of names, bars and numbers.
const [ROW, LEFT, WIDE, NUMBERS] = [24, 250, 360, 110];

/**
 * Draws the results for all tasks as bars, best first: share of tasks whose files are all in the first five, and in the
 * first ten.
 */
export function comparisonPicture({ groups: [all], beside }: ComparedGroups): string {
  const ours = all?.rows.map(({ system, tasks, files }) => ({
    name: withCount(system, tasks, all.tasks),
    at5: 100 * files[1]!.mean,
    at10: 100 * files[2]!.mean,
  }));
  const others = beside.flatMap(({ name, files: { 5: at5, 10: at10 } }) =>
    at5 === undefined ? [] : [{ name: `${name} (published)`, at5, at10: at10 ?? at5 }],
  );
  const rows = [...(ours ?? []), ...others].sort((a, b) => b.at5 - a.at5 || (a.name < b.name ? -1 : 1));
  const title = `Every file to change among the first 5 (dark) and 10, in % of ${all?.tasks ?? 0} tasks`;
  const [width, height] = [LEFT + WIDE + NUMBERS, (rows.length + 2) * ROW];
  const bars = rows.map(({ name, at5, at10 }, row) => {
    const [y, isOurs] = [(row + 1.5) * ROW, name.startsWith('knap')];
    const bar = (share: number, fill: string) =>
      `<rect x="${LEFT}" y="${y}" width="${((WIDE * share) / 100).toFixed(1)}" height="${ROW - 8}" fill="${fill}"/>`;
    return [
      `<text x="${LEFT - 8}" y="${y + 12}" text-anchor="end"${isOurs ? ' font-weight="bold"' : ''}>${escapeXml(name)}</text>`,
      bar(at10, isOurs ? '#93c5fd' : '#d4d4d4') + bar(at5, isOurs ? '#2563eb' : '#8a8a8a'),
      `<text x="${LEFT + WIDE + 8}" y="${y + 12}">${at5.toFixed(1)} / ${at10.toFixed(1)}</text>`,
    ].join('');
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">`,
    `<title>${title}</title>`,
    `<rect width="${width}" height="${height}" fill="white"/>`,
    `<text x="${LEFT}" y="18">${title}</text>`,
    ...bars,
    '</svg>\n',
  ].join('\n');
}

const MARKS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeXml = (text: string) => text.replace(/[&<>"]/g, (mark) => MARKS[mark]!);
