// Paths carry meaning: a task may name a package as its scope, use neighbouring words of a path, or mean the newest
// version of a folder. This file matches tasks with paths, and tells whether a workspace is of documents.
import { memoize, memoizePerObject } from '../model/memoize.ts';
import { endsWithPath, folderOf, nameOf, upwards } from '../model/paths.ts';
import { nameKey, stem, words } from '../model/terms.ts';
import type { View } from '../ports/signal-finder.ts';
import { rarityOf } from './bm25.ts';

// The forms in which tasks name a scope: `fix(router): …`, `net/http: …`, `[cli] …`, "in the grouping package".
const CONVENTIONAL = /^\s*(?:revert:?\s+)?["“]?[a-z]+\(([^()]{1,80})\)!?:/i;
const LABELLED = /^\s*\[([^[\]]{1,60})\]/;
const PREFIXED = /^\s*((?:[\w@$.-]+)(?:[/,|]\s*[\w@$.*-]+){0,5}):\s/;
const PROSE =
  /\b(?:in|of|from|for)\s+(?:the\s+)?[`"']?([\w@/.-]{2,60})[`"']?\s+(?:package|module|crate|plugin|component|directory|folder|namespace|middleware|adapter|helper|rule|command)\b/gi;
// Words at these places that name a kind of change and no scope.
const KINDS = new Set(
  'feat feature fix chore docs doc refactor perf test tests build ci style revert bug bugfix hotfix wip release types misc update upgrade note warning'.split(
    ' ',
  ),
);

const filesByName = memoizePerObject(({ files }: View) =>
  Map.groupBy(files.keys(), (path) => nameOf(path).toLowerCase()),
);

/** Finds the files whose paths are `end` or end in it; `end` is in lower case. */
export function filesEndingIn(end: string, view: View): readonly string[] {
  return (filesByName(view).get(nameOf(end)) ?? []).filter((path) => endsWithPath(path.toLowerCase(), end));
}

export const filesByKey = memoizePerObject(({ files }: View) => Map.groupBy(files.keys(), fileKey));

// A file with such a name is known by the name of its folder.
const FOLDER_FILES = new Set(['index', 'mod', 'init', 'main', 'lib', 'package', 'readme']);

// Returns the key of a file's name without extensions, or that of its folder.
function fileKey(path: string): string {
  const parts = path.split('/');
  const base = parts.at(-1)!;
  const dot = base.indexOf('.', 1);
  const key = nameKey(dot > 0 ? base.slice(0, dot) : base);
  return FOLDER_FILES.has(key) && parts.length > 1 ? nameKey(parts.at(-2)!) : key;
}

/** The values of a scope that is the name of a folder, and of one that is only part of a name; a file name counts 1. */
const FOLDER = 0.8;
const INSIDE = 0.4;
const INSIDE_LENGTH_MIN = 4;
const WORD_MIN = 2;

/** Finds the scopes that a task names, as keys (see `nameKey`). */
export function findScopes(title: string, text: string): readonly string[] {
  const scopes = [
    CONVENTIONAL.exec(title)?.[1],
    LABELLED.exec(title)?.[1],
    PREFIXED.exec(title)?.[1],
    ...[...text.slice(0, 2000).matchAll(PROSE)].map((match) => match[1]),
  ];
  const names = scopes.flatMap((scope) => scope?.split(/[\s,/|]+/) ?? []);
  const keys = names.map((word) => nameKey(word.replace(/\.\w{1,4}$/, '')));
  return [...new Set(keys)].filter((key) => key.length >= WORD_MIN && !KINDS.has(key));
}

/** Rates from 0 to 1 how well each file lies in the scopes of the task. */
export function matchScopes(scopes: readonly string[], view: View): ReadonlyMap<string, number> {
  const values = new Map<string, number>();
  const names = scopes.length === 0 ? [] : pathNames(view);
  for (const scope of scopes) {
    const stemmed = stem(scope);
    const hits = names.flatMap((name) => {
      const value = rateScope(name, scope, stemmed);
      return value > 0 ? [{ path: name.path, value }] : [];
    });
    // A scope with many files says little about each of them.
    const rarity = rarityOf(hits.length, view.files.size);
    for (const { path, value } of hits) values.set(path, (values.get(path) ?? 0) + value * rarity);
  }
  const best = Math.max(0, ...values.values());
  return best === 0 ? values : new Map([...values].map(([path, value]) => [path, value / best]));
}

type PathNames = ReturnType<typeof pathNames>[number];

/** Returns the file name and the folders of all paths of a view, each as a key with its stem. */
export const pathNames = memoizePerObject((view: View) => {
  const pair = (key: string) => [key, stem(key)] as const;
  const folderPair = memoize((folder: string) => pair(nameKey(folder)));
  return [...view.files.keys()].map((path) => ({
    path,
    file: pair(fileKey(path)),
    folders: path
      .split('/')
      .slice(0, -1)
      .map((folder) => folderPair(folder)),
  }));
});

function rateScope({ file, folders }: PathNames, scope: string, stemmed: string): number {
  const isNamed = ([key, stem]: readonly [string, string]) => key === scope || stem === stemmed;
  if (isNamed(file)) return 1;
  if (folders.some(isNamed)) return FOLDER;
  const holds = ([key]: readonly [string, string]) => key.includes(scope);
  return scope.length >= INSIDE_LENGTH_MIN && (holds(file) || folders.some(holds)) ? INSIDE : 0;
}

const WORDS_MAX = 30;

/** Returns the stems of neighbouring words of a title in pairs, stop words included: `pr create`, `issue list`. */
export function pairTitleWords(title: string): readonly (readonly [string, string])[] {
  const stems = words(title).slice(0, WORDS_MAX).map(stem);
  return stems.slice(1).flatMap((word, index) => (word === stems[index] ? [] : [[stems[index]!, word] as const]));
}

/** Rates from 0 to 1 how well paths hold neighbouring words of the title: `pkg/cmd/pr/create` holds `pr create`. */
export function matchPhrases(
  title: string,
  byTerm: ReadonlyMap<string, readonly string[]>,
  view: View,
): ReadonlyMap<string, number> {
  const values = new Map<string, number>();
  for (const [first, second] of pairTitleWords(title)) {
    const holding = new Set(byTerm.get(second) ?? []);
    const paths = (byTerm.get(first) ?? []).filter((path) => holding.has(path) && isPairIn(path, first, second));
    const present = paths.filter((path) => view.files.has(path));
    const rarity = rarityOf(present.length, view.files.size);
    for (const path of present) values.set(path, Math.min(1, (values.get(path) ?? 0) + rarity));
  }
  return values;
}

function isPairIn(path: string, first: string, second: string): boolean {
  const stems = words(path.replaceAll('_', ' ')).map(stem);
  return stems.some((word, index) => word === first && stems[index + 1] === second);
}

// A workspace with more documents than this for each source file is a collection of documents.
const DOCUMENTS_TO_A_SOURCE = 20;

/** Returns whether a workspace has hardly any code, so that questions are about its documents. */
export const isOfDocuments = memoizePerObject(({ files }: View): boolean => {
  const roles = Map.groupBy(files.values(), ({ role }) => role);
  return (roles.get('docs')?.length ?? 0) > DOCUMENTS_TO_A_SOURCE * (roles.get('source')?.length ?? 0);
});

const VERSION = /^v(\d{1,3})$/i;
const OLD_NAME = /^(?:deprecated|legacy)$/i;

/** Returns whether a file lies in a folder of old code (`v3` beside `v4`, `legacy`) that the task does not name. */
export function isOlder(path: string, view: View, text: string): boolean {
  const folders = olderFolders(view);
  if (folders.size === 0) return false;
  const older = upwards(folderOf(path)).flatMap((folder) => folders.get(folder) ?? []);
  return older.length > 0 && !older.some((name) => new RegExp(`\\b${name}\\b`, 'i').test(text));
}

const olderFolders = memoizePerObject(({ files }: View): ReadonlyMap<string, string> => {
  const folders = new Map<string, string>();
  for (const path of files.keys())
    for (const folder of upwards(folderOf(path))) {
      const name = nameOf(folder);
      if (VERSION.test(name) || OLD_NAME.test(name)) folders.set(folder, name);
    }
  const latest = new Map<string, number>();
  for (const [folder, name] of folders)
    latest.set(folderOf(folder), Math.max(latest.get(folderOf(folder)) ?? 0, numberOf(name)));
  return new Map(
    [...folders].filter(([folder, name]) => OLD_NAME.test(name) || numberOf(name) < latest.get(folderOf(folder))!),
  );
});

const numberOf = (name: string): number => Number(VERSION.exec(name)?.[1] ?? 0);
