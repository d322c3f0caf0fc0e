import type { LineRange } from '../../src/model/facts.ts';
import { mergeRanges } from '../../src/model/line-ranges.ts';
import type { AgentCall, CallPlace } from './agent-session.ts';

/** The tree before a session, and the pack made in it. */
export interface SessionGround {
  /** The text of a file before the session; null if there was no such file. */
  textOf(path: string): string | null;
  readonly packed: ReadonlyMap<string, readonly LineRange[]>;
  readonly count: (text: string) => number;
}

/** A number of lines, and how many of them the pack quotes. */
export interface HeldLines {
  readonly lines: number;
  readonly held: number;
}

/** How much reading and searching it took to find the code, and how much of it the pack held. */
export interface SessionMeasure {
  /** Reads, searches and lists before the first edit. */
  readonly looking: { readonly calls: number; readonly tokens: number };
  /** The turn of the first edit; null without an edit. */
  readonly firstEditTurn: number | null;
  readonly turns: number;
  readonly read: HeldLines;
  readonly edited: HeldLines;
  /** Reads before the first edit whose lines are all in the pack. */
  readonly spared: { readonly calls: number; readonly tokens: number };
  /** The turn in which the agent had reached by itself the last of the touched lines that the pack quotes; null if it quotes none. */
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
  /** The turn of its first read or edit. */
  readonly turn: number;
  readonly isHeld: boolean;
  isRead: boolean;
  isEdited: boolean;
}

// After an edit the lines of a file have other numbers, so later reads of it are not counted.
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

/** The lines of a place that are not blank, by their numbers before the session; none if these are unknown. */
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
