import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createCommitSource } from '../../src/sources/code/scan/commit-source.ts';
import { post, read, serveAll } from '../surfaces/http/server.ts';
import { knap } from '../surfaces/knap.ts';
import { makeWorld, SHOP } from '../surfaces/world.ts';

const shop = serveAll(SHOP);
const ODD = ['/x.ts', '//x.ts', '../x.ts', '/'];

test('knap pack --patch with absolute and outside paths is answered with the files inside', async () => {
  const root = makeWorld(SHOP);
  const change = '@@ -1 +1 @@\n-export class Cart {\n+class Cart {\n';
  const input = [...ODD, 'src/cart/cart.ts']
    .map((path) => `--- ${root}/a.ts\t2026\n+++ ${path}\t2026\n${change}`)
    .join('');
  const { code, stdout } = await knap(root, ['pack', '--patch', '-', '--format', 'markdown'], { input });
  expect([code, stdout]).toEqual([0, expect.stringContaining('src/cart/cart.ts')]);
});

test.each(['/etc/passwd', `${import.meta.dirname}/odd-paths.test.ts`, '../../etc/passwd', '/'])(
  'a patch over HTTP that names %s is answered, and nothing outside is quoted',
  async (path) => {
    const patch = `--- ${path}\n+++ ${path}\n@@ -1 +1 @@\n-x\n+y\n`;
    const reply = await post(`${shop.url}/v1/pack`, { patch });
    const { blocks } = read(reply).data as unknown as { blocks: readonly unknown[] };
    expect([reply.status, blocks]).toEqual([200, []]);
  },
);

test.each(['/xx.ts', '//x.ts'])('a git index that holds the path %s hides no other file', async (path) => {
  const name = 'a'.repeat(path.length);
  const root = makeWorld({ ...SHOP, [name]: 'export const odd = 1;\n' }, { git: true });
  renameInIndex(join(root, '.git/index'), name, path);
  const { code, stdout, stderr } = await knap(root, ['query', 'webhook']);
  expect([code, stdout, stderr]).toEqual([0, expect.stringContaining('src/payments/webhook.ts'), '']);
});

test('a git tree that holds an absolute path hides no other file of the commit', async () => {
  const root = makeWorld(SHOP, { git: true });
  const git = (args: readonly string[], input?: Buffer | string) =>
    execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.invalid', ...args], { cwd: root, input })
      .toString()
      .trim();
  const blob = Buffer.from(git(['hash-object', '-w', '--stdin'], 'export function webhook() {}\n'), 'hex');
  const entries = ['/abs.ts', 'webhook.ts'].flatMap((path) => [Buffer.from(`100644 ${path}\0`), blob]);
  const tree = git(['hash-object', '-w', '-t', 'tree', '--literally', '--stdin'], Buffer.concat(entries));
  git(['update-ref', 'refs/heads/odd', git(['commit-tree', tree, '-m', 'Odd'])]);
  const options = { root, commit: git(['rev-parse', 'odd']), languageOf: () => null, fileBytesMax: 1e6, filesMax: 100 };
  const { files } = await createCommitSource(options).source.scan('odd');
  expect(files.map(({ path }) => path)).toEqual(['webhook.ts']);
});

// Git itself refuses to write such a name, and reads it all the same.
function renameInIndex(file: string, from: string, to: string): void {
  const bytes = readFileSync(file);
  const body = Buffer.from(bytes.toString('latin1').replace(`${from}\0`, `${to}\0`), 'latin1').subarray(0, -20);
  writeFileSync(file, Buffer.concat([body, createHash('sha1').update(body).digest()]));
}
