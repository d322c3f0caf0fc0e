import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

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

const IDENTITY = [
  '-c',
  'user.name=A',
  '-c',
  'user.email=a@b.c',
  '-c',
  'init.defaultBranch=main',
  '-c',
  'protocol.file.allow=always',
];
const CLOCK = {
  GIT_AUTHOR_DATE: '2026-01-02T03:04:05Z',
  GIT_COMMITTER_DATE: '2026-01-02T03:04:05Z',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
};

/** Runs git as a person at a fixed moment would. */
export function gitIn(root: string, ...args: string[]): string {
  return execFileSync('git', [...IDENTITY, ...args], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...CLOCK },
  });
}

/** A repository with one commit of these files. */
export function repository(files: Files, message = 'first'): string {
  const root = folder(files);
  gitIn(root, 'init', '-q', '--template=');
  commit(root, {}, message);
  return root;
}

export function commit(root: string, files: Files, message: string): void {
  write(root, files);
  gitIn(root, 'add', '-A');
  gitIn(root, 'commit', '-q', '--allow-empty', '-m', message);
}

export function headOf(root: string): string {
  return gitIn(root, 'rev-parse', 'HEAD').trim();
}
