import ignore from 'ignore';

// Each wildcard multiplies the ways in which a name can be tried, and the patterns are a stranger's.
const STARS_MAX = 8;
const STARS_PER_NAME_MAX = 3;

/** What one ignore file says of a path; null when it says nothing. */
export type Verdict = 'out' | 'in' | null;

/** The patterns of one ignore file, in gitignore syntax. */
export interface IgnoreRules {
  readonly isEmpty: boolean;
  /** Whether some line begins with `!`. */
  readonly reincludes: boolean;
  /** The path is relative to the ignore file's folder; a folder ends with a slash. */
  verdict(path: string): Verdict;
  /** Whether a re-included path could lie below this folder although the folder itself is dropped. */
  reaches(folder: string): boolean;
  /** Lines that are no patterns. */
  readonly broken: readonly { readonly line: number; readonly text: string }[];
}

/** Reads patterns, one a line; the last that matches wins. */
export function createIgnoreRules(lines: readonly string[]): IgnoreRules {
  const rules = ignore({ allowRelativePaths: false });
  const broken: { line: number; text: string }[] = [];
  const kept: string[] = [];
  for (const [index, line] of lines.entries()) {
    const pattern = line.replace(/\r$/, '');
    if (/^\s*(?:#.*)?$/.test(pattern)) continue;
    if (isBroken(pattern)) broken.push({ line: index + 1, text: pattern });
    else kept.push(pattern);
  }
  rules.add(kept);
  const heads = kept.filter((pattern) => pattern.startsWith('!')).map((pattern) => literalHead(pattern.slice(1)));
  const folders = new Map<string, Verdict>();
  return {
    isEmpty: kept.length === 0,
    reincludes: heads.length > 0,
    broken,
    verdict: (path) => (kept.length === 0 ? null : verdictOf(rules, folders, path)),
    reaches: (folder) => heads.some((head) => head !== null && (head.startsWith(folder) || folder.startsWith(head))),
  };
}

// A pattern that names a folder speaks for everything below it, so every folder on the way is asked first.
function verdictOf(rules: ReturnType<typeof ignore>, folders: Map<string, Verdict>, path: string): Verdict {
  const known = folders.get(path);
  if (known !== undefined) return known;
  const cut = path.lastIndexOf('/', path.length - 2);
  const above = cut === -1 ? null : verdictOf(rules, folders, path.slice(0, cut + 1));
  const own = rules.test(path);
  const verdict = own.ignored ? 'out' : own.unignored ? 'in' : above;
  if (path.endsWith('/')) folders.set(path, verdict);
  return verdict;
}

function isBroken(pattern: string): boolean {
  if (stars(pattern) > STARS_MAX || pattern.split('/').some((part) => stars(part) > STARS_PER_NAME_MAX)) return true;
  const body = pattern.replace(/^!/, '').replaceAll(/\\./g, '');
  if (body.trim() === '' || body.endsWith('\\')) return true;
  if (/[\0\uFFFD]/.test(body) || /(?:^|\/)\.\.(?:\/|$)/.test(body)) return true;
  const open = body.lastIndexOf('[');
  return open !== -1 && body.indexOf(']', open + 1) === -1;
}

function stars(pattern: string): number {
  return pattern.match(/\*+/g)?.length ?? 0;
}

// The folders a pattern with an inner slash starts with, up to its first wildcard. Null for one that names a single
// file or folder: whether that is met on the way is seen without looking below what is dropped.
function literalHead(pattern: string): string | null {
  const anchored = pattern.trim().replace(/^\//, '').replace(/\/$/, '');
  const inner = anchored.replace(/^(?:\*\*\/)+/, '');
  if (!inner.includes('/')) return null;
  const wild = anchored.search(/[*?[\\]/);
  const literal = wild === -1 ? anchored : anchored.slice(0, wild);
  return literal.slice(0, literal.lastIndexOf('/') + 1);
}
