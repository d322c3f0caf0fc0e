import { copyFile, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LANGUAGES } from '../src/languages/index.ts';

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
  '@repomix/tree-sitter-wasms/out',
];

/** Copies the parser's and every language's wasm with their licences into a folder; what is there already stays. */
export async function copyGrammars(target: string): Promise<void> {
  await mkdir(target, { recursive: true });
  const grammars = new Set(LANGUAGES.flatMap(({ grammar }) => (grammar === null ? [] : [grammar])));
  const names = ['web-tree-sitter', ...grammars].sort();
  const folders = await Promise.all(names.map((name) => copyWasm(name, target)));
  const texts = await Promise.all(names.map((name, at) => licenceOf(name, folders[at]!)));
  const byText = Map.groupBy(names, (_, at) => texts[at]!);
  const pages = [...byText].map(([text, held]) => `${held.map((name) => `${name}.wasm`).join('\n')}\n\n${text}`);
  await writeFile(join(target, 'LICENSES.txt'), pages.join(`\n${'-'.repeat(80)}\n`));
}

async function copyWasm(name: string, target: string): Promise<string> {
  for (const folder of FOLDERS) {
    const from = join(PACKAGES, folder, `${name}.wasm`);
    const size = await sizeOf(from);
    if (size === null) continue;
    const to = join(target, `${name}.wasm`);
    if ((await sizeOf(to)) !== size) await copyWhole(from, to);
    return folder;
  }
  throw new Error(`No installed package holds ${name}.wasm`);
}

// Appears under its name only when it is whole, because another process may be reading the folder.
async function copyWhole(from: string, to: string): Promise<void> {
  const part = `${to}.${process.pid}`;
  await copyFile(from, part);
  await rename(part, to);
}

// A grammar without a licence of its own is not copied at all: whoever copies knap copies the notice with it.
async function licenceOf(name: string, folder: string): Promise<string> {
  const places = [join(PACKAGES, folder), join(PACKAGES, dirname(folder))];
  const inPackage = places.flatMap((place) =>
    ['LICENSE', 'LICENSE.md', 'LICENSE.txt'].map((file) => join(place, file)),
  );
  for (const path of [join(OWN_LICENCES, `${name}.txt`), ...inPackage]) {
    const text = await readFile(path, 'utf8').catch(() => null);
    if (text !== null && /^\s*copyright\b/im.test(text)) return text;
  }
  throw new Error(
    `No licence with a copyright notice for ${name}.wasm; put its text into scripts/licences/${name}.txt`,
  );
}

// Null when there is no such file.
async function sizeOf(path: string): Promise<number | null> {
  return stat(path).then(
    ({ size }) => size,
    () => null,
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await copyGrammars(process.argv[2] ?? GRAMMARS_DIR);
}
