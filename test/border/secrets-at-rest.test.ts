import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { configSchema } from '../../src/config/schema.ts';
import { createEngine } from '../../src/engine.ts';
import { listDomains } from '../../src/operations/domains/domains-list.ts';
import { folder } from '../indexing/folder.ts';
import { leaksOf, writtenIn } from './planted.ts';
import { secretCases } from './secret-cases.ts';

test('K25 no table of the index, no answer and no pack on the disk holds a planted secret', async () => {
  // Every third, which are enough to meet each table, each source and each way of writing.
  const cases = secretCases('open', 1).filter((_, at) => at % 3 === 0);
  expect(cases.length).toBeGreaterThan(120);
  const found = await leaksOf(cases);
  const told = Object.entries(found).flatMap(([where, leaks]) => leaks.map(({ text }) => `${where}: ${text}`));
  expect(told).toEqual([]);
});

const TOKEN = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;

test('K25 a secret in a path of the past, a stash, a note, a tag or page of Logseq or a keyword is not stored or told', async () => {
  const root = folder({ 'pay.ts': 'export const pay = 1;\n', [`old/${TOKEN}.ts`]: 'export const a = 1;\n' });
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', root, '-c', 'user.name=T', '-c', 'user.email=t@a.invalid', ...args]);
  git('init', '-q', '-b', 'main');
  git('add', '.');
  git('commit', '-q', '-m', 'Add');
  git('rm', '-q', '-r', 'old');
  git('commit', '-q', '-m', 'Remove');
  git('notes', 'add', '-m', `note ${TOKEN}`);
  execFileSync('sh', ['-c', `echo 'const b = "${TOKEN}";' >> pay.ts`], { cwd: root });
  git('stash', 'push', '-q', '-m', `kept ${TOKEN}`);
  const notes = folder({
    'pages/P.md': `- see #${TOKEN} and [[about ${TOKEN}]]\n  ${TOKEN}:: yes\n`,
    [`pages/${TOKEN}.md`]: '- a\n',
  });
  const config = configSchema.parse({ domains: { shop: { keywords: ['pay', TOKEN] } } });
  const engine = await createEngine({ root }, config);
  await engine.index();
  await engine.importGraph({ source: 'logseq', path: notes, workspace: 'w' });
  const answer = await engine.pack({ task: `pay ${TOKEN}`, budget: 2000 });
  await engine.close();
  const listed = await listDomains({ config, root });
  expect(JSON.stringify([answer, listed]).toLowerCase()).not.toContain(TOKEN.toLowerCase());
  const files = readdirSync(join(root, '.knap'), { recursive: true, encoding: 'utf8' });
  const databases = files.filter((name) => name.endsWith('.db'));
  expect(databases.length).toBeGreaterThan(1);
  for (const name of databases) expect(writtenIn(join(root, '.knap', name)), name).not.toContain(TOKEN.toLowerCase());
});
