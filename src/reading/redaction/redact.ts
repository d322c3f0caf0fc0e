import type { Redact, Redaction } from '../../ports/reader.ts';
import { findInManifests, MANIFEST_HINT } from './kubernetes-secrets.ts';
import { findNamedValues } from './named-values.ts';
import { findPrivateKeys, KEY_HINTS } from './private-keys.ts';
import { findRandomValues } from './random-values.ts';
import { createHintFinder } from './search-hints.ts';
import { FORMAT_HINTS, findFormats } from './secret-formats.ts';
import { mergeSpans, type SecretSpan } from './secret-span.ts';
import { INSERT_HINTS } from './table-columns.ts';
import { findTokens } from './tokens.ts';

const FINDERS = [findPrivateKeys, findTokens, findNamedValues, findFormats, findInManifests, findRandomValues];
const findHints = createHintFinder([...KEY_HINTS, ...FORMAT_HINTS, ...INSERT_HINTS, MANIFEST_HINT]);

/** Goes up when another text counts as a secret: what was found clean before is searched again. */
export const REDACTION_RULES = 6;

/** The step between reading and everything else, as a port. */
export function createRedact(): Redact {
  return async (text, _path, cleanBy) => (cleanBy === REDACTION_RULES ? { text, findings: [] } : redactText(text));
}

/**
 * Replaces secrets in place; what it returns has as many lines as what it was given. What is a secret depends on the text
 * alone and not on where it lies, so that equal bytes are the same everywhere.
 */
export function redactText(text: string): Redaction {
  const signs = findHints(text);
  const spans = mergeSpans(FINDERS.flatMap((find) => find(text, signs)));
  return spans.length === 0 ? { text, findings: [] } : replaceSpans(text, spans);
}

/** Whether the name of a file, a page or a folder holds a secret, so that it cannot be said. */
export function nameHoldsSecret(name: string): boolean {
  return LONG_RUN.test(name) && redactText(name).findings.length > 0;
}

/** The name of a file, a page, a folder or a field as it can be said. */
export function redactName(name: string): string {
  return LONG_RUN.test(name) ? redactText(name).text : name;
}

/** Few names have a run that a token could be; those are searched as every text is. */
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
    // A lone return would become one line end with a feed that follows.
    const ends = breaks.map((end) => (end === '\r' ? '\n' : end));
    replaced += `${before}[redacted: ${rule}]${ends.join('')}`;
    line += breaks.length;
    done = end;
  }
  return { text: replaced + text.slice(done), findings };
}

const BREAK = /\r\n|\n|\r/g;
