import { nameKey } from '../model/terms.ts';
import type { View } from '../ports/signal-finder.ts';
import { fileKey } from './name-matches.ts';
import { stemKey } from './task-names.ts';

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
const FOLDER = 0.8;
const INSIDE = 0.4;
const INSIDE_MIN = 3;
const WORD_MIN = 2;

/** The parts of the code a title says it is about. */
export function scopesOf(title: string, text: string): readonly string[] {
  const found = [
    CONVENTIONAL.exec(title)?.[1],
    LABELLED.exec(title)?.[1],
    PREFIXED.exec(title)?.[1],
    ...[...text.slice(0, 2000).matchAll(PROSE)].map((match) => match[1]),
  ];
  const words = found.flatMap((scope) => scope?.split(/[\s,/|]+/) ?? []);
  const keys = words.map((word) => nameKey(word.replace(/\.\w{1,4}$/, '')));
  return [...new Set(keys)].filter((key) => key.length >= WORD_MIN && !KINDS.has(key));
}

/** How well each file lies in the scope the task names, 0..1. */
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

/** What a path is made of, as names are compared: each name and its stem. */
interface PathNames {
  readonly path: string;
  readonly file: readonly [key: string, stemmed: string];
  readonly folders: readonly (readonly [key: string, stemmed: string])[];
}

const known = new WeakMap<View, readonly PathNames[]>();

/** The names of all paths of a view, made once. */
export function pathNames(view: View): readonly PathNames[] {
  const before = known.get(view);
  if (before) return before;
  const folders = new Map<string, readonly [string, string]>();
  const pair = (key: string) => [key, stemKey(key)] as const;
  const folderPair = (folder: string) => {
    const made = folders.get(folder) ?? pair(nameKey(folder));
    folders.set(folder, made);
    return made;
  };
  const names = [...view.files.keys()].map((path) => ({
    path,
    file: pair(fileKey(path)),
    folders: path.split('/').slice(0, -1).map(folderPair),
  }));
  known.set(view, names);
  return names;
}

function within({ file, folders }: PathNames, scope: string, stemmed: string): number {
  const isNamed = ([key, stem]: readonly [string, string]) => key === scope || stem === stemmed;
  if (isNamed(file)) return 1;
  if (folders.some(isNamed)) return FOLDER;
  const holds = ([key]: readonly [string, string]) => key.includes(scope);
  return scope.length > INSIDE_MIN && (holds(file) || folders.some(holds)) ? INSIDE : 0;
}
