import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT, textOf } from '../../repo/tracked-files.ts';

test('npm run demo quotes first the file that its bug report is about', () => {
  const { demo }: { demo: string } = JSON.parse(textOf('package.json')).scripts;
  const [, typed = ''] = /dist\/cli\.js (.*)$/.exec(demo) ?? [];
  const args = [...typed.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word!);
  const printed = execFileSync(process.execPath, [join(ROOT, 'dist/cli.js'), ...args], { cwd: ROOT, encoding: 'utf8' });
  expect(/^### (\S+)@/m.exec(printed)?.[1]).toBe('src/surfaces/cli/clipboard.ts');
  expect(printed).toContain('The text is longer than a terminal takes for the clipboard.');
});
