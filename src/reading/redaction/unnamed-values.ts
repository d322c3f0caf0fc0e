// Finds secrets that need no name before them: private keys, values of Kubernetes secrets, and long random values.
import { isCredential, PASSWORD } from './credential-check.ts';
import { isPlaceholder } from './harmless-values.ts';
import { type SearchHints, type SecretSpan, spanOf } from './search-hints.ts';

const MARK =
  /-{4,5} ?(?<edge>BEGIN|END) (?:(?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?|OpenVPN Static key V1) ?-{4,5}|^PuTTY-User-Key-File-\d|^Private-Lines: \d|^Private-MAC: [0-9a-f]{40,64}/gm;
const BODY_CHARACTERS_MAX = 20_000;
// A text with less key material only mentions a key.
const MATERIAL = /[A-Za-z0-9+/=]{32}/;
// A line of a key whose end is missing. Source code may quote, escape or indent it.
const KEY_LINE = /^[\s"'`+,#*/\\n]{0,80}[A-Za-z0-9+/=]{16,}[\s"'`+,;)\\n]{0,80}$/;

/** A text without any of these hints is not searched for private keys. */
export const KEY_HINTS = ['PRIVATE KEY', 'PuTTY-', 'OpenVPN Static'];

/** Finds armoured private keys. A key that is cut short ends before the first line of other text. */
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

const KIND = /^[ \t]{0,16}(?:kind: ["']?Secret["']?|"kind": ?"Secret",?)[ \t]*\r?$/m;
// What separates the manifests of a file, and encloses a manifest in a document.
const EDGE = /^(?:---|```)/gm;
const DATA = /^([ \t]{0,16})(?:(?:data|stringData):|"(?:data|stringData)": ?\{)[ \t]*\r?\n/gm;
const ENTRY =
  /^([ \t]+)["']?[\w.-]{1,100}["']?:[ \t]+["']?(?!["']?[|>][-+]?[ \t]*$)(?<value>[^\s"'#][^\r\n"']{3,4000})/;

// Entries of such a secret that are public: certificates, users, names and places.
const PUBLIC_ENTRY =
  /^[ \t]+["']?(?:[\w-]{0,40}[._-])?(?:crt|ca|cert|certificate|username|user|client_?id|host|port|email|namespace|name)["']?:/i;
const CERTIFICATE = Buffer.from('-----BEGIN CERTIF').toString('base64').slice(0, 20);

/** A text without any of these hints is not searched for manifests of secrets. */
export const MANIFEST_HINTS = [
  'kind: Secret',
  'kind: "Secret"',
  "kind: 'Secret'",
  '"kind": "Secret"',
  '"kind":"Secret"',
];

/** Finds values on one line of Kubernetes secrets in YAML or JSON, except placeholders and those with public names or contents. */
export function findInManifests(text: string, { hints }: SearchHints): readonly SecretSpan[] {
  if (!MANIFEST_HINTS.some((hint) => hints.has(hint))) return [];
  const edges = [0, ...Array.from(text.matchAll(EDGE), ({ index }) => index), text.length];
  return edges.slice(1).flatMap((end, at) => {
    const manifest = text.slice(edges[at], end);
    return KIND.test(manifest) ? readData(manifest, edges[at]!) : [];
  });
}

function readData(manifest: string, offset: number): readonly SecretSpan[] {
  return [...manifest.matchAll(DATA)].flatMap(({ 0: head, 1: indent = '', index }) => {
    const spans: SecretSpan[] = [];
    let at = index + head.length;
    while (at < manifest.length) {
      const end = manifest.indexOf('\n', at);
      const line = manifest.slice(at, end === -1 ? manifest.length : end);
      const entry = ENTRY.exec(line);
      const value = entry?.groups?.value?.trimEnd();
      if (line.trim() !== '' && !line.startsWith(`${indent} `)) break;
      if (value !== undefined && !isPlaceholder(value) && !PUBLIC_ENTRY.test(line) && !value.startsWith(CERTIFICATE)) {
        spans.push(spanOf(offset + at + line.indexOf(value, line.indexOf(':')), value, 'kubernetes-secret'));
      }
      if (end === -1) break;
      at = end + 1;
    }
    return spans;
  });
}

const WORD = /[A-Za-z0-9_-]{20,120}/g;
// The value is assigned, stands in a call or a list, or is given to a flag. A colon directly before the value counts
// only before a quote, because ids and addresses hold such colons.
const BEFORE = /[\w\])"'] ?(?:=>?|: |:(?=["'`])) {0,4}["'`]?$|[^\s"'`][(,[] {0,4}["'`]$|\s--?[\w-]{1,40} ["']?$/;
const AFTER = /^["'`\s,;)\\]|^$/;
// Names of random values that everybody may know (x, y and n are parts of public keys), and the `==` of a test.
const PUBLIC_NAME =
  /(?:ids?|uuids?|guid|cursor|hash|digest|checksum|sum|sha-?\d{0,3}|md5|finger_?print|thumb_?print|e_?tag|integrity|nonce|cert(?:ificate)?s?|crt|ca|public[\w-]{0,20}|pub|alphabet|letters|char(?:acter)?s|re[fv]|commit|version|node|name|file|path|url|marker|boundary|site_?key|measurement|tracking|verification|bytecode|address|signature|sig|\b[xyn]|challenge|wasm|data|blob|content|body|src|image|alg(?:orithm)?|examples?|buffer)["'\])]{0,3} {0,4}(?:[:=,]|=>)? {0,4}["'`]?$|={2,3} ?["'`]$/i;
// Public keys, certificates and UUIDs by their beginnings, `BEGIN` in base64 (`CRUdJT`), and signs in their order.
const PUBLIC_OR_IN_ORDER =
  /^(?:pk|pub|sb_publishable)[_-]|abcdef|012345|123456|lmnopq|CRUdJT|^MII|[0-9a-f]{8}-[0-9a-f]{4}-/i;
const EACH_KIND_MIN = 3;
const NAME_CHARACTERS = 60;

/** Finds long random values that are assigned or passed on, unless the name says that the value is public. */
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
