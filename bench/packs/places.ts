import { measurePack } from '../../src/evaluation/measure.ts';
import type { EvalTask, GoldFile } from '../../src/evaluation/task.ts';
import type { Pack } from '../../src/model/pack.ts';
import { joinAdjacent } from '../../src/pipeline/page-pieces.ts';

/** A task with the lines that its fix changed, or with marked places: those to change, and those that must only be read. */
export interface TaskRow extends EvalTask {
  readonly repo: string;
  readonly marked?: readonly Place[];
}

interface Place {
  readonly path: string;
  readonly start: number;
  readonly end: number;
  readonly role: 'change' | 'read';
}

/** The contents of a pack: quoted lines, and named places with their lines. */
export type Printed = Pick<Pack, 'blocks' | 'references' | 'usage'>;

/** Shares are 0..1, or NaN if a task has no such place. */
export type PlaceScores = Readonly<Record<(typeof PLACE_KEYS)[number], number>>;

export const PLACE_KEYS = [
  ...(['files', 'fileF1', 'lines', 'precision', 'f1', 'change', 'read', 'allQuoted', 'anyQuoted', 'quoted'] as const),
  ...(['quotedOrNamed', 'unlikely', 'tokens'] as const),
];

/** The least share of quoted lines of a quoted place. */
const QUOTED_FROM = 0.8;
/** A printed range names the places within it if it has at most this many lines, or times the lines of the place. */
const NAMING_LINES_MAX = 120;
const NAMING_TIMES_MAX = 3;
/** Blocks that are less likely should cost next to nothing. */
const UNLIKELY = 0.02;

/** `likelihoods` are those of the covered entities by id; a block is as likely as the likeliest of them. */
export function measureMarked(
  task: TaskRow,
  pack: Printed,
  likelihoods: ReadonlyMap<string, number | null>,
): PlaceScores {
  const marked = task.marked ?? task.gold.flatMap(placesOf);
  const lines = new Map(
    [...Map.groupBy(pack.blocks, ({ path }) => path)].map(([path, blocks]) => [
      path,
      blocks.flatMap((one) => one.lines),
    ]),
  );
  const gold = [...Map.groupBy(marked, ({ path }) => path)].map(([path, ranges]) => ({
    ...{ path, ranges: ranges.map(({ start, end }) => [start, end] as const) },
  }));
  const {
    files,
    fileF1,
    lines: found,
    precision,
    f1,
    tokens,
  } = measurePack({ ...task, gold }, { budget: pack.usage.budget, lines, tokens: pack.usage.used });
  const share = (place: Place) => shareQuoted(place, lines.get(place.path) ?? []);
  const toChange = marked.filter(({ role }) => role === 'change');
  const isQuoted = (place: Place) => share(place) >= QUOTED_FROM;
  return {
    ...{ files, fileF1, lines: found, precision, f1, tokens },
    change: shareOfLines(toChange, share),
    read: shareOfLines(
      marked.filter(({ role }) => role === 'read'),
      share,
    ),
    allQuoted: toChange.every(isQuoted) ? 1 : 0,
    anyQuoted: toChange.some(isQuoted) ? 1 : 0,
    quoted: toChange.filter(isQuoted).length / toChange.length,
    quotedOrNamed: toChange.filter((one) => isQuoted(one) || isNamed(one, pack)).length / toChange.length,
    unlikely: unlikelyShare(pack, likelihoods),
  };
}

function placesOf({ path, ranges }: GoldFile): readonly Place[] {
  return ranges.map(([start, end]) => ({ path, start, end, role: 'change' }));
}

function shareQuoted({ start, end }: Place, lines: readonly (readonly [number, number])[]): number {
  let quoted = 0;
  for (let line = start; line <= end; line++)
    if (lines.some(([first, last]) => first <= line && line <= last)) quoted++;
  return quoted / (end - start + 1);
}

function shareOfLines(places: readonly Place[], share: (place: Place) => number): number {
  const size = (place: Place) => place.end - place.start + 1;
  const all = places.reduce((sum, place) => sum + size(place), 0);
  return places.reduce((sum, place) => sum + share(place) * size(place), 0) / all;
}

function isNamed(place: Place, { blocks, references }: Printed): boolean {
  // The heading of an excerpt names all lines it is cut from, the note of a piece those of its whole.
  const headed = blocks.flatMap(({ path, startLine, endLine, note }) => {
    const [, from, to] = /part of .* (\d+)-(\d+)/.exec(note ?? '') ?? [];
    const whole = { path, startLine: Number(from), endLine: Number(to) };
    return [{ path, startLine, endLine }, ...(from === undefined ? [] : [whole])];
  });
  const ranges = [...joinAdjacent(references), ...headed].filter(({ path }) => path === place.path);
  return ranges.some(({ startLine, endLine }) => {
    const size = endLine - startLine + 1;
    const isNarrow = size <= Math.max(NAMING_LINES_MAX, NAMING_TIMES_MAX * (place.end - place.start + 1));
    return isNarrow && startLine <= place.start && place.end <= endLine;
  });
}

function unlikelyShare({ blocks }: Printed, likelihoods: ReadonlyMap<string, number | null>): number {
  const size = (all: Printed['blocks']) => all.reduce((sum, { text }) => sum + text.length, 0);
  const isUnlikely = ({ covers }: Printed['blocks'][number]) =>
    covers.every((id) => (likelihoods.get(id) ?? 0) < UNLIKELY);
  return blocks.length === 0 ? 0 : size(blocks.filter(isUnlikely)) / size(blocks);
}
