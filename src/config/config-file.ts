import { readFile } from 'node:fs/promises';
import { ContextError } from '../model/errors.ts';

/** A configuration file as written, with the line each top-level key stands on. */
export interface ConfigFile {
  readonly path: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly lineOf: (key: string) => number | null;
}

/** Reads YAML or JSON (which is YAML); null when there is no such file. */
export async function readConfigFile(path: string): Promise<ConfigFile | null> {
  const text = await readIfThere(path);
  if (text === null) return null;
  const { LineCounter, isMap, isScalar, parseDocument } = await import('./parse-yaml.ts');
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [error] = document.errors;
  if (error) {
    throw new ContextError(
      'BAD_CONFIG',
      `${path}:${lines.linePos(error.pos[0]).line} is not valid: ${firstLine(error.message)}`,
    );
  }
  // Aliases are expanded at most a hundred times over: a file must not become a gigabyte.
  const values: unknown = document.toJS({ maxAliasCount: 100 }) ?? {};
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

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw new ContextError('BAD_CONFIG', `${path} cannot be read (${code ?? 'unknown'}).`, { cause });
  }
}

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? text;
