import { join, relative } from 'node:path';
import type { Pack } from '../../../model/pack.ts';
import { oneLine } from '../../../model/visible-text.ts';
import type { Packed } from '../../../operations/output/pack-output.ts';
import { insideOf } from '../../../reading/confine.ts';
import { counted, cut, cutLeft, grouped, INDENT, type Sheet } from './sheet.ts';

const BAR_WIDTH = 10;
const ROWS_MAX = 12;
const PATH_WIDTH_MAX = 44;

/** The short summary of a pack that was written: what is in it, why, what it costs and where it lies. */
export function renderPack({ pack, folder, milliseconds }: Packed, sheet: Sheet): string {
  const { colors, columns } = sheet;
  // What lies in another workspace than the one one stands in is named so that it can be opened from here.
  const isHere = insideOf(sheet.root, sheet.cwd) !== null;
  const page = folder === null ? null : join(folder, 'PACK.md');
  const place = page === null ? [] : [isHere ? relative(sheet.root, page) : page];
  if (sheet.isQuiet) return place.map((path) => oneLine(path)).join('\n');
  const { task } = pack;
  const domains = task.domains.map(({ name }) => name);
  const analysis = [...(task.changeType === 'unknown' ? [] : [task.changeType]), ...domains].join(', ');
  const cost = `${grouped(pack.usage.used)} of ${grouped(pack.usage.budget)} tokens`;
  const named = pack.references.length;
  const files = quotedFiles(pack);
  const rest = files.length - ROWS_MAX;
  return [
    `${colors.bold('knap')}  ${cut(oneLine(task.title), columns - INDENT.length)}`,
    ...(analysis ? [`${INDENT}${colors.dim(cut(oneLine(analysis), columns - INDENT.length))}`] : []),
    ...fileRows(files, sheet),
    ...(rest > 0 ? [`${INDENT}${colors.dim(`and ${counted(rest, 'more file')}`)}`] : []),
    ...task.suggestions.map((suggestion) => `${INDENT}${colors.yellow(oneLine(suggestion))}`),
    `${INDENT}${cost} · ${counted(files.length, 'file')} quoted${named > 0 ? `, ${counted(named, 'place')} named (why: knap explain)` : ''} · ${(milliseconds / 1000).toFixed(2)} s`,
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
  // How likely each is needed means the same in every task; a score only orders the files of this one.
  const shareOf = ({ likelihood, score }: Pack['files'][number]) => likelihood ?? score / best;
  const shown = ({ likelihood, score }: Pack['files'][number]) =>
    likelihood === null ? score.toFixed(2) : `${Math.round(100 * likelihood)} %`.padStart(4);
  const width = Math.min(PATH_WIDTH_MAX, Math.max(0, ...files.map(({ path }) => oneLine(path).length)));
  return files.map((file) => {
    const { path, reasons } = file;
    const bar = '█'.repeat(Math.max(1, Math.round(shareOf(file) * BAR_WIDTH))).padEnd(BAR_WIDTH);
    const name = cutLeft(oneLine(path), width).padEnd(width);
    const why = reasons.flatMap(({ because, isWeak }) => (isWeak ? [] : [oneLine(because)]));
    const room = columns - (2 + 4 + 1 + BAR_WIDTH + 1 + width + 2);
    return `  ${shown(file)} ${colors.green(bar)} ${name}  ${colors.dim(wholeWithin(why, room))}`.trimEnd();
  });
}

// As many clauses as fit whole; the first is cut where even that does not.
function wholeWithin([first = '', ...rest]: readonly string[], width: number): string {
  let text = cut(first, width);
  for (const clause of rest) {
    if (text.length + 2 + clause.length > width) break;
    text += `, ${clause}`;
  }
  return text;
}
