import type { LineRange } from '../../src/model/facts.ts';
import { mergeRanges } from '../../src/model/line-ranges.ts';
import type { AgentCall, CallPlace } from './agent-session.ts';

/** What is known of the tree before a session and of the pack made there. */
export interface SessionGround {
  /** A file as it was; null where there was none. */
  textOf(path: string): string | null;
  readonly packed: ReadonlyMap<string, readonly LineRange[]>;
  readonly count: (text: string) => number;
}

/** How many lines, and how many of them stand in the pack. */
export interface HeldLines {
  readonly lines: number;
  readonly held: number;
}

/** What finding code took, and what of it a pack held. */
export interface SessionMeasure {
  /** Reads, searches and lists before the first edit. */
  readonly looking: { readonly calls: number; readonly tokens: number };
  /** In which answer of the model the first edit stands; null where nothing was edited. */
  readonly firstEditTurn: number | null;
  readonly turns: number;
  readonly read: HeldLines;
  readonly edited: HeldLines;
  /** Reads before the first edit of which every line stands in the pack. */
  readonly spared: { readonly calls: number; readonly tokens: number };
  /** The turn in which the agent had come by itself to all that the pack holds of it; with the pack that is before the first. */
  readonly ownTurn: number | null;
  readonly files: readonly SessionFile[];
}

export interface SessionFile {
  readonly path: string;
  readonly read: readonly LineRange[];
  readonly edited: readonly LineRange[];
  readonly held: readonly LineRange[];
}

/** Compares what an agent read and edited with a pack. Places are paths of the workspace. */
export function measureSession(calls: readonly AgentCall[], ground: SessionGround): SessionMeasure {
  const firstEdit = calls.findIndex(({ kind }) => kind === 'edit');
  const before = firstEdit === -1 ? calls : calls.slice(0, firstEdit);
  const looking = before.filter(({ kind }) => kind === 'read' || kind === 'search');
  const tokensOf = (some: readonly AgentCall[]) => some.reduce((sum, { text }) => sum + ground.count(text), 0);
  const spared = looking.filter((call) => isSpared(call, ground));
  const touched = touchedLines(calls, ground);
  const all = [...touched.values()].flatMap((file) => [...file.lines.values()]);
  const held = all.filter(({ isHeld }) => isHeld);
  return {
    looking: { calls: looking.length, tokens: tokensOf(looking) },
    firstEditTurn: calls[firstEdit]?.turn ?? null,
    turns: calls.at(-1)?.turn ?? 0,
    read: heldOf(all.filter(({ isRead }) => isRead)),
    edited: heldOf(all.filter(({ isEdited }) => isEdited)),
    spared: { calls: spared.length, tokens: tokensOf(spared) },
    ownTurn: held.length === 0 ? null : held.reduce((latest, { turn }) => Math.max(latest, turn), 0),
    files: [...touched].map(([path, { lines }]) => {
      const where = (is: (line: TouchedLine) => boolean) =>
        mergeRanges([...lines].flatMap(([number, line]) => (is(line) ? [[number, number] as const] : [])));
      return {
        path,
        read: where(({ isRead }) => isRead),
        edited: where(({ isEdited }) => isEdited),
        held: where(({ isHeld }) => isHeld),
      };
    }),
  };
}

interface TouchedLine {
  /** When it was first read or edited. */
  readonly turn: number;
  readonly isHeld: boolean;
  isRead: boolean;
  isEdited: boolean;
}

// A file's lines have other numbers once it was edited, so what is read of it after that cannot be told.
function touchedLines(calls: readonly AgentCall[], ground: SessionGround) {
  const files = new Map<string, { isMoved: boolean; readonly lines: Map<number, TouchedLine> }>();
  for (const { kind, turn, places } of calls) {
    if (kind !== 'read' && kind !== 'edit') continue;
    for (const place of places) {
      const file = files.get(place.path) ?? { isMoved: false, lines: new Map<number, TouchedLine>() };
      const lines = kind === 'read' && file.isMoved ? [] : linesAt(place, ground);
      if (kind === 'edit') file.isMoved = true;
      if (lines.length > 0) files.set(place.path, file);
      for (const line of lines) {
        const known = file.lines.get(line) ?? {
          turn,
          isHeld: isPacked(place, line, ground),
          isRead: false,
          isEdited: false,
        };
        if (kind === 'read') known.isRead = true;
        else known.isEdited = true;
        file.lines.set(line, known);
      }
    }
  }
  return files;
}

/** The lines of a place as they were numbered before the session; none where that cannot be told. Blank ones tell nothing. */
function linesAt(place: CallPlace, { textOf }: SessionGround): readonly number[] {
  const text = textOf(place.path);
  if (text === null) return [];
  const all = text.split('\n');
  const [first, last] = rangeAt(place, text) ?? [1, 0];
  const numbers = Array.from({ length: Math.max(0, Math.min(last, all.length) - first + 1) }, (_, at) => first + at);
  return numbers.filter((line) => all[line - 1]!.trim() !== '');
}

function rangeAt({ lines, replaced }: CallPlace, text: string): LineRange | null {
  if (replaced === undefined) return lines ?? [1, Number.POSITIVE_INFINITY];
  const start = text.indexOf(replaced.text);
  if (start === -1) return null;
  const line = text.slice(0, start).split('\n').length;
  return [line + replaced.first, line + replaced.last];
}

function isPacked({ path }: CallPlace, line: number, { packed }: SessionGround): boolean {
  return (packed.get(path) ?? []).some(([first, last]) => first <= line && line <= last);
}

function isSpared(call: AgentCall, ground: SessionGround): boolean {
  const places = call.kind === 'read' ? call.places : [];
  return (
    places.length > 0 &&
    places.every((place) => {
      const lines = linesAt(place, ground);
      return lines.length > 0 && lines.every((line) => isPacked(place, line, ground));
    })
  );
}

function heldOf(lines: readonly TouchedLine[]): HeldLines {
  return { lines: lines.length, held: lines.filter(({ isHeld }) => isHeld).length };
}
