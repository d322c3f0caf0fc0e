// The settings files in which agents configure hooks, and knap's entries there.
import type { HookClientName } from '../hook/clients.ts';
import { removeItem, setIn, setItem } from './edit-jsonc.ts';
import { type Launch, shellLine } from './launch-command.ts';
import { inCodex, inCopilot, inHome, inRoot, type Scope, type UserPlaces } from './user-folders.ts';

export interface HookFile {
  readonly files: Readonly<Record<Scope, (places: UserPlaces) => string>>;
  /** Adds the hooks; the one for the end of a turn only with `after`, and without it removes that one. */
  set(text: string, launch: Launch, wanted: { readonly places: UserPlaces; readonly after: boolean }): string;
  remove(text: string): string;
}

// The hook stops itself after one second, or four at the end of a turn. This limit is for machines that cannot even
// start it in time.
const TIMEOUT_S = 5;

/** The command of a hook as a line for each kind of shell. */
interface HookLine {
  readonly posix: string;
  readonly windows: string;
  /** The line for the shell of this machine. */
  readonly here: string;
}

type HookItems = Readonly<Record<string, (line: HookLine) => unknown>>;

/** Edits the lists of hooks by event, in which other programs have items too. */
function eventLists(client: HookClientName, items: HookItems, atEnd: HookItems): Pick<HookFile, 'set' | 'remove'> {
  const isOurs = (value: unknown) => new RegExp(`\\bhook ${client}\\b`).test(JSON.stringify(value));
  const removeAll = (text: string, events: HookItems) =>
    Object.keys(events).reduce((edited, event) => removeItem(edited, ['hooks', event], isOurs), text);
  return {
    set: (text, launch, { places: { platform }, after }) => {
      const words = ['hook', client, ...(after ? ['--after'] : [])];
      const [posix, windows] = [shellLine(launch, words, 'posix'), shellLine(launch, words, 'windows')];
      const line = { posix, windows, here: platform === 'win32' ? windows : posix };
      const wanted = after ? { ...items, ...atEnd } : items;
      return Object.entries(wanted).reduce(
        (edited, [event, item]) => setItem(edited, ['hooks', event], item(line), isOurs),
        after ? text : removeAll(text, atEnd),
      );
    },
    remove: (text) => removeAll(text, { ...items, ...atEnd }),
  };
}

const commandItem = ({ here }: HookLine) => ({ hooks: [{ type: 'command', command: here, timeout: TIMEOUT_S }] });
const geminiItem = ({ here }: HookLine) => ({
  hooks: [{ name: 'knap', type: 'command', command: here, timeout: TIMEOUT_S * 1000 }],
});
const copilotItem = ({ posix, windows }: HookLine) => ({
  type: 'command',
  bash: posix,
  powershell: windows.startsWith('"') ? `& ${windows}` : windows,
  timeoutSec: TIMEOUT_S,
});

const copilot = eventLists(
  'copilot',
  { userPromptSubmitted: copilotItem, sessionStart: copilotItem },
  { agentStop: copilotItem },
);

export const HOOK_FILES: Readonly<Record<HookClientName, HookFile>> = {
  'claude-code': {
    files: { user: inHome('.claude', 'settings.json'), project: inRoot('.claude', 'settings.json') },
    ...eventLists(
      'claude-code',
      { UserPromptSubmit: commandItem, SessionStart: (line) => ({ matcher: 'compact', ...commandItem(line) }) },
      { Stop: commandItem },
    ),
  },
  codex: {
    files: { user: inCodex('hooks.json'), project: inRoot('.codex', 'hooks.json') },
    ...eventLists('codex', { UserPromptSubmit: commandItem, PostCompact: commandItem }, { Stop: commandItem }),
  },
  copilot: {
    files: { user: inCopilot('hooks', 'knap.json'), project: inRoot('.github', 'hooks', 'knap.json') },
    set: (text, launch, wanted) => copilot.set(setIn(text, ['version'], 1), launch, wanted),
    remove: copilot.remove,
  },
  'gemini-cli': {
    files: { user: inHome('.gemini', 'settings.json'), project: inRoot('.gemini', 'settings.json') },
    ...eventLists('gemini-cli', { BeforeAgent: geminiItem, PreCompress: geminiItem }, { AfterAgent: geminiItem }),
  },
};
