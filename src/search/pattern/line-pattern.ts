import { compilePattern, LOW, type PatternStep } from './compile-pattern.ts';
import { type PatternNode, parsePattern } from './parse-pattern.ts';

/** Tells whether a line holds what is looked for, in time that grows with the line and never faster. */
export interface LinePattern {
  /** A text without which no line can match; empty where there is none. */
  readonly needed: string;
  matches(line: string): boolean;
}

export interface PatternOptions {
  readonly ignoresCase: boolean;
  /** A text as it is; it stands for itself, whatever is in it. */
  readonly isLiteral: boolean;
  /** Only where no letter, digit or underscore touches it. */
  readonly isWord?: boolean;
}

// As other engines write it at the beginning.
const NO_CASE = '(?i)';

/** What is looked for: a text, or a pattern as `parsePattern` reads it. Case is left aside by comparing in lower case. */
export function linePattern(asked: string, options: PatternOptions): LinePattern {
  const hasFlag = !options.isLiteral && asked.startsWith(NO_CASE);
  const ignoresCase = options.ignoresCase || hasFlag;
  const text = hasFlag ? asked.slice(NO_CASE.length) : asked;
  const asCompared = ignoresCase ? (line: string) => line.toLowerCase() : (line: string) => line;
  if (options.isLiteral && !options.isWord) {
    const needed = asCompared(text);
    return { needed, matches: (line) => asCompared(line).includes(needed) };
  }
  const tree = options.isLiteral ? wordOf(text) : parsePattern(text);
  const holds = runner(compilePattern(tree, { ignoresCase }));
  const needed = asCompared(longestText(tree));
  const matches = (line: string): boolean => {
    const compared = asCompared(line);
    // Most lines of a file that holds the text lack it, and looking for it is a hundred times quicker than running the steps.
    return compared.includes(needed) && holds(compared);
  };
  return { needed, matches };
}

function wordOf(text: string): PatternNode {
  const edge: PatternNode = { kind: 'assert', what: 'word' };
  const letters = Array.from({ length: text.length }, (_, at): PatternNode => {
    const code = text.charCodeAt(at);
    return { kind: 'set', ranges: [[code, code]] };
  });
  const isWord = (character: string | undefined) => /\w/.test(character ?? '');
  return {
    kind: 'all',
    parts: [...(isWord(text[0]) ? [edge] : []), ...letters, ...(isWord(text.at(-1)) ? [edge] : [])],
  };
}

// The longest run of single characters that every match has, one after the other.
function longestText(tree: PatternNode): string {
  let [best, run] = ['', ''];
  for (const part of tree.kind === 'all' ? tree.parts : [tree]) {
    const [range, more] = part.kind === 'set' ? part.ranges : [];
    const isSingle =
      part.kind === 'set' && !part.isNegated && range !== undefined && more === undefined && range[0] === range[1];
    if (part.kind === 'assert') continue;
    run = isSingle ? run + String.fromCharCode(range[0]) : '';
    if (run.length > best.length) best = run;
  }
  return best;
}

/** Runs all ways through a program side by side: each step is looked at once for each character. */
function runner(steps: readonly PatternStep[]): (line: string) => boolean {
  const seen = new Uint32Array(steps.length);
  const open: number[] = [];
  let [now, next]: [number[], number[]] = [[], []];
  let generation = 0;

  // Follows what takes no character; true when that ends the search.
  const enter = (start: number, line: string, at: number, into: number[]): boolean => {
    open.push(start);
    for (let step = open.pop(); step !== undefined; step = open.pop()) {
      if (seen[step] === generation) continue;
      seen[step] = generation;
      const one = steps[step]!;
      if (one.kind === 'match') {
        open.length = 0;
        return true;
      }
      if (one.kind === 'fork') open.push(...one.to);
      else if (one.kind === 'take') into.push(step);
      else if (stands(one.what, line, at)) open.push(step + 1);
    }
    return false;
  };

  return (line) => {
    now.length = 0;
    generation += 1;
    for (let at = 0; ; at++) {
      if (enter(0, line, at, now)) return true;
      if (at >= line.length) return false;
      const code = line.charCodeAt(at);
      generation += 1;
      next.length = 0;
      for (const step of now) if (takes(steps[step]!, code) && enter(step + 1, line, at + 1, next)) return true;
      [now, next] = [next, now];
    }
  };
}

function takes(step: PatternStep, code: number): boolean {
  if (step.kind !== 'take') return false;
  return code < LOW ? step.low[code] === 1 : step.high.some(([first, last]) => first <= code && code <= last);
}

function stands(what: string, line: string, at: number): boolean {
  if (what === 'start') return at === 0;
  if (what === 'end') return at === line.length;
  const isEdge = isWordAt(line, at - 1) !== isWordAt(line, at);
  return what === 'word' ? isEdge : !isEdge;
}

const isWordAt = (line: string, at: number): boolean => /\w/.test(line[at] ?? '');
