import { ContextError } from '../model/errors.ts';

/** Tells whether a line holds a text or matches a pattern, in time linear in the line. */
export interface LinePattern {
  matches(line: string): boolean;
  /** False for a text that has no such line; quicker than looking at each. */
  mayHold(text: string): boolean;
}

interface LiteralOptions {
  readonly ignoresCase: boolean;
  /** Only where no letter, digit or underscore touches it. */
  readonly isWord?: boolean;
}

/** A pattern for a text, or for a regular expression. */
export async function patternOf(
  text: string,
  { isRegex, ...options }: LiteralOptions & { readonly isRegex: boolean },
): Promise<LinePattern> {
  return isRegex ? regexPattern(text, options.ignoresCase) : literalPattern(text, options);
}

/** Looks for a text as it is. */
export function literalPattern(text: string, { ignoresCase, isWord = false }: LiteralOptions): LinePattern {
  const compared = comparedBy(ignoresCase);
  const needed = compared(text);
  const mayHold = (line: string): boolean => compared(line).includes(needed);
  return { mayHold, matches: isWord && needed !== '' ? (line) => holdsWord(compared(line), needed) : mayHold };
}

/** Looks for a regular expression as RE2 knows them: no references to groups, no look-around, so that no pattern takes longer than its line. */
export async function regexPattern(pattern: string, ignoresCase: boolean): Promise<LinePattern> {
  // Loaded on demand, because it is large.
  const { RE2JS, RE2JSException } = await import('re2js');
  try {
    const regex = RE2JS.compile(pattern.replaceAll(CODED, asCoded), ignoresCase ? RE2JS.CASE_INSENSITIVE : 0);
    const compared = comparedBy(ignoresCase || /\(\?[a-zA-Z]*i/.test(pattern));
    const needed = compared(neededText(pattern));
    return { mayHold: (text) => compared(text).includes(needed), matches: (line) => regex.test(line) };
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    const what = error.message.replace('error parsing regexp: ', '');
    throw new ContextError('BAD_INPUT', `The pattern cannot be used: ${what}.`, { cause: error });
  }
}

// RE2 writes `\u0041` as `\x{0041}`.
const CODED = /\\(?:u([0-9a-f]{4})|u\{([0-9a-f]{1,6})\}|[\s\S])/gi;
const asCoded = (whole: string, four?: string, braced?: string): string => {
  const code = four ?? braced;
  return code === undefined ? whole : `\\x{${code}}`;
};

const comparedBy = (ignoresCase: boolean) =>
  ignoresCase ? (text: string) => text.toLowerCase() : (text: string) => text;

function holdsWord(line: string, word: string): boolean {
  for (let index = line.indexOf(word); index >= 0; index = line.indexOf(word, index + 1)) {
    const end = index + word.length;
    if (isEdge(line[index - 1], word[0]) && isEdge(word.at(-1), line[end])) return true;
  }
  return false;
}

// A text that begins with a sign has no edge there that could be missed.
const isEdge = (left = '', right = ''): boolean => !(/\w/.test(left) && /\w/.test(right));

const PIECE =
  /\\(?:x\{[^}]*\}|x[0-9a-f]{2}|u[0-9a-f]{4}|u\{[^}]*\}|p\{[^}]*\}|[\s\S])|\[\^?\]?(?:\\[\s\S]|\[:\w+:\]|[^\]\\])*\]|(?:[*+?]|\{\d*,?\d*\})\??|[\s\S]/giu;

const PLAIN = /^(?:\\(\W)|([^\\[*+?(|.^$]))$/u;

// The longest literal text that every match holds; groups are skipped.
function neededText(pattern: string): string {
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
      // It may be repeated not at all.
      if (/^[*?{]/.test(piece)) run.pop();
      endRun();
    }
    if (piece === '(') depth += 1;
    if (piece === ')') depth -= 1;
  }
  endRun();
  return best.join('');
}
