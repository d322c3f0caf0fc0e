import type { HookClientName } from '../hook/clients.ts';
import { type Path, setIn } from './edit-jsonc.ts';
import { removeItem, setItem } from './edit-jsonc-list.ts';
import { type Launch, shellLine } from './launch.ts';
import { inHome, inRoot, type Scope, type UserPlaces } from './places.ts';

/** Where an agent keeps what is called with every prompt, and how an entry there is written. */
export interface HookFile {
  readonly files: Readonly<Record<Scope, (places: UserPlaces) => string>>;
  set(text: string, launch: Launch, places: UserPlaces): string;
  remove(text: string): string;
}

// The hook ends itself after a second; this is for a machine that cannot even start it.
const TIMEOUT_S = 5;

/** Agents that read lists of commands by event: whoever else is in a list stays. */
function listed(
  client: HookClientName,
  paths: readonly Path[],
  item: (line: { posix: string; windows: string; here: string }) => unknown,
): Pick<HookFile, 'set' | 'remove'> {
  const isOurs = (value: unknown) => new RegExp(`\\bhook ${client}\\b`).test(JSON.stringify(value));
  return {
    set: (text, launch, { platform }) => {
      const words = ['hook', client];
      const [posix, windows] = [shellLine(launch, words, 'posix'), shellLine(launch, words, 'windows')];
      const wanted = item({ posix, windows, here: platform === 'win32' ? windows : posix });
      return paths.reduce((after, path) => setItem(after, path, wanted, isOurs), text);
    },
    remove: (text) => paths.reduce((after, path) => removeItem(after, path, isOurs), text),
  };
}

const copilot = listed(
  'copilot',
  [
    ['hooks', 'userPromptSubmitted'],
    ['hooks', 'sessionStart'],
  ],
  ({ posix, windows }) => ({
    type: 'command',
    bash: posix,
    powershell: windows.startsWith('"') ? `& ${windows}` : windows,
    timeoutSec: TIMEOUT_S,
  }),
);

export const HOOK_FILES: Readonly<Record<HookClientName, HookFile>> = {
  'claude-code': {
    files: { user: inHome('.claude', 'settings.json'), project: inRoot('.claude', 'settings.json') },
    ...listed('claude-code', [['hooks', 'UserPromptSubmit']], ({ here }) => ({
      hooks: [{ type: 'command', command: here, timeout: TIMEOUT_S }],
    })),
  },
  codex: {
    files: {
      user: (places) => `${places.env.CODEX_HOME || inHome('.codex')(places)}/hooks.json`,
      project: inRoot('.codex', 'hooks.json'),
    },
    ...listed('codex', [['hooks', 'UserPromptSubmit']], ({ here }) => ({
      hooks: [{ type: 'command', command: here, timeout: TIMEOUT_S }],
    })),
  },
  copilot: {
    files: {
      user: (places) => `${places.env.COPILOT_HOME || inHome('.copilot')(places)}/hooks/knap.json`,
      project: inRoot('.github', 'hooks', 'knap.json'),
    },
    set: (text, launch, places) => copilot.set(setIn(text, ['version'], 1), launch, places),
    remove: copilot.remove,
  },
  'gemini-cli': {
    files: { user: inHome('.gemini', 'settings.json'), project: inRoot('.gemini', 'settings.json') },
    ...listed('gemini-cli', [['hooks', 'BeforeAgent']], ({ here }) => ({
      hooks: [{ name: 'knap', type: 'command', command: here, timeout: TIMEOUT_S * 1000 }],
    })),
  },
};
