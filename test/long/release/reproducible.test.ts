import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ROOT, trackedFiles } from '../../repo/tracked-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'knap-reproducible-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Builder {
  readonly place: string;
  readonly zone: string;
  readonly umask: string;
  readonly date: string;
  readonly mode: string;
}

// Somebody else, somewhere else, at another time.
const BUILDERS: readonly Builder[] = [
  { place: 'a', zone: 'UTC', umask: '022', date: '2026-01-01T00:00:00Z', mode: 'production' },
  { place: 'far/away/with a blank', zone: 'Asia/Tokyo', umask: '077', date: '2031-07-09T12:34:56Z', mode: 'test' },
];

test('two clones with other paths, time zones, umasks and dates make the same tarball, byte for byte', () => {
  const [first, second] = BUILDERS.map(pack);
  expect(first).toMatch(/^[0-9a-f]{64}$/);
  expect(second).toBe(first);
}, 900_000);

function pack({ place, zone, umask, date, mode }: Builder): string {
  const clone = join(folder, place);
  mkdirSync(dirname(clone), { recursive: true });
  run('sh', ['-c', `umask ${umask} && git clone -q "$1" "$2"`, 'sh', ROOT, clone], folder);
  // Links where the disk can: nothing below is written to.
  const script = 'cp -al "$1" "$2" 2>/dev/null || { rm -rf "$2"; cp -a "$1" "$2"; }';
  run('sh', ['-c', script, 'sh', join(ROOT, 'node_modules'), join(clone, 'node_modules')], folder);
  for (const path of trackedFiles()) touch(join(clone, path), new Date(date));
  const packing = `umask ${umask} && npm pack --silent`;
  const name = run('sh', ['-c', packing], clone, { TZ: zone, NODE_ENV: mode }).trim().split('\n').at(-1)!;
  return createHash('sha256')
    .update(readFileSync(join(clone, name)))
    .digest('hex');
}

// What is not committed yet is not in the clone.
function touch(path: string, date: Date): void {
  try {
    utimesSync(path, date, date);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

function run(
  command: string,
  args: readonly string[],
  cwd: string,
  more: Readonly<Record<string, string>> = {},
): string {
  const PATH = [dirname(process.execPath), process.env.PATH ?? ''].join(delimiter);
  return execFileSync(command, args, { cwd, encoding: 'utf8', env: { ...process.env, ...more, PATH }, stdio: 'pipe' });
}
