// These signals find the files of a task's stack traces, at the lines that failed, and the files that its diff changes.
import type { LineRange, SymbolFacts } from '../model/facts.ts';
import type { StackFrame } from '../model/task.ts';
import type { Hit, Question, SignalFinder } from '../ports/signal-finder.ts';

// Outer frames explain less, but the first dozen all matter, so the value falls slowly.
const FRAME_DECAY = 0.98;

export const stacktraceHit: SignalFinder = {
  kind: 'stacktraceHit',
  tier: 'error',
  weight: 1.0,
  applies: ({ task }) => task.traces.length > 0,
  async find(question) {
    const { task, view } = question;
    // Traces and their frames come with the most important first; frames outside of the workspace are dropped.
    const frames = task.traces.flatMap((trace) => trace.frames).filter(({ path }) => view.files.has(path));
    const seen = new Set<string>();
    const keyOf = ({ path, line, symbol }: StackFrame) => `${path}:${line ?? symbol}`;
    const places = frames.filter((frame) => !seen.has(keyOf(frame)) && seen.add(keyOf(frame)));
    const now = await locateFrames(places, question);
    return places.map(({ path, line, symbol, alike }, index): Hit => {
      const value = FRAME_DECAY ** index;
      const place = now[index]!;
      const what = `${index === 0 ? 'failed' : 'in the stack trace'}${line === null ? '' : ` at line ${line}`}`;
      const doubt =
        alike === undefined ? '' : alike === 2 ? ', or in its namesake' : `, or in one of ${alike - 1} namesakes`;
      const because = `${what}${place.isMoved ? ' as it was then' : ''}${symbol ? `, in ${symbol}` : ''}${doubt}`;
      if (place.lines === null) return { path, value, because };
      const mark = `<- ${index === 0 ? 'failed' : 'called from'} ${place.isWithin ? 'in ' : ''}here`;
      const then = line === null ? '' : ` (${place.isMoved ? 'was line' : 'line'} ${line})`;
      return { path, value, because, evidence: [{ lines: place.lines, value, mark: `${mark}${then}` }] };
    });
  },
};

/** The lines in the current file that hold a frame's line, or at least its function; null if neither is found. */
interface PlaceNow {
  readonly lines: LineRange | null;
  readonly isMoved: boolean;
  readonly isWithin: boolean;
}

async function locateFrames(
  frames: readonly StackFrame[],
  { view, store, textOf }: Question,
): Promise<readonly PlaceNow[]> {
  const files = frames.map(({ path }) => view.files.get(path)!);
  const [contents, texts] = await Promise.all([
    store.contents([...new Set(files.map(({ hash }) => hash))]),
    Promise.all(files.map(textOf)),
  ]);
  return frames.map((frame, at) =>
    locateFrame(frame, texts[at]?.split('\n') ?? [], contents.get(files[at]!.hash)?.facts.symbols ?? []),
  );
}

// The file may have been edited since, so the line is found by its text, else by the function that the trace names.
function locateFrame(
  { line, symbol, source }: StackFrame,
  lines: readonly string[],
  symbols: readonly SymbolFacts[],
): PlaceNow {
  const name = /[\w$]+$/.exec(symbol ?? '')?.[0];
  const named = symbols.filter((one) => one.name === name);
  if (line === null) {
    const [one] = named;
    return { lines: one ? [one.signatureLines[0], one.endLine] : null, isMoved: false, isWithin: true };
  }
  const asSaid = { lines: [line, line] as const, isMoved: false, isWithin: false };
  const near = <Thing>(things: readonly Thing[], lineOf: (thing: Thing) => number): Thing | undefined =>
    things.toSorted((a, b) => Math.abs(lineOf(a) - line) - Math.abs(lineOf(b) - line))[0];
  if (source !== undefined) {
    const alike = lines.flatMap((text, at) => (text.trim() === source ? [at + 1] : []));
    const nearest = near(alike, (one) => one);
    if (nearest !== undefined)
      return nearest === line ? asSaid : { ...asSaid, lines: [nearest, nearest], isMoved: true };
  }
  const isIn = named.some(({ startLine, endLine }) => startLine <= line && line <= endLine);
  const holder = near(named, ({ startLine }) => startLine);
  if (holder && (!isIn || source !== undefined))
    return { lines: [holder.signatureLines[0], holder.endLine], isMoved: true, isWithin: true };
  // The line that failed is gone: another line has its number now, or none.
  const isGone = source !== undefined || line > lines.length;
  return lines.length > 0 && isGone ? { ...asSaid, lines: null } : asSaid;
}

/** Value of a file without changed lines, such as one that was only moved. */
const MOVED = 0.5;

/** Finds files that the diff changes. Deleted files are gone and cannot be quoted. */
export const diffHit: SignalFinder = {
  kind: 'diffHit',
  tier: 'error',
  weight: 1.0,
  applies: ({ task }) => task.changes.length > 0,
  async find({ task, view }) {
    const present = task.changes.filter((change) => change.status !== 'deleted' && view.files.has(change.path));
    return present.map((change) => ({
      path: change.path,
      value: change.lines.length > 0 ? 1 : MOVED,
      because: `${change.status} in the diff`,
      evidence: change.lines.map((lines) => ({ lines, value: 1 })),
    }));
  },
};
