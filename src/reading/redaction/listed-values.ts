import type { SecretSpan } from './secret-span.ts';

/** Reads the values of the lines that begin with a dash, from `start` on. */
export function readDashes(text: string, start: number, rule: string): readonly SecretSpan[] {
  const line =
    /[ \t]{0,40}(?:(?:-|\d{1,2}[.)])[ \t]{1,4})?["']?(?<value>[^\s"'#:]{6,200}|\d{3,6}(?: \d{3,6}){1,3})["']?[ \t]*(?:\r?\n|$)/y;
  const spans: SecretSpan[] = [];
  line.lastIndex = start;
  for (let match = line.exec(text); match !== null; match = line.exec(text)) {
    const from = match.index + match[0].indexOf(match.groups!.value!);
    spans.push({ start: from, end: from + match.groups!.value!.length, rule });
  }
  return spans;
}

/** Reads the words in a list of a shell, Perl or Ruby, from `start` on. */
export function readWords(text: string, start: number, rule: string): readonly SecretSpan[] {
  const list = /[^\r\n\])}>/;"'$`]{6,2000}(?:\r?\n[^\r\n\])}>/;"'$`]{0,200}){0,100}(?=[\])}>/])/y;
  list.lastIndex = start;
  const readToEnd = list.exec(text)?.[0] ?? '';
  return Array.from(readToEnd.matchAll(/\S{6,200}/g), ({ 0: word, index }) => ({
    start: start + index,
    end: start + index + word.length,
    rule,
  }));
}

const ENTRIES_MAX = 100;
const ENTRIES_CHARACTERS_MAX = 2_000;
// Keys of entries that say who, where or how, and hold no secret.
const PUBLIC_KEY =
  /(?:user|name|host|type|id|file|path|url|uri|email|mail|port|region|description|required|provider|realm|from|issuer|external|driver|mode|format|kind|engine|version|scheme|method|default|ref|key|class|service|mount|enabled|source|target|bucket|endpoint|environment|store)s?$/i;

/** Reads the values of the entries under a heading, from `start` on. */
export function readEntries(text: string, start: number, rule: string): readonly SecretSpan[] {
  const entry =
    /(?<indent>[ \t]{0,40})["']?(?<key>[\w.@-]{1,40})["']?[ \t]?[:=][ \t]{0,8}(?<value>[^\r\n]{0,200})(?:\r?\n|$)/y;
  const spans: SecretSpan[] = [];
  entry.lastIndex = start;
  const indent = /[ \t]*/.exec(text.slice(start, start + 60))![0];
  for (
    let match = entry.exec(text);
    match?.groups?.indent === indent && spans.length < ENTRIES_MAX && entry.lastIndex < start + ENTRIES_CHARACTERS_MAX;
    match = entry.exec(text)
  ) {
    const { key, value: written } = match.groups as Record<string, string>;
    const value = /^["']?(?<value>[^\s"',;#]{6,200})["']?(?:\s|$)(?!\s*\w)/.exec(written!)?.groups?.value;
    if (value === undefined || PUBLIC_KEY.test(key!)) continue;
    const from = match.index + match[0].indexOf(value, indent.length + key!.length);
    spans.push({ start: from, end: from + value.length, rule });
  }
  return spans;
}
