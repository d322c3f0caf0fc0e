import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { DEFAULTS } from '../../config/defaults.ts';
import { nearest } from '../../config/did-you-mean.ts';
import { ContextError, invariant } from '../../model/errors.ts';
import { dataFormat, either } from '../../operations/input/fields.ts';
import { answer, field } from '../../operations/operation.ts';
import { createRedact } from '../../reading/redaction/redact.ts';
import { defineCommand, type LocalCall } from '../cli/local-call.ts';
import { isHookClient } from '../hook/clients.ts';
import { CLIENTS, type Client, type ClientName } from './clients.ts';
import { changeOf, type FileChange, makeChange, read, readChange, refuseOutside } from './file-change.ts';
import { HOOK_FILES } from './hooks.ts';
import { installedAgents, installedText } from './installed.ts';
import { launchFor } from './launch.ts';
import { SCOPES, type Scope, type UserPlaces } from './places.ts';
import { whyNoAnswer } from './try-launch.ts';

const names = Object.keys(CLIENTS) as [ClientName, ...ClientName[]];

const input = z.strictObject({
  client: field(
    z
      .string()
      .optional()
      .describe(`The agent: ${either(names)}; without one, those found on this machine are listed`),
    { placeholder: 'AGENT', offered: names },
  ),
  write: z.boolean().optional().describe('Make the change; without it the change is only printed'),
  hook: z.boolean().optional().describe('Also call knap with every prompt, so that the first turn has the code'),
  after: z.boolean().optional().describe('With --hook also when a turn ends, to tell what was left behind'),
  remove: z.boolean().optional().describe('Take knap out again; with --hook the hook alone'),
  scope: field(
    z
      .enum(SCOPES)
      .default(DEFAULTS.setup.scope)
      .describe('For you in every workspace (user), or for everyone in this one (project)'),
    { placeholder: 'SCOPE' },
  ),
  format: dataFormat,
});

/** Makes knap known to an agent: its server, and where the agent has skills, when to use it. */
export const setup = defineCommand<typeof input, SetUp | ReturnType<typeof installedAgents>>({
  input,
  positional: 'client',
  details:
    'Prints the exact change and makes it with --write only, after the command was started once and has answered. Comments and everything else in the file stay as they are; AGENTS.md and CLAUDE.md are never touched.',
  examples: ['knap setup', 'knap setup claude-code --hook --write', 'knap setup vscode --scope project --write'],
  async run(call, { client: said, write = false, after = false, hook = after, remove = false, scope, format }) {
    const places = placesOf(call);
    if (said === undefined) {
      const found = installedAgents(places);
      return answer(found, { text: installedText(found), format });
    }
    const name = clientNamed(said);
    if (hook && !isHookClient(name))
      throw new ContextError('BAD_INPUT', `${CLIENTS[name].title} calls nothing with a prompt that could answer it.`);
    const changes = await changesOf(name, { scope, remove, hook, after, places });
    const redact = createRedact();
    const lines = await Promise.all(
      changes.map(async ({ file, before, after }) =>
        changedLines((await redact(before ?? '', file)).text, (await redact(after ?? '', file)).text),
      ),
    );
    const open = changes.filter(({ kind }) => kind !== 'none');
    const warnings = write && !remove && open.length > 0 ? await tryFirst(scope, places) : [];
    if (write) for (const change of open) await makeChange(change, places);
    const value: SetUp = {
      client: name,
      scope,
      isWritten: write && open.length > 0,
      changes: changes.map(({ file, kind }, index) => ({ file, kind, lines: lines[index]! })),
    };
    return answer(value, { text: setUpText(value), format, warnings });
  },
});

function clientNamed(said: string): ClientName {
  const known = names.find((name) => name === said);
  if (known) return known;
  const meant = names.find((name) => (CLIENTS[name] as Client).aliases?.includes(said.toLowerCase()));
  const near = meant ?? nearest(said, names);
  throw new ContextError(
    'BAD_INPUT',
    `There is no agent "${said.slice(0, 80)}"; ${near === null ? `there are ${either(names)}` : `did you mean ${near}?`}`,
  );
}

interface WantedSetup {
  readonly scope: Scope;
  readonly remove: boolean;
  readonly hook: boolean;
  readonly after: boolean;
  readonly places: UserPlaces;
}

async function changesOf(name: ClientName, wanted: WantedSetup): Promise<readonly FileChange[]> {
  const { scope, remove, places } = wanted;
  const client: Client = CLIENTS[name];
  const within = scope === 'project' ? places.root : null;
  const edits = Map.groupBy(editsOf(name, wanted), ({ file }) => file);
  const changes = [...edits].map(([file, own]) =>
    readChange(file, within, (text) => own.reduce((after, { edit }) => edit(after), text)),
  );
  const skills = remove && wanted.hook ? undefined : client.skills?.[scope];
  return Promise.all([...changes, ...(skills ? [skillChange(skills(places), { within, remove })] : [])]);
}

interface Edit {
  readonly file: string;
  readonly edit: (text: string) => string;
}

// What is taken out without a word about hooks is all of it.
function editsOf(name: ClientName, { scope, remove, hook, after, places }: WantedSetup): readonly Edit[] {
  const client: Client = CLIENTS[name];
  const file = client.files[scope];
  if (!file)
    throw new ContextError(
      'BAD_INPUT',
      `${client.title} has no file for one ${scope}; use --scope ${either(Object.keys(client.files))}.`,
    );
  const launch = launchFor(scope);
  const server: Edit = {
    file: file(places),
    edit: (text) => (remove ? client.remove(text) : client.set(text, { launch, scope, places })),
  };
  const hooks = isHookClient(name) && (hook || remove) ? HOOK_FILES[name] : null;
  const called: readonly Edit[] = hooks
    ? [
        {
          file: hooks.files[scope](places),
          edit: (text) => (remove ? hooks.remove(text) : hooks.set(text, launch, { places, after })),
        },
      ]
    : [];
  return remove && hook ? called : [server, ...called];
}

// In one's own file a command that does not answer helps nobody; what is committed may be right elsewhere.
async function tryFirst(scope: Scope, { root, home, env }: UserPlaces): Promise<readonly string[]> {
  const launch = launchFor(scope);
  const bare = { HOME: home, USERPROFILE: home, SYSTEMROOT: env.SYSTEMROOT, PATH: '' };
  const why = await whyNoAnswer(launch, { cwd: root, env: scope === 'user' ? bare : { ...env } });
  if (why === null) return [];
  if (scope === 'user')
    throw new ContextError('BAD_INPUT', `Nothing was written: ${launch.command} does not answer (${why}).`);
  return [`${launch.command} does not answer on this machine (${why}); how to install it: knap help install`];
}

/** Where things lie for whoever calls. */
export function placesOf({ root, terminal }: LocalCall): UserPlaces {
  const { env } = terminal;
  return { root, env, home: env.HOME || env.USERPROFILE || homedir(), platform: process.platform };
}

/** What was changed, or would be. */
interface SetUp {
  readonly client: ClientName;
  readonly scope: Scope;
  readonly isWritten: boolean;
  readonly changes: readonly {
    readonly file: string;
    readonly kind: FileChange['kind'];
    readonly lines: readonly string[];
  }[];
}

const DONE = { create: 'written', change: 'changed', remove: 'removed' } as const;

/** The changes to read: file by file, the lines that differ. */
function setUpText({ client, changes, isWritten }: SetUp): string {
  const told = (kind: FileChange['kind']) =>
    kind === 'none' ? 'nothing to do' : `${isWritten ? '' : 'would be '}${DONE[kind]}`;
  const blocks = changes.map(({ file, kind, lines }) => [`${file}: ${told(kind)}`, ...lines].join('\n'));
  if (changes.every(({ kind }) => kind === 'none')) return blocks.join('\n');
  const next = isWritten
    ? `Start ${CLIENTS[client].title} anew to see it.`
    : 'Nothing was changed; run it again with --write to do so.';
  return [...blocks, next].join('\n\n');
}

/** The lines that differ, those that go with `-` and those that come with `+`; everything else stays unsaid. */
function changedLines(before: string, after: string): readonly string[] {
  if (before === after) return [];
  const [old, next] = [linesOf(before), linesOf(after)];
  const least = Math.min(old.length, next.length);
  let head = 0;
  while (head < least && old[head] === next[head]) head++;
  let tail = 0;
  while (tail < least - head && old.at(-1 - tail) === next.at(-1 - tail)) tail++;
  const at = `@@ line ${head + 1} @@`;
  return [
    at,
    ...old.slice(head, old.length - tail).map((line) => `- ${line}`),
    ...next.slice(head, next.length - tail).map((line) => `+ ${line}`),
  ];
}

function linesOf(text: string): readonly string[] {
  const lines = text.split(/\r?\n/);
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

const SKILL = join('knap', 'SKILL.md');
// Beside dist in the package, three folders up in the sources.
const PLACES = ['../skills', '../../../skills'];

/** The page that teaches an agent when to call knap, on its way in or out. */
async function skillChange(
  folder: string,
  { within, remove }: { within: string | null; remove: boolean },
): Promise<FileChange> {
  const file = join(folder, SKILL);
  if (within !== null) refuseOutside(file, within);
  return changeOf(file, await read(file), remove ? null : await skillText());
}

async function skillText(): Promise<string> {
  const path = PLACES.map((place) => join(import.meta.dirname, place, SKILL)).find((one) => existsSync(one));
  const text = path === undefined ? null : await read(path);
  invariant(text !== null, 'the package holds its skill');
  return text;
}
