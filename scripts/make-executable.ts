import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { build } from 'esbuild';
import { createTar, type TarFileInput } from 'nanotar';
import { filesBelow } from './files-below.ts';

// Makes one file of Node and knap, for the system it runs on: node scripts/make-executable.ts [FILE]
// It holds an archive (`dist`, `skills`, the guide and the licence), which the program unpacks into the user's cache on
// its first run, because Node needs workers, grammars and tables as files.

const ROOT = join(import.meta.dirname, '..');
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';
const target = resolve(process.argv[2] ?? join(ROOT, 'build', process.platform === 'win32' ? 'knap.exe' : 'knap'));
const folder = mkdtempSync(join(tmpdir(), 'knap-executable-'));
try {
  const archive = join(folder, 'package.tar');
  rmSync(join(ROOT, 'dist/compiled'), { recursive: true, force: true });
  const content = archived(['dist', 'skills', 'docs/guide', 'package.json', 'LICENSE']);
  writeFileSync(archive, content);
  const version: string = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version;
  const name = `${version}-${createHash('sha256').update(content).digest('hex').slice(0, 16)}`;
  await bundleStart(join(folder, 'main.cjs'), name);
  const settings = {
    main: join(folder, 'main.cjs'),
    output: join(folder, 'main.blob'),
    disableExperimentalSEAWarning: true,
    assets: { package: archive },
  };
  writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings));
  execFileSync(process.execPath, ['--experimental-sea-config', join(folder, 'settings.json')], { stdio: 'pipe' });
  mkdirSync(dirname(target), { recursive: true });
  copyFileSync(process.execPath, target);
  chmodSync(target, 0o755);
  if (process.platform === 'darwin') execFileSync('codesign', ['--remove-signature', target]);
  const postject = createRequire(import.meta.url).resolve('postject/dist/cli.js');
  const segment = process.platform === 'darwin' ? ['--macho-segment-name', 'NODE_SEA'] : [];
  const how = [postject, target, 'NODE_SEA_BLOB', settings.output, '--sentinel-fuse', FUSE, ...segment];
  execFileSync(process.execPath, how, { stdio: 'pipe' });
  if (process.platform === 'darwin') execFileSync('codesign', ['--sign', '-', target]);
  console.log(target);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function archived(parts: readonly string[]): Uint8Array {
  const files = parts.flatMap((part) => filesBelow(ROOT, part));
  const entries: TarFileInput[] = files.map((name) => ({ name, data: readFileSync(join(ROOT, name)) }));
  return createTar(entries);
}

// A single executable must start with CommonJS.
async function bundleStart(outfile: string, name: string): Promise<void> {
  await build({
    entryPoints: [join(import.meta.dirname, 'executable-main.ts')],
    outfile,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    define: { PACKAGE_NAME: JSON.stringify(name) },
  });
}
