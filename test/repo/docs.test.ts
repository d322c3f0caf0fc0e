import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { commandsSection } from '../../scripts/commands-page.ts';
import { settingsSection } from '../../scripts/settings-table.ts';
import { CONFIG_KEYS } from '../../src/config/schema.ts';
import { SIGNALS } from '../../src/signals/index.ts';
import { COMMANDS } from '../../src/surfaces/cli/commands.ts';
import { ROOT, textOf, trackedFiles } from './tracked-files.ts';

test('the commands of the guide are those there are; npm run golden writes them', async () => {
  const section = await commandsSection();
  expect(textOf('docs/guide/commands.md')).toContain(section);
  for (const { name } of COMMANDS) expect(section).toContain(`### knap ${name.join(' ')}\n`);
});

test('the settings of the guide are those of the schema; npm run golden writes them', () => {
  const page = textOf('docs/guide/configuration.md');
  expect(page).toContain(settingsSection());
  for (const key of CONFIG_KEYS) expect(settingsSection()).toMatch(new RegExp(`^\\| \`${key}\` \\|.*[^| ] \\|$`, 'm'));
});

test('the guide names every signal with its tier', () => {
  const rows = [...textOf('docs/guide/ranking.md').matchAll(/^\| `(\w+)` \| (\w+) \|/gm)].map(
    (match) => `${match[1]} ${match[2]}`,
  );
  expect(rows.sort()).toEqual(SIGNALS.map(({ kind, tier }) => `${kind} ${tier}`).sort());
});

test('the guide begins with a list of all its pages', () => {
  const index = textOf('docs/guide/README.md');
  const pages = trackedFiles().flatMap((path) => /^docs\/guide\/((?!README)[\w-]+\.md)$/.exec(path)?.[1] ?? []);
  expect(pages.filter((page) => !index.includes(`[${page.replace('.md', '')}](${page})`))).toEqual([]);
});

/** Examples have links of their own. */
const withoutCode = (text: string): string => text.replace(/^(```+)[\s\S]*?^\1$/gm, '').replace(/`[^`\n]*`/g, '');

test('every link between documents leads to a file that exists', () => {
  const pages = trackedFiles().filter((path) => path.endsWith('.md') && !/^(?:test|bench|examples)\//.test(path));
  const broken = pages.flatMap((page) =>
    [...withoutCode(textOf(page)).matchAll(/\]\((?!https?:|#)([^)#\s]+)(?:#[^)]*)?\)/g)]
      .filter((match) => !existsSync(join(ROOT, dirname(page), match[1]!)))
      .map((match) => `${page}: ${match[1]}`),
  );
  expect(broken).toEqual([]);
});

test('ARCHITECTURE.md stays short and names every folder of src', () => {
  const text = textOf('ARCHITECTURE.md');
  expect(text.split(/\s+/).length).toBeLessThanOrEqual(1800);
  const folders = new Set(trackedFiles().flatMap((path) => /^src\/([^/]+)\//.exec(path)?.[1] ?? []));
  expect([...folders].filter((folder) => !text.includes(`src/${folder}\``))).toEqual([]);
  // The picture names places below src without saying so.
  const named = [
    ...text.matchAll(/(?<![\w/])(?:src\/|test\/|docs\/|bench\/|(?=(?:engine|pipeline)\/))[\w./-]*\w/g),
  ].map(String);
  const isThere = (place: string) => [place, `src/${place}`].some((path) => existsSync(join(ROOT, path)));
  expect(named.filter((place) => !isThere(place) && !place.startsWith('src/a.ts'))).toEqual([]);
});
