// `knap grep` and other searches test lines against a text or a regular expression. This file makes such patterns,
// which take time linear in the length of the line.
import { ContextError } from '../model/errors.ts';

export interface LinePattern {
  matches(line: string): boolean;
  /** Returns false only if no line of the text can match; this is faster than testing each line. */
  mayHold(text: string): boolean;
}

interface LiteralOptions {
  readonly ignoresCase: boolean;
  /** Whether the text must be a whole word: neither end of it lies between two characters of `\w`. */
  readonly isWord?: boolean;
}

export async function createPattern(
  text: string,
  { isRegex, ...options }: LiteralOptions & { readonly isRegex: boolean },
): Promise<LinePattern> {
  return isRegex ? createRegexPattern(text, options.ignoresCase) : createLiteralPattern(text, options);
}

export function createLiteralPattern(text: string, { ignoresCase, isWord = false }: LiteralOptions): LinePattern {
  const fold = createFolding(ignoresCase);
  const needed = fold(text);
  const mayHold = (line: string): boolean => fold(line).includes(needed);
  return { mayHold, matches: isWord && needed !== '' ? (line) => containsWord(fold(line), needed) : mayHold };
}

/** Creates a pattern from an expression of RE2, which is linear: it has no look-around and no back-references. */
export async function createRegexPattern(pattern: string, ignoresCase: boolean): Promise<LinePattern> {
  // Loaded on demand, because it is large.
  const { RE2JS, RE2JSException } = await import('re2js');
  try {
    const regex = RE2JS.compile(pattern.replaceAll(CODED, toRe2Code), ignoresCase ? RE2JS.CASE_INSENSITIVE : 0);
    const fold = createFolding(ignoresCase || /\(\?[a-zA-Z]*i/.test(pattern));
    const needed = fold(findNeededText(pattern));
    return { mayHold: (text) => fold(text).includes(needed), matches: (line) => regex.test(line) };
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    const what = error.message.replace('error parsing regexp: ', '');
    throw new ContextError('BAD_INPUT', `The pattern cannot be used: ${what}.`, { cause: error });
  }
}

// RE2 writes `\u0041` as `\x{0041}`.
const CODED = /\\(?:u([0-9a-f]{4})|u\{([0-9a-f]{1,6})\}|[\s\S])/gi;
const toRe2Code = (whole: string, four?: string, braced?: string): string => {
  const code = four ?? braced;
  return code === undefined ? whole : `\\x{${code}}`;
};

// Both cases in turn, because lower case alone keeps the second forms of some letters: `ς` of `σ`, `ſ` of `s`.
const createFolding = (ignoresCase: boolean) =>
  ignoresCase ? (text: string) => text.toLowerCase().toUpperCase() : (text: string) => text;

function containsWord(line: string, word: string): boolean {
  for (let index = line.indexOf(word); index >= 0; index = line.indexOf(word, index + 1)) {
    const end = index + word.length;
    if (isEdge(line[index - 1], word[0]) && isEdge(word.at(-1), line[end])) return true;
  }
  return false;
}

// Two characters have an edge between them unless both are word characters.
const isEdge = (left = '', right = ''): boolean => !(/\w/.test(left) && /\w/.test(right));

// The pieces of a regular expression: an escape, a class in brackets, a repetition, or one character.
const PIECE =
  /\\(?:x\{[^}]*\}|x[0-9a-f]{2}|u[0-9a-f]{4}|u\{[^}]*\}|p(?:\{[^}]*\}|[a-z])|[0-7]{1,3}|[\s\S])|\[\^?\]?(?:\\[\s\S]|\[:\w+:\]|[^\]\\])*\]|(?:[*+?]|\{\d*,?\d*\})\??|[\s\S]/giu;

// A piece that stands for one character: an escaped sign, or a character without a meaning of its own.
const PLAIN = /^(?:\\(\W)|([^\\[*+?(|.^$]))$/u;

// Returns the longest literal text that every match holds outside of groups; empty if alternatives stand there.
function findNeededText(pattern: string): string {
  let [best, run, depth]: [string[], string[], number] = [[], [], 0];
  const endRun = () => {
    if (run.length > best.length) best = run;
    run = [];
  };
  for (const [piece] of pattern.matchAll(PIECE)) {
    if (piece === '|' && depth === 0) return '';
    const character = PLAIN.exec(piece)?.slice(1).join('') ?? '';
    if (depth === 0 && character !== '') run.push(character);
    else {
      // The last character may occur zero times.
      if (/^[*?{]/.test(piece)) run.pop();
      endRun();
    }
    if (piece === '(') depth += 1;
    if (piece === ')') depth -= 1;
  }
  endRun();
  return best.join('');
}
