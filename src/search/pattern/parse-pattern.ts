import { ContextError } from '../../model/errors.ts';
import { anyOf, isShorthand, RANGES_ANY, type Ranges, shorthand } from './ranges.ts';

/** A pattern as a tree. What needs memory of what was matched, or looks around, is not in it: that cannot be matched in linear time. */
export type PatternNode =
  | { readonly kind: 'set'; readonly ranges: Ranges; readonly isNegated?: boolean }
  | { readonly kind: 'all'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'either'; readonly options: readonly PatternNode[] }
  | { readonly kind: 'repeat'; readonly node: PatternNode; readonly min: number; readonly max: number }
  | { readonly kind: 'assert'; readonly what: Assertion };

export type Assertion = 'start' | 'end' | 'word' | 'inside';

const DEPTH_MAX = 50;
const REPEAT_MAX = 200;
// A question mark after it only says which of several matches is meant: here any will do.
const REPEAT = /^(?:([*+?])|\{(\d{1,4})(?:(,)(\d{0,4}))?\})\??/;
const CONTROL: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', f: '\f', v: '\v', 0: '\0' };
const CODED = /^(?:x([0-9a-f]{2})|u([0-9a-f]{4})|u\{([0-9a-f]{1,4})\})/i;

/** Reads a pattern; what is wrong with it is told with the character it begins at. */
export function parsePattern(text: string): PatternNode {
  let at = 0;

  const fault = (what: string, where = at): ContextError =>
    new ContextError('BAD_INPUT', `The pattern cannot be used: ${what} at character ${where + 1}.`);

  const either = (depth: number): PatternNode => {
    if (depth > DEPTH_MAX) throw fault('groups too deep');
    const options = [all(depth)];
    while (text[at] === '|') {
      at += 1;
      options.push(all(depth));
    }
    return options.length === 1 ? options[0]! : { kind: 'either', options };
  };

  const all = (depth: number): PatternNode => {
    const parts: PatternNode[] = [];
    while (at < text.length && text[at] !== '|' && text[at] !== ')') parts.push(repeated(single(depth)));
    return parts.length === 1 ? parts[0]! : { kind: 'all', parts };
  };

  const repeated = (node: PatternNode): PatternNode => {
    const found = REPEAT.exec(text.slice(at, at + 16));
    if (!found) return node;
    const { min, max } = countsOf(found);
    if (min > REPEAT_MAX || (max !== Number.POSITIVE_INFINITY && (max > REPEAT_MAX || max < min)))
      throw fault(`a repetition of at most ${REPEAT_MAX} expected`);
    at += found[0].length;
    return repeated({ kind: 'repeat', node, min, max });
  };

  const single = (depth: number): PatternNode => {
    const character = text[at]!;
    if ('*+?'.includes(character)) throw fault('nothing to repeat');
    at += 1;
    if (character === '(') return group(depth);
    if (character === '[') return set();
    if (character === '.') return { kind: 'set', ranges: RANGES_ANY };
    if (character === '^') return { kind: 'assert', what: 'start' };
    if (character === '$') return { kind: 'assert', what: 'end' };
    if (character === '\\') return escaped();
    return { kind: 'set', ranges: anyOf(character) };
  };

  const group = (depth: number): PatternNode => {
    const opened = at - 1;
    if (text.startsWith('?:', at)) at += 2;
    else if (/^\?(?:P?<[A-Za-z_]\w*>)/.test(text.slice(at, at + 60))) at = text.indexOf('>', at) + 1;
    else if (text[at] === '?') throw fault('look-around and flags are not known', opened);
    const inner = either(depth + 1);
    if (text[at] !== ')') throw fault('a group without its end', opened);
    at += 1;
    return inner;
  };

  const escaped = (): PatternNode => {
    const next = text[at];
    if (next === 'b' || next === 'B') {
      at += 1;
      return { kind: 'assert', what: next === 'b' ? 'word' : 'inside' };
    }
    return { kind: 'set', ranges: escapedRanges() };
  };

  // After a back-slash, in a set and outside of one.
  const escapedRanges = (): Ranges => {
    const next = text[at];
    if (next === undefined) throw fault('a back-slash without a character', at - 1);
    if (isShorthand(next)) {
      at += 1;
      return shorthand(next);
    }
    const coded = CODED.exec(text.slice(at, at + 8));
    if (coded) {
      at += coded[0].length;
      return anyOf(String.fromCharCode(Number.parseInt(coded[1] ?? coded[2] ?? coded[3]!, 16)));
    }
    if (/[1-9]/.test(next)) throw fault('references to groups are not known', at - 1);
    const control = CONTROL[next];
    if (control === undefined && /[A-Za-z]/.test(next)) throw fault(`\\${next} is not known`, at - 1);
    at += 1;
    return anyOf(control ?? next);
  };

  const set = (): PatternNode => {
    const opened = at - 1;
    const isNegated = text[at] === '^';
    if (isNegated) at += 1;
    let ranges: Ranges = [];
    for (let isFirst = true; text[at] !== ']' || isFirst; isFirst = false) {
      if (at >= text.length) throw fault('a set without its end', opened);
      const low = member();
      const isRange = text[at] === '-' && at + 1 < text.length && text[at + 1] !== ']' && low.length === 1;
      if (!isRange) {
        ranges = [...ranges, ...low];
        continue;
      }
      at += 1;
      const high = member();
      if (high.length !== 1 || high[0]![1] < low[0]![0]) throw fault('a range out of order', opened);
      ranges = [...ranges, [low[0]![0], high[0]![1]]];
    }
    at += 1;
    return { kind: 'set', ranges, isNegated };
  };

  const member = (): Ranges => {
    const character = text[at]!;
    at += 1;
    return character === '\\' ? escapedRanges() : anyOf(character);
  };

  const tree = either(0);
  if (at < text.length) throw fault('an end without its group');
  return tree;
}

function countsOf([, sign, least, comma, most]: RegExpExecArray): { min: number; max: number } {
  const endless = Number.POSITIVE_INFINITY;
  if (sign !== undefined) return { min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : endless };
  return { min: Number(least), max: comma === undefined ? Number(least) : most === '' ? endless : Number(most) };
}
