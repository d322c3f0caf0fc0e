import { isCredential, PASSWORD } from './credential-check.ts';
import type { SearchHints } from './search-hints.ts';
import type { SecretSpan } from './secret-span.ts';

const WORD = /[A-Za-z0-9_-]{20,120}/g;
// The value is assigned, an argument of a call, or given to a flag. A colon without a blank joins the parts of other texts.
const BEFORE = /[\w\])"'] ?(?:=>?|: |:(?=["'`])) {0,4}["'`]?$|[^\s"'`][(,[] {0,4}["'`]$|\s--?[\w-]{1,40} ["']?$/;
const AFTER = /^["'`\s,;)\\]|^$/;
// Names of random values that everybody may know, and the signs of a comparison in a test.
const PUBLIC_NAME =
  /(?:ids?|uuids?|guid|cursor|hash|digest|checksum|sum|sha-?\d{0,3}|md5|finger_?print|thumb_?print|e_?tag|integrity|nonce|cert(?:ificate)?s?|crt|ca|public[\w-]{0,20}|pub|alphabet|letters|char(?:acter)?s|re[fv]|commit|version|node|name|file|path|url|marker|boundary|site_?key|measurement|tracking|verification|bytecode|address|signature|sig|\b[xyn]|challenge|wasm|data|blob|content|body|src|image|alg(?:orithm)?|examples?|buffer)["'\])]{0,3} {0,4}(?:[:=,]|=>)? {0,4}["'`]?$|={2,3} ?["'`]$/i;
const PUBLIC_OR_IN_ORDER =
  /^(?:pk|pub|sb_publishable)[_-]|abcdef|012345|123456|lmnopq|CRUdJT|^MII|[0-9a-f]{8}-[0-9a-f]{4}-/i;
const EACH_KIND_MIN = 3;
const NAME_CHARACTERS = 60;

/** Finds long random values, whatever their names are, unless the name says that the value is public. */
export function findRandomValues(text: string, { runs }: SearchHints): readonly SecretSpan[] {
  const spans: SecretSpan[] = [];
  for (const [from, to] of runs) {
    for (const { 0: value, index } of text.slice(from, to).matchAll(WORD)) {
      const [start, end] = [from + index, from + index + value.length];
      if (!AFTER.test(text.slice(end, end + 1)) || !isLongRandom(value)) continue;
      const before = text.slice(Math.max(0, start - NAME_CHARACTERS), start);
      if (BEFORE.test(before) && !PUBLIC_NAME.test(before)) spans.push({ start, end, rule: 'random-value' });
    }
  }
  return spans;
}

function isLongRandom(value: string): boolean {
  return (
    [/[a-z]/g, /[A-Z]/g, /\d/g].every((kind) => (value.match(kind)?.length ?? 0) >= EACH_KIND_MIN) &&
    /[A-Za-z0-9]{10}/.test(value) &&
    /\d\D+\d/.test(value) &&
    !PUBLIC_OR_IN_ORDER.test(value) &&
    isCredential(value, { ...PASSWORD, trust: 'long-random' })
  );
}
