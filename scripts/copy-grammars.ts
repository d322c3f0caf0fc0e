import { copyFile, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LANGUAGES } from '../src/languages/index.ts';

/** Where the built package has its grammars. */
export const GRAMMARS_DIR = fileURLToPath(new URL('../dist/grammars', import.meta.url));
const PACKAGES = join(dirname(fileURLToPath(import.meta.url)), '..', 'node_modules');
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
  const folders = await Promise.all(['web-tree-sitter', ...grammars].map((name) => copyWasm(name, target)));
  await copyLicences([...new Set(folders)].sort(), target);
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

async function copyLicences(folders: readonly string[], target: string): Promise<void> {
  const texts = await Promise.all(folders.map(async (folder) => `${folder}\n\n${await licenceOf(folder)}`));
  await writeFile(join(target, 'LICENSES.txt'), texts.join(`\n${'-'.repeat(80)}\n`));
}

async function licenceOf(folder: string): Promise<string> {
  for (const place of [folder, dirname(folder)]) {
    for (const name of ['LICENSE', 'LICENSE.md', 'LICENSE.txt']) {
      const text = await readFile(join(PACKAGES, place, name), 'utf8').catch(() => null);
      if (text !== null) return text;
    }
  }
  const { license } = JSON.parse(await readFile(join(PACKAGES, folder, 'package.json'), 'utf8')) as { license: string };
  return license;
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
