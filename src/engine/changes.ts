// Reads the diff or patch that a caller gives, finds its lines and the changed definitions in the current files, and
// shows the changed files as hunks.
import { DEFAULTS } from '../config/defaults.ts';
import { commentOf, languageOfPath } from '../languages/index.ts';
import type { Scored } from '../model/candidate.ts';
import { classifyLines } from '../model/code-lines.ts';
import { ContextError } from '../model/errors.ts';
import type { Change, ChangedSymbol, Hunk } from '../model/task.ts';
import { type DiffRow, diffRows, type PlacedHunks, placeHunks } from '../pipeline/hunks/diff-view.ts';
import {
  asDiff,
  asNew,
  bareHunks,
  changedSymbols,
  type DiffSide,
  type ParsedSide,
  sideOf,
} from '../pipeline/hunks/hunk-candidates.ts';
import { parsePatch, touchedLines } from '../pipeline/hunks/parse-patch.ts';
import type { PackInput } from '../ports/engine.ts';
import type { Reader, Redact } from '../ports/reader.ts';
import type { Parser } from '../ports/source.ts';
import { hashOf } from '../reading/read-file.ts';
import { redactName } from '../reading/redaction/redact.ts';
import { createIgnoreRules } from '../sources/code/scan/ignore-rules.ts';
import { createPathVerdict } from '../sources/code/scan/unwanted-paths.ts';
import { findChangesAgainst } from '../sources/history/changes-against.ts';
import { splitLines } from './fresh-texts.ts';

/** A change, and where its hunks lie in the current file; `placed` is null when the file or the hunks are missing. */
export interface ReadChange {
  readonly change: Change;
  readonly placed: PlacedHunks | null;
}

export interface ReadDiff {
  readonly changes: readonly ReadChange[];
  readonly symbols: readonly ChangedSymbol[];
  /** Says that the diff or patch changes nothing; null if it changes something. */
  readonly nothingChanged: string | null;
}

type DiffInput = Pick<PackInput, 'diff' | 'patch'>;

/** The files that a diff is compared with. */
interface CurrentFiles {
  readonly reader: Reader;
  readonly has: (path: string) => boolean;
}

/** Reads the caller's diff and patch, and maps both to lines and definitions of the current files. */
export async function readDiff(
  root: string,
  input: DiffInput,
  { parser, ...files }: CurrentFiles & { readonly parser: Parser },
): Promise<ReadDiff> {
  const changes = await readChanges(root, input, files);
  const symbols = await symbolsChanged(changes, { ...files, parser });
  return { changes, symbols, nothingChanged: changes.length > 0 ? null : emptyDiffNote(input) };
}

export async function readChanges(
  root: string,
  { diff, patch }: DiffInput,
  files: CurrentFiles,
): Promise<readonly ReadChange[]> {
  const { fileBytesMax } = DEFAULTS.scan;
  const patched = patch === undefined ? [] : readPatch(patch);
  const diffed = diff === undefined ? [] : await findChangesAgainst(root, diff, { parsePatch, fileBytesMax });
  return Promise.all([...patched, ...diffed].map((change) => placeChange(redactPaths(change), files)));
}

function emptyDiffNote({ diff }: DiffInput): string {
  if (diff === undefined) return 'The patch is empty: it changes nothing.';
  return `The diff is empty: nothing ${diff === 'staged' ? 'is staged' : `differs from ${diff}`}.`;
}

/** Finds the definitions whose code has changed, by parsing both sides of the first files. */
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
  // A name that is both removed and added has moved.
  const added = new Set(symbols.filter(({ change }) => change === 'adds').map(({ name }) => name));
  const isMoved = ({ change, name }: ChangedSymbol) => change === 'takes away' && added.has(name);
  return symbols.map((symbol) => (isMoved(symbol) ? { ...symbol, change: 'changes' } : symbol));
}

// The rows of the whole file with its diff. For a deleted file, the diff holds all its lines.
async function rowsOf({ change, placed }: ReadChange, reader: Reader): Promise<readonly DiffRow[]> {
  const { path, status, patch } = change;
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

async function placeChange(change: Change, { reader, has }: CurrentFiles): Promise<ReadChange> {
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

// A path with a secret is printed, so it is redacted. Its file is not found under the redacted path, and not read.
function redactPaths({ path, patch, ...rest }: Change): Change {
  const from = patch?.from ? redactName(patch.from) : null;
  return { ...rest, path: redactName(path), patch: patch && { ...patch, from } };
}

function hunksInFile({ side, hunks }: PlacedHunks) {
  return hunks.map(({ hunk, at }) => ({ ...hunk, [side === 'new' ? 'newStart' : 'oldStart']: at }));
}

// A patch may come from a folder above the root: yields its path, then the path without the first folder, and so on.
function shorterPaths(path: string): readonly string[] {
  const parts = path.split('/');
  return parts.map((_, from) => parts.slice(from).join('/'));
}

const EXPECTED_PATCH = 'knap expects a unified diff, as `git diff` prints it';

function readPatch(patch: string): readonly Change[] {
  if (patch.trim() === '') return [];
  const changes = parsePatch(patch);
  if (changes.length === 0) throw new ContextError('BAD_INPUT', `The patch contains no change: ${EXPECTED_PATCH}.`);
  return changes;
}

/** Adds the hunks of changed files to the candidates; `beyond` counts the hunks that are too many. */
export async function showHunks(
  scored: readonly Scored[],
  changes: readonly ReadChange[],
  { redact, exclude = [] }: { readonly redact: Redact; readonly exclude?: readonly string[] | undefined },
) {
  const byPath = Map.groupBy(scored, ({ path }) => path);
  const none = createIgnoreRules([]);
  const verdict = createPathVerdict({ rootRules: none, includeRules: none, excludeRules: createIgnoreRules(exclude) });
  const placed = changes.filter((change) => change.placed !== null);
  const leastScore = Math.min(1, ...placed.map(({ change: { path } }) => byPath.get(path)?.[0]?.score ?? 1));
  const shown = new Map<string, readonly Scored[]>();
  let count = 0;
  let beyond = 0;
  for (const change of changes) {
    const { path } = change.change;
    const own = byPath.get(path) ?? [];
    if (own.length === 0 && verdict(path) !== 'keep') continue;
    const hunks = change.change.patch?.hunks.length ?? 1;
    count += hunks;
    if (count > DEFAULTS.hunks.hunksMax) beyond += hunks;
    else shown.set(path, await candidatesOfChange(change, own, { redact, score: leastScore }));
  }
  return { scored: [...scored.filter(({ path }) => !shown.has(path)), ...[...shown.values()].flat()], beyond };
}

async function candidatesOfChange(
  { change, placed }: ReadChange,
  own: readonly Scored[],
  { redact, score }: { readonly redact: Redact; readonly score: number },
): Promise<readonly Scored[]> {
  const { path, status } = change;
  const hunks = change.patch?.hunks ?? [];
  const source = own[0]?.text ?? null;
  if (status === 'added' && source && placed?.side !== 'old') return asNew(own);
  const isRead = source !== null && placed !== null && placed.hunks.length > 0;
  const rows = isRead ? await redactOtherSide(diffRows(source.lines, placed), placed.side, path, redact) : [];
  const lost = isRead ? placed.lost : hunks;
  const lostRows = lost.flatMap((hunk) => rowsOfHunk(hunk, status === 'deleted' ? 'old' : 'new'));
  const texts = await redactedTexts(lostRows, path, redact);
  const bare = lostRows.map((row, index) => ({ ...row, text: texts[index] ?? '' }));
  const hash = hashOf(Buffer.from(bare.map(({ mark, text }) => mark + text).join('\n')));
  const because =
    status === 'deleted' ? 'deleted in the diff' : `${status} in the diff, which does not match the file as it is`;
  return [
    ...(isRead ? asDiff(own, rows, DEFAULTS.hunks) : own),
    ...bareHunks(path, bare, { hash, score, because }, DEFAULTS.hunks),
  ];
}

// Redacts the lines of the other side: the file does not hold them, so its redaction has missed their secrets.
async function redactOtherSide(
  rows: readonly DiffRow[],
  side: PlacedHunks['side'],
  path: string,
  redact: Redact,
): Promise<readonly DiffRow[]> {
  const ownMark = side === 'new' ? '+' : '-';
  const other = rows.filter(({ mark }) => mark !== ownMark);
  const lines = await redactedTexts(other, path, redact);
  let next = 0;
  return rows.map((row) => {
    if (row.mark === ownMark) return row;
    const text = lines[next++] ?? '';
    return row.number === null ? { ...row, text } : row;
  });
}

async function redactedTexts(rows: readonly DiffRow[], path: string, redact: Redact): Promise<readonly string[]> {
  return splitLines(`${(await redact(rows.map(({ text }) => text).join('\n'), path)).text}\n`);
}

function rowsOfHunk(hunk: Hunk, side: 'old' | 'new'): readonly DiffRow[] {
  const other = side === 'new' ? '-' : '+';
  let next = side === 'new' ? hunk.newStart : hunk.oldStart;
  const head: DiffRow = { mark: '@', text: `@ -${hunk.oldStart} +${hunk.newStart} @@`, number: null };
  const rows = hunk.lines.map((line): DiffRow => {
    const mark = line[0] as DiffRow['mark'];
    return { mark, text: line.slice(1), number: mark === other ? null : next++ };
  });
  return [head, ...rows];
}
