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

/** Reads a pattern; what is wrong with it is told with the character it begins at. */
export function parsePattern(text: string): PatternNode {
  return new PatternReader(text).read();
}

const DEPTH_MAX = 50;
const REPEAT_MAX = 200;
// A question mark after it only says which of several matches is meant: here any will do.
const REPEAT = /^(?:([*+?])|\{(\d{1,4})(?:(,)(\d{0,4}))?\})\??/;
const CONTROL: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', f: '\f', v: '\v', 0: '\0' };
const CODED = /^(?:x([0-9a-f]{2})|u([0-9a-f]{4})|u\{([0-9a-f]{1,4})\})/i;
const ALONE: Readonly<Record<string, PatternNode>> = {
  '.': { kind: 'set', ranges: RANGES_ANY },
  '^': { kind: 'assert', what: 'start' },
  $: { kind: 'assert', what: 'end' },
};
const EDGES: Readonly<Record<string, PatternNode>> = {
  b: { kind: 'assert', what: 'word' },
  B: { kind: 'assert', what: 'inside' },
};

// Where it is in the text is all it holds.
class PatternReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): PatternNode {
    const tree = this.#either(0);
    if (this.#at < this.#text.length) throw this.#fault('an end without its group');
    return tree;
  }

  #either(depth: number): PatternNode {
    if (depth > DEPTH_MAX) throw this.#fault('groups too deep');
    const options = [this.#all(depth)];
    while (this.#text[this.#at] === '|') {
      this.#at += 1;
      options.push(this.#all(depth));
    }
    return options.length === 1 ? options[0]! : { kind: 'either', options };
  }

  #all(depth: number): PatternNode {
    const parts: PatternNode[] = [];
    for (
      let next = this.#text[this.#at];
      next !== undefined && next !== '|' && next !== ')';
      next = this.#text[this.#at]
    )
      parts.push(this.#repeated(this.#single(depth)));
    return parts.length === 1 ? parts[0]! : { kind: 'all', parts };
  }

  #repeated(node: PatternNode): PatternNode {
    const found = REPEAT.exec(this.#text.slice(this.#at, this.#at + 16));
    if (!found) return node;
    const { min, max } = countsOf(found);
    if (min > REPEAT_MAX || (max !== Number.POSITIVE_INFINITY && (max > REPEAT_MAX || max < min)))
      throw this.#fault(`a repetition of at most ${REPEAT_MAX} expected`);
    this.#at += found[0].length;
    return this.#repeated({ kind: 'repeat', node, min, max });
  }

  #single(depth: number): PatternNode {
    const character = this.#text[this.#at]!;
    if ('*+?'.includes(character)) throw this.#fault('nothing to repeat');
    this.#at += 1;
    if (character === '(') return this.#group(depth);
    if (character === '[') return this.#set();
    if (character === '\\') return this.#escaped();
    return ALONE[character] ?? { kind: 'set', ranges: anyOf(character) };
  }

  #group(depth: number): PatternNode {
    const opened = this.#at - 1;
    const name = /^\?P?<[A-Za-z_]\w*>/.exec(this.#text.slice(this.#at, this.#at + 60));
    if (this.#text.startsWith('?:', this.#at)) this.#at += 2;
    else if (name) this.#at += name[0].length;
    else if (this.#text[this.#at] === '?') throw this.#fault('look-around and flags are not known', opened);
    const inner = this.#either(depth + 1);
    if (this.#text[this.#at] !== ')') throw this.#fault('a group without its end', opened);
    this.#at += 1;
    return inner;
  }

  #escaped(): PatternNode {
    const edge = EDGES[this.#text[this.#at] ?? ''];
    if (!edge) return { kind: 'set', ranges: this.#escapedRanges() };
    this.#at += 1;
    return edge;
  }

  // After a back-slash, in a set and outside of one.
  #escapedRanges(): Ranges {
    const next = this.#text[this.#at];
    if (next === undefined) throw this.#fault('a back-slash without a character', this.#at - 1);
    const [coded, two, four, braced] = CODED.exec(this.#text.slice(this.#at, this.#at + 8)) ?? [];
    if (coded !== undefined) {
      this.#at += coded.length;
      return anyOf(String.fromCharCode(Number.parseInt(two ?? four ?? braced!, 16)));
    }
    if (/[1-9]/.test(next)) throw this.#fault('references to groups are not known', this.#at - 1);
    const isKnown = isShorthand(next) || CONTROL[next] !== undefined || !/[A-Za-z]/.test(next);
    if (!isKnown) throw this.#fault(`\\${next} is not known`, this.#at - 1);
    this.#at += 1;
    return isShorthand(next) ? shorthand(next) : anyOf(CONTROL[next] ?? next);
  }

  #set(): PatternNode {
    const opened = this.#at - 1;
    const isNegated = this.#text[this.#at] === '^';
    if (isNegated) this.#at += 1;
    const ranges: (readonly [number, number])[] = [];
    for (let isFirst = true; this.#text[this.#at] !== ']' || isFirst; isFirst = false) {
      if (this.#at >= this.#text.length) throw this.#fault('a set without its end', opened);
      ranges.push(...this.#range(opened));
    }
    this.#at += 1;
    return { kind: 'set', ranges, isNegated };
  }

  #range(opened: number): Ranges {
    const low = this.#member();
    const [dash, next] = [this.#text[this.#at], this.#text[this.#at + 1]];
    if (dash !== '-' || next === undefined || next === ']' || !isSingle(low)) return low;
    this.#at += 1;
    const high = this.#member();
    if (!isSingle(high) || high[0]![1] < low[0]![0]) throw this.#fault('a range out of order', opened);
    return [[low[0]![0], high[0]![1]]];
  }

  #member(): Ranges {
    const character = this.#text[this.#at]!;
    this.#at += 1;
    return character === '\\' ? this.#escapedRanges() : anyOf(character);
  }

  #fault(what: string, where = this.#at): ContextError {
    return new ContextError('BAD_INPUT', `The pattern cannot be used: ${what} at character ${where + 1}.`);
  }
}

const isSingle = ([range, ...more]: Ranges): boolean =>
  range !== undefined && more.length === 0 && range[0] === range[1];

function countsOf([, sign, least, comma, most]: RegExpExecArray): { min: number; max: number } {
  const endless = Number.POSITIVE_INFINITY;
  if (sign !== undefined) return { min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : endless };
  return { min: Number(least), max: comma === undefined ? Number(least) : most === '' ? endless : Number(most) };
}
