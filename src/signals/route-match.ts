// A task may hold an address such as `/auth/register`. This signal finds the files that may handle it.
import { nameKey } from '../model/terms.ts';
import type { Hit, Question, SignalFinder } from '../ports/signal-finder.ts';
import type { FileRecord } from '../ports/store.ts';
import { findLikelyFiles } from '../search/likely-files.ts';
import { pathNames } from '../search/path-matches.ts';
import { findRouteLines, parseRoutes, type RouteParts } from '../search/route-matching.ts';

/** The most files that are read for each address: by their words, and by their path. */
const FILES_EACH = 16;
const PATHS_EACH = 60;
/** Factor for a file of which only the path matches a part of the address. */
const BY_PATH = 0.7;
/** If more files than this match an address, it counts less for each. */
const ALIKE_MAX = 3;

export const routeMatch: SignalFinder = {
  kind: 'routeMatch',
  tier: 'semantic',
  weight: 0.65,
  applies: ({ task }) => parseRoutes(task.mentions).length > 0,
  async find(question) {
    const hits = await Promise.all(parseRoutes(question.task.mentions).map((route) => findRoute(route, question)));
    return hits.flat();
  },
};

async function findRoute(route: RouteParts, question: Question): Promise<readonly Hit[]> {
  const parts = route.filter((part) => part !== null);
  const byPath = new Map(matchPaths(parts, question.view).map((match) => [match.path, match.held]));
  const likely = findLikelyFiles(parts, question, FILES_EACH).map(({ file }) => file);
  const files = new Map(likely.map((file) => [file.path, file]));
  for (const path of [...byPath.keys()].slice(0, PATHS_EACH)) files.set(path, question.view.files.get(path)!);
  const read = await Promise.all([...files.values()].map((file) => matchFile(file, route, question)));
  const matches = read.flatMap((match) => {
    // The path may match the rest of the address: `auth.py` holds `/register` of `/auth/register`.
    const inPath = byPath.get(match.path) ?? countHeld(parts.slice(0, -match.held || undefined), match.path);
    const held = Math.min(parts.length, match.held > 0 ? match.held + inPath : inPath);
    const isPlace = match.held > 0 || byPath.has(match.path);
    return isPlace ? [{ ...match, share: held / parts.length, isString: match.held > 0 }] : [];
  });
  const roleOf = (path: string) => question.view.files.get(path)?.role ?? 'source';
  return matches.map(({ path, lines, share, isString }) => {
    const alike = matches.filter((other) => other.share >= share && other.isString === isString).length;
    // Tests repeat the routes of the code they test.
    const role = roleOf(path) === 'test' ? question.roleFactors.test : 1;
    const isWhole = isString || share === 1;
    const value = role * share * (isWhole ? 1 : BY_PATH) * Math.sqrt(Math.min(1, ALIKE_MAX / alike));
    const shown = `/${route.map((part) => part ?? '…').join('/')}`;
    return {
      path,
      value,
      because: isString ? `holds the route ${shown}` : `lies where ${shown} points`,
      evidence: lines.map((line) => ({ lines: [line, line] as const, value })),
    };
  });
}

async function matchFile({ path, ...file }: FileRecord, route: RouteParts, { textOf }: Question) {
  const text = await textOf({ path, ...file });
  return { path, ...(text === null ? { lines: [], held: 0 } : findRouteLines(text, route)) };
}

// Finds the files whose name or last folder is the last of these parts; `held` counts the parts in the path.
function matchPaths(parts: readonly string[], view: Question['view']) {
  const last = parts.at(-1);
  return pathNames(view).flatMap(({ path, file, folders }) => {
    if (file[0] !== last && folders.at(-1)?.[0] !== last) return [];
    return [{ path, held: countHeld(parts, path) }];
  });
}

function countHeld(parts: readonly string[], path: string): number {
  const names = new Set(path.split('/').map((part) => nameKey(part.replace(/(?!^)\..*$/, ''))));
  return parts.filter((part) => names.has(part)).length;
}
