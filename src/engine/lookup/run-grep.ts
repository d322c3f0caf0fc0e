import { DEFAULTS } from '../../config/defaults.ts';
import { CONVERSATIONS, isGraphSource } from '../../model/entity.ts';
import { ContextError } from '../../model/errors.ts';
import type { SymbolFacts } from '../../model/facts.ts';
import { pathsNamed } from '../../model/glob.ts';
import { closePaths } from '../../pipeline/resolve/close-matches.ts';
import type { GrepAnswer, GrepHit, GrepInput } from '../../ports/lookup.ts';
import type { FileRecord, Store } from '../../ports/store.ts';
import { type LinePattern, patternOf } from '../../search/line-pattern.ts';
import { folderNamed } from '../folders.ts';
import { BEING_MADE } from '../fresh/unfinished-note.ts';
import { linesOf } from '../fresh-texts.ts';
import type { QuestionRun } from '../question-run.ts';

const { textsAtOnce, limit: LIMIT, lineCharactersMax } = DEFAULTS.grep;

/**
 * Lines of the workspace that hold what is looked for, as a text or as a regular expression; where one reading finds nothing, the other is
 * tried and told. The texts are those of the index: redacted, so that nobody can probe for a secret.
 */
export async function runGrep(input: GrepInput, { parts, notes, counted }: QuestionRun): Promise<GrepAnswer> {
  if (input.pattern.trim() === '') throw new ContextError('NO_TASK', 'There is nothing to look for.');
  const { files } = await parts.store.opening();
  const among = filesIn(input.under, files, counted != null);
  const read = async (isRegex: boolean) => {
    const { pattern, ignoreCase: ignoresCase = false, word: isWord = false } = input;
    return linesThat(await patternOf(pattern, { isRegex, ignoresCase, isWord }), among, parts.store);
  };
  const { found, note } = await readEitherWay(input, read);
  // Where all files were looked at, what is not indexed yet holds nothing of it.
  const said = counted ? notes.filter((one) => !one.startsWith(BEING_MADE)) : notes;
  return { ...(await namedHits(found, input.limit ?? LIMIT, parts.store)), notes: [...note, ...said] };
}

/** The files that may be quoted in a folder, at a path or where a pattern says; all of them where nothing is said. There is one, unless only a part is indexed. */
export function filesIn(path: string | undefined, files: readonly FileRecord[], isPart = false): readonly FileRecord[] {
  const isIn = path === undefined || folderNamed(path) === null ? () => true : pathsNamed([folderNamed(path)!]);
  const among = files.filter((file) => file.source !== CONVERSATIONS && !isGraphSource(file.source) && isIn(file.path));
  if (among.length > 0 || path === undefined || isPart) return among;
  const near = closePaths(
    path,
    files.map((file) => file.path),
  );
  const hint = near.length > 0 ? ` Near are ${near.join(', ')}.` : '';
  throw new ContextError('NO_SUCH_FILE', `There is no file in ${path} that could be quoted.${hint}`);
}

const SIGNS = /[\\^$.|?*+()[\]{}]/;

async function readEitherWay(
  { pattern, regex: isRegex = false }: GrepInput,
  read: (isRegex: boolean) => Promise<readonly FoundLines[]>,
): Promise<{ found: readonly FoundLines[]; note: readonly string[] }> {
  // A pattern that cannot be read is told, unless it stands there as a text.
  const refused: unknown[] = [];
  const tried = async (asRegex: boolean) =>
    read(asRegex).catch((error: unknown): readonly FoundLines[] => {
      if (!(error instanceof ContextError)) throw error;
      refused.push(error);
      return [];
    });
  const first = await tried(isRegex);
  if (first.length > 0 || !SIGNS.test(pattern)) return { found: first, note: [] };
  const other = await tried(!isRegex);
  if (isRegex && other.length === 0 && refused.length > 0) throw refused[0];
  const words = isRegex ? ['regular expression', 'text'] : ['text', 'regular expression'];
  const note = other.length === 0 ? [] : [`As a ${words[0]} nothing holds it; these lines hold it as a ${words[1]}.`];
  return { found: other, note };
}

export interface FoundLines {
  readonly file: FileRecord;
  readonly lines: readonly { readonly line: number; readonly text: string }[];
}

/** The lines of some files that match, file by file. */
export async function linesThat(
  pattern: LinePattern,
  files: readonly FileRecord[],
  store: Pick<Store, 'texts'>,
): Promise<readonly FoundLines[]> {
  const found: FoundLines[] = [];
  for (let start = 0; start < files.length; start += textsAtOnce) {
    const some = files.slice(start, start + textsAtOnce);
    const texts = await store.texts(some.map(({ hash }) => hash));
    for (const file of some) {
      const text = texts.get(file.hash) ?? '';
      if (!pattern.mayHold(text)) continue;
      const lines = linesOf(text).flatMap((line, index) =>
        pattern.matches(line) ? [{ line: index + 1, text: line.trim().slice(0, lineCharactersMax) }] : [],
      );
      if (lines.length > 0) found.push({ file, lines });
    }
  }
  return found;
}

/** The first of them with what they stand in, and how many there are. */
export async function namedHits(
  found: readonly FoundLines[],
  limit: number,
  store: Pick<Store, 'contents'>,
): Promise<Omit<GrepAnswer, 'notes'>> {
  const total = found.reduce((sum, { lines }) => sum + lines.length, 0);
  let left = limit;
  const given = found.flatMap(({ file, lines }) => {
    const some = lines.slice(0, left);
    left -= some.length;
    return some.length === 0 ? [] : [{ file, lines: some }];
  });
  const contents = await store.contents([...new Set(given.map(({ file }) => file.hash))]);
  const hits = given.flatMap(({ file, lines }) => {
    const symbols = contents.get(file.hash)?.facts.symbols ?? [];
    return lines.map((line): GrepHit => hitOf(file, line, innermost(symbols, line.line)));
  });
  return { hits, total, files: found.length };
}

function hitOf(
  { path, hash, role }: FileRecord,
  { line, text }: { line: number; text: string },
  around: SymbolFacts | null,
) {
  const {
    qualifiedName: symbol,
    startLine,
    endLine,
  } = around ?? { qualifiedName: null, startLine: line, endLine: line };
  return { path, line, text, symbol, startLine, endLine, hash, role };
}

/** A parent stands before its children: the last that holds a line is the innermost. */
export function innermost(symbols: readonly SymbolFacts[], line: number): SymbolFacts | null {
  return symbols.findLast(({ startLine, endLine }) => startLine <= line && line <= endLine) ?? null;
}
