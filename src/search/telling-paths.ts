import { stem, words } from '../model/terms.ts';
import type { View } from '../ports/signal-finder.ts';

const WORDS_MAX = 30;

/** Neighbouring words of a title as stems, those that say nothing alone included: `pr create`, `issue list`. */
export function phrasePairs(title: string): readonly (readonly [string, string])[] {
  const said = words(title)
    .slice(0, WORDS_MAX)
    .map((word) => stem(word.toLowerCase()));
  return said.slice(1).flatMap((word, index) => (word === said[index] ? [] : [[said[index]!, word] as const]));
}

/**
 * How well neighbouring words of the title stand beside one another in a path, 0..1: `pr create` is the command in
 * `pkg/cmd/pr/create`, whatever the words mean alone. A pair that few paths hold tells more.
 */
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
    const known = paths.filter((path) => view.files.has(path));
    const tells = Math.log(1 + files / Math.max(1, known.length)) / Math.log(1 + files);
    for (const path of known) values.set(path, Math.min(1, (values.get(path) ?? 0) + tells));
  }
  return values;
}

function isPairIn(path: string, first: string, second: string): boolean {
  const own = words(path.replaceAll('_', ' ')).map((word) => stem(word.toLowerCase()));
  return own.some((word, at) => word === first && own[at + 1] === second);
}

const VERSION = /^v(\d{1,3})$/i;
const KEPT = /^(?:deprecated|legacy)$/i;

const known = new WeakMap<View, ReadonlyMap<string, string>>();

/**
 * Whether a file lies in a folder that is kept for old callers: a later version stands beside it (`v3` beside `v4`), or
 * it is called `legacy` or `deprecated`. A task that names the folder means it.
 */
export function isOlder(path: string, view: View, text: string): boolean {
  const folders = known.get(view) ?? olderFolders(view);
  known.set(view, folders);
  if (folders.size === 0) return false;
  const names = path.split('/').slice(0, -1);
  const older = names.flatMap((_, at) => folders.get(names.slice(0, at + 1).join('/')) ?? []);
  return older.length > 0 && !older.some((name) => new RegExp(`\\b${name}\\b`, 'i').test(text));
}

// Each such folder with its own name.
function olderFolders({ files }: View): ReadonlyMap<string, string> {
  const folders = new Map<string, string>();
  for (const path of files.keys()) {
    const names = path.split('/').slice(0, -1);
    for (const [at, name] of names.entries())
      if (VERSION.test(name) || KEPT.test(name)) folders.set(names.slice(0, at + 1).join('/'), name);
  }
  const latest = new Map<string, number>();
  for (const [folder, name] of folders)
    latest.set(parentOf(folder), Math.max(latest.get(parentOf(folder)) ?? 0, numberOf(name)));
  return new Map(
    [...folders].filter(([folder, name]) => KEPT.test(name) || numberOf(name) < latest.get(parentOf(folder))!),
  );
}

const numberOf = (name: string): number => Number(VERSION.exec(name)?.[1] ?? 0);
const parentOf = (folder: string): string => folder.slice(0, Math.max(0, folder.lastIndexOf('/')));
