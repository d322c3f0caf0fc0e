import { isPlaceholder } from './plausible.ts';
import type { SecretSpan } from './secret-span.ts';
import { TOKEN_RULES } from './token-rules.ts';

const WORD_CHARACTERS_MIN = 16;
const IN_RUN = 1;
const IN_WORD = 2;
const UPPER = 4;
// A digit, or so many capitals, are what names of code seldom have in a word as long as that.
const MARKS_MIN = 5 * UPPER;

// What stands in tokens and in the addresses around them. Everything else ends a run.
const CLASSES = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/\d/.test(character)) return IN_RUN | IN_WORD | MARKS_MIN;
  if (/[A-Z]/.test(character)) return IN_RUN | IN_WORD | UPPER;
  if (/[a-z_-]/.test(character)) return IN_RUN | IN_WORD;
  return /[+/=.~:%$&?;@]/.test(character) ? IN_RUN : 0;
});

const bounded = (pattern: string): string => `(?<![A-Za-z0-9])(?:${pattern})(?![A-Za-z0-9])`;
const RULES = TOKEN_RULES.map(({ name, pattern }) => ({ name, pattern: new RegExp(bounded(pattern), 'y') }));
// All at once, to see whether a run holds anything; which one it is is asked only then.
const ANY = new RegExp(
  bounded(TOKEN_RULES.map(({ pattern }) => pattern.replaceAll('(?<secret>', '(?:')).join('|')),
  'g',
);

/** Tokens that are known by their own shape. Only runs with a long word unlike a name are searched. */
export function findTokens(text: string): readonly SecretSpan[] {
  const spans: SecretSpan[] = [];
  let start = 0;
  let word = 0;
  let marks = 0;
  let isCandidate = false;
  for (let at = 0; at <= text.length; at++) {
    const code = at < text.length ? text.charCodeAt(at) : 0;
    const kind = code < 128 ? CLASSES[code]! : 0;
    if ((kind & IN_WORD) !== 0) {
      marks += kind & ~(IN_RUN | IN_WORD);
      continue;
    }
    if (at - word >= WORD_CHARACTERS_MIN && marks >= MARKS_MIN) isCandidate = true;
    word = at + 1;
    marks = 0;
    if (kind !== 0) continue;
    if (isCandidate) searchRun(text.slice(start, at), start, spans);
    isCandidate = false;
    start = at + 1;
  }
  return spans;
}

function searchRun(run: string, offset: number, spans: SecretSpan[]): void {
  ANY.lastIndex = 0;
  for (let match = ANY.exec(run); match !== null; match = ANY.exec(run)) {
    const span = spanAt(run, match.index);
    if (span) spans.push({ start: offset + span.start, end: offset + span.end, rule: span.rule });
  }
}

function spanAt(run: string, index: number): SecretSpan | null {
  for (const { name, pattern } of RULES) {
    pattern.lastIndex = index;
    const match = pattern.exec(run);
    if (!match) continue;
    const secret = match.groups?.secret ?? match[0];
    if (isPlaceholder(secret) || secret.includes('EXAMPLE')) return null;
    const start = index + match[0].lastIndexOf(secret);
    return { start, end: start + secret.length, rule: name };
  }
  return null;
}
