import type { Redact } from '../../ports/reader.ts';
import { findPrivateKeys } from './private-keys.ts';
import { SECRET_RULES, SETTINGS_FILE, type SecretRule, UNQUOTED_RULE } from './rules.ts';
import { mergeSpans, type SecretSpan } from './secret-span.ts';
import { findWithSecretlint } from './secretlint.ts';

/** Makes the step that replaces secrets in place; what it returns has as many lines as what it was given. */
export function createRedact(): Redact {
  return async (text, path) => {
    const spans = mergeSpans([
      ...findPrivateKeys(text),
      ...findWithRules(text, path),
      ...(await findWithSecretlint(text, path)),
    ]);
    return spans.length === 0 ? { text, findings: [] } : replaceSpans(text, spans);
  };
}

function findWithRules(text: string, path: string): readonly SecretSpan[] {
  const rules = SETTINGS_FILE.test(path) ? [...SECRET_RULES, UNQUOTED_RULE] : SECRET_RULES;
  return rules
    .filter(({ hints }) => hints.some((hint) => text.includes(hint)))
    .flatMap((rule) => findWithRule(text, rule));
}

function findWithRule(text: string, { name, pattern, accept }: SecretRule): readonly SecretSpan[] {
  const spans: SecretSpan[] = [];
  for (const match of text.matchAll(pattern)) {
    const secret = match.groups?.secret ?? match[0];
    if (accept && !accept(secret)) continue;
    // The secret closes the match or nearly so; searching from the end cannot meet its name by mistake.
    const start = match.index + match[0].lastIndexOf(secret);
    spans.push({ start, end: start + secret.length, rule: name });
  }
  return spans;
}

function replaceSpans(text: string, spans: readonly SecretSpan[]) {
  const findings: { line: number; rule: string }[] = [];
  let replaced = '';
  let done = 0;
  let line = 1;
  for (const { start, end, rule } of spans) {
    const before = text.slice(done, start);
    line += countBreaks(before);
    findings.push({ line, rule });
    const breaks = text.slice(start, end).match(BREAK) ?? [];
    replaced += `${before}[redacted: ${rule}]${breaks.join('')}`;
    line += breaks.length;
    done = end;
  }
  return { text: replaced + text.slice(done), findings };
}

const BREAK = /\r\n|\n|\r/g;

function countBreaks(text: string): number {
  return text.match(BREAK)?.length ?? 0;
}
