import type { Task } from '../model/task.ts';
import { nameKey } from '../model/terms.ts';
import type { Question } from '../ports/signal-finder.ts';
import type { Definition } from '../ports/store.ts';
import { type TaskName, taskNames } from './task-names.ts';

/** More places than this make a name say nothing. */
const PLACES_MAX = 40;
/** Files that are called after what they are to their folder: the folder's name is theirs. */
const FOLDER_FILES = new Set(['index', 'mod', 'init', 'main', 'lib', 'package', 'readme']);

/** What names of the task say of one file; each is a sum over names, not scaled. */
export interface NameMatch {
  definesTitle: number;
  definesPlain: number;
  /** Symbols (by index) that are named, and how much each name tells. */
  readonly symbols: Map<number, number>;
}

/** Names of the task that files define. */
export function matchNames(question: Pick<Question, 'task' | 'words' | 'view'>): ReadonlyMap<string, NameMatch> {
  const matches = new Map<string, NameMatch>();
  const at = (path: string): NameMatch => {
    let match = matches.get(path);
    if (!match) {
      match = { definesTitle: 0, definesPlain: 0, symbols: new Map() };
      matches.set(path, match);
    }
    return match;
  };
  matchDefinitions(question, at);
  return matches;
}

/** The names of a task whose definitions are looked up. */
export function telling(task: Pick<Task, 'text' | 'title'>): readonly TaskName[] {
  // A plain word is a name of something nearly everywhere; the names field of the index judges those.
  return taskNames(task).filter((name) => name.isCode || name.parts > 1);
}

/** What is defined under these keys, among what was looked up for the question. */
export function definitionsUnder(keys: Iterable<string>, { words }: Pick<Question, 'words'>): readonly Definition[] {
  const wanted = new Set(keys);
  return words.definitions.filter((one) => wanted.has(nameKey(one.name)));
}

function matchDefinitions(question: Pick<Question, 'task' | 'words' | 'view'>, at: (path: string) => NameMatch): void {
  const { view } = question;
  const asked = new Map(telling(question.task).map((name) => [name.key, name]));
  const found = Map.groupBy(definitionsUnder(asked.keys(), question), (one) => nameKey(one.name));
  for (const [key, definitions] of found) {
    const name = asked.get(key)!;
    const paths = new Set(definitions.map((one) => one.path));
    if (paths.size > PLACES_MAX) continue;
    const tells = told(paths.size, view.files.size);
    for (const { path, symbol } of definitions) {
      const match = at(path);
      match.symbols.set(symbol, Math.max(tells, match.symbols.get(symbol) ?? 0));
    }
    for (const path of paths) {
      const match = at(path);
      if (!name.isCode) match.definesPlain += tells;
      if (name.isTitle && name.isCode) match.definesTitle += tells;
    }
  }
}

// Rare names tell more, and a name that several share tells each of them less.
function told(places: number, files: number): number {
  return Math.log(1 + files / places) / Math.sqrt(places);
}

/** What a file is called, as names are compared. */
export function fileKey(path: string): string {
  const parts = path.split('/');
  const base = parts.at(-1)!;
  const dot = base.indexOf('.', 1);
  const own = nameKey(dot > 0 ? base.slice(0, dot) : base);
  return FOLDER_FILES.has(own) && parts.length > 1 ? nameKey(parts.at(-2)!) : own;
}
