import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folder, gitIn } from '../indexing/folder.ts';
import { knap } from '../surfaces/knap.ts';

/** Files that never end, or are more than a machine has memory for. */
const ENDLESS: [name: string, make: (path: string) => void][] = [
  ['a pipe that nobody writes to', (path) => execFileSync('mkfifo', [path])],
  ['a device', (path) => symlinkSync('/dev/zero', path)],
  [
    'ten gigabytes',
    (path) => {
      closeSync(openSync(path, 'w'));
      truncateSync(path, 10_000_000_000);
    },
  ],
];

const QUERY = ['query', 'webhook', '--verbose'];
// What is asked, which file is endless, and what is answered: a note and the answer, or one line that says why not.
const CASES: [at: string, args: string[], said: RegExp][] = [
  ['.ctxignore', QUERY, /note: \.ctxignore .*, and was left out/],
  ['.gitignore', QUERY, /^(?!.*INTERNAL)/s],
  ['src/.gitignore', QUERY, /^(?!.*INTERNAL)/s],
  ['knap.config.yaml', QUERY, /^knap: .*knap\.config\.yaml is .*\.\n$/],
  ['knap.config.json', QUERY, /^knap: .*knap\.config\.json is .*\.\n$/],
  ['.home/.config/knap/config.yaml', QUERY, /^knap: .*config\.yaml is .*\.\n$/],
  ['own.yaml', [...QUERY, '--config', 'own.yaml'], /^knap: .*own\.yaml is .*\.\n$/],
  ['.git/info/exclude', QUERY, /note: /],
  [
    '.git/../.gitignore',
    QUERY,
    /note: git could not list the files, so the folder was walked: .gitignore is not a plain file/,
  ],
  ['.git', QUERY, /^(?!.*INTERNAL)/s],
  ['src/more.ts', QUERY, /^(?!.*INTERNAL)/s],
  ['tasks.jsonl', ['eval', '--tasks', 'tasks.jsonl', '--mirrors', '.'], /^knap: The file of tasks .* is .*\.\n$/],
  [
    '.knap/packs/20260101-000000-a/PACK.md',
    ['packs', 'open'],
    /^knap: The manifest of 20260101-000000-a cannot be read/,
  ],
  [
    '.knap/packs/20260101-000000-a/ctx.json',
    ['packs', 'open'],
    /^knap: The manifest of 20260101-000000-a cannot be read/,
  ],
  ['.knap/graphs/main.json', ['context', 'webhook'], /^knap: /],
  ['.knap/index.db', QUERY, /note: /],
  ['export.json', ['import', 'tana', 'export.json'], /^knap: /],
];

describe('knap does not read a file that never ends', () => {
  for (const [kind, make] of ENDLESS)
    test(`no command hangs on ${kind} in place of a file, and each says what it left out`, async () => {
      for (const [at, args, said] of CASES) {
        const root = folder({ 'src/webhook.ts': 'export function webhook() {}\n', 'package.json': '{}' });
        if (at.startsWith('.git/')) gitIn(root, 'init', '-q', '--template=');
        mkdirSync(dirname(join(root, at)), { recursive: true });
        make(join(root, at));
        const { code, stdout, stderr } = await knap(root, args);
        const isAnswered = args[0] === 'query' && code === 0 && stdout.includes('src/webhook.ts');
        expect([at, isAnswered || code > 0, stderr]).toEqual([at, true, expect.stringMatching(said)]);
      }
    });
});

test('of an ignore file with too many patterns the rest is left out, with notes of how many', async () => {
  const root = folder({ 'src/webhook.ts': 'export function webhook() {}\n' });
  writeFileSync(join(root, '.ctxignore'), `${'*a*\n'.repeat(5000)}${'[\n'.repeat(5000)}`);
  const { code, stderr } = await knap(root, QUERY);
  expect(code).toBe(0);
  expect(stderr).toContain('note: 4000 patterns were left out: there are more than can be looked at quickly\n');
  expect(stderr).toContain('note: 4995 more lines are no patterns and were left out\n');
  expect(stderr.split('\n').length).toBeLessThan(20);
});
