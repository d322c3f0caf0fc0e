import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeExtendedTree } from '../../repo/extended-tree.ts';

const tree = makeExtendedTree();
afterAll(() => tree.remove());

test('the examples of the extending page compile', () => {
  writeFileSync(
    join(tree.folder, 'tsconfig.src.json'),
    JSON.stringify({ extends: './tsconfig.json', include: ['src'], exclude: ['src/page'] }),
  );
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
  const typed = () =>
    execFileSync(process.execPath, [tsc, '-p', 'tsconfig.src.json'], { cwd: tree.folder, encoding: 'utf8' });
  expect(typed).not.toThrow();
});
