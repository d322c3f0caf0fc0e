// Input fields that several operations share, such as budget, format and lens, and what reads their values.
import * as z from 'zod';
import { DEFAULTS } from '../../config/defaults.ts';
import { pickByName } from '../../config/did-you-mean.ts';
import { DURATION } from '../../config/duration.ts';
import type { Config } from '../../config/schema.ts';
import { FORMATTERS } from '../../formats/index.ts';
import { allLenses, LENSES } from '../../lenses/index.ts';
import { loadTokenizer, TOKENIZERS } from '../../tokenizers/index.ts';
import { field, optional } from '../operation.ts';

/** The budget field of an operation; `usual` is the default that help shows. */
export const budgetField = (usual?: number) =>
  field(z.int('a whole number of tokens').min(0).optional().describe('Most tokens of the whole answer'), {
    placeholder: 'TOKENS',
    short: 'b',
    ...(usual === undefined ? {} : { usual }),
    aliases: ['maxTokens'],
    error: 'BUDGET_INVALID',
  });

/** How many rows an operation lists at most. */
export const rowLimit = (description: string, usual: number, most: number) =>
  field(z.int().min(1).max(most).default(usual).describe(description), { placeholder: 'N' });

/** The question of a search, as an argument or from a file. */
export const searchQuery = field(z.string().optional().describe('What you look for: words, a name or a question'), {
  placeholder: 'QUERY',
  fileFlag: 'query-file',
});

/** A limit in tokens, counted with the tokenizer and safety margin of the configuration. */
export async function roomFor(budget: number, { tokenizer: name, safetyMargin }: Config) {
  const { count } = await loadTokenizer(name, { safetyMargin });
  return { budget, count };
}

export const joinWithOr = (names: readonly string[]): string => names.join(', ').replace(/, ([^,]*)$/, ' or $1');

export const expect = optional.texts('Guessed names of functions, types or files; wrong guesses cost nothing', {
  placeholder: 'GUESSES',
  hasCommas: true,
});

const tokenizers = Object.keys(TOKENIZERS);
export const tokenizer = optional.choice(tokenizers, `Tokenizer that counts tokens: ${joinWithOr(tokenizers)}`, {
  placeholder: 'NAME',
  usual: DEFAULTS.pack.tokenizer,
  isFine: true,
});

const formats = FORMATTERS.map(({ name }) => name);
/** The format field of operations whose answer is a page. */
export const packFormat = optional.choice(formats, `Print in this format: ${joinWithOr(formats)}`, {
  placeholder: 'FORMAT',
  short: 'f',
});

/** The format field of operations whose answer is data. */
export const dataFormat = optional.choice(['plain', 'json'], 'Print for people (plain) or programs (json)', {
  placeholder: 'FORMAT',
  short: 'f',
  usual: 'plain',
  isFine: true,
});

export const copy = optional.yesNo('Also copy the page to the clipboard', { isLocal: true });

export const seen = field(
  z
    .string()
    .optional()
    .describe('What the reader already has: a manifest, or lines of "path@hash" or "path@hash:12-40" as printed'),
  { fileFlag: 'seen' },
);

export const duration = z.string().regex(DURATION, 'a length of time such as 30m, 2h or 7d');

export const lens = optional.text(
  `Lens on the graph: ${joinWithOr(LENSES.map(({ name }) => name))}, or a configured one`,
  { placeholder: 'NAME', isFine: true },
);

/** Refuses an unknown lens before an engine is opened. */
export function checkLens(name: string | undefined, { lenses }: Pick<Config, 'lenses'>): void {
  if (name !== undefined) pickByName(allLenses(lenses), name, 'lens');
}

const CLOSES: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' };
const OPENS = new Map(Object.entries(CLOSES).map(([open, close]) => [close, open]));
const QUOTES = new Set(['"', "'", '`']);

/**
 * Splits a text at commas outside of brackets and quotes. A bracket or quote without its partner, and a quote within a
 * word, counts as plain text.
 */
export function commaList(text: string): readonly string[] {
  const ends = closedSpans(text);
  const parts: string[] = [];
  let from = 0;
  for (let index = 0; index < text.length; index++) {
    const end = ends.get(index);
    if (end !== undefined) index = end;
    else if (text[index] === ',') {
      parts.push(text.slice(from, index));
      from = index + 1;
    }
  }
  return [...parts, text.slice(from)].map((part) => part.trim()).filter(Boolean);
}

// Maps the positions of opening brackets and quotes to those of the closing ones.
function closedSpans(text: string): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  const open = new Map(Object.keys(CLOSES).map((sign) => [sign, [] as number[]]));
  for (let index = 0; index < text.length; index++) {
    const sign = text[index]!;
    const close = QUOTES.has(sign) && !/\w/.test(text[index - 1] ?? '') ? text.indexOf(sign, index + 1) : -1;
    if (close > 0) {
      ends.set(index, close);
      index = close;
    }
    open.get(sign)?.push(index);
    const from = open.get(OPENS.get(sign) ?? '')?.pop();
    if (from !== undefined) ends.set(from, index);
  }
  return ends;
}
