// Replaces the secrets that the finders of this folder find in a text or a name, and caches the results.
import { LRUCache } from 'lru-cache';
import type { Redact, Redaction } from '../../ports/reader.ts';
import { findNamedValues } from './named-values.ts';
import { createHintFinder, mergeSpans, type SecretSpan } from './search-hints.ts';
import { FORMAT_HINTS, findFormats } from './secret-formats.ts';
import { INSERT_HINTS } from './table-columns.ts';
import { findTokens } from './tokens.ts';
import { findInManifests, findPrivateKeys, findRandomValues, KEY_HINTS, MANIFEST_HINTS } from './unnamed-values.ts';

const FINDERS = [findPrivateKeys, findTokens, findNamedValues, findFormats, findInManifests, findRandomValues];
const findHints = createHintFinder([...KEY_HINTS, ...FORMAT_HINTS, ...INSERT_HINTS, ...MANIFEST_HINTS]);

/** The version of the rules. It rises when they change, and texts that were found clean are then searched again. */
export const REDACTION_RULES = 8;

/** Creates the redaction of texts that were read; a text that these rules found clean before is not searched again. */
export function createRedact(): Redact {
  return async (text, _path, cleanBy) => (cleanBy === REDACTION_RULES ? { text, findings: [] } : redactText(text));
}

/** Replaces the secrets of a text and keeps the number of its lines. Only the text decides, never its path. */
export function redactText(text: string): Redaction {
  const hints = findHints(text);
  const spans = mergeSpans(FINDERS.flatMap((find) => find(text, hints)));
  return spans.length === 0 ? { text, findings: [] } : replaceSpans(text, spans);
}

/** Says whether the name of a file, a page or a folder holds a secret and must not be shown. */
export function nameHoldsSecret(name: string): boolean {
  return LONG_RUN.test(name) && redactText(name).findings.length > 0;
}

/** Replaces the secrets in the name of a file, a page, a folder or a field. */
export function redactName(name: string): string {
  return LONG_RUN.test(name) ? redactText(name).text : name;
}

/** Only names with a run this long are searched, because most tokens have one and few names do. */
export const LONG_RUN = /[A-Za-z0-9]{16}/;

function replaceSpans(text: string, spans: readonly SecretSpan[]) {
  const findings: { line: number; rule: string }[] = [];
  let replaced = '';
  let done = 0;
  let line = 1;
  for (const { start, end, rule } of spans) {
    const before = text.slice(done, start);
    line += before.match(BREAK)?.length ?? 0;
    findings.push({ line, rule });
    const breaks = text.slice(start, end).match(BREAK) ?? [];
    // A lone carriage return and a line feed that follows it would form a single line end.
    const ends = breaks.map((end) => (end === '\r' ? '\n' : end));
    replaced += `${before}[redacted: ${rule}]${ends.join('')}`;
    line += breaks.length;
    done = end;
  }
  return { text: replaced + text.slice(done), findings };
}

const BREAK = /\r\n|\n|\r/g;

/** Caches the last results by path, for texts of at most `charactersMax` characters together. */
export function cacheRedact(redact: Redact, charactersMax: number): Redact {
  const cache = new LRUCache<string, { readonly text: string; readonly redaction: Redaction }>({
    maxSize: charactersMax,
    // The cache refuses a size of zero, which an empty text would have.
    sizeCalculation: ({ text }) => 1 + text.length,
  });
  return async (text, path, cleanBy) => {
    const cached = cache.get(path);
    if (cached?.text === text) return cached.redaction;
    const redaction = await redact(text, path, cleanBy);
    cache.set(path, { text, redaction });
    return redaction;
  };
}
