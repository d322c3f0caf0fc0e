import type { StackFrame } from '../../../model/task.ts';
import type { ViewPaths } from '../view-paths.ts';
import type { LinkedTrace } from './lead-first.ts';
import type { RawTrace } from './parse-traces.ts';
import type { RawFrame } from './trace-dialect.ts';

// Where other people's code lies; what follows the mark is a path inside the package.
const VENDORED =
  /(?:^|\/)(?:node_modules(?:\/\.pnpm\/[^/]{1,200}\/node_modules)?|bower_components|site-packages|dist-packages|vendor\/bundle|gems|vendor|Pods|\.cargo\/registry\/src\/[^/]{1,100}|\.cargo\/git\/checkouts|pkg\/mod|\.m2\/repository)\/(.*)$/;
// The language's own code.
const RUNTIME =
  /^(?:node:|internal\/|native |<|ext:|bun:|deno:|chrome-extension:|wasm:|\[)|^\/rustc\/|\/lib\/rustlib\/|^library\/(?:core|std|alloc)\/|\/(?:usr|opt)\/[^\s]{0,100}lib\d{0,2}\/python[\d.]{1,6}\/(?!site-packages|dist-packages)|\/lib\/python[\d.]{1,6}\/(?!site-packages|dist-packages)[\w/]{1,80}\.py$|\/go\/src\/(?:runtime|net|testing|reflect|sync)\/|\/lib\/ruby\/\d|^(?:java|javax|jdk|sun|kotlin|kotlinx|scala|org\/junit|org\/gradle|com\/sun|jakarta)\//;
const SCHEME =
  /^(?:file:\/\/\/?(?=[A-Za-z]:|\/|\w)|webpack-internal:\/{2,3}|webpack:\/{2,3}|https?:\/\/[^/]{1,200}\/|\([\w-]{1,30}\)\/|app:\/{2,3}|vite:\/{2,3})/;
const PACKAGE_VERSION = /^((?:@[^/]{1,100}\/)?[^/]{1,100}?)[-@]v?\d[\w.+-]{0,60}\//;
const FRAMES_KEPT_MAX = 30;
// Inside a package fewer shared folders are chance: every package has a src/index.
const VENDORED_SEGMENTS_MIN = 3;

/** Traces in terms of the view: paths made relative, frames of other people's code dropped. */
export function locateFrames(traces: readonly RawTrace[], view: ViewPaths): readonly LinkedTrace[] {
  return traces.map((trace) => {
    const frames = uniqueFrames(trace.frames.flatMap((frame) => locateFrame(frame, view) ?? []));
    return { ...trace, frames: frames.slice(0, FRAMES_KEPT_MAX) };
  });
}

/** A printed path as the view spells it; null when the code is not the workspace's own. */
export function locatePath(printed: string, view: ViewPaths): string | null {
  const path = plainPath(printed);
  if (view.has(path)) return path;
  if (path === '' || RUNTIME.test(path)) return null;
  const vendored = VENDORED.exec(path);
  const match = view.bySuffix(path);
  const [best] = match.paths;
  // A view that holds the vendored file itself means that file.
  if (vendored && !(match.isWhole && best !== undefined && VENDORED.test(best)))
    return vendoredPath(vendored[1] ?? '', view);
  if (best === undefined) return path;
  const isCertain = match.isWhole || match.segments > 1;
  return isCertain && match.paths.length === 1 ? best : path;
}

function locateFrame(frame: RawFrame, view: ViewPaths): StackFrame | null {
  const path = locatePath(frame.path, view);
  return path === null ? null : { ...frame, path };
}

// A project's own reports show it installed: site-packages/django/db/models/query.py is django/db/models/query.py.
function vendoredPath(inside: string, view: ViewPaths): string | null {
  const path = inside.replace(PACKAGE_VERSION, '$1/');
  const match = view.bySuffix(path);
  const [best] = match.paths;
  if (best === undefined || match.paths.length > 1 || VENDORED.test(best)) return null;
  const segments = path.split('/').length;
  const isWhole = match.segments === segments && segments > 1;
  return isWhole || match.segments >= VENDORED_SEGMENTS_MIN ? best : null;
}

function plainPath(printed: string): string {
  let path = printed.trim().replaceAll('\\', '/');
  for (let scheme = SCHEME.exec(path); scheme; scheme = SCHEME.exec(path)) path = path.slice(scheme[0].length);
  return path
    .replace(/[?#].*$/, '')
    .replace(/^[A-Za-z]:\//, '/')
    .replace(/^(?:\.{1,2}\/)+/, '');
}

function uniqueFrames(frames: readonly StackFrame[]): readonly StackFrame[] {
  const seen = new Set<string>();
  return frames.filter((frame) => {
    const key = `${frame.path}:${frame.line}`;
    return !seen.has(key) && seen.add(key);
  });
}
