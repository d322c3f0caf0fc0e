// Answers two lookups that need no ranking: `grep` finds lines, `uses` finds where a name is used. Both read the
// redacted texts of the index.
import { DEFAULTS } from '../../config/defaults.ts';
import { filesByPath, pathsOf } from '../../indexing/view-caches.ts';
import { CONVERSATIONS, isGraphSource } from '../../model/entity.ts';
import { ContextError } from '../../model/errors.ts';
import type { SymbolFacts } from '../../model/facts.ts';
import { pathsNamed } from '../../model/glob.ts';
import { lineNumbers, readPlace } from '../../model/line-ranges.ts';
import { closePaths } from '../../model/paths.ts';
import { nameKey, termsOfWord } from '../../model/terms.ts';
import {
  type GrepAnswer,
  type GrepHit,
  type GrepInput,
  type NameUse,
  USE_KINDS,
  type UsesAnswer,
  type UsesInput,
} from '../../ports/lookup.ts';
import type { Definition, FileRecord, Store, StoredContent } from '../../ports/store.ts';
import { createLiteralPattern, createPattern, type LinePattern } from '../../search/line-pattern.ts';
import { normalFolder } from '../file-filters.ts';
import { BEING_MADE } from '../fresh/partial-index.ts';
import { splitLines } from '../fresh-texts.ts';
import type { QuestionRun } from '../question-run.ts';
import { definitionsNamed, symbolNamed } from '../show/find-code.ts';

/** Finds where a name is defined, called, tested or otherwise used, whichever symbol of that name a use means. */
export async function runUses({ symbol, under, limit }: UsesInput, { parts, notes }: QuestionRun): Promise<UsesAnswer> {
  const { store } = parts;
  const { files } = await store.opening();
  const place = await symbolAt(symbol, files, store);
  // Removes the number (`pay~2`) that distinguishes symbols of one name in one file.
  const asked = symbolNamed(place?.symbol ?? symbol).replace(/~\d+$/, '');
  const last = asked.slice(asked.lastIndexOf('.') + 1);
  if (last === '') throw new ContextError('NO_SUCH_SYMBOL', 'There is no name to look for.');
  const words = await store.words({ definitions: [nameKey(last)], postings: termsOfWord(last).slice(-1) });
  const contents = new Set(words.postings.flatMap((list) => [...list.contents]));
  const searched = filesIn(under, files).filter((file) => words.postings.length === 0 || contents.has(file.content));
  const pattern = createLiteralPattern(last, { ignoresCase: false, isWord: true });
  const matches = await findLines(pattern, searched, store);
  const { hits, total } = await withSymbols(matches, DEFAULTS.grep.usesMax, store);
  const stored = await store.contents([...new Set(hits.map(({ hash }) => hash))]);
  const namesakes = words.definitions.filter((definition) => definition.name === last);
  const definitionLines = (batch: readonly Definition[]) => definingLines(batch, { files, stored });
  const named = definitionsNamed(asked, namesakes).filter(({ path }) => place === null || path === place.path);
  const [meantLines, defined] = [definitionLines(named), definitionLines(namesakes)];
  // If the question says which symbol it means, other definitions of the name only count as references.
  const others = meantLines.size > 0 && (place !== null || asked !== last) ? 'reference' : 'definition';
  const uses = hits.map((hit): NameUse => {
    const place = `${hit.path}:${hit.line}`;
    const isDefining = defined.has(place) || DEFINES.test(hit.text.slice(0, hit.text.indexOf(last)));
    return {
      ...hit,
      kind: meantLines.has(place) ? 'definition' : isDefining ? others : useKindOf(hit, last, stored),
    };
  });
  const sorted = uses.toSorted((a, b) => USE_KINDS.indexOf(a.kind) - USE_KINDS.indexOf(b.kind));
  return { uses: sorted.slice(0, limit ?? DEFAULTS.grep.limit), total, notes };
}

// `src/a.ts:12` means the symbol defined around that line, `src/a.ts#pay` the symbol `pay` of that file; null for a
// bare name.
async function symbolAt(text: string, files: readonly FileRecord[], store: Pick<Store, 'contents'>) {
  const { name, lines } = readPlace(text);
  const [written = '', symbol] = name.split('#', 2);
  const file = files.find(({ path }) => path === written.replace(/^\.\//, ''));
  if (file === undefined) return null;
  if (symbol) return { path: file.path, symbol };
  const symbols = (await store.contents([file.hash])).get(file.hash)?.facts.symbols ?? [];
  const around = lines[0] ? innermost(symbols, lines[0][1]) : null;
  if (around !== null) return { path: file.path, symbol: around.qualifiedName };
  const names = symbols.slice(0, NAMES_SHOWN).map(({ qualifiedName }) => qualifiedName);
  const hint = names.length > 0 ? `; it defines ${names.join(', ')}` : '';
  throw new ContextError('NO_SUCH_SYMBOL', `"${text.slice(0, 200)}" names a place where nothing is defined${hint}.`);
}

const NAMES_SHOWN = 8;

interface UsedFiles {
  readonly files: readonly FileRecord[];
  readonly stored: ReadonlyMap<string, StoredContent>;
}

// The lines of the definitions' signatures: a hit on one of them counts as the definition.
function definingLines(definitions: readonly Definition[], { files, stored }: UsedFiles): ReadonlySet<string> {
  return new Set(
    definitions.flatMap(({ path, symbol }) => {
      const facts = stored.get(filesByPath(files).get(path)?.hash ?? '')?.facts.symbols[symbol];
      if (!facts) return [];
      return lineNumbers([facts.signatureLines]).map((line) => `${path}:${line}`);
    }),
  );
}

// Recognizes definitions that no grammar parses: in macros, and in languages without a grammar.
const DEFINES =
  /(?:^|[\s({;])(?:fn|func|function|def|class|struct|interface|trait|enum|union|macro_rules!)\s+(?:\([^()]{0,80}\)\s*)?$/;

function useKindOf({ line, text, hash, role }: GrepHit, last: string, stored: UsedFiles['stored']): NameUse['kind'] {
  if (role === 'test') return 'test';
  const index = text.indexOf(last);
  const isCalled =
    /^\s*(?:<[^>()]*>)?\s*[(!]/.test(text.slice(index + last.length)) || /\bnew\s+$/.test(text.slice(0, index));
  const symbols = stored.get(hash)?.facts.symbols ?? [];
  const around = symbols.filter(({ startLine, endLine }) => startLine <= line && line <= endLine);
  const isInCaller = around.length === 0 || around.some(({ calls }) => calls.includes(last));
  return isCalled && isInCaller ? 'call' : 'reference';
}

const { textsAtOnce, limit: LINES_MAX, lineCharactersMax } = DEFAULTS.grep;

/** Finds the lines that match a pattern in the redacted texts of the index, so that no caller can probe for a secret. */
export async function runGrep(input: GrepInput, { parts, notes, counted }: QuestionRun): Promise<GrepAnswer> {
  if (input.pattern.trim() === '') throw new ContextError('NO_TASK', 'There is nothing to look for.');
  const { files } = await parts.store.opening();
  const searched = filesIn(input.under, files, counted != null);
  const read = async (isRegex: boolean) => {
    const { pattern, ignoreCase: ignoresCase = false, word: isWord = false } = input;
    return findLines(await createPattern(pattern, { isRegex, ignoresCase, isWord }), searched, parts.store);
  };
  const { found, note } = await readEitherWay(input, read);
  // All files on the disk were searched, so those that are not indexed yet hold no match: drops the note about them.
  const shownNotes = counted ? notes.filter((note) => !note.startsWith(BEING_MADE)) : notes;
  return { ...(await withSymbols(found, input.limit ?? LINES_MAX, parts.store)), notes: [...note, ...shownNotes] };
}

/** The files to quote at a path or pattern, or all. Fails if none is there, unless the index is incomplete. */
export function filesIn(path: string | undefined, files: readonly FileRecord[], isPart = false): readonly FileRecord[] {
  const folder = normalFolder(path);
  const isIn = folder === null ? () => true : pathsNamed([folder]);
  const searched = files.filter(
    (file) => file.source !== CONVERSATIONS && !isGraphSource(file.source) && isIn(file.path),
  );
  if (searched.length > 0 || path === undefined || isPart) return searched;
  const near = closePaths(path, pathsOf(files));
  const hint = near.length > 0 ? ` Near are ${near.join(', ')}.` : '';
  throw new ContextError('NO_SUCH_FILE', `There is no file in ${path} that could be quoted.${hint}`);
}

const SIGNS = /[\\^$.|?*+()[\]{}]/;

// Reads a pattern as a text or an expression, as asked; if it then matches nothing, the other way, with a note.
async function readEitherWay(
  { pattern, regex: isRegex = false }: GrepInput,
  read: (isRegex: boolean) => Promise<readonly FoundLines[]>,
): Promise<{ found: readonly FoundLines[]; note: readonly string[] }> {
  // Reports an invalid pattern only if it matches nothing as a text either.
  const refused: unknown[] = [];
  const search = async (asRegex: boolean) =>
    read(asRegex).catch((error: unknown): readonly FoundLines[] => {
      if (!(error instanceof ContextError)) throw error;
      refused.push(error);
      return [];
    });
  const first = await search(isRegex);
  if (first.length > 0 || !SIGNS.test(pattern)) return { found: first, note: [] };
  const other = await search(!isRegex);
  if (isRegex && other.length === 0 && refused.length > 0) throw refused[0];
  const words = isRegex ? ['regular expression', 'text'] : ['text', 'regular expression'];
  const note = other.length === 0 ? [] : [`No line holds it as a ${words[0]}; these lines hold it as a ${words[1]}.`];
  return { found: other, note };
}

export interface FoundLines {
  readonly file: FileRecord;
  readonly lines: readonly { readonly line: number; readonly text: string }[];
}

export async function findLines(
  pattern: LinePattern,
  files: readonly FileRecord[],
  store: Pick<Store, 'texts'>,
): Promise<readonly FoundLines[]> {
  const found: FoundLines[] = [];
  for (let start = 0; start < files.length; start += textsAtOnce) {
    const batch = files.slice(start, start + textsAtOnce);
    const texts = await store.texts(batch.map(({ hash }) => hash));
    for (const file of batch) {
      const text = texts.get(file.hash) ?? '';
      if (!pattern.mayHold(text)) continue;
      const lines = splitLines(text).flatMap((line, index) =>
        pattern.matches(line) ? [{ line: index + 1, text: line.trim().slice(0, lineCharactersMax) }] : [],
      );
      if (lines.length > 0) found.push({ file, lines });
    }
  }
  return found;
}

/** The first hits with the symbol around each, and the number of all hits. */
export async function withSymbols(
  found: readonly FoundLines[],
  limit: number,
  store: Pick<Store, 'contents'>,
): Promise<Omit<GrepAnswer, 'notes'>> {
  const total = found.reduce((sum, { lines }) => sum + lines.length, 0);
  let left = limit;
  const given = found.flatMap(({ file, lines }) => {
    const batch = lines.slice(0, left);
    left -= batch.length;
    return batch.length === 0 ? [] : [{ file, lines: batch }];
  });
  const contents = await store.contents([...new Set(given.map(({ file }) => file.hash))]);
  const hits = given.flatMap(({ file, lines }) => {
    const symbols = contents.get(file.hash)?.facts.symbols ?? [];
    const { path, hash, role } = file;
    return lines.map(({ line, text }): GrepHit => {
      const around = innermost(symbols, line);
      const { startLine, endLine } = around ?? { startLine: line, endLine: line };
      return { path, line, text, symbol: around?.qualifiedName ?? null, startLine, endLine, hash, role };
    });
  });
  return { hits, total, files: found.length };
}

/** Parents precede their children, so the innermost symbol is the last one that contains the line. */
export function innermost(symbols: readonly SymbolFacts[], line: number): SymbolFacts | null {
  return symbols.findLast(({ startLine, endLine }) => startLine <= line && line <= endLine) ?? null;
}
