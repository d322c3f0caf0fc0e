import { join } from 'node:path';
import { removeIn, setIn, valueIn } from './edit-jsonc.ts';
import { removeTable, setTable } from './edit-toml.ts';

/** Where things of a user and of a workspace lie. */
export interface Places {
  readonly root: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
}

export const SCOPES = ['user', 'project'] as const;
export type Scope = (typeof SCOPES)[number];

/** A coding agent: where it keeps its servers, and how an entry there is written. */
export interface Client {
  readonly title: string;
  /** The file of each scope it has. */
  readonly files: Readonly<Partial<Record<Scope, (places: Places) => string>>>;
  /** The folder of each scope in which it looks for skills. */
  readonly skills?: Readonly<Partial<Record<Scope, (places: Places) => string>>>;
  set(text: string, places: Places): string;
  remove(text: string): string;
}

const NAME = 'knap';
const COMMAND = 'knap';
// Started where the workspace is: the server finds it by itself.
const HERE = ['mcp'] as const;
// Started elsewhere: the editor puts its folder in.
const IN_FOLDER = ['mcp', `\${workspaceFolder}`] as const;

const inHome =
  (...parts: readonly string[]) =>
  ({ home }: Places) =>
    join(home, ...parts);
const inRoot =
  (...parts: readonly string[]) =>
  ({ root }: Places) =>
    join(root, ...parts);

/** Where the settings of programs with a window lie. */
const SETTINGS: Readonly<Partial<Record<NodeJS.Platform, (places: Places) => string>>> = {
  darwin: ({ home }) => join(home, 'Library', 'Application Support'),
  win32: ({ env, home }) => env.APPDATA || join(home, 'AppData', 'Roaming'),
};
const xdg = ({ env, home }: Places): string => env.XDG_CONFIG_HOME || join(home, '.config');
const settings = (places: Places): string => (SETTINGS[places.platform] ?? xdg)(places);

/** An entry in an object of a JSON file; what else stands in the entry stays. */
function json(
  section: string,
  entry: (places: Places) => Readonly<Record<string, unknown>>,
): Pick<Client, 'set' | 'remove'> {
  return {
    set: (text, places) => {
      const isThere = typeof valueIn(text, [section, NAME]) === 'object';
      const wanted = entry(places);
      if (!isThere) return setIn(text, [section, NAME], wanted);
      return Object.entries(wanted).reduce((after, [key, value]) => setIn(after, [section, NAME, key], value), text);
    },
    remove: (text) => removeIn(text, [section, NAME]),
  };
}

function toml(section: string): Pick<Client, 'set' | 'remove'> {
  return {
    set: (text) => setTable(text, [section, NAME], { command: COMMAND, args: HERE }),
    remove: (text) => removeTable(text, [section, NAME]),
  };
}

/** Every agent knap can be made known to. */
export const CLIENTS = {
  'claude-code': {
    title: 'Claude Code',
    files: { user: inHome('.claude.json'), project: inRoot('.mcp.json') },
    skills: { user: inHome('.claude', 'skills'), project: inRoot('.claude', 'skills') },
    ...json('mcpServers', () => ({ type: 'stdio', command: COMMAND, args: HERE })),
  },
  codex: {
    title: 'Codex',
    files: {
      user: ({ env, home }) => join(env.CODEX_HOME || join(home, '.codex'), 'config.toml'),
      project: inRoot('.codex', 'config.toml'),
    },
    skills: { user: inHome('.agents', 'skills'), project: inRoot('.agents', 'skills') },
    ...toml('mcp_servers'),
  },
  cursor: {
    title: 'Cursor',
    files: { user: inHome('.cursor', 'mcp.json'), project: inRoot('.cursor', 'mcp.json') },
    ...json('mcpServers', () => ({ command: COMMAND, args: IN_FOLDER })),
  },
  vscode: {
    title: 'VS Code',
    files: {
      user: (places) => join(settings(places), 'Code', 'User', 'mcp.json'),
      project: inRoot('.vscode', 'mcp.json'),
    },
    ...json('servers', () => ({ type: 'stdio', command: COMMAND, args: IN_FOLDER })),
  },
  zed: {
    title: 'Zed',
    files: {
      user: (places) =>
        places.platform === 'win32'
          ? join(settings(places), 'Zed', 'settings.json')
          : join(xdg(places), 'zed', 'settings.json'),
      project: inRoot('.zed', 'settings.json'),
    },
    ...json('context_servers', () => ({ source: 'custom', command: COMMAND, args: HERE })),
  },
  'gemini-cli': {
    title: 'Gemini CLI',
    files: { user: inHome('.gemini', 'settings.json'), project: inRoot('.gemini', 'settings.json') },
    ...json('mcpServers', () => ({ command: COMMAND, args: HERE })),
  },
  windsurf: {
    title: 'Windsurf',
    // One file for all folders, and nothing in it that stands for the open one: the workspace is named.
    files: { user: inHome('.codeium', 'windsurf', 'mcp_config.json') },
    ...json('mcpServers', ({ root }) => ({ command: COMMAND, args: ['mcp', root] })),
  },
} as const satisfies Record<string, Client>;
export type ClientName = keyof typeof CLIENTS;
