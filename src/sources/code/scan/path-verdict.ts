import { UNFINISHED_PREFIX } from '../../../config/state-folder.ts';
import { isTellingName, LONG_RUN } from '../../../reading/redaction/redact.ts';
import type { IgnoreRules } from './ignore-rules.ts';
import {
  DROPPED_EXTENSIONS,
  DROPPED_FOLDERS,
  DROPPED_NAMES,
  DROPPED_PATTERN,
  NEVER,
  SECRET_PATTERN,
} from './unwanted-paths.ts';

/** Whether a path is wanted; secrets are told apart because leaving them out is worth a note. */
export type PathVerdict = 'keep' | 'drop' | 'secret';

export interface PathRules {
  /** The root's own ignore file: wins over everything built in but `.git`, `.knap` and secrets. */
  readonly own: IgnoreRules;
  /** What the user lets in: wins over the root's file and everything built in, but for the same. */
  readonly included: IgnoreRules;
  /** Patterns of the caller: they only ever take away. */
  readonly excluded: IgnoreRules;
}

/** Makes the judge of paths; the folders it has seen are remembered. */
export function createPathVerdict(rules: PathRules): (path: string) => PathVerdict {
  const folders = new Map<string, JudgedFolder>([['', { verdict: 'keep', hasLongRun: false }]]);
  return (path) => {
    if (LEADS_OUT.test(path)) return 'drop';
    const cut = path.lastIndexOf('/') + 1;
    const name = path.slice(cut);
    const { verdict: folder, hasLongRun } = folderOf(path.slice(0, cut), folders);
    if (folder === 'never' || NEVER.has(name)) return 'drop';
    if (rules.excluded.verdict(path) === 'out') return 'drop';
    const own = rules.included.verdict(path) ?? rules.own.verdict(path);
    if (own === 'out') return 'drop';
    // Nothing lets in what is secret. A path is the name of everything in it: one that holds a secret cannot be said.
    if (SECRET_PATTERN.test(name) || ((hasLongRun || LONG_RUN.test(name)) && isTellingName(path))) return 'secret';
    if (own === 'in') return 'keep';
    return folder === 'drop' || isDroppedName(name) ? 'drop' : 'keep';
  };
}

// No file of a workspace is called so; an index that somebody wrote by hand, a tree or a patch may say it all the same.
const LEADS_OUT = /^\/|(?:^|\/)\.\.(?:\/|$)/;

interface JudgedFolder {
  readonly verdict: 'keep' | 'drop' | 'never';
  readonly hasLongRun: boolean;
}

function folderOf(folder: string, known: Map<string, JudgedFolder>): JudgedFolder {
  const before = known.get(folder);
  if (before) return before;
  const cut = folder.lastIndexOf('/', folder.length - 2) + 1;
  const name = folder.slice(cut, -1);
  const above = folderOf(folder.slice(0, cut), known);
  const isNever = above.verdict === 'never' || NEVER.has(name) || name.startsWith(UNFINISHED_PREFIX);
  const verdict = isNever ? 'never' : DROPPED_FOLDERS.has(name) ? 'drop' : above.verdict;
  const found = { verdict, hasLongRun: above.hasLongRun || LONG_RUN.test(name) } as const;
  known.set(folder, found);
  return found;
}

function isDroppedName(name: string): boolean {
  const dot = name.lastIndexOf('.');
  if (dot > 0 && DROPPED_EXTENSIONS.has(name.slice(dot + 1).toLowerCase())) return true;
  return DROPPED_NAMES.has(name) || DROPPED_PATTERN.test(name);
}
