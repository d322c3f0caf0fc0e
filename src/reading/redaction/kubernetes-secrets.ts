import { isPlaceholder } from './harmless-values.ts';
import type { SearchHints } from './search-hints.ts';
import type { SecretSpan } from './secret-span.ts';

const KIND = /^[ \t]{0,8}kind: ["']?Secret["']?[ \t]*\r?$/m;
// What separates the manifests of a file, and encloses a manifest in a document.
const EDGE = /^(?:---|```)/gm;
const DATA = /^([ \t]{0,8})(?:data|stringData):[ \t]*\r?\n/gm;
const ENTRY =
  /^([ \t]+)["']?[\w.-]{1,100}["']?:[ \t]+["']?(?!["']?[|>][-+]?[ \t]*$)(?<value>[^\s"'#][^\r\n"']{3,4000})/;

// Entries of such a secret that are public: certificates, users and places.
const PUBLIC_ENTRY =
  /^[ \t]+["']?(?:[\w-]{0,40}[._-])?(?:crt|ca|cert|certificate|username|user|client_?id|host|port|email|namespace|name)["']?:/i;
const CERTIFICATE = Buffer.from('-----BEGIN CERTIF').toString('base64').slice(0, 20);

/** A text without this hint has no manifest of a secret. */
export const MANIFEST_HINT = 'kind: Secret';

/** Finds the values of Kubernetes secrets, which are secret whatever their names are. */
export function findInManifests(text: string, { hints }: SearchHints): readonly SecretSpan[] {
  if (!hints.has(MANIFEST_HINT)) return [];
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
        const start = offset + at + line.indexOf(value, line.indexOf(':'));
        spans.push({ start, end: start + value.length, rule: 'kubernetes-secret' });
      }
      if (end === -1) break;
      at = end + 1;
    }
    return spans;
  });
}
