import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, test } from 'vitest';
import type { ClientName } from '../../../src/surfaces/setup/clients.ts';
import { EVENTS, eventOf } from '../hook/events.ts';
import { finished, knap, MAIN, startKnap } from '../knap.ts';
import { makeWorld, SHOP } from '../world.ts';

interface Started {
  readonly command: string;
  readonly args: readonly string[];
}

/** What an agent starts for an entry: the program with its arguments, the variable replaced by the open folder. */
function started(root: string, entry: { command: string | readonly string[]; args?: readonly string[] }): Started {
  const [command = '', ...args] = [entry.command, ...(entry.args ?? [])].flat();
  return { command, args: args.map((arg) => arg.replace('$' + '{workspaceFolder}', root)) };
}

// Lets processes share compiled code.
const COMPILED = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '' };

async function toolTexts(root: string, { command, args }: Started, env: Record<string, string>): Promise<string> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StdioClientTransport({ command, args: [...args], cwd: root, env, stderr: 'ignore' }));
  const { content } = await client.callTool({ name: 'context_query', arguments: { query: 'handleWebhook' } });
  await client.close();
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}

/** The file in which each agent keeps servers for all folders, and their section there. */
const OWN_FILES: Readonly<Record<ClientName, readonly [file: string, section: string]>> = {
  'claude-code': ['.claude.json', 'mcpServers'],
  codex: ['.codex/config.toml', 'toml'],
  copilot: ['.copilot/mcp-config.json', 'mcpServers'],
  cursor: ['.cursor/mcp.json', 'mcpServers'],
  vscode: ['.config/Code/User/mcp.json', 'servers'],
  zed: ['.config/zed/settings.json', 'context_servers'],
  'gemini-cli': ['.gemini/settings.json', 'mcpServers'],
  windsurf: ['.codeium/windsurf/mcp_config.json', 'mcpServers'],
  opencode: ['.config/opencode/opencode.json', 'mcp'],
  cline: ['.cline/data/settings/cline_mcp_settings.json', 'mcpServers'],
  kiro: ['.kiro/settings/mcp.json', 'mcpServers'],
  jetbrains: ['.junie/mcp/mcp.json', 'mcpServers'],
  antigravity: ['.gemini/config/mcp_config.json', 'mcpServers'],
  amp: ['.config/amp/settings.json', 'amp.mcpServers'],
};

// One agent for each form of entry; the long run starts the entries of all agents.
const STARTED = ['claude-code', 'codex', 'opencode', 'zed'] as const;

for (const [agent, [file, section]] of Object.entries(OWN_FILES).filter(([name]) => !STARTED.includes(name as never)))
  test(`setup ${agent} writes an entry for knap mcp to the file that the agent reads`, async () => {
    const root = makeWorld({});
    expect((await knap(root, ['setup', agent, '--write'])).code).toBe(0);
    const { [section]: servers } = JSON.parse(readFileSync(join(root, '.home', file), 'utf8'));
    expect(JSON.stringify(servers.knap)).toContain('"mcp"');
  });

describe('the command in the written entry starts a server that answers', () => {
  const jsonEntry = (section: string) => (text: string) => JSON.parse(text)[section].knap;
  const tomlEntry = (text: string) => {
    const [, command = '', args = ''] = /^command = (.+)\nargs = (.+)$/m.exec(text)!;
    return { command: JSON.parse(command), args: JSON.parse(args) };
  };
  const cases: (readonly [
    name: string,
    args: readonly string[],
    file: string,
    entry: (text: string) => Parameters<typeof started>[1],
  ])[] = [
    ...STARTED.map((agent) => {
      const [file, section] = OWN_FILES[agent];
      return [agent, [agent], `.home/${file}`, section === 'toml' ? tomlEntry : jsonEntry(section)] as const;
    }),
    ['a committed file', ['cursor', '--scope', 'project'], '.cursor/mcp.json', jsonEntry('mcpServers')],
  ];
  for (const [name, args, file, entry] of cases)
    test(`the entry that setup writes for ${name} starts a server that answers`, async () => {
      const root = makeWorld(SHOP);
      const bin = join(root, '.bin');
      mkdirSync(bin);
      symlinkSync(process.execPath, join(bin, 'node'));
      writeFileSync(join(bin, 'knap'), `#!/bin/sh\nexec ${process.execPath} ${MAIN} "$@"\n`, { mode: 0o755 });
      const isCommitted = args.includes('project');
      // A program that was started from a dock has no path at all.
      const PATH = isCommitted ? bin : '';
      // Runs as a process, so that the entry names the build, which starts faster than the sources.
      const written = await finished(startKnap(root, ['setup', ...args, '--write'], { env: { PATH } }));
      expect(written).toMatchObject({ code: 0, stderr: '' });
      const launch = started(root, entry(readFileSync(join(root, file), 'utf8')));
      expect(await toolTexts(root, launch, { HOME: join(root, '.home'), PATH, ...COMPILED })).toContain(
        'webhook without id',
      );
    });
});

describe('a server without a folder uses the folder open in its client', () => {
  // Starts the server as an editor does by the settings for all folders: in the home folder.
  const asked = async (env: Record<string, string>, roots: readonly string[] | null) => {
    const home = makeWorld({});
    const client = new Client(
      { name: 'test', version: '1' },
      { versionNegotiation: { mode: 'legacy' }, capabilities: roots === null ? {} : { roots: {} } },
    );
    if (roots !== null)
      client.setRequestHandler('roots/list', () => ({ roots: roots.map((path) => ({ uri: `file://${path}` })) }));
    const launch = { command: process.execPath, args: [MAIN, 'mcp'], cwd: home };
    await client.connect(new StdioClientTransport({ ...launch, env: { HOME: home, ...env }, stderr: 'ignore' }));
    const { content } = await client.callTool({ name: 'context_grep', arguments: { pattern: 'webhook without id' } });
    await client.close();
    return content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
  };
  const shop = () => makeWorld(SHOP, { git: true });
  const cases: [
    name: string,
    env: (root: string) => Record<string, string>,
    roots: ((root: string) => string[]) | null,
  ][] = [
    ['in the variable of Claude Code', (root) => ({ CLAUDE_PROJECT_DIR: root }), null],
    ['in the variable of Cursor', (root) => ({ WORKSPACE_FOLDER_PATHS: join(root, 'src') }), () => []],
    ['in its roots', () => ({}), (root) => ['/nowhere', join(root, 'src')]],
  ];
  for (const [name, env, roots] of cases)
    test(`knap mcp started in a home folder answers from the folder that its client names ${name}`, async () => {
      const root = shop();
      expect(await asked(env(root), roots?.(root) ?? null)).toContain('src/payments/webhook.ts@');
    });

  test('knap mcp started in a home folder gives an error if its client names no folder', async () => {
    expect(await asked({}, null)).toMatch(
      /^WHOLE_DISK: .* is your home folder[\s\S]*does not say which folder is open/,
    );
  });
});

test('setup --scope project without knap on the PATH writes the entry and notes how to install knap', async () => {
  const root = makeWorld({});
  const { code, stderr, stdout } = await knap(root, ['setup', 'cursor', '--scope', 'project', '--write'], {
    env: { PATH: '/nowhere' },
  });
  expect(code).toBe(0);
  expect(stdout).toContain('written');
  expect(readFileSync(join(root, '.cursor/mcp.json'), 'utf8')).toContain('"knap"');
  expect(stderr).toMatch(/on this machine \(knap does not exist\); how to install it: knap help install/);
});

test('setup without arguments lists the agents of this machine and those that knap is set up for', async () => {
  const root = makeWorld({ '.home/.codex/config.toml': '', '.home/.cursor/mcp.json': '{}' });
  await knap(root, ['setup', 'cursor', '--write']);
  const { stdout } = await knap(root, ['setup']);
  expect(stdout).toMatch(/^codex +Codex +knap setup codex --write$/m);
  expect(stdout).toMatch(/^cursor +Cursor +set up \(user\)$/m);
  expect(stdout).not.toContain('windsurf');
  expect((await knap(makeWorld({}), ['setup'])).stdout).toContain('No agent found');
});

// The file in which each agent keeps its hooks, and the command line in it.
type Line = (settings: never) => string;
const HOOKS: [client: keyof typeof EVENTS, scope: 'user' | 'project', file: string, line: Line][] = [
  ['claude-code', 'user', '.home/.claude/settings.json', lineOf('UserPromptSubmit')],
  ['claude-code', 'project', '.claude/settings.json', lineOf('UserPromptSubmit')],
  ['codex', 'user', '.home/.codex/hooks.json', lineOf('UserPromptSubmit')],
  ['codex', 'project', '.codex/hooks.json', lineOf('UserPromptSubmit')],
  ['copilot', 'user', '.home/.copilot/hooks/knap.json', bashLine],
  ['copilot', 'project', '.github/hooks/knap.json', bashLine],
  ['gemini-cli', 'user', '.home/.gemini/settings.json', lineOf('BeforeAgent')],
  ['gemini-cli', 'project', '.gemini/settings.json', lineOf('BeforeAgent')],
];

// The events by which agents report a shortened conversation.
const FORGETTING_EVENTS: Readonly<Partial<Record<keyof typeof EVENTS, readonly [event: string, matcher?: string]>>> = {
  'claude-code': ['SessionStart', 'compact'],
  codex: ['PostCompact'],
  'gemini-cli': ['PreCompress'],
};

function lineOf(event: string): Line {
  return ({ hooks }: { hooks: Record<string, { hooks: { command: string }[] }[]> }) =>
    hooks[event]!.at(-1)!.hooks[0]!.command;
}

function bashLine({ version, hooks }: { version: number; hooks: Record<string, { bash: string }[]> }): string {
  expect(version).toBe(1);
  return hooks.userPromptSubmitted![0]!.bash;
}

for (const [client, scope, file, line] of HOOKS)
  test(`setup writes the hook of ${client}, ${scope}, then finds nothing to do, removes it and keeps other hooks`, async () => {
    const before = '{\n  // mine\n  "hooks": {\n    "Stop": [\n      { "hooks": [] } // others\n    ]\n  }\n}\n';
    const root = makeWorld({ [file]: client === 'copilot' ? '' : before });
    const setup = (...more: readonly string[]) =>
      knap(root, ['setup', client, '--scope', scope, '--hook', '--write', ...more]);
    const { code, stdout } = await setup();
    expect({ code, isSaid: stdout.includes(`${join(root, file)}: `) }).toEqual({ code: 0, isSaid: true });
    const text = readFileSync(join(root, file), 'utf8');
    const settings = JSON.parse(text.replaceAll(/\/\/.*/g, '')) as never;
    expect(line(settings)).toMatch(
      scope === 'user'
        ? new RegExp(`^${process.execPath} .*main.ts hook ${client}$`)
        : new RegExp(`^knap hook ${client}$`),
    );
    const { hooks } = settings as { hooks: Record<string, { matcher?: string; hooks: { command: string }[] }[]> };
    const [event, matcher] = FORGETTING_EVENTS[client] ?? [];
    if (event !== undefined)
      expect(hooks[event]).toEqual([
        {
          ...(matcher === undefined ? {} : { matcher }),
          hooks: [expect.objectContaining({ command: line(settings) })],
        },
      ]);
    expect((await setup()).stdout).not.toMatch(/^[+-] /m);
    const ending = client === 'copilot' ? 'agentStop' : client === 'gemini-cli' ? 'AfterAgent' : 'Stop';
    const atEnd = () => {
      const now = JSON.parse(readFileSync(join(root, file), 'utf8').replaceAll(/\/\/.*/g, '')) as typeof settings;
      return JSON.stringify((now as { hooks: Record<string, unknown> }).hooks[ending] ?? []);
    };
    await setup('--after');
    expect(atEnd()).toContain(`hook ${client} --after"`);
    await setup();
    expect(atEnd()).not.toContain('hook ');
    await setup('--after');
    await setup('--remove');
    if (client !== 'copilot' && client !== 'gemini-cli') expect(readFileSync(join(root, file), 'utf8')).toBe(before);
    await knap(root, ['setup', client, '--scope', scope, '--remove', '--write']);
    if (client === 'gemini-cli') expect(readFileSync(join(root, file), 'utf8')).toBe(before);
  });

test('the command line of the hook that setup writes runs in a shell and answers a prompt', async () => {
  const root = makeWorld(SHOP, { git: true });
  await knap(root, ['index']);
  await finished(startKnap(root, ['setup', 'claude-code', '--hook', '--write']));
  const line = lineOf('UserPromptSubmit')(
    JSON.parse(readFileSync(join(root, '.home/.claude/settings.json'), 'utf8')) as never,
  );
  const input = JSON.stringify(eventOf({ session: 's', prompt: 'fix handleWebhook', cwd: root }));
  const { status, stdout } = spawnSync(`${line} --within 60000`, {
    shell: true,
    input,
    encoding: 'utf8',
    cwd: root,
    env: { HOME: '/', PATH: '/usr/bin:/bin', ...COMPILED },
  });
  expect(status).toBe(0);
  expect(EVENTS['claude-code'].contextIn(JSON.parse(stdout))).toContain('webhook without id');
});
