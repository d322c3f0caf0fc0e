import { readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A package with grammars. The repository stores only the wasm files, because the packages hold hundreds of megabytes of sources and binaries. */
export interface GrammarSource {
  readonly package: string;
  readonly version: string;
  readonly license?: string;
  /** The hash of the package in the registry. */
  readonly integrity?: string;
  /** The name of each grammar and the SHA-256 of its uncompressed wasm. */
  readonly grammars: Readonly<Record<string, string>>;
}

/** The grammars of this repository; `update-grammars.ts` writes them. */
export const GRAMMAR_FILES = fileURLToPath(new URL('../grammars', import.meta.url));
/** The folder of grammars in the built package. */
export const GRAMMARS_DIR = fileURLToPath(new URL('../dist/grammars', import.meta.url));
/** The package of the parser's wasm, which stays uncompressed, because the library that reads it cannot decompress. */
export const RUNTIME = 'web-tree-sitter';
const RUNTIME_FOLDER = fileURLToPath(new URL(`../node_modules/${RUNTIME}`, import.meta.url));

export function grammarSources(): readonly GrammarSource[] {
  return JSON.parse(readFileSync(join(GRAMMAR_FILES, 'sources.json'), 'utf8')) as readonly GrammarSource[];
}

/** Makes a folder hold the wasm files of the parser and the grammars with their licences; writes only what differs. */
export async function copyGrammars(target: string): Promise<void> {
  await mkdir(target, { recursive: true });
  const grammars = (await readdir(GRAMMAR_FILES)).filter((name) => name.endsWith('.wasm.gz'));
  await Promise.all(grammars.map((name) => copyWhole(join(GRAMMAR_FILES, name), join(target, name))));
  await copyWhole(join(RUNTIME_FOLDER, `${RUNTIME}.wasm`), join(target, `${RUNTIME}.wasm`));
  const licence = await readFile(join(RUNTIME_FOLDER, 'LICENSE'), 'utf8');
  const others = await readFile(join(GRAMMAR_FILES, 'LICENSES.txt'), 'utf8');
  await writeWhole(join(target, 'LICENSES.txt'), `${RUNTIME}.wasm\n\n${licence}\n${'-'.repeat(80)}\n${others}`);
  const needed = new Set([...grammars, `${RUNTIME}.wasm`, 'LICENSES.txt']);
  const gone = (await readdir(target)).filter((file) => /\.wasm(?:\.gz)?$/.test(file) && !needed.has(file));
  await Promise.all(gone.map((file) => rm(join(target, file), { force: true })));
}

async function copyWhole(from: string, to: string): Promise<void> {
  const [bytes, there] = await Promise.all([readFile(from), readFile(to).catch(() => null)]);
  if (there === null || !bytes.equals(there)) await writeWhole(to, bytes);
}

// Writes a temporary file and renames it, because another process may be reading the folder.
async function writeWhole(to: string, content: Buffer | string): Promise<void> {
  const part = `${to}.${process.pid}`;
  await writeFile(part, content);
  await rename(part, to);
}
