import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { scan } from '../../src/sources/code/scan/scan.ts';
import { commit, folder, gitIn, repository, write } from './folder.ts';
import { openCountingParser, world } from './world.ts';

const parser = await openCountingParser();
const GIT = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();

// From here on whoever starts git is written down, and served by the real one.
function listenToGit(): () => readonly string[] {
  const bin = folder();
  const log = join(bin, 'log');
  writeFileSync(
    join(bin, 'git'),
    `#!/bin/sh\nfor word; do printf '%s ' "$word" >>${log}; done\necho >>${log}\nexec ${GIT} "$@"\n`,
  );
  chmodSync(join(bin, 'git'), 0o755);
  const before = process.env.PATH;
  onTestFinished(() => {
    process.env.PATH = before;
  });
  process.env.PATH = `${bin}${delimiter}${before}`;
  const known = /\b(?:ls-files|rev-parse|merge-base|log|config)(?= )/;
  return () => {
    const lines = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
    writeFileSync(log, '');
    return lines.map((line) => known.exec(line.slice(line.indexOf(' -C ')))?.[0] ?? line);
  };
}

test('indexing without a new commit starts git once, to list the files', async () => {
  const root = repository({ 'a.ts': 'let a;\n' });
  const { index } = world(root, parser);
  const asked = listenToGit();
  await index();
  expect(asked()).toContain('log');
  const quiet: [name: string, happens: () => void][] = [
    ['nothing happened', () => undefined],
    ['a file was edited', () => write(root, { 'a.ts': 'let b;\n' })],
    ['branches were packed', () => gitIn(root, 'pack-refs', '--all')],
    ['HEAD stands at a commit', () => gitIn(root, 'checkout', '-q', '--detach')],
    ['another branch at the same commit', () => gitIn(root, 'checkout', '-q', '-b', 'other')],
  ];
  for (const [name, happens] of quiet) {
    happens();
    asked();
    await index();
    expect([name, asked()]).toEqual([name, ['ls-files']]);
  }
});

test('indexing notices a new or withdrawn commit, wherever git keeps its name', async () => {
  const root = repository({ 'a.ts': 'let a;\n' });
  const { index } = world(root, parser);
  await index();
  const news: [name: string, happens: () => unknown, commits: number][] = [
    ['committed', () => commit(root, {}, 'two'), 2],
    ['committed and packed', () => [commit(root, {}, 'three'), gitIn(root, 'pack-refs', '--all')], 3],
    ['committed after packing', () => commit(root, {}, 'four'), 4],
    ['taken back', () => gitIn(root, 'reset', '-q', '--hard', 'HEAD~2'), 2],
    ['on no branch', () => [gitIn(root, 'checkout', '-q', '--detach'), commit(root, {}, 'five')], 3],
    ['on a branch of a branch', () => gitIn(root, 'symbolic-ref', 'HEAD', 'refs/heads/main'), 2],
  ];
  for (const [name, happens, commits] of news) {
    happens();
    expect([name, (await index()).commits]).toEqual([name, commits]);
  }
});

// As people write it and as git does; where it is no line git would write, git is asked what it says.
const SETTINGS: [name: string, settings: (file: string) => string, isHeeded: boolean][] = [
  ['as git writes it', (file) => `[core]\n\texcludesfile = ${file}\n`, true],
  ['in other letters', (file) => `[CORE]\n\tExcludesFile = ${file}\n`, true],
  ['quoted', (file) => `[core]\n\texcludesfile = "${file}"\n`, true],
  ['with a comment', (file) => `[core]\n\texcludesfile = ${file} # mine\n`, true],
  ['in one line', (file) => `[core] excludesfile=${file}\n`, true],
  ['over two lines', (file) => `[core]\n\texcludesfile = ${file.slice(0, -2)}\\\n${file.slice(-2)}\n`, true],
  ['the last of two', (file) => `[core]\n\texcludesfile = /nowhere\n\texcludesfile = ${file}\n`, true],
  ['of another section', (file) => `[core "x"]\n\texcludesfile = ${file}\n`, false],
  ['said away', (file) => `[core]\n\t; excludesfile = ${file}\n`, false],
];

test('the files named by core.excludesfile are left out as by git, in whatever form the setting is written', async () => {
  const root = repository({ 'a.ts': '', 'b.ts': '' });
  const other = folder({ ignore: 'c.ts\n' });
  write(root, { 'c.ts': '' });
  const config = join(root, '.git/config');
  const before = readFileSync(config, 'utf8');
  for (const [name, settings, isHeeded] of SETTINGS) {
    writeFileSync(config, before + settings(join(other, 'ignore')));
    const { files } = await scan(root, { fileBytesMax: 1000, filesMax: 10 });
    const expected = isHeeded ? ['a.ts', 'b.ts'] : ['a.ts', 'b.ts', 'c.ts'];
    expect([name, files.map(({ path }) => path)]).toEqual([name, expected]);
  }
});
