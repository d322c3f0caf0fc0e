import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { LANGUAGES } from '../src/languages/index.ts';
import type { BundledGrammar } from './make-sbom.ts';

/** Where the built package has its grammars. */
export const GRAMMARS_DIR = fileURLToPath(new URL('../dist/grammars', import.meta.url));
const PACKAGES = join(dirname(fileURLToPath(import.meta.url)), '..', 'node_modules');
// Licences of grammars whose package ships them compiled, under a licence of its own, and leaves theirs out.
const OWN_LICENCES = fileURLToPath(new URL('licences', import.meta.url));
// Folders of installed packages that hold a grammar's wasm; the package is the part up to its licence.
const FOLDERS = [
  'web-tree-sitter',
  'tree-sitter-typescript',
  'tree-sitter-javascript',
  'tree-sitter-python',
  'tree-sitter-go',
  'tree-sitter-rust',
  'tree-sitter-java',
  'tree-sitter-scala',
  'tree-sitter-c-sharp',
  'tree-sitter-php',
  'tree-sitter-ruby',
  'tree-sitter-c',
  'tree-sitter-cpp',
  '@tree-sitter-grammars/tree-sitter-kotlin',
  'tree-sitter-objc',
  'tree-sitter-powershell',
  'tree-sitter-elixir',
  'tree-sitter-haskell',
  'tree-sitter-ocaml',
  'tree-sitter-julia',
  '@davisvaughan/tree-sitter-r',
  '@tree-sitter-grammars/tree-sitter-lua',
  '@tree-sitter-grammars/tree-sitter-hcl',
  '@tree-sitter-grammars/tree-sitter-zig',
  '@repomix/tree-sitter-wasms/out',
];

// Read by a library that knows nothing of compression.
const RUNTIME = 'web-tree-sitter';

/** Copies the parser's and every language's wasm, compressed, with their licences into a folder, and says where each is from; what is there already stays. */
export async function copyGrammars(target: string): Promise<readonly BundledGrammar[]> {
  await mkdir(target, { recursive: true });
  const grammars = new Set(LANGUAGES.flatMap(({ grammar }) => (grammar === null ? [] : [grammar])));
  const names = [RUNTIME, ...grammars].sort();
  const folders = await Promise.all(names.map((name) => copyWasm(name, target)));
  const texts = await Promise.all(names.map((name, at) => licenceOf(name, folders[at]!)));
  const byText = Map.groupBy(names, (_, at) => texts[at]!);
  const pages = [...byText].map(([text, held]) => `${held.map((name) => `${name}.wasm`).join('\n')}\n\n${text}`);
  await writeWhole(join(target, 'LICENSES.txt'), pages.join(`\n${'-'.repeat(80)}\n`));
  await removeOthers(target, new Set(['LICENSES.txt', ...names.map(fileOf)]));
  return names.map((name, at) => ({ name: `${name}.wasm`, from: folders[at]!.replace(/\/out$/, '') }));
}

const fileOf = (name: string) => (name === RUNTIME ? `${name}.wasm` : `${name}.wasm.gz`);

async function copyWasm(name: string, target: string): Promise<string> {
  for (const folder of FOLDERS) {
    const from = join(PACKAGES, folder, `${name}.wasm`);
    const wasm = await readFile(from).catch(() => null);
    if (wasm === null) continue;
    const to = join(target, fileOf(name));
    if ((await wholeSizeOf(to)) !== wasm.length)
      await writeWhole(to, name === RUNTIME ? wasm : gzipSync(wasm, { level: 9 }));
    return folder;
  }
  throw new Error(`No installed package holds ${name}.wasm`);
}

// A compressed file ends with the size of what is in it. Null when there is none.
async function wholeSizeOf(path: string): Promise<number | null> {
  const held = await readFile(path).catch(() => null);
  if (held === null) return null;
  return path.endsWith('.gz') ? held.readUInt32LE(held.length - 4) : held.length;
}

// Appears under its name only when it is whole, because another process may be reading the folder.
async function writeWhole(to: string, content: Buffer | string): Promise<void> {
  const part = `${to}.${process.pid}`;
  await writeFile(part, content);
  await rename(part, to);
}

// Grammars of languages that are no longer in the table.
async function removeOthers(target: string, kept: ReadonlySet<string>): Promise<void> {
  const others = (await readdir(target)).filter((file) => /\.wasm(?:\.gz)?$/.test(file) && !kept.has(file));
  await Promise.all(others.map((file) => rm(join(target, file), { force: true })));
}

// The Apache licence asks for its own text and leaves notices to files that may not be there.
const HAS_NOTICE = /^\s*copyright\b|^\s*Apache License$/im;

// A grammar without a licence of its own is not copied at all: whoever copies knap copies the notice with it.
async function licenceOf(name: string, folder: string): Promise<string> {
  const places = [join(PACKAGES, folder), join(PACKAGES, dirname(folder))];
  const inPackage = places.flatMap((place) =>
    ['LICENSE', 'LICENSE.md', 'LICENSE.txt'].map((file) => join(place, file)),
  );
  for (const path of [join(OWN_LICENCES, `${name}.txt`), ...inPackage]) {
    const text = await readFile(path, 'utf8').catch(() => null);
    if (text !== null && HAS_NOTICE.test(text)) return text;
  }
  throw new Error(
    `No licence with a copyright notice for ${name}.wasm; put its text into scripts/licences/${name}.txt`,
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await copyGrammars(process.argv[2] ?? GRAMMARS_DIR);
}
