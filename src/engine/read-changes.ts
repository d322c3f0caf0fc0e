// Reads the diff or patch that a caller gives, and finds its lines and the changed definitions in the current files.
// `pack` and `missed` use it.
import { DEFAULTS } from '../config/defaults.ts';
import { commentOf, languageOfPath } from '../languages/index.ts';
import { classifyLines } from '../model/code-lines.ts';
import { ContextError } from '../model/errors.ts';
import type { Change, ChangedSymbol } from '../model/task.ts';
import { type DiffRow, diffRows, type PlacedHunks, placeHunks } from '../pipeline/hunks/diff-view.ts';
import { changedSymbols, type DiffSide, type ParsedSide, sideOf } from '../pipeline/hunks/hunk-candidates.ts';
import { parsePatch, touchedLines } from '../pipeline/hunks/parse-patch.ts';
import type { PackInput } from '../ports/engine.ts';
import type { Reader } from '../ports/reader.ts';
import type { Parser } from '../ports/source.ts';
import { redactName } from '../reading/redaction/redact.ts';
import { findChangesAgainst } from '../sources/history/changes-against.ts';
import { splitLines } from './fresh-texts.ts';

/** A change, and where its hunks lie in the current file; `placed` is null when the file or the hunks are missing. */
export interface ReadChange {
  readonly change: Change;
  readonly placed: PlacedHunks | null;
}

/** The caller's diff and patch, read. */
export interface ReadDiff {
  readonly changes: readonly ReadChange[];
  readonly symbols: readonly ChangedSymbol[];
  /** Says that the diff changes nothing; null when it does. */
  readonly nothingChanged: string | null;
}

type DiffInput = Pick<PackInput, 'diff' | 'patch'>;

/** Reads the caller's diff and patch, and maps both to lines and definitions of the current files. */
export async function readDiff(
  root: string,
  input: DiffInput,
  { parser, ...files }: { readonly reader: Reader; readonly parser: Parser; readonly has: (path: string) => boolean },
): Promise<ReadDiff> {
  const changes = await readChanges(root, input, files);
  const symbols = await symbolsChanged(changes, { ...files, parser });
  return { changes, symbols, nothingChanged: changes.length > 0 ? null : emptyDiffNote(input) };
}

/** Reads the caller's diff and patch, and maps both to lines of the current files. */
export async function readChanges(
  root: string,
  { diff, patch }: DiffInput,
  { reader, has }: { readonly reader: Reader; readonly has: (path: string) => boolean },
): Promise<readonly ReadChange[]> {
  const { fileBytesMax } = DEFAULTS.scan;
  const patched = patch === undefined ? [] : readPatch(patch);
  const diffed = diff === undefined ? [] : await findChangesAgainst(root, diff, { parsePatch, fileBytesMax });
  const place = (change: Change) => placeChange(redactPaths(change), reader, has);
  return Promise.all([...patched, ...diffed].map(place));
}

function emptyDiffNote({ diff }: DiffInput): string {
  if (diff === undefined) return 'The patch is empty: it changes nothing.';
  return `The diff is empty: nothing ${diff === 'staged' ? 'is staged' : `differs from ${diff}`}.`;
}

/** Finds the definitions that contain changes, by parsing both sides of each file. */
export async function symbolsChanged(
  changes: readonly ReadChange[],
  { reader, parser }: { readonly reader: Reader; readonly parser: Parser },
): Promise<readonly ChangedSymbol[]> {
  const read = changes.slice(0, DEFAULTS.hunks.filesParsedMax).map(async (change) => {
    const { path } = change.change;
    const rows = await rowsOf(change, reader);
    if (rows.length === 0) return [];
    const [before, after] = await parseSides(path, [sideOf(rows, '-'), sideOf(rows, '+')], parser);
    return changedSymbols(path, before!, after!);
  });
  const symbols = (await Promise.all(read)).flat();
  // A symbol that one file removes and another adds has moved.
  const added = new Set(symbols.filter(({ change }) => change === 'adds').map(({ name }) => name));
  const isMoved = ({ change, name }: ChangedSymbol) => change === 'takes away' && added.has(name);
  return symbols.map((symbol) => (isMoved(symbol) ? { ...symbol, change: 'changes' } : symbol));
}

// The rows of the whole file with its diff. For a deleted file, the diff holds all its lines.
async function rowsOf(
  { change: { path, status, patch }, placed }: ReadChange,
  reader: Reader,
): Promise<readonly DiffRow[]> {
  const file = placed === null || placed.hunks.length === 0 ? null : await reader.read(path);
  if (file !== null && placed !== null) return diffRows(splitLines(file.text), placed);
  const lines = status === 'deleted' ? (patch?.hunks ?? []).flatMap((hunk) => hunk.lines) : [];
  return lines.map((line) => ({ mark: '-', text: line.slice(1), number: null }));
}

async function parseSides(path: string, sides: readonly DiffSide[], parser: Parser): Promise<readonly ParsedSide[]> {
  const language = languageOfPath(path)?.name ?? null;
  const parsed = await parser.parse(
    sides.map(({ lines }, index) => ({ hash: String(index), text: `${lines.join('\n')}\n`, language })),
  );
  return sides.map((side, index) => {
    const kinds = classifyLines(side.lines, commentOf(language));
    const symbols = parsed.find(({ hash }) => hash === String(index))?.facts.symbols ?? [];
    return { ...side, symbols, isCode: (line) => kinds[line - 1] === 'code' };
  });
}

async function placeChange(change: Change, reader: Reader, has: (path: string) => boolean): Promise<ReadChange> {
  const hunks = change.patch?.hunks ?? [];
  if (hunks.length === 0) return { change, placed: null };
  for (const path of shorterPaths(change.path).filter(has)) {
    const file = await reader.read(path);
    if (file === null) continue;
    const placed = placeHunks(splitLines(file.text), hunks);
    // A file whose path matches only at the end counts when every hunk fits.
    if (path !== change.path && placed.lost.length > 0) continue;
    const matched = placed.hunks.map(({ hunk }) => hunk);
    const lines = touchedLines(matched.length > 0 ? hunksInFile(placed) : hunks, placed.side);
    return { change: { ...change, path, lines }, placed };
  }
  return { change, placed: null };
}

// Redacts secrets in paths: no file with such a path is read, but the path is printed.
function redactPaths({ path, patch, ...rest }: Change): Change {
  const from = patch?.from ? redactName(patch.from) : null;
  return { ...rest, path: redactName(path), patch: patch && { ...patch, from } };
}

// Moves the hunks to where they lie in the current file.
function hunksInFile({ side, hunks }: PlacedHunks) {
  return hunks.map(({ hunk, at }) => ({ ...hunk, [side === 'new' ? 'newStart' : 'oldStart']: at }));
}

// A patch may come from a folder above the root: yields its path, then the path without the first folder, and so on.
function shorterPaths(path: string): readonly string[] {
  const parts = path.split('/');
  return parts.map((_, from) => parts.slice(from).join('/'));
}

function readPatch(patch: string): readonly Change[] {
  if (patch.trim() === '') return [];
  const changes = parsePatch(patch);
  if (changes.length === 0)
    throw new ContextError(
      'BAD_INPUT',
      'The patch contains no change: knap expects a unified diff, as `git diff` prints it.',
    );
  return changes;
}
