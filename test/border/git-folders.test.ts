import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

// The child gives up the rights of an administrator, for whom every folder can be removed.
const OPEN = `
import { openFolder } from ${JSON.stringify(join(import.meta.dirname, '../../src/reading/git/run-git.ts'))};
if (process.getuid?.() === 0) process.setuid(65534);
const { folder, remove } = openFolder();
console.log(folder);
if (process.argv[1] === 'remove') remove();
process.reallyExit(0);`;

test.skipIf(process.platform === 'win32')(
  'K25 a left-over temporary folder that cannot be removed does not keep others from being removed',
  () => {
    const temporary = mkdtempSync(join(tmpdir(), 'sweep-'));
    chmodSync(temporary, 0o777);
    const open = (then?: string) =>
      spawnSync(process.execPath, ['--input-type=module', '-e', OPEN, ...(then ? [then] : [])], {
        env: { ...process.env, TMPDIR: temporary },
        encoding: 'utf8',
      }).stdout.trim();
    const left = open();
    expect(existsSync(left)).toBe(true);
    const held = left.replace(/\d+-\w+$/, '0099999998-held');
    mkdirSync(held);
    writeFileSync(join(held, 'file'), '');
    chmodSync(held, 0o555);
    expect(readdirSync(temporary)[0]).toBe(held.slice(temporary.length + 1));
    open('remove');
    expect(readdirSync(temporary)).toEqual([held.slice(temporary.length + 1)]);
    chmodSync(held, 0o755);
    rmSync(temporary, { recursive: true });
  },
);
