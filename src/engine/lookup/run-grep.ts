import { DEFAULTS } from '../../config/defaults.ts';
import { CONVERSATIONS } from '../../model/entity.ts';
import { ContextError } from '../../model/errors.ts';
import type { SymbolFacts } from '../../model/facts.ts';
import { isBelow } from '../../pipeline/show/list-documents.ts';
import type { GrepAnswer, GrepHit, GrepInput } from '../../ports/lookup.ts';
import type { FileRecord, Store } from '../../ports/store.ts';
import { type LinePattern, linePattern } from '../../search/pattern/line-pattern.ts';
import { linesOf } from '../fresh-texts.ts';
import type { QuestionRun } from '../question-run.ts';

const { textsAtOnce, limit: LIMIT, lineCharactersMax } = DEFAULTS.grep;

/** Lines of the workspace that hold what is looked for. The texts are those of the index: redacted, so that nobody can probe for a secret. */
export async function runGrep(input: GrepInput, { parts, notes }: QuestionRun): Promise<GrepAnswer> {
  if (input.pattern.trim() === '') throw new ContextError('NO_TASK', 'There is nothing to look for.');
  const pattern = linePattern(input.pattern, {
    ignoresCase: input.ignoresCase === true,
    isLiteral: !input.isRegex,
    isWord: input.isWord === true,
  });
  const { files } = await parts.store.opening();
  const among = files.filter(({ path, source }) => source !== CONVERSATIONS && isIn(path, input.path));
  if (among.length === 0 && input.path !== undefined)
    throw new ContextError('NO_SUCH_FILE', `There is no file in ${input.path} that could be quoted.`);
  const found = await linesThat(pattern, among, { store: parts.store, ignoresCase: input.ignoresCase === true });
  return { ...(await namedHits(found, input.limit ?? LIMIT, parts.store)), notes };
}

const isIn = (path: string, folder: string | undefined): boolean => folder === undefined || isBelow(path, folder);

export interface FoundLines {
  readonly file: FileRecord;
  readonly lines: readonly { readonly line: number; readonly text: string }[];
}

/** The lines of some files that match, file by file. */
export async function linesThat(
  pattern: LinePattern,
  files: readonly FileRecord[],
  { store, ignoresCase }: { store: Pick<Store, 'texts'>; ignoresCase: boolean },
): Promise<readonly FoundLines[]> {
  const found: FoundLines[] = [];
  for (let start = 0; start < files.length; start += textsAtOnce) {
    const some = files.slice(start, start + textsAtOnce);
    const texts = await store.texts(some.map(({ hash }) => hash));
    for (const file of some) {
      const text = texts.get(file.hash) ?? '';
      const compared = ignoresCase ? text.toLowerCase() : text;
      if (!compared.includes(pattern.needed)) continue;
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
