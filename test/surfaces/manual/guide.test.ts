import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../../src/surfaces/cli/commands.ts';
import { knap } from '../knap.ts';
import { makeWorld } from '../world.ts';

const GUIDE = join(import.meta.dirname, '../../../docs/guide');
const topics = readdirSync(GUIDE).map((file) => (file === 'README.md' ? 'guide' : file.replace(/\.md$/, '')));
const fileOf = (topic: string): string => join(GUIDE, topic === 'guide' ? 'README.md' : `${topic}.md`);
const help = (words: readonly string[], around = {}) => knap(makeWorld({}), ['help', ...words], around);

test.each(topics)('knap help %s prints the page of the guide, byte for byte in a pipe', async (topic) => {
  expect(await help([topic])).toEqual({ code: 0, stdout: readFileSync(fileOf(topic), 'utf8'), stderr: '' });
});

/** The words of a page in their order, without markup. */
const words = (text: string): string =>
  text
    .replace(/^!\[.*$/gm, '')
    .replace(/^\s*```.*$/gm, '')
    .replace(/^\|[-|: ]+\|$/gm, '')
    .replace(/(?<!!)\[([^\]\n]*)\]\((?!L[A-Z])[^)\s]*\)/g, '$1')
    .replace(/[\s`*#|\\>-]+/g, '');

describe('a terminal gets the guide as wrapped text', () => {
  test.each(topics)('knap help %s on a terminal prints the words of its page in lines that fit', async (topic) => {
    const { stdout } = await help([topic], { isTerminal: true, columns: 72, env: { NO_COLOR: '1' } });
    const page = readFileSync(fileOf(topic), 'utf8');
    expect(words(stdout)).toBe(words(page));
    const code = new Set(
      [...page.matchAll(/^(```+).*\n([\s\S]*?)^\1$/gm)].flatMap(([, , text = '']) => text.split('\n')),
    );
    const isProse = (line: string) => !code.has(line.slice(4)) && !/\S{60}/.test(line);
    expect(stdout.split('\n').filter((line) => line.length > 72 && isProse(line))).toEqual([]);
  });

  test('knap help colours headings only if the terminal accepts colours', async () => {
    const colored = await help(['packing'], { isTerminal: true, env: { FORCE_COLOR: '1' } });
    expect(colored.stdout).toContain('\u001b[1mPacks\u001b[22m');
    const plain = await help(['packing', '--no-color'], { isTerminal: true, env: {} });
    expect(plain.stdout).not.toContain('\u001b');
  });
});

test('no page of the guide has the name of a command', () => {
  expect(topics.filter((topic) => COMMANDS.some(({ name }) => name[0] === topic))).toEqual([]);
});

test('knap help pack prints the help of the command, and knap help names the guide', async () => {
  expect((await help(['pack'])).stdout).toContain('Usage: knap pack');
  expect((await help([])).stdout).toContain('knap help guide');
});

test('knap help with an unknown topic names the most similar topic, or the guide', async () => {
  expect(await help(['documnets'])).toMatchObject({ code: 2, stdout: '', stderr: /did you mean: knap help documents/ });
  expect(await help(['zebra'])).toMatchObject({ code: 2, stdout: '', stderr: /pages: knap help guide/ });
});
