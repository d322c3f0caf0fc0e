import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { COMMANDS } from '../../../src/surfaces/cli/commands.ts';
import { pageOf } from '../../../src/surfaces/manual/command-page.ts';
import { roffText } from '../../../src/surfaces/manual/manual.ts';
import { knap } from '../knap.ts';
import { makeWorld } from '../world.ts';
import { isInstalled } from './real-shells.ts';

const manual = (...args: readonly string[]) => knap(makeWorld({}), ['manual', ...args]);
const flat = (text: string): string => text.replaceAll('\\-', '-').replace(/\s+/g, ' ');

test('knap manual lists every command with its purpose', async () => {
  const { stdout } = await manual();
  for (const { name, summary } of COMMANDS) expect(flat(stdout)).toContain(`knap ${name.join(' ')} ${summary}`);
});

for (const listed of COMMANDS) {
  const words = listed.name.join(' ');
  test(`knap manual ${words} prints every option, as text and for man`, async () => {
    const page = await pageOf(listed);
    for (const args of [listed.name, [...listed.name, '--man']]) {
      const { code, stdout } = await manual(...args);
      expect(code).toBe(0);
      const text = flat(stdout)
        .replaceAll('\\(dq', '"')
        .replaceAll('\\e', '\\')
        .replace(/\\\[u(\w+)\]/g, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)));
      for (const { long, description, isHidden } of page.options) {
        if (isHidden) continue;
        expect(text).toContain(long);
        expect(text).toContain(flat(description));
      }
      for (const example of page.examples) expect(text).toContain(flat(example));
    }
  });
}

test('knap manual pack --man uses only macros of man', async () => {
  const { stdout } = await manual('pack', '--man');
  expect(stdout).toMatch(/^\.TH "KNAP\\-PACK" 1 "" "knap [^"]+" "Manual of knap"\n/);
  const commands = new Set(stdout.split('\n').flatMap((line) => /^[.'](\w*)/.exec(line)?.[1] ?? []));
  expect([...commands].sort()).toEqual(['B', 'PP', 'SH', 'TH', 'TP', 'ad', 'fi', 'nf', 'nh']);
});

// Turns all warnings on, because man silently leaves out what it does not understand.
test.skipIf(!isInstalled('groff'))('man prints every page without a warning and with every word', async () => {
  const names: readonly (readonly string[])[] = [[], ...COMMANDS.map(({ name }) => name)];
  const pages = await Promise.all(names.map(async (name) => (await manual(...name, '--man')).stdout));
  const set = spawnSync('groff', ['-man', '-Tutf8', '-ww', '-P-cbou'], { input: pages.join('\n'), encoding: 'utf8' });
  expect([set.status, set.stderr]).toEqual([0, '']);
  const printed = set.stdout.replace(/[\s‐−-]+/g, '');
  for (const { summary } of COMMANDS) expect(printed).toContain(summary.replace(/[\s-]+/g, ''));
});

test('no text of the manual is read as a macro of man', () => {
  const text = ".so /etc/passwd \\fB 'x'";
  const section = {
    heading: 'X',
    paragraphs: [text, "'quote"],
    verbatim: [text],
    entries: [{ term: '"a" \\b', text }],
  };
  const page = roffText({ title: 'x', version: '1', sections: [section] });
  expect(page).toContain("\\&.so /etc/passwd \\efB 'x'");
  expect(page).toContain("\\&'quote");
  expect(page).toContain('.B "\\(dqa\\(dq \\eb"');
  expect(page).not.toMatch(/^\.so|^'/m);
});

test('knap manual of each command prints lines of at most 80 characters above its examples', async () => {
  for (const { name } of COMMANDS) {
    const { stdout } = await manual(...name);
    const [prose] = stdout.split('EXAMPLES');
    expect(prose!.split('\n').filter((line) => line.length > 80)).toEqual([]);
  }
});

test('knap manual of an unknown command is refused with the most similar command', async () => {
  expect(await manual('pakc')).toMatchObject({ code: 2, stderr: expect.stringContaining('did you mean "pack"') });
  expect(await manual('packs', 'opne')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('did you mean "packs open"'),
  });
});
