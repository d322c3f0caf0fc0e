import type { HookClientName } from '../hook/clients.ts';
import { type Path, removeItem, setIn, setItem } from './edit-jsonc.ts';
import { type Launch, shellLine } from './launch.ts';
import { inHome, inRoot, type Scope, type UserPlaces } from './places.ts';

/** Where an agent keeps what is called with every prompt, and how an entry there is written. */
export interface HookFile {
  readonly files: Readonly<Record<Scope, (places: UserPlaces) => string>>;
  /** With `after`, also when a turn ends. */
  set(text: string, launch: Launch, wanted: { readonly places: UserPlaces; readonly after: boolean }): string;
  remove(text: string): string;
}

// The hook ends itself after a second, or four at the end of a turn; this is for a machine that cannot even start it.
const TIMEOUT_S = 5;

interface HookLine {
  readonly posix: string;
  readonly windows: string;
  readonly here: string;
}

type HookItems = Readonly<Record<string, (line: HookLine) => unknown>>;

/** Agents that read lists of commands by event: whoever else is in a list stays. */
function listed(client: HookClientName, items: HookItems, atEnd: HookItems): Pick<HookFile, 'set' | 'remove'> {
  const isOurs = (value: unknown) => new RegExp(`\\bhook ${client}\\b`).test(JSON.stringify(value));
  const pathOf = (event: string): Path => ['hooks', event];
  return {
    set: (text, launch, { places: { platform }, after }) => {
      const words = ['hook', client, ...(after ? ['--after'] : [])];
      const [posix, windows] = [shellLine(launch, words, 'posix'), shellLine(launch, words, 'windows')];
      const line = { posix, windows, here: platform === 'win32' ? windows : posix };
      const wanted = { ...items, ...(after ? atEnd : {}) };
      const kept = Object.keys(atEnd).reduce((so, event) => (after ? so : removeItem(so, pathOf(event), isOurs)), text);
      return Object.entries(wanted).reduce((so, [event, item]) => setItem(so, pathOf(event), item(line), isOurs), kept);
    },
    remove: (text) =>
      Object.keys({ ...items, ...atEnd }).reduce((so, event) => removeItem(so, pathOf(event), isOurs), text),
  };
}

const called = ({ here }: HookLine) => ({ hooks: [{ type: 'command', command: here, timeout: TIMEOUT_S }] });
const calledByGemini = ({ here }: HookLine) => ({
  hooks: [{ name: 'knap', type: 'command', command: here, timeout: TIMEOUT_S * 1000 }],
});
const calledByCopilot = ({ posix, windows }: HookLine) => ({
  type: 'command',
  bash: posix,
  powershell: windows.startsWith('"') ? `& ${windows}` : windows,
  timeoutSec: TIMEOUT_S,
});

const copilot = listed(
  'copilot',
  { userPromptSubmitted: calledByCopilot, sessionStart: calledByCopilot },
  { agentStop: calledByCopilot },
);

/** With every prompt; where the agent says so, when it has made the conversation shorter; and at the end of a turn where that is wanted. */
export const HOOK_FILES: Readonly<Record<HookClientName, HookFile>> = {
  'claude-code': {
    files: { user: inHome('.claude', 'settings.json'), project: inRoot('.claude', 'settings.json') },
    ...listed(
      'claude-code',
      { UserPromptSubmit: called, SessionStart: (line) => ({ matcher: 'compact', ...called(line) }) },
      { Stop: called },
    ),
  },
  codex: {
    files: {
      user: (places) => `${places.env.CODEX_HOME || inHome('.codex')(places)}/hooks.json`,
      project: inRoot('.codex', 'hooks.json'),
    },
    ...listed('codex', { UserPromptSubmit: called, PostCompact: called }, { Stop: called }),
  },
  copilot: {
    files: {
      user: (places) => `${places.env.COPILOT_HOME || inHome('.copilot')(places)}/hooks/knap.json`,
      project: inRoot('.github', 'hooks', 'knap.json'),
    },
    set: (text, launch, wanted) => copilot.set(setIn(text, ['version'], 1), launch, wanted),
    remove: copilot.remove,
  },
  'gemini-cli': {
    files: { user: inHome('.gemini', 'settings.json'), project: inRoot('.gemini', 'settings.json') },
    ...listed(
      'gemini-cli',
      { BeforeAgent: calledByGemini, PreCompress: calledByGemini },
      { AfterAgent: calledByGemini },
    ),
  },
};
