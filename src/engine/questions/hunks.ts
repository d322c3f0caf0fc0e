// A pack for a diff quotes the changed lines. This file turns the changed files among the candidates into one candidate
// for each hunk.
import { DEFAULTS } from '../../config/defaults.ts';
import type { Scored } from '../../model/candidate.ts';
import type { Hunk } from '../../model/task.ts';
import { type DiffRow, diffRows, type PlacedHunks } from '../../pipeline/hunks/diff-view.ts';
import { asDiff, asNew, bareHunks } from '../../pipeline/hunks/hunk-candidates.ts';
import type { Redact } from '../../ports/reader.ts';
import { hashOf } from '../../reading/read-file.ts';
import { createIgnoreRules } from '../../sources/code/scan/ignore-rules.ts';
import { createPathVerdict } from '../../sources/code/scan/unwanted-paths.ts';
import { splitLines } from '../fresh-texts.ts';
import type { ReadChange } from '../read-changes.ts';

export interface ShownHunks {
  readonly scored: readonly Scored[];
  /** How many hunks exceed the limit. */
  readonly beyond: number;
}

/** Shows changed files as diffs, with one candidate for each hunk. Deleted files consist of their hunks alone. */
export async function showHunks(
  scored: readonly Scored[],
  changes: readonly ReadChange[],
  { redact, exclude = [] }: { readonly redact: Redact; readonly exclude?: readonly string[] | undefined },
): Promise<ShownHunks> {
  const paths = new Set(changes.map(({ change }) => change.path));
  const byPath = Map.groupBy(
    scored.filter(({ path }) => paths.has(path)),
    ({ path }) => path,
  );
  const [own, included] = [createIgnoreRules([]), createIgnoreRules([])];
  const verdict = createPathVerdict({
    rootRules: own,
    includeRules: included,
    excludeRules: createIgnoreRules(exclude),
  });
  const leastScore = changes
    .filter(({ placed }) => placed !== null)
    .reduce((less, { change: { path } }) => Math.min(less, byPath.get(path)?.[0]?.score ?? 1), 1);
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
  const bare = await redactedRows(lost, path, redact, status === 'deleted' ? 'old' : 'new');
  const hash = hashOf(Buffer.from(bare.map(({ mark, text }) => mark + text).join('\n')));
  const because =
    status === 'deleted' ? 'deleted in the diff' : `${status} in the diff, which does not match the file as it is`;
  return [
    ...(isRead ? asDiff(own, rows, DEFAULTS.hunks) : own),
    ...bareHunks(path, bare, { hash, score, because }, DEFAULTS.hunks),
  ];
}

// Redacts the lines of the other side, which the file does not hold; redaction of the file alone would miss their
// secrets.
async function redactOtherSide(
  rows: readonly DiffRow[],
  side: PlacedHunks['side'],
  path: string,
  redact: Redact,
): Promise<readonly DiffRow[]> {
  const ownMark = side === 'new' ? '+' : '-';
  const other = rows.filter(({ mark }) => mark !== ownMark);
  const lines = splitLines(`${(await redact(other.map(({ text }) => text).join('\n'), path)).text}\n`);
  let next = 0;
  return rows.map((row) => {
    if (row.mark === ownMark) return row;
    const text = lines[next++] ?? '';
    return row.number === null ? { ...row, text } : row;
  });
}

async function redactedRows(
  hunks: readonly Hunk[],
  path: string,
  redact: Redact,
  side: 'old' | 'new',
): Promise<readonly DiffRow[]> {
  const rows = hunks.flatMap((hunk) => rowsOf(hunk, side));
  const lines = splitLines(`${(await redact(rows.map(({ text }) => text).join('\n'), path)).text}\n`);
  return rows.map((row, index) => ({ ...row, text: lines[index] ?? '' }));
}

function rowsOf(hunk: Hunk, side: 'old' | 'new'): readonly DiffRow[] {
  const other = side === 'new' ? '-' : '+';
  let next = side === 'new' ? hunk.newStart : hunk.oldStart;
  const head: DiffRow = { mark: '@', text: `@ -${hunk.oldStart} +${hunk.newStart} @@`, number: null };
  const rows = hunk.lines.map((line): DiffRow => {
    const mark = line[0] as DiffRow['mark'];
    return { mark, text: line.slice(1), number: mark === other ? null : next++ };
  });
  return [head, ...rows];
}
