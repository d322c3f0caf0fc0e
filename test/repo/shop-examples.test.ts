import { randomUUID } from 'node:crypto';
import { readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeExample } from '../../scripts/make-example.ts';
import { record } from '../../scripts/record.ts';
import { knap } from '../surfaces/knap.ts';
import { expectCut } from '../worlds/cut-output.ts';
import { ROOT, textOf, trackedFiles } from './tracked-files.ts';

interface Example {
  readonly command: string;
  readonly printed: string;
}

/** What a page says is printed in the shop, in its order. */
const examplesIn = (page: string): readonly Example[] =>
  [...textOf(page).matchAll(/^(```+)console shop\n([\s\S]*?)^\1$/gm)].flatMap(([, , block = '']) =>
    block
      .split(/^\$ knap ?/m)
      .slice(1)
      .map((one) => {
        const [command = '', ...lines] = one.trimEnd().split('\n');
        return { command, printed: lines.join('\n') };
      }),
  );

const argsOf = (command: string): readonly string[] =>
  [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word!);

const pages = ['README.md', ...trackedFiles().filter((path) => /^docs\/guide\/.*\.md$/.test(path))];
for (const page of pages.filter((one) => examplesIn(one).length > 0)) {
  describe(`${page}: commands print in the shop what it says`, () => {
    const folder = join(realpathSync(tmpdir()), `knap-shop-${randomUUID()}`);
    const shop = join(folder, 'shop');
    beforeAll(() => makeExample(shop));
    afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
    // One after the other: what a command makes, the next one may need.
    for (const { command, printed } of examplesIn(page))
      test(command, async () => {
        const { stdout } = await knap(shop, argsOf(command));
        expect(expectCut(stdout, printed)).toBeNull();
      });
  });
}

test('the README has an example of each of the five questions', () => {
  const commands = examplesIn('README.md').map(({ command }) => command.split(' ')[0]);
  expect(commands).toEqual(expect.arrayContaining(['pack', 'query', 'show', 'context', 'eval']));
});

test('numbers of the README stand in the results they are taken from', () => {
  const [, section = ''] = /^## How good it is\n([\s\S]*?)^## /m.exec(textOf('README.md')) ?? [];
  const results = textOf('bench/ranking/RESULTS.md');
  const shares = [...section.matchAll(/(\d+\.\d) %/g)].map((match) => match[1]!);
  expect(shares.length).toBeGreaterThan(10);
  expect(shares.filter((share) => !results.includes(share))).toEqual([]);
});

/** Times, and the names of folders made from them. */
const timeless = (text: string): string => text.replace(/\d+\.\d\d s/g, '0.00 s').replace(/\d{8}-\d{6}/g, 'DATE');

test('the picture of the README shows what the commands print; npx node scripts/record.ts makes it again', async () => {
  const picture = readFileSync(join(ROOT, 'docs/images/terminal.svg'), 'utf8');
  const drawn = [...picture.matchAll(/<text [^>]*>(.*)<\/text>/g)].map(([, line = '']) =>
    line
      .replace(/<[^>]+>/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&'),
  );
  const recorded = (await record()).map(({ typed, shown }) => `$ ${typed}\n${stripVTControlCharacters(shown)}`);
  expect(timeless(drawn.join('\n'))).toBe(timeless(recorded.join('\n\n')));
});
