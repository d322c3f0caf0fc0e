import { memoizedPerObject } from '../model/memoize.ts';
import { nameKey, stem, words } from '../model/terms.ts';
import type { View } from '../ports/signal-finder.ts';
import { fileKey, stemKey } from './task-names.ts';

// `fix(router): …`, `net/http: …`, `[cli] …`, "in the grouping package".
const CONVENTIONAL = /^\s*(?:revert:?\s+)?["“]?[a-z]+\(([^()]{1,80})\)!?:/i;
const LABELLED = /^\s*\[([^[\]]{1,60})\]/;
const PREFIXED = /^\s*((?:[\w@$.-]+)(?:[/,|]\s*[\w@$.*-]+){0,5}):\s/;
const PROSE =
  /\b(?:in|of|from|for)\s+(?:the\s+)?[`"']?([\w@/.-]{2,60})[`"']?\s+(?:package|module|crate|plugin|component|directory|folder|namespace|middleware|adapter|helper|rule|command)\b/gi;
const KINDS = new Set(
  'feat feature fix chore docs doc refactor perf test tests build ci style revert bug bugfix hotfix wip release types misc update upgrade note warning'.split(
    ' ',
  ),
);
/** Files by their names in lower case, and by what they are called. */
export const filesByName = memoizedPerObject(({ files }: View) => {
  const paths = [...files.keys()];
  return { bases: Map.groupBy(paths, baseName), keys: Map.groupBy(paths, fileKey) };
});

/** The name of a file in lower case, without its folders. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).toLowerCase();
}

const FOLDER = 0.8;
const INSIDE = 0.4;
const INSIDE_MIN = 3;
const WORD_MIN = 2;

/** The scopes that a task names: `fix(router): …`, `[cli] …`, "in the grouping package". */
export function scopesOf(title: string, text: string): readonly string[] {
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

/** How well each file lies in the scopes of the task, 0..1. */
export function scopeMatches(scopes: readonly string[], view: View): ReadonlyMap<string, number> {
  const values = new Map<string, number>();
  const names = scopes.length === 0 ? [] : pathNames(view);
  for (const scope of scopes) {
    const stemmed = stemKey(scope);
    const hits = names.flatMap((name) => {
      const value = within(name, scope, stemmed);
      return value > 0 ? [{ path: name.path, value }] : [];
    });
    // A scope that holds half of the files narrows nothing.
    const tells = Math.log(1 + view.files.size / Math.max(1, hits.length)) / Math.log(1 + view.files.size);
    for (const { path, value } of hits) values.set(path, (values.get(path) ?? 0) + value * tells);
  }
  const most = Math.max(0, ...values.values());
  return most === 0 ? values : new Map([...values].map(([path, value]) => [path, value / most]));
}

/** The parts of a path as keys: each name with its stem. */
interface PathNames {
  readonly path: string;
  readonly file: readonly [key: string, stemmed: string];
  readonly folders: readonly (readonly [key: string, stemmed: string])[];
}

/** The names of all paths of a view, made once. */
export const pathNames = memoizedPerObject((view: View): readonly PathNames[] => {
  const folders = new Map<string, readonly [string, string]>();
  const pair = (key: string) => [key, stemKey(key)] as const;
  const folderPair = (folder: string) => {
    const made = folders.get(folder) ?? pair(nameKey(folder));
    folders.set(folder, made);
    return made;
  };
  return [...view.files.keys()].map((path) => ({
    path,
    file: pair(fileKey(path)),
    folders: path.split('/').slice(0, -1).map(folderPair),
  }));
});

function within({ file, folders }: PathNames, scope: string, stemmed: string): number {
  const isNamed = ([key, stem]: readonly [string, string]) => key === scope || stem === stemmed;
  if (isNamed(file)) return 1;
  if (folders.some(isNamed)) return FOLDER;
  const holds = ([key]: readonly [string, string]) => key.includes(scope);
  return scope.length > INSIDE_MIN && (holds(file) || folders.some(holds)) ? INSIDE : 0;
}

const WORDS_MAX = 30;

/** Pairs of neighbouring words of a title as stems, stop words included: `pr create`, `issue list`. */
export function phrasePairs(title: string): readonly (readonly [string, string])[] {
  const stems = words(title)
    .slice(0, WORDS_MAX)
    .map((word) => stem(word.toLowerCase()));
  return stems.slice(1).flatMap((word, index) => (word === stems[index] ? [] : [[stems[index]!, word] as const]));
}

/** How well a path holds neighbouring words of the title, 0..1: `pr create` is `pkg/cmd/pr/create`. Rare pairs count more. */
export function pathPhrases(
  title: string,
  byTerm: ReadonlyMap<string, readonly string[]>,
  view: View,
): ReadonlyMap<string, number> {
  const values = new Map<string, number>();
  const files = view.files.size;
  for (const [first, second] of phrasePairs(title)) {
    const holding = new Set(byTerm.get(second) ?? []);
    const paths = (byTerm.get(first) ?? []).filter((path) => holding.has(path) && isPairIn(path, first, second));
    const present = paths.filter((path) => view.files.has(path));
    const tells = Math.log(1 + files / Math.max(1, present.length)) / Math.log(1 + files);
    for (const path of present) values.set(path, Math.min(1, (values.get(path) ?? 0) + tells));
  }
  return values;
}

function isPairIn(path: string, first: string, second: string): boolean {
  const stems = words(path.replaceAll('_', ' ')).map((word) => stem(word.toLowerCase()));
  return stems.some((word, index) => word === first && stems[index + 1] === second);
}

// A few source files among many notes do not make a code repository.
const DOCUMENTS_TO_A_SOURCE = 20;

/** Whether hardly anything but documents is here, so that they are what is asked for. */
export const isOfDocuments = memoizedPerObject(({ files }: View): boolean => {
  const roles = Map.groupBy(files.values(), ({ role }) => role);
  return (roles.get('docs')?.length ?? 0) > DOCUMENTS_TO_A_SOURCE * (roles.get('source')?.length ?? 0);
});

const VERSION = /^v(\d{1,3})$/i;
const KEPT = /^(?:deprecated|legacy)$/i;

/** Whether a file lies in a folder for old callers (`v3` beside `v4`, `legacy`, `deprecated`) that the task does not name. */
export function isOlder(path: string, view: View, text: string): boolean {
  const folders = olderFolders(view);
  if (folders.size === 0) return false;
  const names = path.split('/').slice(0, -1);
  const older = names.flatMap((_, index) => folders.get(names.slice(0, index + 1).join('/')) ?? []);
  return older.length > 0 && !older.some((name) => new RegExp(`\\b${name}\\b`, 'i').test(text));
}

// Each such folder with its name.
const olderFolders = memoizedPerObject(({ files }: View): ReadonlyMap<string, string> => {
  const folders = new Map<string, string>();
  for (const path of files.keys()) {
    const names = path.split('/').slice(0, -1);
    for (const [index, name] of names.entries())
      if (VERSION.test(name) || KEPT.test(name)) folders.set(names.slice(0, index + 1).join('/'), name);
  }
  const latest = new Map<string, number>();
  for (const [folder, name] of folders)
    latest.set(parentOf(folder), Math.max(latest.get(parentOf(folder)) ?? 0, numberOf(name)));
  return new Map(
    [...folders].filter(([folder, name]) => KEPT.test(name) || numberOf(name) < latest.get(parentOf(folder))!),
  );
});

const numberOf = (name: string): number => Number(VERSION.exec(name)?.[1] ?? 0);
const parentOf = (folder: string): string => folder.slice(0, Math.max(0, folder.lastIndexOf('/')));
