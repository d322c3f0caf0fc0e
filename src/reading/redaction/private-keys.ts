import type { SearchHints } from './search-hints.ts';
import type { SecretSpan } from './secret-span.ts';

const MARK =
  /-{4,5} ?(?<edge>BEGIN|END) (?:(?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?|OpenVPN Static key V1) ?-{4,5}|^PuTTY-User-Key-File-\d|^Private-Lines: \d|^Private-MAC: [0-9a-f]{40,64}/gm;
const BODY_CHARACTERS_MAX = 20_000;
// A text with less key material only mentions a key.
const MATERIAL = /[A-Za-z0-9+/=]{32}/;
// A line of a key whose end is missing. Source code may quote, escape or indent it.
const KEY_LINE = /^[\s"'`+,#*/\\n]{0,80}[A-Za-z0-9+/=]{16,}[\s"'`+,;)\\n]{0,80}$/;

/** A text without any of these hints has no private key. */
export const KEY_HINTS = ['PRIVATE KEY', 'PuTTY-', 'OpenVPN Static'];

/** Finds armoured private keys with all their lines. A key that is cut short ends with its last line of material. */
export function findPrivateKeys(text: string, { hints }: SearchHints): readonly SecretSpan[] {
  if (!KEY_HINTS.some((hint) => hints.has(hint))) return [];
  const marks = [...text.matchAll(MARK)];
  return marks.flatMap((mark, at) => {
    if (mark.groups?.edge !== 'BEGIN' && !mark[0].startsWith('Private-Lines')) return [];
    const bodyStart = mark.index + mark[0].length;
    // A body ends at the next mark, so that no part of a text is searched twice.
    const end = findKeyEnd(text, bodyStart, marks[at + 1]);
    return end !== null && MATERIAL.test(text.slice(bodyStart, end))
      ? [{ start: mark.index, end, rule: 'private-key' }]
      : [];
  });
}

function findKeyEnd(text: string, bodyStart: number, next: RegExpExecArray | undefined): number | null {
  const isClose = next !== undefined && next.index - bodyStart <= BODY_CHARACTERS_MAX;
  if (isClose && (next.groups?.edge === 'END' || next[0].startsWith('Private-MAC'))) return next.index + next[0].length;
  const limit = Math.min(bodyStart + BODY_CHARACTERS_MAX, next?.index ?? text.length);
  return findMaterialEnd(text.slice(bodyStart, limit), bodyStart);
}

function findMaterialEnd(body: string, bodyStart: number): number | null {
  let end = body.indexOf('\n');
  if (end === -1) return bodyStart + body.length;
  for (;;) {
    const next = body.indexOf('\n', end + 1);
    const line = body.slice(end + 1, next === -1 ? body.length : next);
    if (line.trim() !== '' && !KEY_LINE.test(line)) return bodyStart + end;
    if (next === -1) return bodyStart + body.length;
    end = next;
  }
}
