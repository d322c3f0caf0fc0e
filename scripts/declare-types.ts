import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const ENTRY = 'src/index.ts';
const COMPILER = [
  ...['--target', 'es2023', '--lib', 'es2024,esnext.iterator', '--module', 'nodenext', '--types', 'node', '--strict'],
  ...['--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', '--allowImportingTsExtensions', '--skipLibCheck'],
];

/** Writes the declarations of the library into a folder: those of its entry and whatever they lead to. */
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
  // The project's own options, without its list of files: the entry names everything that is public.
  const compiler = ['--ignoreConfig', ...COMPILER, ...options, ENTRY];
  const { status, stdout } = spawnSync(join(ROOT, 'node_modules/.bin/tsc'), compiler, { cwd: ROOT, encoding: 'utf8' });
  if (status !== 0) throw new Error(`Types could not be made:\n${stdout}`);
  keepReachable(folder, 'index.d.ts');
}

// The compiler declares every file it saw; only those the library's own declarations lead to are of use to anyone.
function keepReachable(folder: string, entry: string): void {
  const kept = new Set<string>();
  const open = [join(folder, entry)];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (kept.has(path)) continue;
    kept.add(path);
    const imports = readFileSync(path, 'utf8').matchAll(/(?:from |import\()['"](\.{1,2}\/[^'"]+)\.ts['"]/g);
    for (const [, specifier] of imports) open.push(join(dirname(path), `${specifier}.d.ts`));
  }
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name);
    if (name.endsWith('.d.ts') && !kept.has(path)) rmSync(path);
  }
}
