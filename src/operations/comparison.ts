import type { Evaluation } from '../evaluation/evaluate.ts';
import type { Estimate } from '../evaluation/statistics.ts';

type Compared = Pick<Evaluation, 'groups' | 'beside'>;

/** Rows in Markdown that compare with published ones: a group of tasks after the other, those of others behind all tasks. */
export function comparisonTable({ groups, beside }: Compared): readonly string[] {
  const rows = groups.flatMap(({ name, tasks, rows: own }, at) => [
    ...own.map(({ system, tasks: asked, files, functions, behind }, place) => [
      place === 0 ? `${name} (${tasks})` : '',
      asked === tasks ? system : `${system} (${asked})`,
      ...files.map(interval),
      ...(functions?.map(interval) ?? ['', '']),
      behind?.map(interval).join(' / ') ?? '',
    ]),
    ...(at > 0 ? [] : beside).map(({ name: other, files, functions, says }) => [
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

const interval = ({ mean, low, high }: Estimate) =>
  `${(100 * mean).toFixed(1)} [${(100 * low).toFixed(0)}..${(100 * high).toFixed(0)}]`;
const cell = (text: string) => text.replace(/[|\\`<]/g, '\\$&').replace(/\s+/g, ' ');

const [ROW, LEFT, WIDE, NUMBERS] = [24, 250, 360, 110];

/** The rows of all tasks as bars, the best first: every file to change among the first five, and among the first ten. */
export function comparisonPicture({ groups: [all], beside }: Compared): string {
  const own = all?.rows.map(({ system, files }) => ({
    name: system,
    at5: 100 * files[1]!.mean,
    at10: 100 * files[2]!.mean,
  }));
  const others = beside.flatMap(({ name, files: { 5: at5, 10: at10 } }) =>
    at5 === undefined ? [] : [{ name: `${name} (published)`, at5, at10: at10 ?? at5 }],
  );
  const rows = [...(own ?? []), ...others].sort((a, b) => b.at5 - a.at5 || (a.name < b.name ? -1 : 1));
  const [width, height] = [LEFT + WIDE + NUMBERS, (rows.length + 2) * ROW];
  const bars = rows.map(({ name, at5, at10 }, row) => {
    const [y, isOurs] = [(row + 1.5) * ROW, name.startsWith('knap')];
    const bar = (share: number, fill: string) =>
      `<rect x="${LEFT}" y="${y}" width="${((WIDE * share) / 100).toFixed(1)}" height="${ROW - 8}" fill="${fill}"/>`;
    return [
      `<text x="${LEFT - 8}" y="${y + 12}" text-anchor="end"${isOurs ? ' font-weight="bold"' : ''}>${escaped(name)}</text>`,
      bar(at10, isOurs ? '#93c5fd' : '#d4d4d4') + bar(at5, isOurs ? '#2563eb' : '#8a8a8a'),
      `<text x="${LEFT + WIDE + 8}" y="${y + 12}">${at5.toFixed(1)} / ${at10.toFixed(1)}</text>`,
    ].join('');
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">`,
    `<rect width="${width}" height="${height}" fill="white"/>`,
    `<text x="${LEFT}" y="18">Every file to change among the first 5 (dark) and 10, in % of ${all?.tasks ?? 0} tasks</text>`,
    ...bars,
    '</svg>\n',
  ].join('\n');
}

const MARKS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (mark) => MARKS[mark]!);
