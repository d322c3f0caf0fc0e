// `knap check --fix` mends findings with this file. It edits the text only where the fault is, and keeps all else.
import { isMap, isScalar, type Pair, parse, parseDocument, Scalar } from 'yaml';
import type { Finding, FindingCode } from '../../../model/document.ts';
import { findFrontmatter } from '../frontmatter/read-frontmatter.ts';
import { stemOf } from '../place-document.ts';
import { applySplices, findStyleFaults, type Splice } from './style-faults.ts';

const NAME_CODES: readonly FindingCode[] = ['W002', 'W006'];

/** Mends the fixable findings of a document. */
export function fixDocument(text: string, findings: readonly Finding[]): string {
  const fixable = findings.filter((finding) => finding.isFixable);
  if (fixable.length === 0) return text;
  const named = fixable.find(({ code }) => NAME_CODES.includes(code));
  const name = named === undefined ? null : createNameSplice(text, named.path);
  const wanted = new Set(fixable.map(({ code, line }) => `${code} ${line}`));
  const style: readonly Splice[] = findStyleFaults(text)
    .filter(({ code, line }) => wanted.has(`${code} ${line}`))
    .flatMap(({ splices }) => splices);
  return applySplices(text, name === null ? style : [name, ...style]);
}

/** Creates the edit that gives a document a plain name, from its name or its file name; null when no edit is safe. */
export function createNameSplice(text: string, path: string): Splice | null {
  const bounds = findFrontmatter(text);
  if (bounds === null) return null;
  const pairs = readPairs(text.slice(bounds.yamlStart, bounds.yamlEnd));
  const named = pairs.find((pair) => isScalar(pair.key) && pair.key.value === 'name');
  if (named === undefined) return createNameInsertion(text, path, pairs, bounds.yamlStart);
  const value = isScalar(named.value) ? named.value : null;
  const name = toPlainName(String(value?.value ?? '')) ?? toPlainName(stemOf(path));
  if (name === null || value === null || !isOneLine(value)) return null;
  const [start, end] = (value.range ?? [0, 0]).map((offset) => bounds.yamlStart + offset);
  if (start === undefined || end === undefined) return null;
  if (start < end) return { start, end, text: toYamlName(name) };
  // The parser puts an empty value after the comment on its line, but the name belongs before that.
  const keyEnd = bounds.yamlStart + (isScalar(named.key) ? (named.key.range?.[1] ?? 0) : 0);
  const colon = text.indexOf(':', keyEnd) + 1;
  return { start: colon, end: colon, text: ` ${toYamlName(name)}` };
}

function createNameInsertion(text: string, path: string, pairs: readonly Pair[], yamlStart: number): Splice | null {
  const name = toPlainName(stemOf(path));
  const idPair = pairs.find((pair) => isScalar(pair.key) && pair.key.value === 'lattice-id');
  if (name === null || idPair === undefined || !isScalar(idPair.key) || !isScalar(idPair.value)) return null;
  const keyStart = yamlStart + (idPair.key.range?.[0] ?? 0);
  // In a map on one line, or an indented one, a new line would not become a key beside the id.
  if (text[keyStart - 1] !== '\n' || !isOneLine(idPair.value)) return null;
  const lineEnd = text.indexOf('\n', keyStart) + 1;
  const newline = text[lineEnd - 2] === '\r' ? '\r\n' : '\n';
  return { start: lineEnd, end: lineEnd, text: `name: ${toYamlName(name)}${newline}` };
}

function readPairs(yaml: string): readonly Pair[] {
  try {
    const document = parseDocument(yaml, { logLevel: 'silent', prettyErrors: false });
    // A person has to mend broken YAML.
    return document.errors.length === 0 && isMap(document.contents) ? document.contents.items : [];
  } catch {
    // The parser failed on this text, so it is not edited.
    return [];
  }
}

function isOneLine(value: Scalar): boolean {
  const isBlock = value.type === Scalar.BLOCK_FOLDED || value.type === Scalar.BLOCK_LITERAL;
  return !isBlock && !String(value.source ?? '').includes('\n');
}

/** Returns whether a name has only lower-case letters and digits, with single hyphens between them. */
export const isPlainName = (name: string): boolean => /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name);

/** Turns a text into a plain name; returns null when no character of it can be kept. */
function toPlainName(text: string): string | null {
  const name = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return name === '' ? null : name;
}

/** Writes a plain name as YAML, in quotes where YAML would read a number or the like. */
const toYamlName = (name: string): string => (parse(name) === name ? name : `"${name}"`);
