// The name of a test often says which file it tests. This file pairs tests with sources by the names of files and
// folders, so that a pack can bring the tests of the code it quotes.
import { languageOfPath } from '../../../languages/index.ts';
import type { Edge } from '../../../model/edge.ts';
import { lazy } from '../../../model/memoize.ts';
import { folderOf, nameOf } from '../../../model/paths.ts';
import { splitIdentifier } from '../../../model/terms.ts';
import { groupEntries } from '../../markdown/links/directory.ts';
import type { FileTree } from './file-tree.ts';
import { FAMILIES } from './resolvers/index.ts';

const PAIRS_MAX = 3;
/** A test that shares no folder with any source is paired only when at most this many sources have its name. */
const FREE_MATCHES_MAX = 3;
const WORDS_DROPPED_MAX = 2;
/** How much of the folders must agree before a part of the name is enough. */
const CERTAIN = 0.5;

export function findTestPairs(paths: readonly string[], tree: FileTree): readonly Edge[] {
  const sources = lazy(() => sourcesByKey(tree.paths()));
  return paths.flatMap((path) => {
    const subject = familyOf(path) === null ? null : testSubject(path);
    return subject === null ? [] : pairsOf(path, subject, sources());
  });
}

// Tries the whole name first; then the name without its first words, which often name the folder
// (`DatabaseEloquentModelTest`); then without its last words, which often name the case (`cart-totals.test`).
function pairsOf(path: string, subject: string, sources: ReadonlyMap<string, readonly string[]>): readonly Edge[] {
  const parts = splitIdentifier(subject).map((part) => part.toLowerCase());
  const cuts = Array.from({ length: Math.min(WORDS_DROPPED_MAX, parts.length - 1) }, (_, index) => index + 1);
  const readings = [
    { words: parts, places: [], dropped: 0 },
    ...cuts.map((cut) => ({ words: parts.slice(cut), places: parts.slice(0, cut), dropped: cut })),
    ...cuts.map((cut) => ({ words: parts.slice(0, -cut), places: [], dropped: cut })),
  ];
  for (const { words, places, dropped } of readings) {
    const candidates = sourcesOnly(sources.get(keyOf(path, words.join(''))) ?? []);
    const pairs = findClosest(path, places, candidates).filter(
      ({ closeness }) => dropped === 0 || closeness >= CERTAIN,
    );
    if (pairs.length === 0) continue;
    const because = dropped === 0 ? 'same stem' : `stem with ${words.join(' ')}`;
    const weightOf = (closeness: number) => 0.55 + 0.4 * closeness - 0.15 * dropped;
    return pairs.map(({ to, closeness }) => ({ from: path, to, kind: 'tests', weight: weightOf(closeness), because }));
  }
  return [];
}

// A file in a folder of tests counts as tested only when no other file has the name.
function sourcesOnly(paths: readonly string[]): readonly string[] {
  const sources = paths.filter((path) => testSubject(path) === null);
  const outside = sources.filter((path) => !TEST_FOLDER.test(path));
  return outside.length > 0 ? outside : sources;
}

function findClosest(test: string, morePlaces: readonly string[], sources: readonly string[]) {
  const places = new Set([...placesOf(test), ...morePlaces]);
  const ranked = sources.map((to) => ({ to, closeness: closenessOf(places, placesOf(to)) }));
  ranked.sort((a, b) => b.closeness - a.closeness || a.to.length - b.to.length || (a.to < b.to ? -1 : 1));
  const best = ranked[0]?.closeness ?? 0;
  if (best === 0 && ranked.length > FREE_MATCHES_MAX) return [];
  // Sources that agree much less than the best are hardly what the test is about.
  return ranked.filter(({ closeness }) => closeness >= best * 0.75).slice(0, PAIRS_MAX);
}

// Returns the proportion of folder names in common.
function closenessOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 && b.size === 0) return 1;
  const shared = [...a].filter((place) => b.has(place)).length;
  return shared / Math.max(1, a.size, b.size);
}

const FOLDER_INDEXES = new Set(['index', 'init', 'mod', 'lib', 'main']);
const COMMON =
  'src lib main java kotlin scala php ruby python app source sources unit integration feature features functional e2e';
const COMMON_FOLDERS = new Set(COMMON.split(' '));

// Returns the names of the folders of a path, without marks of tests and folders that most projects have.
function placesOf(path: string): ReadonlySet<string> {
  const places = new Set<string>();
  for (const folder of folderOf(path).toLowerCase().split('/')) {
    const bare = folder.replace(/^tests?[-_]|[-_]?(?:tests?|specs?)$/, '');
    if (bare !== '' && !COMMON_FOLDERS.has(bare) && !TEST_FOLDER.test(`${bare}/`)) places.add(bare);
  }
  return places;
}

function sourcesByKey(paths: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const programs = paths.filter((path) => familyOf(path) !== null);
  const indexes = programs.filter((path) => FOLDER_INDEXES.has(sourceStem(path)));
  return groupEntries([
    ...programs.map((path) => [keyOf(path, sourceStem(path)), path] as const),
    // The tests of a folder's index may have the name of the folder.
    ...indexes.map((path) => [keyOf(path, nameOf(folderOf(path))), path] as const),
  ]);
}

function keyOf(path: string, stem: string): string {
  return `${familyOf(path)}:${stem.toLowerCase().replace(/[^a-z0-9]+/g, '')}`;
}

// Files of one language family can test each other. Returns null for a file that is not code.
function familyOf(path: string): string | null {
  const row = languageOfPath(path);
  if (row === null || !row.isCode) return null;
  return FAMILIES.get(row.name)?.languages[0] ?? row.name;
}

const TEST_FOLDER = /(?:^|\/)(?:tests?|__tests__|specs?|t)\//i;

// Each pattern captures a stem without its mark of a test. They run again on the rest, so `x.e2e-spec` ends as `x`.
const TEST_MARKS: readonly RegExp[] = [
  /^(.+)[._-](?:[Tt]ests?|specs?|cy|e2e|integration|unit|bench|stories)$/,
  /^(.*[a-z0-9])(?:Tests?|TestCase|Specs?|IT)$/,
  /^Test([A-Z].*)$/,
  /^([A-Z].*)\.t$/,
];
const TEST_PREFIX = /^tests?[._-](.+)$/;

/** Returns the name of what a test file tests (`user.test.ts` → `user`); null when its path shows no test. */
function testSubject(path: string): string | null {
  const stem = sourceStem(path);
  if (stem.includes('.config')) return null;
  const subject = stripTestMarks(stem, path);
  if (subject !== stem) return subject;
  const isUnmarked = TEST_FOLDER.test(path) && languageOfPath(path)?.hasUnmarkedTests === true;
  return isUnmarked && stem !== 'index' ? stem : null;
}

/** Returns the base name without its last extension or `.d.ts`; `__init__` counts as `init`. */
function sourceStem(path: string): string {
  const name = nameOf(path).replace(/(?:\.d)?\.\w+$/, '');
  return name.startsWith('__') ? name.replace(/^__(\w+)__$/, '$1') : name;
}

function stripTestMarks(stem: string, path: string): string {
  let subject = stem;
  for (let round = 0; round < 3; round += 1) {
    const mark = TEST_MARKS.find((pattern) => pattern.test(subject));
    if (!mark) break;
    subject = mark.exec(subject)![1]!;
  }
  const prefix = TEST_PREFIX.exec(subject);
  // Only Python calls a test `test_x` in any folder; `lib/test_case.rb` does not test `case`.
  return prefix && (path.endsWith('.py') || TEST_FOLDER.test(path)) ? prefix[1]! : subject;
}
