// Users and repositories write patterns with wildcards. This matcher reads them as git does; a caller may bound the
// steps of matching.

export interface Glob {
  /** Matching takes steps from the effort, and returns false when it runs out of them. */
  matches(path: PathParts, effort?: Effort): boolean;
}

/** The number of steps that matching may still take. */
export interface Effort {
  left: number;
}

/** The names of a path, each as its characters. */
export type PathParts = readonly Characters[];

type Token = string | ((character: string) => boolean) | typeof RUN;
type Characters = string | readonly string[];

const RUN = Symbol('any run of characters');
const FOLDERS = Symbol('any number of folders');

/**
 * Reads a pattern as git does: `*` and `?` stay within a name, `**` as a whole name crosses folders, `[a-z]` is one of
 * several characters, `\` escapes the next one. Null for an open set, an unknown class, or a `\` at the end.
 */
export function compileGlob(pattern: string): Glob | null {
  const names = readNames(pattern);
  if (names === null) return null;
  return {
    matches: (path, effort = { left: Number.POSITIVE_INFINITY }) => fitsSequence(names, path, NAMES, effort),
  };
}

/** Returns a test whether one of the words is a path, a folder above it, or a pattern it matches (`*.go`). */
export function pathsNamed(words: readonly string[]): (path: string) => boolean {
  const names = words.map((word) => word.replace(/\/$/, ''));
  const patterns = words.filter((word) => /[*?[{]/.test(word)).flatMap(alternatives);
  const globs = patterns.flatMap((word) => {
    const glob = compileGlob(word);
    // A pattern without a slash matches names in every folder.
    const deep = word.includes('/') ? null : compileGlob(`**/${word}`);
    return [glob, deep].filter((one) => one !== null);
  });
  return (path) => {
    if (names.some((name) => path === name || path.startsWith(`${name}/`))) return true;
    return globs.length > 0 && globs.some((glob) => glob.matches(partsOf(path)));
  };
}

const ALTERNATIVES_MAX = 64;

// Expands braces: `a.{ts,tsx}` becomes two patterns.
function alternatives(pattern: string): readonly string[] {
  let [done, open]: [string[], string[]] = [[], [pattern]];
  while (open.length > 0 && open.length + done.length < ALTERNATIVES_MAX) {
    const [first = '', ...rest] = open;
    const [whole, inner] = /\{([^{}]*)\}/.exec(first) ?? [];
    if (whole === undefined) [done, open] = [[...done, first], rest];
    else open = [...rest, ...inner!.split(',').map((one) => first.replace(whole, () => one))];
  }
  return [...done, ...open];
}

/** Splits a relative path into parts, once for many patterns. */
export function partsOf(path: string): PathParts {
  const parts = path.split('/');
  // A character beyond the basic plane is two units of a string but one character of a name.
  return /[\ud800-\udfff]/.test(path) ? parts.map((part) => [...part]) : parts;
}

/** Returns a pattern that matches only this text. */
export function escapeGlob(text: string): string {
  return text.replace(/[\\*?[\]]/g, '\\$&');
}

interface SequenceRules<Item, Part> {
  /** The item that stands for any number of parts. */
  readonly run: Item;
  readonly fits: (item: Item, part: Part, effort: Effort) => boolean;
}

// The items between two runs are matched as early as possible, which leaves most room for the rest. So only the last
// run is ever extended, and no pattern is slow.
function fitsSequence<Item, Part>(
  items: readonly Item[],
  parts: ArrayLike<Part>,
  { run, fits }: SequenceRules<Item, Part>,
  effort: Effort,
): boolean {
  let item = 0;
  let part = 0;
  let lastRun = -1;
  let runEnd = 0;
  while (part < parts.length) {
    if (--effort.left < 0) return false;
    if (item < items.length && items[item] === run) {
      lastRun = item++;
      runEnd = part;
    } else if (item < items.length && fits(items[item]!, parts[part]!, effort)) {
      item++;
      part++;
    } else if (lastRun >= 0) {
      item = lastRun + 1;
      part = ++runEnd;
    } else return false;
  }
  while (item < items.length && items[item] === run) item++;
  return item === items.length;
}

type GlobName = readonly Token[] | typeof FOLDERS;

const TOKENS: SequenceRules<Token, string> = {
  run: RUN,
  fits: (token, character) => (typeof token === 'function' ? token(character) : token === character),
};
const NAMES: SequenceRules<GlobName, Characters> = {
  run: FOLDERS,
  fits: (name, part, effort) => name !== FOLDERS && fitsSequence(name, part, TOKENS, effort),
};

function readNames(pattern: string): readonly GlobName[] | null {
  const characters = [...pattern];
  const names: GlobName[] = [];
  let name: Token[] = [];
  let began = 0;
  const end = (at: number) => {
    const isFolders = at - began >= 2 && characters.slice(began, at).every((character) => character === '*');
    if (!isFolders) names.push(name);
    // At the end, or before an escaped slash, `**` stands for at least one folder or file.
    else if (characters[at] === '/') names.push(FOLDERS);
    else names.push(FOLDERS, [RUN]);
    name = [];
  };
  for (let index = 0; index < characters.length; index++) {
    const character = characters[index]!;
    const isEscaped = character === '\\';
    if (isEscaped && ++index === characters.length) return null;
    if (characters[index] === '/') {
      end(isEscaped ? index - 1 : index);
      began = index + 1;
    } else if (isEscaped) name.push(characters[index]!);
    else if (character === '*') {
      if (name.at(-1) !== RUN) name.push(RUN);
    } else if (character === '?') name.push(() => true);
    else if (character !== '[') name.push(character);
    else {
      const set = readSet(characters, index + 1);
      if (set === null) return null;
      name.push(set.has);
      index = set.end;
    }
  }
  end(characters.length);
  return names;
}

const CLASSES: Readonly<Record<string, RegExp>> = {
  alnum: /^[A-Za-z0-9]$/,
  alpha: /^[A-Za-z]$/,
  blank: /^[ \t]$/,
  cntrl: /^[\0-\x1f\x7f]$/,
  digit: /^[0-9]$/,
  graph: /^[!-~]$/,
  lower: /^[a-z]$/,
  print: /^[ -~]$/,
  punct: /^[!-/:-@[-`{-~]$/,
  space: /^[ \t\n\r]$/,
  upper: /^[A-Z]$/,
  xdigit: /^[0-9A-Fa-f]$/,
};

// Reads the characters of a set from after its `[`; a `]` in the first place means itself.
function readSet(
  characters: readonly string[],
  start: number,
): { has: (character: string) => boolean; end: number } | null {
  const isNegated = characters[start] === '!' || characters[start] === '^';
  const first = isNegated ? start + 1 : start;
  const ranges: [low: number, high: number][] = [];
  const classes: RegExp[] = [];
  let index = first;
  let low: number | null = null;
  for (; index < characters.length && (characters[index] !== ']' || index === first); index++) {
    const named = readNamedClass(characters, index);
    if (named === null) return null;
    if (named !== undefined) {
      classes.push(named.expression);
      index = named.end;
      low = null;
      continue;
    }
    const isRange: boolean =
      characters[index] === '-' && low !== null && index + 1 < characters.length && characters[index + 1] !== ']';
    if (isRange) index++;
    if (characters[index] === '\\') index++;
    const code = characters[index]?.codePointAt(0);
    if (code === undefined) return null;
    ranges.push([isRange ? low! : code, code]);
    low = isRange ? null : code;
  }
  if (index >= characters.length) return null;
  const holds = (character: string): boolean => {
    const code = character.codePointAt(0)!;
    return ranges.some(([from, to]) => from <= code && code <= to) || classes.some((one) => one.test(character));
  };
  return { has: (character) => holds(character) !== isNegated, end: index };
}

// Reads a class such as `[:digit:]`; undefined if there is none, null if its name is unknown.
function readNamedClass(
  characters: readonly string[],
  at: number,
): { expression: RegExp; end: number } | null | undefined {
  if (characters[at] !== '[' || characters[at + 1] !== ':') return undefined;
  const close = characters.indexOf(']', at + 2);
  if (close === -1) return null;
  if (close < at + 3 || characters[close - 1] !== ':') return undefined;
  const name = characters.slice(at + 2, close - 1).join('');
  return Object.hasOwn(CLASSES, name) ? { expression: CLASSES[name]!, end: close } : null;
}
