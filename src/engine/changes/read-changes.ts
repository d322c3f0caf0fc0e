import { DEFAULTS } from '../../config/defaults.ts';
import { ContextError } from '../../model/errors.ts';
import type { Change } from '../../model/task.ts';
import { type PlacedHunks, placeHunks } from '../../pipeline/hunks/place-hunks.ts';
import { parsePatch, touchedLines } from '../../pipeline/resolve/changes/parse-patch.ts';
import type { PackInput } from '../../ports/engine.ts';
import type { Reader } from '../../ports/reader.ts';
import { changesAgainst } from '../../sources/history/changes-against.ts';
import { linesOf } from '../fresh-texts.ts';

/** A change, and where its hunks lie in the file as it is; null where there is no such file or nothing to place. */
export interface ReadChange {
  readonly change: Change;
  readonly placed: PlacedHunks | null;
}

/** What a caller's diff and patch change, told by the lines of the files as they are now. */
export async function readChanges(
  root: string,
  { diff, patch }: Pick<PackInput, 'diff' | 'patch'>,
  { reader, has }: { readonly reader: Reader; readonly has: (path: string) => boolean },
): Promise<readonly ReadChange[]> {
  const { fileBytesMax } = DEFAULTS.scan;
  const patched = patch === undefined ? [] : readPatch(patch);
  const differing = diff === undefined ? [] : await changesAgainst(root, diff, { parsePatch, fileBytesMax });
  const place = (change: Change) => placedChange(change, reader, has);
  return Promise.all([...patched, ...differing].map(place));
}

async function placedChange(change: Change, reader: Reader, has: (path: string) => boolean): Promise<ReadChange> {
  const hunks = change.patch?.hunks ?? [];
  if (hunks.length === 0) return { change, placed: null };
  for (const path of tailsOf(change.path).filter(has)) {
    const file = await reader.read(path);
    if (file === null) continue;
    const placed = placeHunks(linesOf(file.text), hunks);
    // A file that only has the end of the path is meant when all of the diff fits it.
    if (path !== change.path && placed.lost.length > 0) continue;
    const found = placed.hunks.map(({ hunk }) => hunk);
    const lines = touchedLines(found.length > 0 ? shifted(placed) : hunks, placed.side);
    return { change: { ...change, path, lines }, placed };
  }
  return { change, placed: null };
}

// The hunks as if they had been made from the file as it is.
function shifted({ side, hunks }: PlacedHunks) {
  return hunks.map(({ hunk, at }) => ({ ...hunk, [side === 'new' ? 'newStart' : 'oldStart']: at }));
}

// A patch may have been made above the root: its path, then the path without its first folders.
function tailsOf(path: string): readonly string[] {
  const parts = path.split('/');
  return parts.map((_, from) => parts.slice(from).join('/'));
}

function readPatch(patch: string): readonly Change[] {
  const changes = parsePatch(patch);
  if (changes.length === 0)
    throw new ContextError(
      'BAD_INPUT',
      'The patch holds no change: a unified diff is expected, as `git diff` prints it.',
    );
  return changes;
}
