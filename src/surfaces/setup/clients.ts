// The agents that knap can be set up for: where their settings are and how an entry looks.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { removeIn, setIn, valueIn } from './edit-jsonc.ts';
import { removeTable, setTable } from './edit-toml.ts';
import type { Launch } from './launch-command.ts';
import {
  firstThere,
  inCodex,
  inCopilot,
  inHome,
  inRoot,
  inSettings,
  inXdg,
  type Scope,
  type UserPlaces,
} from './user-folders.ts';

export interface Client {
  readonly title: string;
  /** The settings file of each scope that the agent has. */
  readonly files: Readonly<Partial<Record<Scope, (places: UserPlaces) => string>>>;
  /** The folder of skills in each scope, if the agent has skills. */
  readonly skills?: Readonly<Partial<Record<Scope, (places: UserPlaces) => string>>>;
  /** Paths of which one exists if the agent is installed. */
  readonly signs: readonly ((places: UserPlaces) => string)[];
  readonly aliases?: readonly string[];
  /** A field that current entries have and older ones may lack. */
  readonly currentField?: string;
  set(text: string, context: EntryContext): string;
  remove(text: string): string;
}

export interface EntryContext {
  readonly launch: Launch;
  readonly scope: Scope;
  readonly places: UserPlaces;
}

const NAME = 'knap';

// Only for the settings of a workspace: editors do not replace it in those of the user, so there the server finds the
// open folder itself, by variables, by its start folder, or by asking the client.
const FOLDER = `\${workspaceFolder}`;

/** The entry of most agents: a program with its arguments. */
const commandEntry = (command: string, args: readonly string[]): Readonly<Record<string, unknown>> => ({
  command,
  args,
});

/** Edits the entry in an object of a JSON file; an entry that is there keeps its other fields. */
function json(section: string, entryOf = commandEntry, folder?: typeof FOLDER): Pick<Client, 'set' | 'remove'> {
  return {
    set: (text, { launch: { command, args }, scope }) => {
      const isThere = typeof valueIn(text, [section, NAME]) === 'object';
      const named = folder === undefined || scope === 'user' ? [] : [folder];
      const wanted = entryOf(command, [...args, 'mcp', ...named]);
      if (!isThere) return setIn(text, [section, NAME], wanted);
      return Object.entries(wanted).reduce((after, [key, value]) => setIn(after, [section, NAME, key], value), text);
    },
    remove: (text) => removeIn(text, [section, NAME]),
  };
}

function toml(section: string): Pick<Client, 'set' | 'remove'> {
  return {
    set: (text, { launch: { command, args } }) => setTable(text, [section, NAME], { command, args: [...args, 'mcp'] }),
    remove: (text) => removeTable(text, [section, NAME]),
  };
}

const CLINE = ['User', 'globalStorage', 'saoudrizwan.claude-dev'] as const;
const clineFile = ({ env, ...places }: UserPlaces): string => {
  const inEditor = inSettings('Code', ...CLINE)({ env, ...places });
  if (env.CLINE_MCP_SETTINGS_PATH) return env.CLINE_MCP_SETTINGS_PATH;
  return existsSync(inEditor)
    ? join(inEditor, 'settings', 'cline_mcp_settings.json')
    : join(places.home, '.cline', 'data', 'settings', 'cline_mcp_settings.json');
};

export const CLIENTS = {
  'claude-code': {
    title: 'Claude Code',
    files: { user: inHome('.claude.json'), project: inRoot('.mcp.json') },
    skills: { user: inHome('.claude', 'skills'), project: inRoot('.claude', 'skills') },
    signs: [inHome('.claude.json'), inHome('.claude')],
    aliases: ['claude'],
    currentField: 'alwaysLoad',
    // Without alwaysLoad the agent finds the tools only by a search, which it seldom makes.
    ...json('mcpServers', (command, args) => ({ type: 'stdio', command, args, alwaysLoad: true })),
  },
  codex: {
    title: 'Codex',
    files: { user: inCodex('config.toml'), project: inRoot('.codex', 'config.toml') },
    skills: { user: inHome('.agents', 'skills'), project: inRoot('.agents', 'skills') },
    signs: [inHome('.codex')],
    ...toml('mcp_servers'),
  },
  copilot: {
    title: 'Copilot CLI',
    files: { user: inCopilot('mcp-config.json'), project: inRoot('.github', 'mcp.json') },
    skills: { user: inCopilot('skills'), project: inRoot('.github', 'skills') },
    signs: [inCopilot()],
    aliases: ['copilot-cli', 'github-copilot'],
    ...json('mcpServers', (command, args) => ({ type: 'local', command, args, tools: ['*'] })),
  },
  cursor: {
    title: 'Cursor',
    files: { user: inHome('.cursor', 'mcp.json'), project: inRoot('.cursor', 'mcp.json') },
    skills: { user: inHome('.cursor', 'skills'), project: inRoot('.cursor', 'skills') },
    signs: [inHome('.cursor')],
    ...json('mcpServers', commandEntry, FOLDER),
  },
  vscode: {
    title: 'VS Code',
    files: { user: inSettings('Code', 'User', 'mcp.json'), project: inRoot('.vscode', 'mcp.json') },
    skills: { user: inCopilot('skills'), project: inRoot('.github', 'skills') },
    signs: [inSettings('Code')],
    aliases: ['code', 'vs-code'],
    ...json('servers', (command, args) => ({ type: 'stdio', command, args }), FOLDER),
  },
  zed: {
    title: 'Zed',
    files: {
      user: (places) =>
        (places.platform === 'win32' ? inSettings('Zed', 'settings.json') : inXdg('zed', 'settings.json'))(places),
      project: inRoot('.zed', 'settings.json'),
    },
    signs: [inXdg('zed'), inSettings('Zed')],
    ...json('context_servers', (command, args) => ({ source: 'custom', command, args })),
  },
  'gemini-cli': {
    title: 'Gemini CLI',
    files: { user: inHome('.gemini', 'settings.json'), project: inRoot('.gemini', 'settings.json') },
    skills: { user: inHome('.gemini', 'skills'), project: inRoot('.gemini', 'skills') },
    signs: [inHome('.gemini', 'settings.json')],
    aliases: ['gemini'],
    ...json('mcpServers'),
  },
  windsurf: {
    title: 'Windsurf',
    files: { user: inHome('.codeium', 'windsurf', 'mcp_config.json') },
    signs: [inHome('.codeium', 'windsurf')],
    ...json('mcpServers'),
  },
  opencode: {
    title: 'opencode',
    files: {
      user: firstThere(inXdg('opencode', 'opencode.jsonc'), inXdg('opencode', 'opencode.json')),
      project: firstThere(inRoot('opencode.jsonc'), inRoot('opencode.json')),
    },
    skills: { user: inXdg('opencode', 'skills'), project: inRoot('.opencode', 'skills') },
    signs: [inXdg('opencode')],
    ...json('mcp', (command, args) => ({ type: 'local', command: [command, ...args], enabled: true })),
  },
  cline: {
    title: 'Cline',
    files: { user: clineFile },
    signs: [inSettings('Code', ...CLINE), inHome('.cline')],
    ...json('mcpServers'),
  },
  kiro: {
    title: 'Kiro',
    files: { user: inHome('.kiro', 'settings', 'mcp.json'), project: inRoot('.kiro', 'settings', 'mcp.json') },
    skills: { user: inHome('.kiro', 'skills'), project: inRoot('.kiro', 'skills') },
    signs: [inHome('.kiro')],
    ...json('mcpServers'),
  },
  jetbrains: {
    title: 'JetBrains AI (Junie)',
    files: { user: inHome('.junie', 'mcp', 'mcp.json'), project: inRoot('.junie', 'mcp', 'mcp.json') },
    signs: [inHome('.junie'), inSettings('JetBrains')],
    aliases: ['junie', 'intellij'],
    ...json('mcpServers'),
  },
  antigravity: {
    title: 'Antigravity',
    files: {
      user: firstThere(
        inHome('.gemini', 'antigravity', 'mcp_config.json'),
        inHome('.gemini', 'config', 'mcp_config.json'),
      ),
      project: inRoot('.agents', 'mcp_config.json'),
    },
    skills: { user: inHome('.gemini', 'skills'), project: inRoot('.agents', 'skills') },
    signs: [inHome('.gemini', 'antigravity'), inHome('.gemini', 'config')],
    ...json('mcpServers'),
  },
  amp: {
    title: 'Amp',
    files: { user: inXdg('amp', 'settings.json'), project: inRoot('.amp', 'settings.json') },
    skills: { user: inXdg('agents', 'skills'), project: inRoot('.agents', 'skills') },
    signs: [inXdg('amp')],
    ...json('amp.mcpServers'),
  },
} as const satisfies Record<string, Client>;
export type ClientName = keyof typeof CLIENTS;
