import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { CLIENTS, type ClientName } from '../../../src/surfaces/setup/clients.ts';
import type { Scope } from '../../../src/surfaces/setup/user-folders.ts';
import { knap } from '../knap.ts';
import { makeWorld } from '../world.ts';

const SKILL = join(import.meta.dirname, '../../../skills/knap/SKILL.md');

// The files that each agent reads, as its manual says; `home` is the home folder of the test.
const FILES: [client: ClientName, scope: Scope, file: string][] = [
  ['claude-code', 'user', '.home/.claude.json'],
  ['claude-code', 'project', '.mcp.json'],
  ['codex', 'user', '.home/.codex/config.toml'],
  ['codex', 'project', '.codex/config.toml'],
  ['cursor', 'user', '.home/.cursor/mcp.json'],
  ['cursor', 'project', '.cursor/mcp.json'],
  ['vscode', 'user', '.home/.config/Code/User/mcp.json'],
  ['vscode', 'project', '.vscode/mcp.json'],
  ['zed', 'user', '.home/.config/zed/settings.json'],
  ['zed', 'project', '.zed/settings.json'],
  ['gemini-cli', 'user', '.home/.gemini/settings.json'],
  ['gemini-cli', 'project', '.gemini/settings.json'],
  ['windsurf', 'user', '.home/.codeium/windsurf/mcp_config.json'],
  ['copilot', 'user', '.home/.copilot/mcp-config.json'],
  ['copilot', 'project', '.github/mcp.json'],
  ['opencode', 'user', '.home/.config/opencode/opencode.json'],
  ['opencode', 'project', 'opencode.json'],
  ['cline', 'user', '.home/.cline/data/settings/cline_mcp_settings.json'],
  ['kiro', 'user', '.home/.kiro/settings/mcp.json'],
  ['kiro', 'project', '.kiro/settings/mcp.json'],
  ['jetbrains', 'user', '.home/.junie/mcp/mcp.json'],
  ['jetbrains', 'project', '.junie/mcp/mcp.json'],
  ['antigravity', 'user', '.home/.gemini/config/mcp_config.json'],
  ['antigravity', 'project', '.agents/mcp_config.json'],
  ['amp', 'user', '.home/.config/amp/settings.json'],
  ['amp', 'project', '.amp/settings.json'],
];
const SKILLS: Partial<Record<string, string>> = {
  'claude-code user': '.home/.claude/skills/knap/SKILL.md',
  'claude-code project': '.claude/skills/knap/SKILL.md',
  'codex user': '.home/.agents/skills/knap/SKILL.md',
  'codex project': '.agents/skills/knap/SKILL.md',
  'copilot user': '.home/.copilot/skills/knap/SKILL.md',
  'copilot project': '.github/skills/knap/SKILL.md',
  'cursor user': '.home/.cursor/skills/knap/SKILL.md',
  'cursor project': '.cursor/skills/knap/SKILL.md',
  'vscode user': '.home/.copilot/skills/knap/SKILL.md',
  'vscode project': '.github/skills/knap/SKILL.md',
  'gemini-cli user': '.home/.gemini/skills/knap/SKILL.md',
  'gemini-cli project': '.gemini/skills/knap/SKILL.md',
  'opencode user': '.home/.config/opencode/skills/knap/SKILL.md',
  'opencode project': '.opencode/skills/knap/SKILL.md',
  'kiro user': '.home/.kiro/skills/knap/SKILL.md',
  'kiro project': '.kiro/skills/knap/SKILL.md',
  'antigravity user': '.home/.gemini/skills/knap/SKILL.md',
  'antigravity project': '.agents/skills/knap/SKILL.md',
  'amp user': '.home/.config/agents/skills/knap/SKILL.md',
  'amp project': '.agents/skills/knap/SKILL.md',
};
const SECTIONS = { vscode: 'servers', zed: 'context_servers', opencode: 'mcp', amp: 'amp.mcpServers' } as const;
const ENTRY = join(import.meta.dirname, '../../../src/surfaces/cli/main.ts');
// What the file of each scope starts: for a user Node and knap by their paths, in a committed file the command.
const LAUNCH = { user: [process.execPath, ENTRY], project: ['knap'] } as const;

const JSONC = (section: string): string => `// mine
{
\t"theme": "dark", // at night
\t/* servers */
\t"${section}": {
\t\t"other": { "command": "other", "args": [] } // keep
\t},
\t"last": [1, 2]
}
`;
const TOML = `# mine
model = "o5"   # the best

[mcp_servers.other]
command = "other"
args = [
  "a", # first
]

[profiles.x]
text = """
[mcp_servers.knap]
"""
`;

const at = (root: string, path: string, text?: string): string => {
  const file = join(root, path);
  if (text !== undefined) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return file;
};
const setup = (root: string, ...args: readonly string[]) => knap(root, ['setup', ...args]);

for (const [client, scope, path] of FILES) {
  describe(`T37 setup edits the file of ${client}, ${scope}`, () => {
    const args = [client, '--scope', scope];
    const isToml = path.endsWith('.toml');
    const section = { ...SECTIONS }[client as keyof typeof SECTIONS] ?? 'mcpServers';
    const before = isToml ? TOML : JSONC(section);

    test(`setup ${client} (${scope}) prints its change, writes it, then finds nothing to do, and can remove it`, async () => {
      const root = makeWorld({ 'CLAUDE.md': 'a', 'AGENTS.md': 'b' });
      const file = at(root, path);
      const skill = SKILLS[`${client} ${scope}`];
      const shown = await setup(root, ...args);
      expect(shown.code).toBe(0);
      expect(shown.stdout).toContain(`${file}: would be written`);
      expect(shown.stdout).toMatch(/^\+ .*knap/m);
      expect(existsSync(file)).toBe(false);

      const written = await setup(root, ...args, '--write');
      expect(written.stdout).toContain(`${file}: written`);
      const text = readFileSync(file, 'utf8');
      const [command, ...start] = LAUNCH[scope];
      const words = [...start, 'mcp'];
      if (isToml)
        expect(text).toBe(
          `[mcp_servers.knap]\ncommand = "${command}"\nargs = [${words.map((word) => `"${word}"`).join(', ')}]\n`,
        );
      else {
        const { command: program, args: after = [] } = JSON.parse(text)[section].knap;
        // Only the file of a workspace names the open folder.
        const folder = scope === 'project' && ['cursor', 'vscode'].includes(client) ? ['$' + '{workspaceFolder}'] : [];
        expect([program, ...after].flat()).toEqual([command, ...words, ...folder]);
        expect(JSON.parse(text)[section].knap.alwaysLoad).toBe(client === 'claude-code' ? true : undefined);
      }
      if (skill !== undefined) expect(readFileSync(at(root, skill), 'utf8')).toBe(readFileSync(SKILL, 'utf8'));

      const again = await setup(root, ...args, '--write');
      expect(again.stdout).toContain('nothing to do');
      expect(again.stdout).not.toMatch(/^[+-] /m);
      expect(readFileSync(file, 'utf8')).toBe(text);

      expect((await setup(root, ...args, '--remove')).stdout).toContain('would be removed');
      expect(existsSync(file)).toBe(true);
      await setup(root, ...args, '--remove', '--write');
      expect(existsSync(file)).toBe(false);
      // Folders that setup made are removed too.
      const left = readdirSync(root, { recursive: true }).filter((path) => path !== '.home');
      expect(left.toSorted()).toEqual(['AGENTS.md', 'CLAUDE.md']);
      expect((await setup(root, ...args, '--remove', '--write')).stdout).toContain('nothing to do');
      expect(['CLAUDE.md', 'AGENTS.md'].map((name) => readFileSync(join(root, name), 'utf8'))).toEqual(['a', 'b']);
    });

    test(`setup ${client} (${scope}) keeps everything else in the file, comments and spaces included`, async () => {
      const root = makeWorld({});
      const file = at(root, path, before);
      await setup(root, ...args, '--write');
      const text = readFileSync(file, 'utf8');
      const kept = before.split('\n').filter((line) => !line.includes('"other": {'));
      expect(text.split('\n')).toEqual(expect.arrayContaining(kept));
      expect(text).toContain('"other"');
      expect(text.length).toBeGreaterThan(before.length);
      await setup(root, ...args, '--remove', '--write');
      expect(readFileSync(file, 'utf8')).toBe(before);
    });
  });
}

test('the tests of setup cover every agent and scope that setup supports', () => {
  const listed = Object.entries(CLIENTS).flatMap(([name, client]) =>
    Object.keys(client.files).map((scope) => `${name} ${scope}`),
  );
  expect(FILES.map(([client, scope]) => `${client} ${scope}`).sort()).toEqual(listed.sort());
});

test('setup updates an existing entry and keeps its unknown keys', async () => {
  const own =
    '{\n  "mcpServers": {\n    "knap": { "command": "/old/knap", "args": ["mcp"], "env": { "A": "1" } }\n  }\n}\n';
  const root = makeWorld({ '.cursor/mcp.json': own });
  const shown = await setup(root, 'cursor', '--scope', 'project', '--write');
  expect(shown.stdout).toContain('changed');
  const { knap: entry } = JSON.parse(readFileSync(join(root, '.cursor/mcp.json'), 'utf8')).mcpServers;
  expect(entry).toEqual({ command: 'knap', args: ['mcp', '$' + '{workspaceFolder}'], env: { A: '1' } });
});

test('setup --remove keeps a section that was empty before setup', async () => {
  const root = makeWorld({ '.cursor/mcp.json': '{"mcpServers": {}}\n' });
  await setup(root, 'cursor', '--scope', 'project', '--write');
  await setup(root, 'cursor', '--scope', 'project', '--remove', '--write');
  expect(JSON.parse(readFileSync(join(root, '.cursor/mcp.json'), 'utf8'))).toEqual({ mcpServers: {} });
});

test('setup for Codex keeps other keys of the entry and the tables below it', async () => {
  const own =
    '[mcp_servers.knap]\ncommand = "/old"\nenabled = true\n\n[mcp_servers.knap.env]\nA = "1"\n\n# next\n[x]\n';
  const root = makeWorld({ '.codex/config.toml': own });
  await setup(root, 'codex', '--scope', 'project', '--write');
  const file = join(root, '.codex/config.toml');
  expect(readFileSync(file, 'utf8')).toBe(
    '[mcp_servers.knap]\ncommand = "knap"\nenabled = true\nargs = ["mcp"]\n\n[mcp_servers.knap.env]\nA = "1"\n\n# next\n[x]\n',
  );
  await setup(root, 'codex', '--scope', 'project', '--write', '--remove');
  expect(readFileSync(file, 'utf8')).toBe('\n# next\n[x]\n');
});

const refused: [what: string, client: string, path: string, text: string, says: RegExp][] = [
  ['JSON that ends too soon', 'cursor', '.cursor/mcp.json', '{ "mcpServers": {', /line 1: .* expected/],
  ['JSON with a word too many', 'cursor', '.cursor/mcp.json', '{\n "a": 1\n} x', /line 3: nothing more expected/],
  ['JSON that is a list', 'cursor', '.cursor/mcp.json', '[]', /it is not an object/],
  ['servers as a JSON list', 'cursor', '.cursor/mcp.json', '{ "mcpServers": [] }', /"mcpServers" is not an object/],
  ['TOML with a value missing', 'codex', '.codex/config.toml', 'a = \n', /line 1: a value expected/],
  ['TOML with an open string', 'codex', '.codex/config.toml', 'b = 1\na = "x\n', /line 2: a value expected/],
  [
    'TOML with all servers in one line',
    'codex',
    '.codex/config.toml',
    'mcp_servers = { knap = { command = "x" } }\n',
    /is there, but not as a/,
  ],
];
for (const [what, client, path, text, says] of refused) {
  test(`settings that setup cannot edit are refused and not changed: ${what}`, async () => {
    const root = makeWorld({ [path]: text });
    const { code, stderr } = await setup(root, client, '--scope', 'project', '--write');
    expect(code).toBe(2);
    expect(stderr).toMatch(says);
    expect(stderr).toContain(join(root, path));
    expect(readFileSync(join(root, path), 'utf8')).toBe(text);
  });
}

test('a link in the repository does not make setup write outside', async () => {
  const root = makeWorld({ 'outside.json': '{}' });
  const inner = join(root, 'repository');
  mkdirSync(join(inner, '.git'), { recursive: true });
  symlinkSync(join(root, 'outside.json'), join(inner, '.mcp.json'));
  const { code, stderr } = await knap(inner, ['setup', 'claude-code', '--scope', 'project', '--write']);
  expect(code).toBe(2);
  expect(stderr).toContain('lies outside the workspace, behind a link');
  expect(readFileSync(join(root, 'outside.json'), 'utf8')).toBe('{}');
});

test('setup changes a file of the user behind a link at its real place and keeps its permissions', async () => {
  const root = makeWorld({ 'dotfiles/mcp.json': '{}\n' });
  mkdirSync(join(root, '.home/.cursor'), { recursive: true });
  const link = join(root, '.home/.cursor/mcp.json');
  symlinkSync(join(root, 'dotfiles/mcp.json'), link);
  const mode = statSync(join(root, 'dotfiles/mcp.json')).mode;
  await setup(root, 'cursor', '--write');
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
  expect(readFileSync(join(root, 'dotfiles/mcp.json'), 'utf8')).toContain('"knap"');
  expect(statSync(link).mode).toBe(mode);
});

test('setup prints no secret of a changed line, and keeps it in the file', async () => {
  const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
  const text = `{"mcpServers":{"git":{"command":"git","env":{"TOKEN":"${token}"}}}}`;
  const root = makeWorld({ '.cursor/mcp.json': text });
  const { stdout } = await setup(root, 'cursor', '--scope', 'project', '--write');
  expect(stdout).toContain('knap');
  expect(stdout).not.toContain(token);
  expect(readFileSync(join(root, '.cursor/mcp.json'), 'utf8')).toContain(token);
});

const odd: [args: readonly string[], says: RegExp][] = [
  [['emacs'], /no set-up for an agent "emacs"; it has one for claude-code, .* or amp/],
  [['claude'], /did you mean claude-code\?/],
  [['junie'], /did you mean jetbrains\?/],
  [['windsurf', '--hook'], /Windsurf has no hook that can answer a prompt/],
  [['windsurf', '--scope', 'project'], /Windsurf has no settings file for the scope project; use --scope user/],
  [['cursor', '--scope', 'machine'], /--scope \("machine"\): must be user or project/],
];
for (const [args, says] of odd) {
  test(`setup ${args.join(' ')} is refused with the reason`, async () => {
    const { code, stderr } = await setup(makeWorld({}), ...args);
    expect(code).toBe(2);
    expect(stderr).toMatch(says);
  });
}

test('T37 the skill states its purpose and is short', () => {
  const text = readFileSync(SKILL, 'utf8');
  const [, head] = /^---\n([\s\S]*?)\n---\n/.exec(text)!;
  expect(parse(head!)).toMatchObject({ name: 'knap', description: expect.stringContaining('Use before') });
  expect(parse(head!).description.length).toBeLessThanOrEqual(1024);
  expect(text.split('\n').length).toBeLessThan(150);
});
