import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CONFIG_KEYS } from '../../src/config/schema.ts';
import { knap } from './knap.ts';
import { makeWorld } from './world.ts';

const WORLD = {
  '.home/.config/knap/config.yaml': [
    'budget: 9000',
    'maxFiles: 7',
    'exclude: ["*.min.js"]',
    'tanaToken: tana-s3cret-token',
    'embedder:',
    '  use: none',
    '  key: sk-verysecret',
    '',
  ].join('\n'),
  'knap.config.yaml': '# ours\nbudget: 8000\nexclude:\n  - gen/**\n',
};
const ENV = { KNAP_BUDGET: '7000', KNAP_STORE: 'postgres://me:hunter2@db.example/knap', KNAP_EMBEDDER_MODEL: 'mini' };

test('knap config lists every setting with its value and origin', async () => {
  const root = makeWorld(WORLD);
  const user = join(root, '.home/.config/knap/config.yaml');
  const ours = join(root, 'knap.config.yaml');
  const { code, stdout } = await knap(root, ['config', '--json', '--include-ignored', 'dist/**'], { env: ENV });
  expect(code).toBe(0);
  const settings: { key: string; value: unknown; from: string[] }[] = JSON.parse(stdout);
  expect(settings.map(({ key }) => key)).toEqual([...CONFIG_KEYS]);
  const told = Object.fromEntries(settings.map(({ key, value, from }) => [key, [value, from]]));
  expect(told).toMatchObject({
    budget: [7000, ['KNAP_BUDGET']],
    maxFiles: [7, [`${user}:2`]],
    maxLines: [300, []],
    exclude: [
      ['*.min.js', 'gen/**'],
      [`${user}:3`, `${ours}:3`],
    ],
    includeIgnored: [['dist/**'], ['--include-ignored']],
    store: ['postgres://me@db.example/knap', ['KNAP_STORE']],
    tanaToken: ['(set, not shown)', [`${user}:4`]],
    embedder: [{ use: 'none', key: '(set, not shown)', model: 'mini' }, [`${user}:5`, 'KNAP_EMBEDDER_MODEL']],
    workspace: [null, []],
  });
});

test('knap config prints no password, token or key, as text or as JSON', async () => {
  for (const args of [['config'], ['config', '--json']]) {
    const { stdout, stderr } = await knap(makeWorld(WORLD), args, { env: ENV });
    expect(stdout + stderr).not.toMatch(/hunter2|s3cret|verysecret/);
  }
});

test('knap config prints only the named settings, and refuses an unknown name', async () => {
  const root = makeWorld(WORLD);
  expect((await knap(root, ['config', 'budget', 'aim'])).stdout).toBe(
    `budget  ${join(root, 'knap.config.yaml')}:2  8000\naim     ${'default'.padEnd(join(root, 'knap.config.yaml').length + 2)}  focused\n`,
  );
  expect(await knap(root, ['config', 'bugdet'])).toMatchObject({
    code: 2,
    stderr: 'knap: There is no setting "bugdet"; did you mean "budget"?\n',
  });
});
