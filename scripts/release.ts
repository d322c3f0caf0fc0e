import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { whyNotRelease } from './release-rules.ts';

// Prepares a release: checks rules, makes the tarball and lists its parts. Publishes nothing; the
// last lines print the commands for that.

const ROOT = join(import.meta.dirname, '..');
const TARGET = join(ROOT, 'build/release');

const reasons = whyNotRelease(ROOT);
for (const reason of reasons) console.error(`no release: ${reason}`);
if (reasons.length > 0) process.exit(1);

execFileSync('npm', ['run', 'check'], { cwd: ROOT, stdio: 'inherit' });
rmSync(TARGET, { recursive: true, force: true });
mkdirSync(TARGET, { recursive: true });
const output = execFileSync('npm', ['pack', '--json', '--pack-destination', TARGET], { cwd: ROOT, encoding: 'utf8' });
interface Packed {
  readonly filename: string;
  readonly version: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}
const [packed] = JSON.parse(output.slice(output.search(/^\[/m))) as [Packed];
const tarball = join(TARGET, packed.filename);
const hash = createHash('sha256').update(readFileSync(tarball)).digest('hex');
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
console.log(`${tarball}
  sha256 ${hash}
  ${packed.files.length} files, ${megabytes(packed.size)}, ${megabytes(packed.unpackedSize)} installed
  parts  dist/sbom.cdx.json, licences dist/THIRD-PARTY-NOTICES.txt and dist/grammars/LICENSES.txt
Nothing was published. To do it:
  git tag v${packed.version} && git push origin v${packed.version}
  npm publish ${tarball}`);
