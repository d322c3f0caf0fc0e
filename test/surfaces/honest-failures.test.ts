import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ContextError } from '../../src/model/errors.ts';
import { describeFault } from '../../src/surfaces/http/http-errors.ts';
import { knap } from './knap.ts';
import { makeWorld, SHOP } from './world.ts';

test('knap index exits with an error if it cannot write its index, and questions are still answered', async () => {
  const root = makeWorld(SHOP);
  // A file in place of the folder stops writing, also for root.
  writeFileSync(join(root, '.knap'), '');
  const { code, stdout, stderr } = await knap(root, ['index']);
  expect([code, stdout, stderr]).toEqual([1, '', expect.stringMatching(/^knap: No index was made: /)]);
  expect((await knap(root, ['query', 'webhook'])).stdout).toContain('src/payments/webhook.ts');
});

test('knap index and knap pack note that git could not read the whole history', async () => {
  const root = makeWorld(SHOP, { git: true });
  const git = (args: readonly string[], input = '') =>
    execFileSync('git', args, { cwd: root, input }).toString().trim();
  const who = 'T <t@example.invalid> 1700000000 +0000';
  const gone = '1'.repeat(40);
  const broken = `tree ${git(['rev-parse', 'HEAD^{tree}'])}\nparent ${gone}\nauthor ${who}\ncommitter ${who}\n\nBroken\n`;
  const id = git(['hash-object', '-t', 'commit', '-w', '--literally', '--stdin'], broken);
  writeFileSync(join(root, '.git/refs/heads/main'), `${id}\n`);
  for (const args of [['index'], ['pack', 'fix `handleWebhook`', '--format', 'markdown']]) {
    const { code, stderr } = await knap(root, args);
    expect([code, stderr]).toEqual([0, expect.stringContaining(`git stopped early (error: Could not read ${gone})`)]);
  }
});

test('knap verify --all counts no file that the index leaves out', async () => {
  const root = makeWorld({ ...SHOP, 'logo.bin.ts': 'a\0b', 'data.txt': '\0\0\0' });
  const { code, stdout } = await knap(root, ['verify', '--all']);
  const [, read, all] = /^(\d+) of (\d+) files/.exec(stdout) ?? [];
  expect([code, read]).toEqual([0, all]);
});

test('--repo refuses a folder that is no repository, and writes nothing there', async () => {
  const root = makeWorld({ 'plain/a.ts': 'export const a = 1;\n' });
  const { code, stderr } = await knap(root, ['query', 'a', '--repo', 'plain']);
  expect([code, stderr]).toEqual([2, 'knap: plain is not a git repository; name a folder with --root plain.\n']);
  expect(readdirSync(join(root, 'plain'))).toEqual(['a.ts']);
});

test('the HTTP status of an error NOTHING_FOUND is 404', async () => {
  const { status } = await describeFault(new ContextError('NOTHING_FOUND', 'Nothing to replay.'));
  expect(status).toBe(404);
});

describe('a link committed in the repository is not followed when knap writes', () => {
  test('knap pack --out and --manifest write through no link of the workspace that leads outside', async () => {
    const root = makeWorld(SHOP);
    const outside = realpathSync(mkdtempSync(join(tmpdir(), 'knap-outside-')));
    onTestFinished(() => rmSync(outside, { recursive: true, force: true }));
    symlinkSync(outside, join(root, 'packs'));
    symlinkSync('packs/inner', join(root, 'dangling'));
    mkdirSync(join(root, 'real'));
    symlinkSync('real', join(root, 'inside'));
    const pack = (...more: string[]) => knap(root, ['pack', 'fix `handleWebhook`', '--format', 'markdown', ...more]);
    for (const more of [
      ['--out', 'packs/mine'],
      ['--manifest', 'packs/mine.json'],
      ['--out', 'dangling/mine'],
    ])
      expect(await pack(...more)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('a link to a folder outside'),
      });
    expect(readdirSync(outside)).toEqual([]);
    expect((await pack('--out', 'inside/mine', '--manifest', 'inside/mine.json')).code).toBe(0);
    expect((await pack('--out', join(outside, 'mine'))).code).toBe(0);
    expect([existsSync(join(root, 'real/mine.json')), readdirSync(outside)]).toEqual([true, ['mine']]);
  });
});
