// table
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { removeIn, setIn, valueIn } from './edit-jsonc.ts';
import { removeTable, setTable } from './edit-toml.ts';
import type { Launch } from './launch.ts';
import { firstThere, inHome, inRoot, inSettings, inXdg, type Scope, type UserPlaces } from './places.ts';

/** A coding agent: where it keeps its servers, and how an entry there is written. */
export interface Client {
  readonly title: string;
  /** The file of each scope it has. */
  readonly files: Readonly<Partial<Record<Scope, (places: UserPlaces) => string>>>;
  /** The folder of each scope in which it looks for skills. */
  readonly skills?: Readonly<Partial<Record<Scope, (places: UserPlaces) => string>>>;
  /** What lies in a home where it is installed. */
  readonly signs: readonly ((places: UserPlaces) => string)[];
  /** Other names people know it by. */
  readonly aliases?: readonly string[];
  /** What an entry of today holds and an older one may lack. */
  readonly holds?: string;
  set(text: string, asked: EntryAsked): string;
  remove(text: string): string;
}

export interface EntryAsked {
  readonly launch: Launch;
  readonly scope: Scope;
  readonly places: UserPlaces;
}

const NAME = 'knap';

// The words after the command. The server finds the open folder by itself: where it is started, by variables, or by asking its client.
const here = (): readonly string[] => ['mcp'];
// In the file of a workspace an editor puts its folder in; in a file for all folders the word stays as it is.
const inFolder = ({ scope }: EntryAsked): readonly string[] =>
  scope === 'project' ? ['mcp', `\${workspaceFolder}`] : ['mcp'];

type ServerWords = (asked: EntryAsked) => readonly string[];
type ServerEntry = Readonly<Record<string, unknown>>;

/** A program with its arguments, as most agents have them. */
const apart = ({ command, args }: Launch, words: readonly string[]): ServerEntry => ({
  command,
  args: [...args, ...words],
});

/** An entry in an object of a JSON file; what else stands in the entry stays. */
function json(
  section: string,
  words: ServerWords,
  entryOf: (launch: Launch, words: readonly string[]) => ServerEntry = apart,
): Pick<Client, 'set' | 'remove'> {
  return {
    set: (text, asked) => {
      const isThere = typeof valueIn(text, [section, NAME]) === 'object';
      const wanted = entryOf(asked.launch, words(asked));
      if (!isThere) return setIn(text, [section, NAME], wanted);
      return Object.entries(wanted).reduce((after, [key, value]) => setIn(after, [section, NAME, key], value), text);
    },
    remove: (text) => removeIn(text, [section, NAME]),
  };
}

function toml(section: string): Pick<Client, 'set' | 'remove'> {
  return {
    set: (text, { launch: { command, args } }) =>
      setTable(text, [section, NAME], { command, args: [...args, ...here()] }),
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

const copilotHome = ({ env, home }: UserPlaces): string => env.COPILOT_HOME || join(home, '.copilot');

/** Every agent knap can be made known to. */
export const CLIENTS = {
  'claude-code': {
    title: 'Claude Code',
    files: { user: inHome('.claude.json'), project: inRoot('.mcp.json') },
    skills: { user: inHome('.claude', 'skills'), project: inRoot('.claude', 'skills') },
    signs: [inHome('.claude.json'), inHome('.claude')],
    aliases: ['claude'],
    holds: 'alwaysLoad',
    // Without it the tools are behind a search, which an agent that does not know them seldom makes.
    ...json('mcpServers', here, (...asked) => ({ type: 'stdio', ...apart(...asked), alwaysLoad: true })),
  },
  codex: {
    title: 'Codex',
    files: {
      user: ({ env, home }) => join(env.CODEX_HOME || join(home, '.codex'), 'config.toml'),
      project: inRoot('.codex', 'config.toml'),
    },
    skills: { user: inHome('.agents', 'skills'), project: inRoot('.agents', 'skills') },
    signs: [inHome('.codex')],
    ...toml('mcp_servers'),
  },
  copilot: {
    title: 'Copilot CLI',
    files: { user: (places) => join(copilotHome(places), 'mcp-config.json'), project: inRoot('.github', 'mcp.json') },
    skills: { user: (places) => join(copilotHome(places), 'skills'), project: inRoot('.github', 'skills') },
    signs: [copilotHome],
    aliases: ['copilot-cli', 'github-copilot'],
    ...json('mcpServers', here, (...asked) => ({ type: 'local', ...apart(...asked), tools: ['*'] })),
  },
  cursor: {
    title: 'Cursor',
    files: { user: inHome('.cursor', 'mcp.json'), project: inRoot('.cursor', 'mcp.json') },
    skills: { user: inHome('.cursor', 'skills'), project: inRoot('.cursor', 'skills') },
    signs: [inHome('.cursor')],
    ...json('mcpServers', inFolder),
  },
  vscode: {
    title: 'VS Code',
    files: { user: inSettings('Code', 'User', 'mcp.json'), project: inRoot('.vscode', 'mcp.json') },
    skills: { user: (places) => join(copilotHome(places), 'skills'), project: inRoot('.github', 'skills') },
    signs: [inSettings('Code')],
    aliases: ['code', 'vs-code'],
    ...json('servers', inFolder, (...asked) => ({ type: 'stdio', ...apart(...asked) })),
  },
  zed: {
    title: 'Zed',
    files: {
      user: (places) =>
        (places.platform === 'win32' ? inSettings('Zed', 'settings.json') : inXdg('zed', 'settings.json'))(places),
      project: inRoot('.zed', 'settings.json'),
    },
    signs: [inXdg('zed'), inSettings('Zed')],
    ...json('context_servers', here, (...asked) => ({ source: 'custom', ...apart(...asked) })),
  },
  'gemini-cli': {
    title: 'Gemini CLI',
    files: { user: inHome('.gemini', 'settings.json'), project: inRoot('.gemini', 'settings.json') },
    skills: { user: inHome('.gemini', 'skills'), project: inRoot('.gemini', 'skills') },
    signs: [inHome('.gemini', 'settings.json')],
    aliases: ['gemini'],
    ...json('mcpServers', here),
  },
  windsurf: {
    title: 'Windsurf',
    files: { user: inHome('.codeium', 'windsurf', 'mcp_config.json') },
    signs: [inHome('.codeium', 'windsurf')],
    ...json('mcpServers', here),
  },
  opencode: {
    title: 'opencode',
    files: {
      user: firstThere(inXdg('opencode', 'opencode.jsonc'), inXdg('opencode', 'opencode.json')),
      project: firstThere(inRoot('opencode.jsonc'), inRoot('opencode.json')),
    },
    skills: { user: inXdg('opencode', 'skills'), project: inRoot('.opencode', 'skills') },
    signs: [inXdg('opencode')],
    ...json('mcp', here, ({ command, args }, words) => ({
      type: 'local',
      command: [command, ...args, ...words],
      enabled: true,
    })),
  },
  cline: {
    title: 'Cline',
    files: { user: clineFile },
    signs: [inSettings('Code', ...CLINE), inHome('.cline')],
    ...json('mcpServers', here),
  },
  kiro: {
    title: 'Kiro',
    files: { user: inHome('.kiro', 'settings', 'mcp.json'), project: inRoot('.kiro', 'settings', 'mcp.json') },
    skills: { user: inHome('.kiro', 'skills'), project: inRoot('.kiro', 'skills') },
    signs: [inHome('.kiro')],
    ...json('mcpServers', here),
  },
  jetbrains: {
    title: 'JetBrains AI (Junie)',
    files: { user: inHome('.junie', 'mcp', 'mcp.json'), project: inRoot('.junie', 'mcp', 'mcp.json') },
    signs: [inHome('.junie'), inSettings('JetBrains')],
    aliases: ['junie', 'intellij'],
    ...json('mcpServers', here),
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
    ...json('mcpServers', here),
  },
  amp: {
    title: 'Amp',
    files: { user: inXdg('amp', 'settings.json'), project: inRoot('.amp', 'settings.json') },
    skills: { user: inXdg('agents', 'skills'), project: inRoot('.agents', 'skills') },
    signs: [inXdg('amp')],
    ...json('amp.mcpServers', here),
  },
} as const satisfies Record<string, Client>;
export type ClientName = keyof typeof CLIENTS;
