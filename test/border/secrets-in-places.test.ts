import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { folder, gitIn, write } from '../indexing/folder.ts';
import { knap } from '../surfaces/knap.ts';
import { writtenIn } from './planted.ts';

/** Another token for each place, so that one that is found says where it stood. */
const PLACES = [
  ...['path of today', 'path of the past', 'ignored path', 'commit', 'author', 'branch', 'tag', 'remote', 'reflog'],
  ...['note', 'stash message', 'stash', 'untracked in a stash', 'linked work tree', 'edit in a work tree', 'keyword'],
  ...['conversation', 'name of a conversation', 'Logseq tag', 'Logseq link', 'Logseq property', 'Logseq page', 'task'],
] as const;
type PlaceName = (typeof PLACES)[number];

const tokenOf = (place: PlaceName): string =>
  `ghp_${createHash('sha512').update(place).digest('base64').replace(/[+/=]/g, '').slice(0, 36)}`;

test('K25 secrets planted in paths, git, conversations, graphs and tasks are neither stored nor printed', async () => {
  const { root, tree, notes } = plant();
  const at = ['--config', join(root, '.home/own.yaml')];
  const asked: string[][] = [
    ['index', '-v'],
    ...['pay', `pay ${tokenOf('task')}`, 'what was said of the merger'].map((task) => ['pack', task]),
    ...['HEAD', 'HEAD~1', 'stash@{0}', 'stash@{0}^3', 'main@{1}'].map((ref) => ['pack', '--diff', ref]),
    ...['pay', 'merger', 'ghp'].flatMap((words) => [
      ['query', words],
      ['grep', words],
    ]),
    ...[['status'], ['status', '-v'], ['doctor'], ['domains', 'list'], ['config'], ['list'], ['verify', '--all']],
    ['explain', 'pay'],
    ['import', 'logseq', notes, '--workspace', 'w'],
    ...['merger', 'P'].map((topic) => ['context', topic]),
  ];
  let answers = '';
  for (const workspace of [root, tree])
    for (const args of workspace === root
      ? asked
      : asked.filter(([name]) => /^(?:index|pack|grep|import)$/.test(name!))) {
      const { stdout, stderr } = await knap(workspace, [...args, ...at]);
      answers += `${args.join(' ')}\n${stdout}${stderr}`;
    }
  expect(answers).toContain('export const pay');
  expect(placesIn(answers.replaceAll(`pay ${tokenOf('task')}\n`, ''))).toEqual([]);
  for (const workspace of [root, tree]) expect(placesIn(bytesBelow(join(workspace, '.knap')))).toEqual([]);
});

interface Planted {
  readonly root: string;
  readonly tree: string;
  readonly notes: string;
}

function plant(): Planted {
  const line = (place: PlaceName) => `export const merger = '${tokenOf(place)}';\n`;
  const root = folder({
    'pay.ts': 'export const pay = 1;\n',
    [`old/${tokenOf('path of the past')}.ts`]: 'export const merger = 1;\n',
    [`now/${tokenOf('path of today')}.ts`]: 'export const merger = 2;\n',
    '.gitignore': 'made/\n.home/\n',
    [`made/${tokenOf('ignored path')}.ts`]: 'export const merger = 3;\n',
    'knap.config.yaml': `domains:\n  shop:\n    keywords: [pay, ${tokenOf('keyword')}]\n`,
  });
  const past = folder({
    'past.jsonl': said(root, 's1', `The merger pays with ${tokenOf('conversation')}`),
    [`${tokenOf('name of a conversation')}.jsonl`]: said(root, tokenOf('name of a conversation'), 'The merger pays'),
  });
  write(root, { '.home/own.yaml': `conversations:\n  - folder: ${past}\n` });
  const git = (...args: string[]) => gitIn(root, ...args);
  git('init', '-q');
  git('remote', 'add', 'origin', `https://deploy:${tokenOf('remote')}@git.example.invalid/shop.git`);
  git('add', '.');
  git('commit', '-q', '-m', 'Add pay');
  git('rm', '-q', '-r', 'old');
  const author = `--author=${tokenOf('author')} <${tokenOf('author')}@example.invalid>`;
  git('commit', '-q', author, '-m', `Remove the merger ${tokenOf('commit')}`);
  git('tag', '-a', tokenOf('tag'), '-m', `of ${tokenOf('tag')}`);
  git('notes', 'add', '-m', `note ${tokenOf('note')}`);
  git('update-ref', '-m', `merger ${tokenOf('reflog')}`, 'refs/heads/main', 'HEAD~1');
  git('update-ref', '-m', `back ${tokenOf('reflog')}`, 'refs/heads/main', 'main@{1}');
  const tree = join(folder(), 'tree');
  git('worktree', 'add', '-q', '-b', tokenOf('branch'), tree);
  write(tree, { 'merger.ts': line('linked work tree') });
  gitIn(tree, 'add', '.');
  gitIn(tree, 'commit', '-q', '-m', 'Add a merger');
  write(tree, { 'pay.ts': `export const pay = 1;\n${line('edit in a work tree')}` });
  write(root, { 'pay.ts': `export const pay = 1;\n${line('stash')}`, 'loose.ts': line('untracked in a stash') });
  git('stash', 'push', '-q', '-u', '-m', `kept ${tokenOf('stash message')}`);
  const notes = folder({
    'pages/P.md': `- merger #${tokenOf('Logseq tag')} and [[about ${tokenOf('Logseq link')}]]\n  ${tokenOf('Logseq property')}:: yes\n`,
    [`pages/${tokenOf('Logseq page')}.md`]: '- merger\n',
  });
  return { root, tree, notes };
}

const said = (folder: string, session: string, text: string): string =>
  `${JSON.stringify({ session, role: 'user', folder, text })}\n`;

// A half is as good as told.
function placesIn(text: string): readonly string[] {
  const small = text.toLowerCase();
  return PLACES.filter((place) => {
    const token = tokenOf(place).toLowerCase();
    return [token.slice(0, 20), token.slice(-20)].some((half) => small.includes(half));
  });
}

function bytesBelow(path: string): string {
  const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const names = files.map(({ parentPath, name }) => join(parentPath, name));
  const databases = names.filter((name) => name.endsWith('.db'));
  expect(databases).not.toEqual([]);
  const bytesOf = (name: string) => (name.endsWith('.tgz') ? gunzipSync(readFileSync(name)) : readFileSync(name));
  return [...names, ...names.map((name) => bytesOf(name).toString('latin1')), ...databases.map(writtenIn)].join('\n');
}
