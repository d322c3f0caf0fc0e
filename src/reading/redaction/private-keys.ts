import type { SecretSpan } from './secret-span.ts';

const BEGIN = /-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g;
const END = /-----END (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g;
const BODY_CHARACTERS_MAX = 20_000;
// Without this much key material it is only talk about keys.
const MATERIAL = /[A-Za-z0-9+/=]{32}/;
// A line of a key whose end is missing: material, possibly quoted, escaped or indented as source code does it.
const KEY_LINE = /^[\s"'`+,#*/\\n]*[A-Za-z0-9+/=]{16,}[\s"'`+,;)\\n]*$/;

/** Private keys in their armour, over as many lines as they take; a key cut short ends with its last line of material. */
export function findPrivateKeys(text: string): readonly SecretSpan[] {
  if (!text.includes('PRIVATE KEY')) return [];
  return [...text.matchAll(BEGIN)].flatMap((begin) => {
    const bodyStart = begin.index + begin[0].length;
    const end = endOfKey(text, bodyStart);
    return end !== null && MATERIAL.test(text.slice(bodyStart, end))
      ? [{ start: begin.index, end, rule: 'private-key' }]
      : [];
  });
}

function endOfKey(text: string, bodyStart: number): number | null {
  const body = text.slice(bodyStart, bodyStart + BODY_CHARACTERS_MAX);
  END.lastIndex = 0;
  const armour = END.exec(body);
  const another = body.search(BEGIN);
  if (armour && (another === -1 || another > armour.index)) return bodyStart + armour.index + armour[0].length;
  return endOfMaterial(body, bodyStart);
}

function endOfMaterial(body: string, bodyStart: number): number | null {
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
