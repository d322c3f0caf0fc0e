import { posix } from 'node:path';
import type { LineRange } from '../../src/model/facts.ts';
import type { CallKind, CallTold } from './agent-session.ts';
import { patchPlaces } from './patch-places.ts';

const WORD = /'([^']*)'|"((?:\\.|[^"\\])*)"|(&&|\|\||[;|\n]|>>?|<<?)|((?:\\.|[^\s'"|;&<>\\])+)/g;
const ENDS = new Set(['&&', '||', ';', '|', '\n']);
const OTHER: CallTold = { kind: 'other', places: [] };
const KIND_ORDER: readonly CallKind[] = ['edit', 'read', 'search', 'other'];

// Bounds the cost of a line that changes folders very often; no path of a workspace is longer.
const PATH_CHARACTERS_MAX = 1000;

/** Programs that look for files or lines. */
const SEARCHING = new Set('grep egrep fgrep rg ag ack find fd ls tree'.split(' '));
const GIT_SEARCHING = new Set('grep ls-files log show blame'.split(' '));
const WRITING = new Set('tee patch mv rm cp truncate'.split(' '));

/** For programs that print lines of files, which lines they print; null for all. */
const READING: Readonly<Record<string, (words: readonly string[]) => LineRange | null | 'unknown'>> = {
  cat: () => null,
  nl: () => null,
  bat: () => null,
  less: () => null,
  head: (words) => [1, numberIn(words) ?? 10],
  tail: () => 'unknown',
  sed: (words) => {
    const [, first, last] = words.join(' ').match(/(?:^| )(\d+)(?:,(\d+))?p(?: |$)/) ?? [];
    return first === undefined ? 'unknown' : [Number(first), Number(last ?? first)];
  },
};

/** Tells from its words what a command line reads or writes; runs nothing. */
export function shellCommand(line: string): CallTold {
  if (line.includes('*** Begin Patch')) return { kind: 'edit', places: patchPlaces(line) };
  let folder = '';
  const told: CallTold[] = [];
  for (const words of segmentsOf(line)) {
    const [program = '', ...rest] = words.filter((word, at) => at > 0 || !/^\w+=/.test(word));
    if (program === 'cd' && rest[0] !== undefined) folder = posix.join(folder, rest[0]).slice(0, PATH_CHARACTERS_MAX);
    else told.push(inFolder(folder, segment(program, rest)));
  }
  const kind = KIND_ORDER.find((one) => told.some((each) => each.kind === one)) ?? 'other';
  return { kind, places: told.filter((each) => each.kind === kind).flatMap(({ places }) => places) };
}

function segment(program: string, words: readonly string[]): CallTold {
  const into = words.findIndex((word) => word === '>' || word === '>>');
  const target = into === -1 ? undefined : words[into + 1];
  const isWritten = target !== undefined && !target.startsWith('/dev/') && !/^&?\d$/.test(target);
  if (isWritten) return { kind: 'edit', places: [{ path: target, lines: null }] };
  const said = into === -1 ? words : words.slice(0, into);
  const files = said.filter(
    (word) => !word.startsWith('-') && /[./]/.test(word) && !/^\d/.test(word) && !/[*?{]/.test(word),
  );
  if (WRITING.has(program) || (/^(?:sed|perl)$/.test(program) && said.some((word) => /^-p?i/.test(word))))
    return { kind: 'edit', places: files.map((path) => ({ path, lines: null })) };
  if (SEARCHING.has(program) || (program === 'git' && GIT_SEARCHING.has(said[0] ?? '')))
    return { kind: 'search', places: [] };
  const lines = Object.hasOwn(READING, program) ? READING[program]!(said) : undefined;
  if (lines === undefined || files.length === 0) return OTHER;
  // The numbers of the lines that `tail` prints are unknown without the file.
  return { kind: 'read', places: lines === 'unknown' ? [] : files.map((path) => ({ path, lines })) };
}

function segmentsOf(line: string): readonly (readonly string[])[] {
  const segments: string[][] = [[]];
  for (const [, single, double, sign, bare] of line.matchAll(WORD)) {
    if (sign !== undefined && ENDS.has(sign)) segments.push([]);
    else segments.at(-1)!.push(single ?? double?.replace(/\\(.)/g, '$1') ?? sign ?? bare ?? '');
  }
  return segments.filter((words) => words.length > 0);
}

function inFolder(folder: string, told: CallTold): CallTold {
  if (folder === '') return told;
  const moved = (path: string) => (posix.isAbsolute(path) ? path : posix.join(folder, path));
  return { ...told, places: told.places.map((place) => ({ ...place, path: moved(place.path) })) };
}

function numberIn(words: readonly string[]): number | null {
  const [, count] = words.join(' ').match(/(?:^| )-(?:n ?)?(\d+)(?: |$)/) ?? [];
  return count === undefined ? null : Number(count);
}
