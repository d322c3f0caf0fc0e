import { isMap, isScalar, type Pair, parse, parseDocument, Scalar } from 'yaml';
import type { Finding, FindingCode } from '../../../model/document.ts';
import { frontmatterBounds } from '../frontmatter/read-frontmatter.ts';
import { stemOf } from '../place-document.ts';
import { applySplices, type Splice, styleFaults } from './style-faults.ts';

const NAME_CODES: readonly FindingCode[] = ['W002', 'W006'];

/** Mends the fixable findings of a document; every other byte stays as it is. */
export function fixDocument(text: string, findings: readonly Finding[]): string {
  const fixable = findings.filter((finding) => finding.isFixable);
  if (fixable.length === 0) return text;
  const named = fixable.find(({ code }) => NAME_CODES.includes(code));
  const name = named === undefined ? null : nameSplice(text, named.path);
  const wanted = new Set(fixable.map(({ code, line }) => `${code} ${line}`));
  const style: readonly Splice[] = styleFaults(text)
    .filter(({ code, line }) => wanted.has(`${code} ${line}`))
    .flatMap(({ splices }) => splices);
  return applySplices(text, name === null ? style : [name, ...style]);
}

/** The edit that gives a document a plain name, made from its name or its file's. Null when no edit is safe. */
export function nameSplice(text: string, path: string): Splice | null {
  const bounds = frontmatterBounds(text);
  if (bounds === null) return null;
  const pairs = pairsOf(text.slice(bounds.yamlStart, bounds.yamlEnd));
  const named = pairs.find((pair) => isScalar(pair.key) && pair.key.value === 'name');
  if (named === undefined) return insertion(text, path, pairs, bounds.yamlStart);
  const value = isScalar(named.value) ? named.value : null;
  const name = plainNameOf(String(value?.value ?? '')) ?? plainNameOf(stemOf(path));
  if (name === null || value === null || !isOneLine(value)) return null;
  const [start, end] = (value.range ?? [0, 0]).map((offset) => bounds.yamlStart + offset);
  if (start === undefined || end === undefined) return null;
  if (start < end) return { start, end, text: yamlName(name) };
  // An empty value has its place after the comment that follows it; the name's place is before.
  const keyEnd = bounds.yamlStart + (isScalar(named.key) ? (named.key.range?.[1] ?? 0) : 0);
  const colon = text.indexOf(':', keyEnd) + 1;
  return { start: colon, end: colon, text: ` ${yamlName(name)}` };
}

function insertion(text: string, path: string, pairs: readonly Pair[], yamlStart: number): Splice | null {
  const name = plainNameOf(stemOf(path));
  const idPair = pairs.find((pair) => isScalar(pair.key) && pair.key.value === 'lattice-id');
  if (name === null || idPair === undefined || !isScalar(idPair.key) || !isScalar(idPair.value)) return null;
  const keyStart = yamlStart + (idPair.key.range?.[0] ?? 0);
  // In a map written on one line, or an indented one, a new line would not be a key beside the id.
  if (text[keyStart - 1] !== '\n' || !isOneLine(idPair.value)) return null;
  const lineEnd = text.indexOf('\n', keyStart) + 1;
  const newline = text[lineEnd - 2] === '\r' ? '\r\n' : '\n';
  return { start: lineEnd, end: lineEnd, text: `name: ${yamlName(name)}${newline}` };
}

function pairsOf(yaml: string): readonly Pair[] {
  try {
    const document = parseDocument(yaml, { logLevel: 'silent', prettyErrors: false });
    // Broken YAML is left for a person to mend.
    return document.errors.length === 0 && isMap(document.contents) ? document.contents.items : [];
  } catch {
    // What the parser cannot even walk is not edited.
    return [];
  }
}

function isOneLine(value: Scalar): boolean {
  return (
    value.type !== Scalar.BLOCK_FOLDED &&
    value.type !== Scalar.BLOCK_LITERAL &&
    !String(value.source ?? '').includes('\n')
  );
}

/** Lower-case letters and digits, with single hyphens between them. */
export function isPlainName(name: string): boolean {
  return /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name);
}

/** A text as a plain name; null when nothing of it can be kept. */
function plainNameOf(text: string): string | null {
  const name = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return name === '' ? null : name;
}

/** A plain name as YAML: quoted where it would be read as a number or the like. */
function yamlName(name: string): string {
  return parse(name) === name ? name : `"${name}"`;
}
