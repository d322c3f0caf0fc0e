import { ASIDE, type Role } from '../../../model/entity.ts';
import type { SymbolFacts } from '../../../model/facts.ts';
import type { StackFrame, StackTrace } from '../../../model/task.ts';
import { nameKey, splitIdentifier } from '../../../model/terms.ts';
import type { KnownSymbol } from '../mentions/confirm-mentions.ts';
import { isCommonName } from '../mentions/symbol-names.ts';
import type { LocatedFrame, LocatedTrace } from './locate-frames.ts';

/** What tells the files apart that a frame may lie in. */
export interface FrameFiles {
  roleOf(path: string): Role | undefined;
  lineCountOf(path: string): number | undefined;
  /** Symbols of the files that frames may lie in (see `unsettledPaths`). */
  symbolsOf(path: string): readonly SymbolFacts[];
}

/** More files than this are only named. */
const FILES_EACH = 3;
const LISTED_MAX = 6;
const NOTES_MAX = 3;
const NAME = /[\w$]+$/;

/** Files whose symbols tell where a frame lies. */
export function unsettledPaths(traces: readonly LocatedTrace[]): readonly string[] {
  return [...new Set(traces.flatMap(({ frames }) => frames.flatMap(({ among }) => among ?? [])))];
}

/** Keys of the functions by which frames of bundles are found. */
export function bundledNames(traces: readonly LocatedTrace[]): readonly string[] {
  const bundled = traces.flatMap(({ frames }) => frames.filter(({ bundle }) => bundle !== undefined));
  return [...new Set(bundled.map(({ symbol }) => nameKey(nameOf(symbol))))].filter((key) => key !== '');
}

/**
 * Frames whose printed path ends like several files, or is that of a bundle, in terms of the view: the file that defines
 * the function, in which the line lies in it, which is no test. Where several are left, each is one, and a note names them.
 */
export function settleFrames(
  traces: readonly LocatedTrace[],
  known: readonly KnownSymbol[],
  files: FrameFiles,
): { readonly traces: readonly StackTrace[]; readonly notes: readonly string[] } {
  const notes = new Set<string>();
  const settled = traces.map((trace) => ({
    ...trace,
    frames: trace.frames.flatMap(({ among, bundle, isDoubtful, ...frame }): readonly StackFrame[] => {
      if (isDoubtful) return isDefinedIn(frame, files) ? [frame] : [];
      if (bundle !== undefined) return ofBundle(frame, bundle, { known, files });
      if (among === undefined) return [frame];
      const left = narrowed(frame, among, files);
      if (left.length === 1) return [{ ...frame, path: left[0]! }];
      notes.add(`${frame.path} of the trace may be any of ${listed(left)}.`);
      if (left.length > FILES_EACH) return [frame];
      return left.map((path) => ({ ...frame, path, alike: left.length }));
    }),
  }));
  return { traces: settled, notes: [...notes].slice(0, NOTES_MAX) };
}

/** Whether every place of the errors lies in the view, or surely in one of several files of it. */
export function areAllFound(traces: readonly LocatedTrace[], has: (path: string) => boolean): boolean {
  const isFound = ({ frames }: LocatedTrace) =>
    frames.length > 0 && frames.every(({ path, among, isDoubtful }) => (among ? !isDoubtful : has(path)));
  // A place that somebody merely mentions is no error.
  return traces.every(isFound) && traces.some(({ message }) => message !== null);
}

// Each question is put to those the one before left; one that none answers says nothing.
function narrowed({ line, symbol }: StackFrame, among: readonly string[], files: FrameFiles): readonly string[] {
  const name = nameOf(symbol);
  const named = (path: string) => files.symbolsOf(path).filter((one) => one.name === name);
  const isMember = (one: SymbolFacts) => nameKey(one.qualifiedName).endsWith(nameKey(symbol ?? ''));
  const questions: ((path: string) => boolean)[] = [
    (path) => named(path).length > 0,
    (path) => named(path).some(isMember),
    (path) => line !== null && named(path).some(({ startLine, endLine }) => startLine <= line && line <= endLine),
    (path) => line !== null && line <= (files.lineCountOf(path) ?? 0),
    (path) => isOwn(path, files),
  ];
  return questions.reduce((left, isOne) => (left.some(isOne) ? left.filter(isOne) : left), among);
}

function isDefinedIn({ path, symbol }: StackFrame, files: FrameFiles): boolean {
  return files.symbolsOf(path).some((one) => one.name === nameOf(symbol));
}

// Lines of a bundle are not those of its sources: the function is all there is to go by.
function ofBundle(
  frame: StackFrame,
  { isVendored, isForeign }: NonNullable<LocatedFrame['bundle']>,
  { known, files }: { readonly known: readonly KnownSymbol[]; readonly files: FrameFiles },
): readonly StackFrame[] {
  const name = nameOf(frame.symbol);
  // Other people's packages have a `render` too.
  const isTelling = splitIdentifier(name).length > 1 || (!isForeign && name.length > 2 && !isCommonName(name));
  const defining = isTelling ? known.filter((one) => one.name === name) : [];
  const all = [...new Set(defining.map(({ path }) => path))];
  const own = all.filter((path) => isOwn(path, files));
  const paths = own.length > 0 ? own : all;
  if (paths.length === 0 || paths.length > FILES_EACH) return isVendored ? [] : [frame];
  const alike = paths.length > 1 ? { alike: paths.length } : {};
  return paths.map((path) => ({ ...frame, path, line: null, ...alike }));
}

const isOwn = (path: string, files: FrameFiles): boolean => !ASIDE.has(files.roleOf(path) ?? 'source');

const nameOf = (symbol: string | null): string => NAME.exec(symbol ?? '')?.[0] ?? '';

function listed(paths: readonly string[]): string {
  const more = paths.length > LISTED_MAX ? ` and ${paths.length - LISTED_MAX} more` : '';
  return `${paths.slice(0, LISTED_MAX).join(', ')}${more}`;
}
