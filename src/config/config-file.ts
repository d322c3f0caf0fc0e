// Configuration files are YAML or JSON. This file reads them with the lines of their keys, and changes them.
import { statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Document } from 'yaml';
import { ContextError, messageOf } from '../model/errors.ts';
import { REFUSED, readPlainFile } from '../reading/plain-file.ts';
import { DEFAULTS } from './defaults.ts';
import { writeAtOnce } from './write-at-once.ts';

/** A configuration file as written. */
export interface ConfigFile {
  readonly path: string;
  readonly values: Readonly<Record<string, unknown>>;
  /** The line on which a top-level key stands. */
  readonly lineOf: (key: string) => number | null;
}

/** Who wrote a file: the file of the user may be a link, that of a repository may not. */
export type Owner = 'user' | 'repository';

/** Reads YAML or JSON (which is YAML); null when there is no such file. */
export async function readConfigFile(path: string, owner: Owner): Promise<ConfigFile | null> {
  const text = readConfigText(path, owner);
  if (text === null) return null;
  const { LineCounter, isMap, isScalar, parseDocument, refuseDeepKeys } = await import('./parse-yaml.ts');
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [error] = document.errors;
  if (error) throw invalid(`${path}:${lines.linePos(error.pos[0]).line}`, error);
  const values = expandAliases(path, document, refuseDeepKeys) ?? {};
  if (typeof values !== 'object' || Array.isArray(values)) {
    throw new ContextError('BAD_CONFIG', `${path} must hold keys and values, like "budget: 8000".`);
  }
  const pairs = isMap(document.contents) ? document.contents.items : [];
  const keyLines = new Map(
    pairs.flatMap(({ key }) =>
      isScalar(key) && key.range ? [[String(key.value), lines.linePos(key.range[0]).line] as const] : [],
    ),
  );
  return { path, values: values as Record<string, unknown>, lineOf: (key) => keyLines.get(key) ?? null };
}

// Bounds how often aliases are expanded, because a small file could become a gigabyte. An alias without an anchor fails
// here too.
function expandAliases(path: string, document: Document, check: (document: Document) => void): unknown {
  try {
    check(document);
    return document.toJS({ maxAliasCount: 100 });
  } catch (cause) {
    throw invalid(path, cause);
  }
}

function invalid(place: string, cause: unknown): ContextError {
  const [why] = messageOf(cause).split('\n', 1);
  return new ContextError('BAD_CONFIG', `${place} is not valid: ${why}`, { cause });
}

function readConfigText(path: string, owner: Owner): string | null {
  const bytes = readPlainFile(path, { ...DEFAULTS.settings, followsLinks: owner === 'user' });
  if (bytes === 'gone') return null;
  if (typeof bytes === 'string') throw new ContextError('BAD_CONFIG', `${path} ${REFUSED[bytes]}.`);
  return bytes.toString('utf8');
}

/** Changes a configuration file, or makes it; keeps the order, and the comments of YAML. */
export async function editConfigFile(path: string, edit: (document: Document) => void): Promise<void> {
  const { parseDocument } = await import('./parse-yaml.ts');
  const isJson = path.endsWith('.json');
  const previous = readConfigText(path, 'user') ?? (isJson ? '{}\n' : '');
  const document: Document = parseDocument(previous);
  const [error] = document.errors;
  if (error) throw invalid(path, error);
  edit(document);
  const after = isJson ? `${JSON.stringify(document.toJS(), null, 2)}\n` : document.toString({ lineWidth: 0 });
  try {
    await mkdir(dirname(path), { recursive: true });
    // The file may hold a token, so it must not become readable for others.
    await writeAtOnce(path, after, statSync(path, { throwIfNoEntry: false })?.mode);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new ContextError('BAD_CONFIG', `${path} cannot be written (${code}).`, { cause });
  }
}
