import { isPlaceholder } from './excuses.ts';
import type { SecretSpan } from './secret-span.ts';
import type { Signs } from './signs.ts';
import { TOKEN_RULES } from './token-rules.ts';

const bounded = (pattern: string): string => `(?<![A-Za-z0-9])(?:${pattern})(?![A-Za-z0-9])`;
const RULES = TOKEN_RULES.map(({ name, pattern }) => ({ name, pattern: new RegExp(bounded(pattern), 'y') }));
// All at once, to see whether a run holds anything; which one it is is asked only then.
const ANY = new RegExp(
  bounded(TOKEN_RULES.map(({ pattern }) => pattern.replaceAll('(?<secret>', '(?:')).join('|')),
  'g',
);

/** Tokens that are known by their own shape, in the runs of a text that may hold any. */
export function findTokens(text: string, { runs }: Signs): readonly SecretSpan[] {
  const spans: SecretSpan[] = [];
  for (const [start, end] of runs) searchRun(text.slice(start, end), start, spans);
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
