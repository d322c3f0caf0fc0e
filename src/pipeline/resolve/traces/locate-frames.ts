// Finds the files of the workspace that the frames of a stack trace mean, although traces print paths of other
// machines, packages and bundles. It also orders errors.
import { type Role, SECONDARY_ROLES } from '../../../model/entity.ts';
import type { SymbolFacts } from '../../../model/facts.ts';
import type { StackFrame, StackTrace } from '../../../model/task.ts';
import { nameKey, splitIdentifier } from '../../../model/terms.ts';
import type { KnownSymbol } from '../mentions/confirm-mentions.ts';
import { isCommonName } from '../mentions/symbol-names.ts';
import type { ViewPaths } from '../view-paths.ts';
import type { RawFrame } from './dialects.ts';
import type { RawTrace } from './parse-traces.ts';

// Folders of third-party code; the group is what follows the folder, beginning with the package's name.
const VENDORED =
  /(?:^|\/)(?:node_modules(?:\/\.pnpm\/[^/]{1,200}\/node_modules)?|bower_components|site-packages|dist-packages|vendor\/bundle|gems|vendor|Pods|\.cargo\/registry\/src\/[^/]{1,100}|\.cargo\/git\/checkouts|pkg\/mod|\.m2\/repository)\/(.*)$/;
// Paths in the code of runtimes and standard libraries.
const RUNTIME =
  /^(?:node:|internal\/|native |<|ext:|bun:|deno:|chrome-extension:|wasm:|\[)|^\/rustc\/|\/lib\/rustlib\/|^library\/(?:core|std|alloc)\/|\/(?:usr|opt)\/[^\s]{0,100}lib\d{0,2}\/python[\d.]{1,6}\/(?!site-packages|dist-packages)|\/lib\/python[\d.]{1,6}\/(?!site-packages|dist-packages)[\w/]{1,80}\.py$|\/go\/src\/(?:runtime|net|testing|reflect|sync)\/|\/lib\/ruby\/\d|^(?:java|javax|jdk|sun|kotlin|kotlinx|scala|org\/junit|org\/gradle|com\/sun|jakarta)\//;
// What stands before the path: schemes of files, bundlers and pages.
const SCHEME =
  /^(?:file:\/\/\/?(?=[A-Za-z]:|\/|\w)|webpack-internal:\/{2,3}|webpack:\/{2,3}|https?:\/\/[^/]{1,200}\/|\([\w-]{1,30}\)\/|app:\/{2,3}|vite:\/{2,3})/;
const PACKAGE_NAME = /^(?:@[^/]{1,100}\/)?([^/]{1,100})/;
const PACKAGE_VERSION = /^((?:@[^/]{1,100}\/)?[^/]{1,100}?)[-@]v?\d[\w.+-]{0,60}\//;
// The path inside a package, after its version (Go) or its name.
const IN_PACKAGE = /^(?:[^@]{1,200}@v\d[^/]{0,60}|(?:@[^/]{1,100}\/)?[^/]{1,100})\/(.{1,300})$/;
// Marks of a bundle: folders of bundlers, their words in a name, a hash at its end.
const BUNDLE =
  /(?:^|\/)(?:dist|build|out|bundles?|umd|esm?|cjs|_next|static|assets|chunks)\/|[./-](?:bundler?|min|prod|production|development|umd|esm|cjs|chunk|vendor)[.-]|(?:^|\/)(?:bundle|vendor|chunk|main)[.-]|[.-][0-9a-f]{8,32}\.[cm]?js$/i;
const WEBPACK = /^webpack/;
const FRAMES_KEPT_MAX = 30;
const TRACES_KEPT_MAX = 20;
/** The most files that one frame may lie in. */
const AMONG_MAX = 100;
// Paths in packages that do not fit whole must share this many parts, because every package has a src/index.
const VENDORED_SEGMENTS_MIN = 3;

/** A frame with its path in the workspace, or with what is needed to find it by the index. */
interface LocatedFrame extends StackFrame {
  /** The files in which it may lie. */
  readonly among?: readonly string[];
  /** Whether it may belong to another package, so that it counts only if the file defines its function. */
  readonly isDoubtful?: true;
  /** Set if its code was bundled, so that its function locates it; foreign if nothing here is named as its package. */
  readonly bundle?: { readonly isVendored: boolean; readonly isForeign: boolean };
}

/** A trace with paths of the workspace; a frame may lie in several files. */
export interface LocatedTrace extends StackTrace {
  readonly frames: readonly LocatedFrame[];
}

/** A located trace with its relation to the trace printed before it. */
type LinkedTrace = LocatedTrace & Pick<RawTrace, 'link'>;

/**
 * Gives the frames of traces their paths in the workspace, without frames of third-party code, and orders the traces by
 * weight, then by frequency; of equals the last in a log comes first, else the first. The first cause leads its chain.
 */
export function locateTraces(traces: readonly RawTrace[], view: ViewPaths, isLog: boolean): readonly LocatedTrace[] {
  const located = traces.map((trace) => {
    const frames = uniqueFrames(trace.frames.flatMap((frame) => locateFrame(frame, view) ?? []));
    return { ...trace, frames: frames.slice(0, FRAMES_KEPT_MAX) };
  });
  const groups = [...Map.groupBy(chainsOf(located), keyOf).values()];
  const ranked = groups.map((same, index) => ({ same, index, weight: weightOf(same[0]!, view) }));
  ranked.sort(
    (a, b) => b.weight - a.weight || b.same.length - a.same.length || (isLog ? b.index - a.index : a.index - b.index),
  );
  return ranked
    .flatMap(({ same }) => same[0]!)
    .filter((trace) => trace.frames.length > 0 || trace.message !== null)
    .slice(0, TRACES_KEPT_MAX)
    .map(({ language, message, frames }) => ({ language, message, frames }));
}

/** Returns the one file of the view that a printed path means, else the path itself; null for third-party code. */
export function locatePath(printed: string, view: ViewPaths): string | null {
  const { path, among } = filesMeant(plainPath(printed), view);
  return among.length === 1 ? among[0]! : path;
}

// Returns the path, which is null for third-party code, and the files of the view that it may mean.
function filesMeant(path: string, view: ViewPaths): { path: string | null; among: readonly string[] } {
  if (view.has(path)) return { path, among: [path] };
  if (path === '' || RUNTIME.test(path)) return { path: null, among: [] };
  const vendored = VENDORED.exec(path);
  const match = view.bySuffix(path);
  const [best] = match.paths;
  // If the view holds the vendored file itself, the path means that file.
  if (vendored && !(match.isWhole && best !== undefined && VENDORED.test(best)))
    return { path: null, among: vendoredPaths(vendored[1] ?? '', view) };
  return { path, among: match.isWhole || match.segments > 1 ? match.paths : [] };
}

function locateFrame(frame: RawFrame, view: ViewPaths): LocatedFrame | null {
  const plain = plainPath(frame.path);
  const { path, among } = filesMeant(plain, view);
  if (among.length === 1) return { ...frame, path: among[0]! };
  if (among.length > 1) return { ...frame, path: plain, among: among.slice(0, AMONG_MAX) };
  const vendoredPath = VENDORED.exec(plain)?.[1];
  if (frame.symbol === null || RUNTIME.test(plain)) return path === null ? null : { ...frame, path };
  const inside = IN_PACKAGE.exec(vendoredPath ?? '')?.[1] ?? '';
  if (view.has(inside)) return { ...frame, path: inside, among: [inside], isDoubtful: true };
  const isBundle = /\.[cm]?js$/.test(plain) && (BUNDLE.test(vendoredPath ?? plain) || WEBPACK.test(frame.path));
  if (!isBundle) return path === null ? null : { ...frame, path };
  const isVendored = vendoredPath !== undefined;
  const isForeign = isVendored && !view.isSegment(PACKAGE_NAME.exec(vendoredPath)?.[1] ?? '');
  return { ...frame, path: plain, bundle: { isVendored, isForeign } };
}

// A project may run its own installed package: site-packages/django/db/models/query.py means django/db/models/query.py.
function vendoredPaths(inside: string, view: ViewPaths): readonly string[] {
  const path = inside.replace(PACKAGE_VERSION, '$1/');
  const match = view.bySuffix(path);
  const workspacePaths = match.paths.filter((path) => !VENDORED.test(path));
  const segments = path.split('/').length;
  const isWhole = match.segments === segments && segments > 1;
  return isWhole || match.segments >= VENDORED_SEGMENTS_MIN ? workspacePaths : [];
}

function plainPath(printed: string): string {
  let path = printed.trim().replaceAll('\\', '/');
  for (let scheme = SCHEME.exec(path); scheme; scheme = SCHEME.exec(path)) path = path.slice(scheme[0].length);
  return path
    .replace(/[?#].*$/, '')
    .replace(/^[A-Za-z]:\//, '/')
    .replace(/^(?:\.{1,2}\/)+/, '');
}

// Keeps one frame for each place, with the first function name given there.
function uniqueFrames(frames: readonly LocatedFrame[]): readonly LocatedFrame[] {
  const same = Map.groupBy(frames, ({ path, line }) => `${path}:${line}`);
  return [...same.values()].map(([first, ...others]) => {
    const { symbol } = [first!, ...others].find((frame) => frame.symbol !== null) ?? first!;
    return { ...first!, symbol };
  });
}

type Chain = readonly LinkedTrace[];

// A cause goes before the trace printed before it, a consequence or suppressed error to the end of the chain.
function chainsOf(traces: readonly LinkedTrace[]): readonly Chain[] {
  const chains: LinkedTrace[][] = [];
  let previous: LinkedTrace | null = null;
  for (const trace of traces) {
    const chain = chains.at(-1);
    if (chain === undefined || trace.link === null) chains.push([trace]);
    else if (trace.link === 'cause') chain.splice(previous === null ? 0 : chain.indexOf(previous), 0, trace);
    else chain.push(trace);
    previous = trace;
  }
  return chains;
}

// Numbers of messages are ignored, because the same error has other numbers each time.
function keyOf(chain: Chain): string {
  return JSON.stringify(chain.map(({ message, frames }) => [message?.replace(/\d+/g, '#'), frames]));
}

// A place in the workspace weighs most; then an error weighs more than a place that is only mentioned.
function weightOf(chain: Chain, { has }: ViewPaths): number {
  const isShown = chain.some(({ frames }) => frames.some(({ path, among }) => among !== undefined || has(path)));
  const isError = chain.some(({ message, language }) => message !== null || language !== 'generic');
  return 2 * Number(isShown) + Number(isError);
}

/** Facts that tell apart the files a frame may lie in. */
export interface FrameFiles {
  roleOf(path: string): Role | undefined;
  lineCountOf(path: string): number | undefined;
  /** Symbols of the files that frames may lie in (see `unsettledPaths`). */
  symbolsOf(path: string): readonly SymbolFacts[];
}

/** A frame that may lie in more files than this gets none of them. */
const FILES_EACH = 3;
/** The most paths that a note or an error lists. */
const LISTED_MAX = 6;
const NOTES_MAX = 3;
const NAME = /[\w$]+$/;

/** Lists the files whose symbols help to locate frames. */
export function unsettledPaths(traces: readonly LocatedTrace[]): readonly string[] {
  return [...new Set(traces.flatMap(({ frames }) => frames.flatMap(({ among }) => among ?? [])))];
}

/** Lists the keys of the functions by which frames of bundles are located. */
export function bundledNames(traces: readonly LocatedTrace[]): readonly string[] {
  const bundled = traces.flatMap(({ frames }) => frames.filter(({ bundle }) => bundle !== undefined));
  return [...new Set(bundled.map(({ symbol }) => nameKey(functionNameOf(symbol))))].filter((key) => key !== '');
}

/** Locates ambiguous frames by function, lines and role, with notes on those left, and bundled ones by function. */
export function settleFrames(
  traces: readonly LocatedTrace[],
  known: readonly KnownSymbol[],
  files: FrameFiles,
): { readonly traces: readonly StackTrace[]; readonly notes: readonly string[] } {
  const notes = new Set<string>();
  const settledTraces = traces.map((trace) => ({
    ...trace,
    frames: trace.frames.flatMap(({ among, bundle, isDoubtful, ...frame }): readonly StackFrame[] => {
      if (isDoubtful) return isDefinedIn(frame, files) ? [frame] : [];
      if (bundle !== undefined) return locateBundled(frame, bundle, { known, files });
      if (among === undefined) return [frame];
      const left = narrowFiles(frame, among, files);
      if (left.length === 1) return [{ ...frame, path: left[0]! }];
      notes.add(`${frame.path} of the trace may be any of ${listPaths(left)}.`);
      if (left.length > FILES_EACH) return [frame];
      return left.map((path) => ({ ...frame, path, alike: left.length }));
    }),
  }));
  return { traces: settledTraces, notes: [...notes].slice(0, NOTES_MAX) };
}

/** Whether there are errors and every frame lies in the workspace, even if in one of several files. */
export function areAllFound(traces: readonly LocatedTrace[], has: (path: string) => boolean): boolean {
  const isFound = ({ frames }: LocatedTrace) =>
    frames.length > 0 && frames.every(({ path, among, isDoubtful }) => (among ? !isDoubtful : has(path)));
  // A place that is only mentioned does not count as an error.
  return traces.every(isFound) && traces.some(({ message }) => message !== null);
}

// Each question filters the files left by the one before; a question that no file passes is skipped.
function narrowFiles({ line, symbol }: StackFrame, among: readonly string[], files: FrameFiles): readonly string[] {
  const name = functionNameOf(symbol);
  const symbolsNamed = (path: string) => files.symbolsOf(path).filter((symbol) => symbol.name === name);
  const isMember = (one: SymbolFacts) => nameKey(one.qualifiedName).endsWith(nameKey(symbol ?? ''));
  const questions: ((path: string) => boolean)[] = [
    (path) => symbolsNamed(path).length > 0,
    (path) => symbolsNamed(path).some(isMember),
    (path) =>
      line !== null && symbolsNamed(path).some(({ startLine, endLine }) => startLine <= line && line <= endLine),
    (path) => line !== null && line <= (files.lineCountOf(path) ?? 0),
    (path) => isMainCode(path, files),
  ];
  return questions.reduce((left, isOne) => (left.some(isOne) ? left.filter(isOne) : left), among);
}

function isDefinedIn({ path, symbol }: StackFrame, files: FrameFiles): boolean {
  return files.symbolsOf(path).some((one) => one.name === functionNameOf(symbol));
}

// Line numbers of a bundle are not those of its sources, so the function decides.
function locateBundled(
  frame: StackFrame,
  { isVendored, isForeign }: NonNullable<LocatedFrame['bundle']>,
  { known, files }: { readonly known: readonly KnownSymbol[]; readonly files: FrameFiles },
): readonly StackFrame[] {
  const name = functionNameOf(frame.symbol);
  // A common name such as `render` does not tell one package from another.
  const isTelling = splitIdentifier(name).length > 1 || (!isForeign && name.length > 2 && !isCommonName(name));
  const defining = isTelling ? known.filter((symbol) => symbol.name === name) : [];
  const all = [...new Set(defining.map(({ path }) => path))];
  const sources = all.filter((path) => isMainCode(path, files));
  const paths = sources.length > 0 ? sources : all;
  if (paths.length === 0 || paths.length > FILES_EACH) return isVendored ? [] : [frame];
  const alike = paths.length > 1 ? { alike: paths.length } : {};
  return paths.map((path) => ({ ...frame, path, line: null, ...alike }));
}

const isMainCode = (path: string, files: FrameFiles): boolean => !SECONDARY_ROLES.has(files.roleOf(path) ?? 'source');

const functionNameOf = (symbol: string | null): string => NAME.exec(symbol ?? '')?.[0] ?? '';

/** Lists the first of these paths and counts the others. */
export function listPaths(paths: readonly string[]): string {
  const more = paths.length > LISTED_MAX ? ` and ${paths.length - LISTED_MAX} more` : '';
  return `${paths.slice(0, LISTED_MAX).join(', ')}${more}`;
}
