import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const ENTRY = 'src/index.ts';
const COMPILER = [
  ...['--target', 'es2023', '--lib', 'es2024,esnext.iterator', '--module', 'nodenext', '--types', 'node', '--strict'],
  ...['--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', '--allowImportingTsExtensions', '--skipLibCheck'],
];

/** Writes the type declarations of the library into a folder: those of its entry and of all files they import. */
export function declareTypes(folder: string): void {
  const options = [
    '--declaration',
    '--emitDeclarationOnly',
    '--noEmit',
    'false',
    '--outDir',
    folder,
    '--rootDir',
    'src',
  ];
  // Ignores the configuration of the project with its list of files, because the entry exports everything public.
  const compiler = ['--ignoreConfig', ...COMPILER, ...options, ENTRY];
  const { status, stdout } = spawnSync(join(ROOT, 'node_modules/.bin/tsc'), compiler, { cwd: ROOT, encoding: 'utf8' });
  if (status !== 0) throw new Error(`Types could not be made:\n${stdout}`);
  keepReachable(folder, 'index.d.ts');
}

// Removes declarations that the entry does not import, because the compiler writes one for every file it read.
function keepReachable(folder: string, entry: string): void {
  const reachable = new Set<string>();
  const open = [join(folder, entry)];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (reachable.has(path)) continue;
    reachable.add(path);
    const imports = readFileSync(path, 'utf8').matchAll(/(?:from |import\()['"](\.{1,2}\/[^'"]+)\.ts['"]/g);
    for (const [, specifier] of imports) open.push(join(dirname(path), `${specifier}.d.ts`));
  }
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name);
    if (name.endsWith('.d.ts') && !reachable.has(path)) rmSync(path);
  }
}
