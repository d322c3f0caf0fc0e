import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { DEFAULTS } from '../../src/config/defaults.ts';
import { type LoadOptions, loadConfig } from '../../src/config/load.ts';

const base = mkdtempSync(join(tmpdir(), 'knap-config-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

let worlds = 0;
async function load(files: Record<string, string>, options: Partial<LoadOptions> = {}) {
  const world = join(base, String(worlds++));
  for (const [name, text] of Object.entries({ 'repo/.keep': '', ...files })) {
    await mkdir(dirname(join(world, name)), { recursive: true });
    writeFileSync(join(world, name), text);
  }
  const env = { HOME: join(world, 'home'), ...options.env };
  return loadConfig({ ...options, root: join(world, 'repo'), env });
}

const USER = 'home/.config/knap/config.yaml';
const REPO = 'repo/knap.config.yaml';

test('C61 without any configuration the defaults apply: 25 files, 300 lines, 16,000 tokens', async () => {
  const { config, files } = await load({});
  expect(config).toMatchObject({
    maxFiles: 25,
    maxLines: 300,
    budget: 16_000,
    tokenizer: DEFAULTS.pack.tokenizer,
    packsKept: 50,
    history: true,
  });
  expect(files).toEqual([]);
});

describe('each layer of configuration overrides the one before it', () => {
  const layers: [name: string, files: Record<string, string>, options: Partial<LoadOptions>, budget: number][] = [
    ['the file of the user overrides the default', { [USER]: 'budget: 1' }, {}, 1],
    ['the file of the user may be JSON', { 'home/.config/knap/config.json': '{"budget": 6}' }, {}, 6],
    ['the file of the repository overrides the file of the user', { [USER]: 'budget: 1', [REPO]: 'budget: 2' }, {}, 2],
    ['the file of the repository may be JSON', { 'repo/knap.config.json': '{"budget": 7}' }, {}, 7],
    ['a variable overrides the file of the repository', { [REPO]: 'budget: 2' }, { env: { KNAP_BUDGET: '3' } }, 3],
    ['a flag overrides a variable', {}, { env: { KNAP_BUDGET: '3' }, flags: { budget: 4 } }, 4],
    ['an empty configuration file leaves the default', { [REPO]: '' }, {}, 16_000],
    ['an empty variable leaves the default', {}, { env: { KNAP_BUDGET: '' } }, 16_000],
  ];
  for (const [name, files, options, budget] of layers)
    test(name, async () => expect((await load(files, options)).config.budget).toBe(budget));
});

test('the configuration of the user is read from the folder in XDG_CONFIG_HOME', async () => {
  const { config } = await load(
    { 'xdg/knap/config.yaml': 'budget: 5' },
    { env: { XDG_CONFIG_HOME: join(base, String(worlds), 'xdg') } },
  );
  expect(config.budget).toBe(5);
});

test('exclude and disabledDomains add up over the layers of configuration, and domains are merged by name', async () => {
  const { config } = await load(
    {
      [USER]: 'exclude: [a]\ndomains: { x: { keywords: [one] }, y: { keywords: [two] } }',
      [REPO]: 'exclude: [b, a]\ndomains: { x: { keywords: [three] } }',
    },
    { env: { KNAP_EXCLUDE: 'c, d', KNAP_DISABLED_DOMAINS: 'chat' } },
  );
  expect(config.exclude).toEqual(['a', 'b', 'c', 'd']);
  expect(config.disabledDomains).toEqual(['chat']);
  expect(config.domains).toEqual({
    x: { description: '', keywords: ['three'] },
    y: { description: '', keywords: ['two'] },
  });
});

describe('folders with conversations are read from the configuration', () => {
  const home = () => join(base, String(worlds - 1), 'home');
  const said: [name: string, files: Record<string, string>, env: string | undefined, folders: () => object[]][] = [
    ['no folder with conversations is configured by default', {}, undefined, () => []],
    [
      'a folder with conversations may begin with ~ for the home of the user',
      { [USER]: 'conversations: [{ folder: ~/.claude/projects, workspace: ~/shop }]' },
      undefined,
      () => [{ folder: join(home(), '.claude/projects'), workspace: join(home(), 'shop') }],
    ],
    [
      'KNAP_CONVERSATIONS names several folders with conversations',
      {},
      ['/a', '~/b'].join(delimiter),
      () => [{ folder: '/a' }, { folder: join(home(), 'b') }],
    ],
  ];
  for (const [name, files, env, folders] of said)
    test(name, async () => {
      const { config } = await load(files, { env: { KNAP_CONVERSATIONS: env } });
      expect(config.conversations).toEqual(folders());
    });
});

describe('the embedder is merged from all layers, field by field', () => {
  const SERVER = 'embedder: { use: openai-compatible, url: "http://127.0.0.1:11434/v1", model: small, timeoutMs: 500 }';
  const said: [name: string, files: Record<string, string>, env: Record<string, string>, embedder: object][] = [
    ['no embedder is configured by default', {}, {}, {}],
    ['KNAP_EMBEDDER=none switches the embedder off', {}, { KNAP_EMBEDDER: 'none' }, { use: 'none' }],
    [
      'variables set the model and the key of the embedder, the file of the user the rest',
      { [USER]: SERVER },
      { KNAP_EMBEDDER_MODEL: 'large', KNAP_EMBEDDER_KEY: 'sesame' },
      {
        use: 'openai-compatible',
        url: 'http://127.0.0.1:11434/v1',
        model: 'large',
        key: 'sesame',
        timeoutMs: 500,
      },
    ],
  ];
  for (const [name, files, env, embedder] of said)
    test(name, async () => {
      const { config, notes } = await load(files, { env });
      expect(config.embedder).toEqual(embedder);
      expect(notes).toEqual([]);
    });
});

test('the loaded configuration is frozen', async () => {
  const { config } = await load({});
  expect(Object.isFrozen(config) && Object.isFrozen(config.exclude)).toBe(true);
});

describe('an error in a configuration names its place', () => {
  const faults: [name: string, files: Record<string, string>, env: Record<string, string>, says: RegExp][] = [
    [
      'an unknown key near a known one',
      { [REPO]: '\n\nbudgett: 5' },
      {},
      /knap\.config\.yaml:3: unknown key "budgett"; did you mean "budget"\?/,
    ],
    ['an unknown key unlike any other', { [USER]: 'zebra: 5' }, {}, /config\.yaml:1: unknown key "zebra"$/],
    ['a number out of range', { [REPO]: 'history: false\nmaxFiles: 0' }, {}, /knap\.config\.yaml:2: maxFiles: /],
    ['a word in place of a switch', { [USER]: 'history: maybe' }, {}, /config\.yaml:1: history: /],
    ['a domain without keywords', { [REPO]: 'domains: { x: { keywords: [] } }' }, {}, /domains\.x\.keywords/],
    ['broken YAML', { [REPO]: 'budget: [1' }, {}, /knap\.config\.yaml:1 is not valid/],
    ['a list instead of keys', { [REPO]: '- budget' }, {}, /must hold keys and values/],
    ['a folder that is not absolute', { [USER]: 'conversations: [{ folder: past }]' }, {}, /an absolute path/],
    ['a folder in a variable that is not absolute', {}, { KNAP_CONVERSATIONS: 'past' }, /an absolute path/],
    ['an address without http://', { [USER]: 'embedder: { url: localhost }' }, {}, /config\.yaml:1: embedder\.url: /],
    ['an address of a file', {}, { KNAP_EMBEDDER_URL: 'file:///etc/passwd' }, /^KNAP_EMBEDDER_URL: /],
    ['an unknown field of the embedder', { [USER]: 'embedder: { modell: x }' }, {}, /modell/],
    ['a word in place of a number in a variable', {}, { KNAP_MAX_FILES: 'many' }, /KNAP_MAX_FILES=many/],
    [
      'another host in a variable',
      {},
      { KNAP_TANA_URL: 'http://example.org:8262' },
      /KNAP_TANA_URL=http:\/\/example.org:8262: only an address of this machine/,
    ],
    [
      'a host name that begins like 127.0.0.1',
      {},
      { KNAP_TANA_URL: 'http://127.0.0.1.example.org' },
      /only an address of this/,
    ],
    ['an address with a password', { [USER]: 'tanaUrl: http://me:pw@127.0.0.1:8262' }, {}, /tanaUrl: an address like/],
    [
      'a token with a space, which is not printed',
      {},
      { KNAP_TANA_TOKEN: 'two words' },
      /^KNAP_TANA_TOKEN=…: a token without/,
    ],
    ['a word in place of a switch in a variable', {}, { KNAP_HISTORY: 'perhaps' }, /KNAP_HISTORY=perhaps/],
  ];
  for (const [name, files, env, says] of faults)
    test(`a configuration is refused with the reason: ${name}`, async () => {
      await expect(load(files, { env })).rejects.toMatchObject({
        code: 'BAD_CONFIG',
        message: expect.stringMatching(says),
      });
    });
});

describe('a repository may not set what its user decides', () => {
  const refused: [line: string, says: RegExp][] = [
    ['packsKept: 1', /"packsKept" cannot be set by a repository: it would delete packs/],
    [
      'conversations: [{ folder: ~/.claude }]',
      /:1: "conversations" cannot be set by a repository: it may not name a folder/,
    ],
    ['embedder: { use: none }', /:1: "embedder" cannot be set by a repository: it may not say where texts/],
    ['tanaUrl: http://127.0.0.1:8262', /"tanaUrl" cannot be set by a repository: it may not name a host/],
    ['tanaToken: abc', /"tanaToken" cannot be set by a repository: a token is yours/],
    ['tanaLive: true', /"tanaLive" cannot be set by a repository/],
    ['url: https://example.org', /:1: "url" cannot be set by a repository/],
    ['token: abc', /"token" cannot be set/],
    ['store: /tmp/x', /"store" cannot be set/],
    ['root: ..', /"root" cannot be set/],
    ['exclude: ["!secrets/**"]', /"!secrets\/\*\*" is refused/],
    ['exclude: ["../other/**"]', /is refused/],
    ['exclude: ["/etc/**"]', /is refused/],
  ];
  for (const [line, says] of refused)
    test(`a repository may not set ${line}`, async () => {
      await expect(load({ [REPO]: line })).rejects.toMatchObject({
        code: 'BAD_CONFIG',
        message: expect.stringMatching(says),
      });
    });

  test('a repository can turn history off, and cannot turn on what the user turned off', async () => {
    expect((await load({ [USER]: 'history: false', [REPO]: 'history: true' })).config.history).toBe(false);
    expect((await load({ [REPO]: 'history: false' })).config.history).toBe(false);
  });

  test('the user may set keys that a repository may not', async () => {
    expect((await load({ [USER]: 'packsKept: 3' })).config.packsKept).toBe(3);
  });
});

test('variables set tanaUrl, tanaToken and tanaLive, and the file of the user may set tanaUrl to another host', async () => {
  expect((await load({})).config).toMatchObject({ tanaUrl: 'http://127.0.0.1:8262', tanaLive: true });
  const env = { KNAP_TANA_URL: 'http://[::1]:9000', KNAP_TANA_TOKEN: 'abc', KNAP_TANA_LIVE: 'off' };
  const said = { tanaUrl: 'http://[::1]:9000', tanaToken: 'abc', tanaLive: false };
  expect((await load({}, { env })).config).toMatchObject(said);
  expect((await load({ [USER]: 'tanaUrl: https://tana.home' })).config.tanaUrl).toBe('https://tana.home');
});

test('KNAP_AIM sets the aim, and an unknown aim is refused', async () => {
  expect((await load({}, { env: { KNAP_AIM: 'focused' } })).config.aim).toBe('focused');
  await expect(load({}, { env: { KNAP_AIM: 'huge' } })).rejects.toMatchObject({ code: 'BAD_CONFIG' });
});

test('an unknown KNAP_ variable is noted and ignored', async () => {
  const { notes } = await load({}, { env: { KNAP_BUGDET: '5', KNAP_DEBUG: '1' } });
  expect(notes).toEqual(['KNAP_BUGDET is not a setting of knap; did you mean "KNAP_BUDGET"?']);
});

test('a named configuration file that does not exist is an error', async () => {
  await expect(load({}, { userFile: '/nowhere/knap.yaml' })).rejects.toMatchObject({ code: 'NO_SUCH_FILE' });
});
