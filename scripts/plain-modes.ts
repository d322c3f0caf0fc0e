import { chmodSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow } from './files-below.ts';

// Gives all files the same modes before packing, because a tarball holds modes, which depend on the machine.

const ROOT = join(import.meta.dirname, '..');
const { files, bin }: { files: string[]; bin: Record<string, string> } = JSON.parse(
  readFileSync(join(ROOT, 'package.json'), 'utf8'),
);
const programs = Object.values(bin);
const packed = globSync([...files, 'README.md', 'LICENSE', 'package.json'], { cwd: ROOT });
for (const path of packed.flatMap((name) => filesBelow(ROOT, name)))
  chmodSync(join(ROOT, path), programs.includes(path) ? 0o755 : 0o644);
