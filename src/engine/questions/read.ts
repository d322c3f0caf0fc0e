// Answers `read` and `paths` for clients that open a quoted place later. If the file has changed since, it finds the
// quoted lines again and says where they are now.
import { isDocumentLanguage } from '../../model/entity.ts';
import { ContextError } from '../../model/errors.ts';
import type { LineRange } from '../../model/facts.ts';
import type { PathsAnswer, PathsInput, ReadAnswer, ReadInput } from '../../ports/lookup.ts';
import { splitLines } from '../fresh-texts.ts';
import type { QuestionRun } from '../question-run.ts';

/** Reads lines of a file that a pack could quote. */
export async function runRead(input: ReadInput, { parts }: QuestionRun): Promise<ReadAnswer> {
  const { path, lines, hash, wantsColors } = input;
  const { store, reader, redact, parser } = parts;
  const record = (await store.opening()).files.find((file) => file.path === path);
  const file = record ? await reader.read(path) : null;
  if (record === undefined || file === null)
    throw new ContextError('NO_SUCH_FILE', `There is no file ${path} that could be quoted.`);
  const { text } = await redact(file.text, path);
  const { language } = record;
  const [read] = wantsColors ? await parser.parse([{ hash: file.hash, text, language, wantsColors }]) : [];
  const textLines = splitLines(text);
  const asked: LineRange = lines ?? [1, textLines.length];
  const isSame = hash === undefined || file.hash.startsWith(hash);
  const quotedText = isSame || lines === undefined ? undefined : (await store.texts([hash])).get(hash);
  const moved = quotedText === undefined ? null : findMovedLines(splitLines(quotedText), textLines, asked);
  const place = clampToFile(moved ?? asked, textLines.length);
  if (isSame && place === null)
    throw new ContextError('BAD_INPUT', `${path} has ${textLines.length} lines, not ${asked.join('-')}.`);
  const [startLine, endLine] = place ?? [0, 0];
  return {
    path,
    startLine,
    endLine,
    hash: file.hash,
    text: place === null ? '' : textLines.slice(startLine - 1, endLine).join('\n'),
    changed: isSame ? null : describeChange(path, { asked: lines, moved, length: textLines.length }),
    colors: read?.colors ?? null,
    isDocument: isDocumentLanguage(language),
  };
}

/** Lists the paths that begin with a prefix, by which a client can name a resource. */
export async function runPaths({ prefix, limit }: PathsInput, { parts }: QuestionRun): Promise<PathsAnswer> {
  const paths = (await parts.store.opening()).files.map((file) => file.path).filter((path) => path.startsWith(prefix));
  return { paths: paths.slice(0, limit), total: paths.length };
}

/** Finds lines of an earlier text in the present one, nearest to their earlier place; null if gone or blank. */
function findMovedLines(before: readonly string[], now: readonly string[], [first, last]: LineRange): LineRange | null {
  const wanted = before.slice(first - 1, last);
  if (wanted.every((line) => line.trim() === '')) return null;
  const starts = now.flatMap((line, start) =>
    line === wanted[0] && wanted.every((text, offset) => now[start + offset] === text) ? [start + 1] : [],
  );
  const start = starts.toSorted((a, b) => Math.abs(a - first) - Math.abs(b - first) || a - b)[0];
  return start === undefined ? null : [start, start + wanted.length - 1];
}

function clampToFile([first, last]: LineRange, length: number): LineRange | null {
  return first >= 1 && first <= length && last >= first ? [first, Math.min(last, length)] : null;
}

interface LinesMove {
  readonly asked: LineRange | undefined;
  readonly moved: LineRange | null;
  readonly length: number;
}

function describeChange(path: string, { asked, moved, length }: LinesMove): string {
  const changed = `${path} has changed since it was quoted`;
  if (asked === undefined) return `${changed}: this is all of it as it is now.`;
  const [first, last] = asked;
  if (moved === null)
    return `${changed}, and what lines ${first}-${last} held is not there as it was: these are the lines of these numbers now${last > length ? `; the file has ${length}` : ''}.`;
  const isInPlace = moved[0] === first;
  return `${changed}, but not in these lines${isInPlace ? '' : `: lines ${first}-${last} are now lines ${moved.join('-')}`}.`;
}
