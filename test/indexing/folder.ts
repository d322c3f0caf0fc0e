import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { commitAll, environmentOf, keepHistory } from '../worlds/kept-history.ts';

export type Files = Readonly<Record<string, string | Buffer>>;

/** A folder with these files, removed when the test is over. */
export function folder(files: Files = {}): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'knap-test-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  write(root, files);
  return root;
}

export function write(root: string, files: Files): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
}

const PERSON = { name: 'A', email: 'a@b.c', date: '2026-01-02T03:04:05Z' };

/** Runs git as a person at a fixed moment would. */
export function gitIn(root: string, ...args: string[]): string {
  return execFileSync('git', ['-c', 'init.defaultBranch=main', '-c', 'protocol.file.allow=always', ...args], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...environmentOf(PERSON), GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
  });
}

/** A repository with one commit of these files. */
export function repository(files: Files, message = 'first'): string {
  const root = folder(files);
  keepHistory(root, [files, message], () => commit(root, {}, message));
  return root;
}

export function commit(root: string, files: Files, message: string): void {
  write(root, files);
  commitAll(root, message, PERSON);
}

export function headOf(root: string): string {
  return gitIn(root, 'rev-parse', 'HEAD').trim();
}
