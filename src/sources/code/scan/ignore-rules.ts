// Ignore files in gitignore syntax say which paths are left out. This file reads and matches such patterns, with bounds
// on their cost, because strangers may have written them.
import { compileGlob, type Effort, type Glob, partsOf } from '../../../model/glob.ts';
import { oneLine } from '../../../model/visible-text.ts';
import { type PlainRefusal, REFUSED, readPlainFile } from '../../../reading/plain-file.ts';

// A longer line is no valid pattern.
const PATTERN_CHARACTERS_MAX = 1000;
// Patterns with wildcards take time for every path, re-including ones for every folder; others only stand in a table.
const COSTLY_PATTERNS_MAX = 1000;
const COSTLY_CHARACTERS_MAX = 64 * 1024;
// The steps that all patterns of a file may take for a path, on average and at most. Usual lists need far fewer.
const STEPS_PER_PATH = 100_000;
const STEPS_AT_ONCE = 20_000_000;

/** Says whether an ignore file leaves a path out or lets it in; null when no pattern matches the path. */
type IgnoreVerdict = 'out' | 'in' | null;

/** The patterns of one ignore file or setting, in gitignore syntax. */
export type IgnoreRules = ReturnType<typeof createIgnoreRules>;

/** Reads patterns, one a line; the last that matches wins. */
export function createIgnoreRules(lines: readonly string[]) {
  const { rules, broken, excess } = readRules(lines);
  const heads = rules.flatMap(({ isNegated, pattern }) => (isNegated ? (literalHead(pattern) ?? []) : []));
  const find = createRuleFinder(rules);
  const effort = { left: STEPS_AT_ONCE };
  let givenUp = 0;
  const folders = new Map<string, IgnoreVerdict>();
  // For a path that no pattern matches, the verdict of the folder above counts.
  const verdict = (path: string): IgnoreVerdict => {
    const previous = folders.get(path);
    if (previous !== undefined) return previous;
    const isFolder = path.endsWith('/');
    const bare = isFolder ? path.slice(0, -1) : path;
    effort.left = Math.min(STEPS_AT_ONCE, Math.max(0, effort.left) + STEPS_PER_PATH);
    const rule = find(bare, isFolder, effort);
    const above = bare.slice(0, bare.lastIndexOf('/') + 1);
    const isLost = effort.left < 0;
    if (isLost) givenUp++;
    const own = isLost ? 'out' : rule && (rule.isNegated ? 'in' : 'out');
    const judged = own ?? (above === '' ? null : verdict(above));
    if (isFolder) folders.set(path, judged);
    return judged;
  };
  return {
    /** Whether some pattern lets paths in. */
    reincludes: rules.some(({ isNegated }) => isNegated),
    /** Lines that are not valid patterns. */
    broken,
    /** How many costly patterns were left out, because they are too many or together too long. */
    excess,
    /** How often the patterns took too long for a path, which then counts as left out. */
    get givenUp() {
      return givenUp;
    },
    /** Judges a path relative to the folder of the ignore file; the path of a folder ends with a slash. */
    verdict: rules.length === 0 ? () => null : verdict,
    /** Returns whether a re-including pattern with a folder in it could name a path below this folder. */
    reaches: (folder: string) => heads.some((head) => head.startsWith(folder) || folder.startsWith(head)),
  };
}

interface IgnoreRule {
  /** Its place among all rules; of those that match, the last one counts. */
  readonly place: number;
  readonly isNegated: boolean;
  readonly isForFolders: boolean;
  /** Whether the pattern has no slash before its end, and is matched with the name alone. */
  readonly isAboutName: boolean;
  readonly pattern: string;
  /** The compiled pattern; null when it has no wildcards and no escapes. */
  readonly glob: Glob | null;
}

function readRules(lines: readonly string[]) {
  const rules: IgnoreRule[] = [];
  const broken: { line: number; text: string }[] = [];
  let costly = 0;
  let costlyCharacters = 0;
  let excess = 0;
  for (const [place, line] of lines.entries()) {
    const text = trimSpaces(place === 0 ? line.replace(/^\uFEFF/, '') : line);
    if (text === '' || text.startsWith('#')) continue;
    const rule = readRule(place, text);
    if (rule === null) broken.push({ line: place + 1, text });
    else if (rule.glob === null && !rule.isNegated) rules.push(rule);
    else if (costly < COSTLY_PATTERNS_MAX && costlyCharacters + text.length <= COSTLY_CHARACTERS_MAX) {
      rules.push(rule);
      costly++;
      costlyCharacters += text.length;
    } else excess++;
  }
  return { rules, broken, excess };
}

function readRule(place: number, text: string): IgnoreRule | null {
  if (text.length > PATTERN_CHARACTERS_MAX || /[\0\uFFFD]/.test(text)) return null;
  const isNegated = text.startsWith('!');
  const body = isNegated ? text.slice(1) : text;
  const isForFolders = body.endsWith('/');
  const whole = isForFolders ? body.slice(0, -1) : body;
  const isAboutName = !whole.includes('/');
  const pattern = whole.startsWith('/') ? whole.slice(1) : whole;
  if (pattern === '' || /(?:^|\/)\.\.(?:\/|$)/.test(pattern)) return null;
  const glob = /[*?[\\]/.test(pattern) ? compileGlob(pattern) : null;
  if (glob === null && /[*?[\\]/.test(pattern)) return null;
  return { place, isNegated, isForFolders, isAboutName, pattern, glob };
}

/** Returns a function that finds the last rule that matches a path. */
function createRuleFinder(
  rules: readonly IgnoreRule[],
): (path: string, isFolder: boolean, effort: Effort) => IgnoreRule | undefined {
  const plain = rules.filter(({ glob }) => glob === null);
  const literal = (isAboutName: boolean, isForFolders: boolean) => {
    const some = plain.filter((rule) => rule.isAboutName === isAboutName && rule.isForFolders === isForFolders);
    return new Map(some.map((rule) => [rule.pattern, rule]));
  };
  const [names, folderNames] = [literal(true, false), literal(true, true)];
  const [paths, folderPaths] = [literal(false, false), literal(false, true)];
  const wild = rules.filter((rule) => rule.glob !== null).toReversed();
  return (path, isFolder, effort) => {
    const name = path.slice(path.lastIndexOf('/') + 1);
    let last = laterOf(names.get(name), paths.get(path));
    if (isFolder) last = laterOf(laterOf(last, folderNames.get(name)), folderPaths.get(path));
    if (wild.length === 0) return last;
    const parts = partsOf(path);
    const ownPart = parts.slice(-1);
    for (const rule of wild) {
      if (last && rule.place < last.place) break;
      if (rule.isForFolders && !isFolder) continue;
      if (rule.glob!.matches(rule.isAboutName ? ownPart : parts, effort)) return rule;
    }
    return last;
  };
}

function laterOf(a: IgnoreRule | undefined, b: IgnoreRule | undefined): IgnoreRule | undefined {
  return b && (!a || b.place > a.place) ? b : a;
}

// Removes a carriage return, and spaces at the end as git does: a backslash keeps the space after it.
function trimSpaces(line: string): string {
  let end = line.endsWith('\r') ? line.length - 1 : line.length;
  while (end > 0 && line[end - 1] === ' ') end--;
  let slashes = 0;
  while (line[end - 1 - slashes] === '\\') slashes++;
  return line.slice(0, slashes % 2 === 1 && line[end] === ' ' ? end + 1 : end);
}

// Returns the folders at the start of a pattern, up to its first wildcard; null for a pattern that is a name alone: it
// could match in any folder, so a walk enters no others to look for it.
function literalHead(pattern: string): string | null {
  const inner = pattern.replace(/^(?:\*\*\/)+/, '');
  if (!inner.includes('/')) return null;
  const wild = pattern.search(/[*?[\\]/);
  const literal = wild === -1 ? pattern : pattern.slice(0, wild);
  return literal.slice(0, literal.lastIndexOf('/') + 1);
}

const BYTES_MAX = 512 * 1024;
export const ROOT_IGNORE_FILE = '.ctxignore';
const BROKEN_LISTED_MAX = 5;
const BROKEN_CHARACTERS = 80;

/** Reads an ignore file; one that is missing, unreadable, not plain or too large has no patterns. */
export function readIgnoreFile(path: string): IgnoreRules {
  return readRulesIn(readPlainFile(path, { bytesMax: BYTES_MAX }));
}

function readRulesIn(bytes: Buffer | PlainRefusal): IgnoreRules {
  return createIgnoreRules(typeof bytes === 'string' ? [] : bytes.toString('utf8').split('\n'));
}

/** Reads the rules of the root's `.ctxignore`, or of the given bytes of it; adds notes on what it cannot use. */
export function readRootRules(root: string, notes: string[], given?: Buffer): IgnoreRules {
  const bytes = given ?? readPlainFile(`${root}/${ROOT_IGNORE_FILE}`, { bytesMax: BYTES_MAX });
  if (typeof bytes === 'string' && bytes !== 'gone') notes.push(`.ctxignore ${REFUSED[bytes]}, and was left out`);
  const rules = readRulesIn(bytes);
  notes.push(...describeFaults(rules, (line) => `.ctxignore line ${line} is no pattern and was left out`));
  return rules;
}

/** Writes a few notes on the patterns that could not be used. */
export function describeFaults(rules: IgnoreRules, sentence: (line: number) => string): readonly string[] {
  const { broken, excess } = rules;
  const sentences = broken.slice(0, BROKEN_LISTED_MAX).map(({ line, text }) => `${sentence(line)}: ${quote(text)}`);
  const more = broken.length - sentences.length;
  if (more > 0) sentences.push(`${more} more lines are no patterns and were left out`);
  if (excess > 0) sentences.push(`${excess} patterns were left out: there are more than can be looked at quickly`);
  return sentences;
}

function quote(text: string): string {
  return JSON.stringify(oneLine(text.slice(0, BROKEN_CHARACTERS)));
}
