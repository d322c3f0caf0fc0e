import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { getRawAsset } from 'node:sea';
import { parseTar } from 'nanotar';
import { cacheFolder } from '../src/config/workspace-folders.ts';

// The start of the single executable: unpacks its archive once for each build, and runs the program in it.
declare const PACKAGE_NAME: string;

const folder = join(cacheFolder(process.env), 'app', PACKAGE_NAME);
if (!existsSync(folder)) unpack();
createRequire(join(folder, 'package.json'))('./dist/cli.js');

// Unpacks into a temporary folder and renames it, because another process may be starting too.
function unpack(): void {
  const fresh = `${folder}.${process.pid}`;
  for (const { name, data } of parseTar(new Uint8Array(getRawAsset('package')))) {
    mkdirSync(dirname(join(fresh, name)), { recursive: true, mode: 0o700 });
    writeFileSync(join(fresh, name), data ?? '');
  }
  try {
    renameSync(fresh, folder);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}
