// Draws answers for a terminal, with colours and in columns. A pipe gets the plain text of an answer instead.
import { join, relative } from 'node:path';
import { printShow } from '../../engine/show/show-page.ts';
import { countText, groupDigits } from '../../formats/layout.ts';
import { markdown } from '../../formats/markdown/index.ts';
import { type Pack, percent } from '../../model/pack.ts';
import { oneLine, visibleData } from '../../model/visible-text.ts';
import { explainedText, explanationText } from '../../operations/explain.ts';
import type { PackResult } from '../../operations/output/code-output.ts';
import { cutToWidth } from '../../operations/text-table.ts';
import type { Explanation, QueryAnswer } from '../../ports/engine.ts';
import type { ShowAnswer } from '../../ports/knowledge.ts';
import { insideOf } from '../../reading/confine.ts';
import type { TerminalColors } from './terminal.ts';

// Operations whose answers have a layout for terminals; all others print their text.
const RENDERERS: Readonly<Record<string, (value: never, sheet: Sheet) => string | null>> = {
  pack: (value: PackResult, sheet) => (value.explained ? explainedText(value, sheet) : renderPack(value, sheet)),
  query: (value: QueryAnswer, sheet) => renderQuery(value, sheet),
  explain: (value: Explanation, { colors }) =>
    `${colors.bold('knap')}  ${oneLine(value.task.title)}\n\n${explanationText(value, colors)}`,
  show: (value: ShowAnswer, sheet) => renderShow(value, sheet),
  ready: (value: ShowAnswer | readonly unknown[], sheet) => ('pages' in value ? renderShow(value, sheet) : null),
};

/** Null if the text of the answer is to be printed. */
export function renderAnswer(name: string, value: unknown, sheet: Sheet): string | null {
  // The value comes from the operation of that name, so it has the type of the renderer.
  return RENDERERS[name]?.(value as never, sheet) ?? null;
}

const PLACE_WIDTH_MAX = 52;
const NAME_WIDTH_MAX = 32;

function renderQuery(answer: QueryAnswer, { colors, columns, isQuiet }: Sheet): string | null {
  const { query, results, summary, tokenCount, budget, notes } = answer;
  const [best] = results;
  if (best === undefined) return null;
  const rows = results.map(({ entity, location, because }) => ({
    place: oneLine(`${location.path}:${location.startLine}-${location.endLine}`),
    name: oneLine(entity.name),
    because: oneLine(because),
  }));
  if (isQuiet) return rows.map(({ place }) => place).join('\n');
  const place = Math.min(PLACE_WIDTH_MAX, Math.max(...rows.map((row) => row.place.length)));
  const name = Math.min(NAME_WIDTH_MAX, Math.max(...rows.map((row) => row.name.length)));
  // Notes with this beginning doubt that the workspace has an answer.
  const doubts = notes.filter((note) => /^(?:Probably|Perhaps) not here:/.test(note));
  return [
    `${colors.bold('knap')}  ${cutToWidth(oneLine(query), columns - INDENT.length)}`,
    ...doubts.map((note) => `${INDENT}${colors.yellow(note)}`),
    ...rows.map((row, index) => {
      const placeText = cutLeft(row.place, place).padEnd(place);
      const named = cutToWidth(row.name, name).padEnd(name);
      // What the number, the place, the name and the gaps leave of the line.
      const why = cutToWidth(row.because, columns - (4 + 2 + place + 2 + name + 2));
      return `${String(index + 1).padStart(4)}  ${colors.cyan(placeText)}  ${colors.bold(named)}  ${colors.dim(why)}`.trimEnd();
    }),
    `${INDENT}${countText(results.length, 'result')} in ${countText(new Set(results.map((result) => result.location.path)).size, 'file')}; their code costs ${groupDigits(tokenCount)} of ${groupDigits(budget)} tokens${summary.truncated ? ' (not all fits)' : ''}: add --format markdown`,
    `${INDENT}${colors.dim('one of them:')} knap show '${oneLine(best.entity.id)}'`,
  ].join('\n');
}

// Other statuses have no colour.
const STATUS_COLORS = {
  open: 'green',
  pinned: 'cyan',
  in_progress: 'yellow',
  blocked: 'red',
  deferred: 'magenta',
  closed: 'gray',
  tombstone: 'gray',
} as const satisfies Readonly<Record<string, keyof Sheet['colors']>>;

function renderShow(value: ShowAnswer, { colors }: Sheet): string | null {
  // A raw file has no page.
  if (value.view === 'raw') return null;
  const status = (text: string, name: string) =>
    Object.hasOwn(STATUS_COLORS, name) ? colors[STATUS_COLORS[name as keyof typeof STATUS_COLORS]](text) : text;
  const pages = visibleData(value.pages);
  return printShow(pages, markdown, { isFenced: value.isFenced, paint: { status } });
}

/** Where and how an answer is drawn. */
interface Sheet {
  readonly colors: TerminalColors;
  readonly root: string;
  readonly cwd: string;
  readonly columns: number;
  readonly isQuiet: boolean;
}

/** As wide as the word `knap` and the two spaces after it, with which a summary begins. */
const INDENT = '      ';

/** Cuts the beginning, because the end of a path says more. */
function cutLeft(text: string, width: number): string {
  return text.length <= width ? text : `…${text.slice(text.length - width + 1)}`;
}

const BAR_WIDTH = 10;
const ROWS_MAX = 12;
const PATH_WIDTH_MAX = 44;

function renderPack({ pack, folder, milliseconds }: PackResult, sheet: Sheet): string {
  const { colors, columns } = sheet;
  // Inside the workspace relative to the current folder, elsewhere absolute, so that the user can open it.
  const isHere = insideOf(sheet.root, sheet.cwd) !== null;
  const page = folder === null ? null : join(folder, 'PACK.md');
  const place = page === null ? [] : [isHere ? relative(sheet.cwd, page) : page];
  if (sheet.isQuiet) return place.map((path) => oneLine(path)).join('\n');
  const { task } = pack;
  const domains = task.domains.map(({ name }) => name);
  const analysis = [...(task.changeType === 'unknown' ? [] : [task.changeType]), ...domains].join(', ');
  const cost = `${groupDigits(pack.usage.used)} of ${groupDigits(pack.usage.budget)} tokens`;
  const named = pack.references.length;
  const files = quotedFiles(pack);
  const rest = files.length - ROWS_MAX;
  return [
    `${colors.bold('knap')}  ${cutToWidth(oneLine(task.title), columns - INDENT.length)}`,
    ...(analysis ? [`${INDENT}${colors.dim(cutToWidth(oneLine(analysis), columns - INDENT.length))}`] : []),
    ...fileRows(files, sheet),
    ...(rest > 0 ? [`${INDENT}${colors.dim(`and ${countText(rest, 'more file')}`)}`] : []),
    ...task.suggestions.map((suggestion) => `${INDENT}${colors.yellow(oneLine(suggestion))}`),
    `${INDENT}${cost} · ${countText(files.length, 'file')} quoted${named > 0 ? `, ${countText(named, 'place')} named (why: knap explain)` : ''} · ${(milliseconds / 1000).toFixed(2)} s`,
    ...place.map((path) => `${INDENT}${colors.cyan(oneLine(path))}`),
  ].join('\n');
}

function quotedFiles({ files, blocks }: Pack): Pack['files'] {
  const quoted = new Set(blocks.map(({ path }) => path));
  return files.filter(({ path }) => quoted.has(path));
}

function fileRows(quoted: Pack['files'], { colors, columns }: Sheet): readonly string[] {
  const files = quoted.slice(0, ROWS_MAX);
  const best = Math.max(...files.map(({ score }) => score), Number.EPSILON);
  // A likelihood means the same in every task; a score compares only the files of this one.
  const shareOf = ({ likelihood, score }: Pack['files'][number]) => likelihood ?? score / best;
  const rankText = ({ likelihood, score }: Pack['files'][number]) =>
    likelihood === null ? score.toFixed(2) : percent(likelihood).padStart(4);
  const width = Math.min(PATH_WIDTH_MAX, Math.max(0, ...files.map(({ path }) => oneLine(path).length)));
  return files.map((file) => {
    const { path, reasons } = file;
    const bar = '█'.repeat(Math.max(1, Math.round(shareOf(file) * BAR_WIDTH))).padEnd(BAR_WIDTH);
    const name = cutLeft(oneLine(path), width).padEnd(width);
    const why = reasons.flatMap(({ because, isWeak }) => (isWeak ? [] : [oneLine(because)]));
    const room = columns - (2 + 4 + 1 + BAR_WIDTH + 1 + width + 2);
    return `  ${rankText(file)} ${colors.green(bar)} ${name}  ${colors.dim(joinWithin(why, room))}`.trimEnd();
  });
}

// Joins as many whole reasons as fit; cuts the first one if even that is too wide.
function joinWithin([first = '', ...rest]: readonly string[], width: number): string {
  let text = cutToWidth(first, width);
  for (const reason of rest) {
    if (text.length + 2 + reason.length > width) break;
    text += `, ${reason}`;
  }
  return text;
}
