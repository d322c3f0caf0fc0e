import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Settings a repository brings along, each as a key and a value. */
export type Settings = readonly (readonly [key: string, value: string])[];

/** A repository full of traps: whatever it gets to run leaves its name behind. */
export interface TrappedRepository {
  readonly root: string;
  /** Replaces what the repository configures; `through` an included file where that is wanted. */
  configure(settings: Settings, through?: 'include'): void;
  /** Names of what has been run since the last call. */
  sprung(): readonly string[];
}

const FILES = { 'src/pay.ts': 'export const pay = 1;\n', 'src/mail.ts': 'export const mail = 1;\n' };
const HOOKS = ['post-index-change', 'fsmonitor-watchman', 'post-checkout', 'pre-auto-gc', 'reference-transaction'];
/** What a person's git does without any care; a trap that is set right springs at one of these. */
const CARELESS = [
  ['status'],
  ['diff', 'HEAD~1'],
  ['log', '-p', '--ext-diff'],
  ['ls-files', '-co'],
  ['show', '-s', '--show-signature'],
];

// Keys that take no program, but bring one into play; with another value git would only refuse to start.
const VALUES: readonly (readonly [keys: RegExp, value: string])[] = [
  [/^protocol\.allow$/, 'always'],
  [/^protocol\.version$/, '2'],
  [/^remote\.<name>\.fetch$/, '+refs/heads/*:refs/remotes/evil/*'],
  [/^remote\.<name>\.(?:mirror|prune|pruneTags|skipDefaultUpdate|skipFetchAll)$/, 'true'],
  [/^(?:submodule\.recurse|merge\.verifySignatures|tag\.forceSignAnnotated)$|gpgSign$/, 'true'],
];

/** Three commits with attributes that name drivers, a tree and a blob missing, hooks, and files that git must read again. */
export function trapRepository(root: string, canaries: string): TrappedRepository {
  mkdirSync(canaries, { recursive: true });
  const gitFolder = join(root, '.git');
  const git = (...args: string[]) => careful(root, args);
  git('init', '-q', '-b', 'main', '--template=');
  write(root, { ...FILES, '.gitattributes': '*.ts filter=evil diff=evil merge=evil\n' });
  for (const round of [1, 2, 3]) {
    write(root, { 'src/pay.ts': `export const pay = ${round};\n` });
    git('add', '-A');
    git('commit', '-q', '-m', `Payment confirmation arrives twice, attempt ${round}`);
  }
  const missing = [git('rev-parse', 'HEAD~2^{tree}'), git('rev-parse', 'HEAD~1:src/pay.ts')].map((id) => id.trim());
  const plain = join(gitFolder, 'config');
  mkdirSync(join(gitFolder, 'hooks'));
  for (const hook of HOOKS) script(join(gitFolder, 'hooks', hook), canaries, `hook-${hook}`);
  for (const id of missing) unlinkSync(join(gitFolder, 'objects', id.slice(0, 2), id.slice(2)));
  // A local change, and files that look touched: both make git read them through their filter.
  write(root, { 'src/mail.ts': 'export const mail = 2;\n' });
  utimesSync(join(root, 'src/pay.ts'), 1_000_000_000, 1_000_000_000);
  return {
    root,
    configure(settings, through) {
      const text = `[core]\n\trepositoryformatversion = 1\n${settings.map(([key, value]) => line(key, value)).join('')}`;
      const included = join(gitFolder, 'more.config');
      writeFileSync(included, text);
      const own = '[core]\n\trepositoryformatversion = 1\n[include]\n\tpath = more.config\n';
      writeFileSync(plain, through === 'include' ? own : text);
    },
    sprung() {
      const names = readdirSync(canaries);
      for (const name of names) rmSync(join(canaries, name));
      return names.sort();
    },
  };
}

/** The settings that try one key, whatever else it needs to come into play among them. */
export function settingsFor(key: string, canaries: string): Settings {
  const name = key.replace(/[^A-Za-z0-9]+/g, '-');
  const program = script(join(canaries, '..', `${name}.sh`), canaries, name);
  const promisor = (url: string): Settings => [
    ...[
      ['extensions.partialClone', 'evil'] as const,
      ['remote.evil.promisor', 'true'] as const,
      ['remote.evil.url', url] as const,
    ],
    ...['ext', 'file', 'ssh', 'git'].map((protocol) => [`protocol.${protocol}.allow`, 'always'] as const),
  ];
  const special: Readonly<Record<string, Settings>> = {
    'core.sshCommand': [...promisor('ssh://localhost/x'), ['core.sshCommand', program]],
    'core.gitProxy': [...promisor('git://localhost/x'), ['core.gitProxy', program]],
    'remote.<name>.uploadpack': [...promisor('/nowhere/at/all'), ['remote.evil.uploadpack', program]],
    'remote.<name>.url': promisor(`ext::${program}`),
    'remote.<name>.vcs': [...promisor(program), ['remote.evil.vcs', 'ext']],
    'remote.<name>.promisor': promisor(`ext::${program}`),
    'extensions.partialClone': promisor(`ext::${program}`),
    'protocol.<name>.allow': promisor(`ext::${program}`),
    'url.<base>.insteadOf': [...promisor('safe:x'), [`url.ext::${program} .insteadOf`, 'safe:']],
    'alias.*': [
      ['alias.ls-files', `!${program}`],
      ['alias.evil', `!${program}`],
    ],
    'pager.<cmd>': [
      ['pager.log', program],
      ['pager.diff', program],
    ],
    'submodule.<name>.update': [['submodule.evil.update', `!${program}`]],
    'hook.<name>.event': [
      ['hook.evil.event', 'post-index-change'],
      ['hook.evil.command', program],
    ],
    'hook.<name>.command': [
      ['hook.evil.event', 'post-index-change'],
      ['hook.evil.command', program],
    ],
    'filter.<driver>.required': [
      ['filter.evil.clean', program],
      ['filter.evil.required', 'true'],
    ],
    'log.showSignature': [
      ['log.showSignature', 'true'],
      ['gpg.program', program],
    ],
  };
  const concrete = key.replace(/<[^>]+>/g, 'evil').replace(/\*$/, 'evil');
  return special[key] ?? [[concrete, VALUES.find(([keys]) => keys.test(key))?.[1] ?? program]];
}

/** What a person's own git runs of all that: the proof that a trap is one. */
export function springByHand({ root, sprung }: TrappedRepository): readonly string[] {
  sprung();
  for (const args of CARELESS) spawnSync('git', args, { cwd: root, stdio: 'ignore', timeout: 20_000 });
  return sprung();
}

/** Files that make a folder of the work tree a bare repository of its own, with one object missing and a trap behind it. */
export function plantBareRepository(folder: string, canaries: string): void {
  const work = `${folder}.work`;
  mkdirSync(work, { recursive: true });
  mkdirSync(canaries, { recursive: true });
  const git = (...args: string[]) => careful(work, args);
  git('init', '-q', '-b', 'main', '--template=');
  write(work, FILES);
  git('add', '-A');
  git('commit', '-q', '-m', 'Start');
  git('commit', '-q', '--allow-empty', '-m', 'Payment confirmation');
  const tree = git('rev-parse', 'HEAD^{tree}').trim();
  execFileSync('mv', [join(work, '.git'), folder]);
  rmSync(work, { recursive: true });
  unlinkSync(join(folder, 'objects', tree.slice(0, 2), tree.slice(2)));
  const settings = settingsFor('remote.<name>.url', canaries);
  const head = '[core]\n\trepositoryformatversion = 1\n\tbare = true\n';
  writeFileSync(join(folder, 'config'), head + settings.map(([key, value]) => line(key, value)).join(''));
}

// A program that says it was there, and fails.
function script(path: string, canaries: string, name: string): string {
  if (existsSync(path)) return path;
  writeFileSync(path, `#!/bin/sh\n: > '${join(canaries, name)}'\nexit 1\n`);
  chmodSync(path, 0o755);
  return path;
}

function line(key: string, value: string): string {
  const [first, last] = [key.indexOf('.'), key.lastIndexOf('.')];
  const part = first === last ? '' : ` "${key.slice(first + 1, last)}"`;
  return `[${key.slice(0, first)}${part}]\n\t${key.slice(last + 1)} = "${value.replace(/["\\]/g, '\\$&')}"\n`;
}

function write(root: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

function careful(root: string, args: readonly string[]): string {
  const identity = [
    '-c',
    'user.name=A',
    '-c',
    'user.email=a@example.org',
    '-c',
    'commit.gpgsign=false',
    '-c',
    'gc.auto=0',
  ];
  const env = { ...process.env, GIT_AUTHOR_DATE: '2026-01-02T03:04:05Z', GIT_COMMITTER_DATE: '2026-01-02T03:04:05Z' };
  return execFileSync('git', [...identity, ...args], {
    cwd: root,
    encoding: 'utf8',
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
