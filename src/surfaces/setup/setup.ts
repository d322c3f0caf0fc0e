// The command `setup`: adds knap to the settings of an agent, or removes it, or lists the agents of this machine.
import { homedir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { DEFAULTS } from '../../config/defaults.ts';
import { findNearestWord } from '../../config/did-you-mean.ts';
import { packageFile } from '../../config/this-package.ts';
import { ContextError, invariant } from '../../model/errors.ts';
import { dataFormat, joinWithOr } from '../../operations/input/fields.ts';
import { type Answer, answer, field, optional } from '../../operations/operation.ts';
import { createRedact } from '../../reading/redaction/redact.ts';
import { defineCommand, type LocalCall } from '../cli/local-call.ts';
import { isHookClient } from '../hook/clients.ts';
import { CLIENTS, type Client, type ClientName } from './clients.ts';
import {
  changeOf,
  commonEnds,
  type FileChange,
  makeChange,
  readChange,
  readText,
  refuseOutside,
} from './file-change.ts';
import { HOOK_FILES } from './hook-files.ts';
import { installedAgents, installedText } from './installed-agents.ts';
import { launchFor, whyNoAnswer } from './launch-command.ts';
import { SCOPES, type Scope, type UserPlaces } from './user-folders.ts';

const names = Object.keys(CLIENTS) as [ClientName, ...ClientName[]];

export const setup = defineCommand({
  input: z.strictObject({
    client: field(
      z
        .string()
        .optional()
        .describe(`The agent: ${joinWithOr(names)}; without one, knap lists the agents on this machine`),
      { placeholder: 'AGENT', offered: names },
    ),
    write: optional.yesNo('Make the change; without it, knap only prints the change'),
    hook: optional.yesNo('Also call knap with every prompt, so that the first turn has the code'),
    after: optional.yesNo('Also call knap when a turn ends, to report what it forgot; includes --hook'),
    remove: optional.yesNo('Remove knap; with --hook, only the hook'),
    scope: field(
      z
        .enum(SCOPES)
        .default(DEFAULTS.setup.scope)
        .describe('For you in every workspace (user), or for everyone in this workspace (project)'),
      { placeholder: 'SCOPE' },
    ),
    format: dataFormat,
  }),
  positional: 'client',
  details:
    'Prints the change, and makes it only with --write. Adds knap to your own settings only if the command answers a test start. Comments and everything else in the file stay unchanged; knap never touches AGENTS.md and CLAUDE.md.',
  examples: ['knap setup', 'knap setup claude-code --hook --write', 'knap setup vscode --scope project --write'],
  async run(
    call,
    { client: givenName, write = false, after = false, hook = after, remove = false, scope, format },
  ): Promise<Answer<SetupResult | ReturnType<typeof installedAgents>>> {
    const places = placesOf(call);
    if (givenName === undefined) {
      const installed = installedAgents(places);
      return answer(installed, { text: installedText(installed), format });
    }
    const name = clientNamed(givenName);
    if (hook && !isHookClient(name))
      throw new ContextError('BAD_INPUT', `${CLIENTS[name].title} has no hook that can answer a prompt.`);
    const changes = await changesOf(name, { scope, remove, hook, after, places });
    const redact = createRedact();
    const lines = await Promise.all(
      changes.map(async ({ file, before, after }) =>
        diffLines((await redact(before ?? '', file)).text, (await redact(after ?? '', file)).text),
      ),
    );
    const open = changes.filter(({ kind }) => kind !== 'none');
    const warnings = write && !remove && open.length > 0 ? await testLaunch(scope, places) : [];
    if (write) for (const change of open) await makeChange(change, places);
    const value: SetupResult = {
      client: name,
      scope,
      isWritten: write && open.length > 0,
      changes: changes.map(({ file, kind }, index) => ({ file, kind, lines: lines[index]! })),
    };
    return answer(value, { text: setUpText(value), format, warnings });
  },
});

function clientNamed(givenName: string): ClientName {
  const exactName = names.find((name) => name === givenName);
  if (exactName) return exactName;
  const meant = names.find((name) => (CLIENTS[name] as Client).aliases?.includes(givenName.toLowerCase()));
  const near = meant ?? findNearestWord(givenName, names);
  throw new ContextError(
    'BAD_INPUT',
    `knap has no set-up for an agent "${givenName.slice(0, 80)}"; ${near === null ? `it has one for ${joinWithOr(names)}` : `did you mean ${near}?`}`,
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
  return Promise.all([...changes, ...(skills ? [skillChange(skills(places), within, remove)] : [])]);
}

// --remove without --hook removes the server and the hooks.
function editsOf(name: ClientName, { scope, remove, hook, after, places }: WantedSetup) {
  const client: Client = CLIENTS[name];
  const file = client.files[scope];
  if (!file)
    throw new ContextError(
      'BAD_INPUT',
      `${client.title} has no settings file for the scope ${scope}; use --scope ${joinWithOr(Object.keys(client.files))}.`,
    );
  const launch = launchFor(scope);
  const server = {
    file: file(places),
    edit: (text: string) => (remove ? client.remove(text) : client.set(text, { launch, scope, places })),
  };
  if (!isHookClient(name) || !(hook || remove)) return [server];
  const hooks = HOOK_FILES[name];
  const prompts = {
    file: hooks.files[scope](places),
    edit: (text: string) => (remove ? hooks.remove(text) : hooks.set(text, launch, { places, after })),
  };
  return remove && hook ? [prompts] : [server, prompts];
}

// Refuses to write a command that does not answer into a user's settings. For a committed file it only warns, because
// it may work elsewhere.
async function testLaunch(scope: Scope, { root, home, env }: UserPlaces): Promise<readonly string[]> {
  const launch = launchFor(scope);
  const bare = { HOME: home, USERPROFILE: home, SYSTEMROOT: env.SYSTEMROOT, PATH: '' };
  const why = await whyNoAnswer(launch, { cwd: root, env: scope === 'user' ? bare : { ...env } });
  if (why === null) return [];
  if (scope === 'user')
    throw new ContextError('BAD_INPUT', `knap wrote nothing, because ${launch.command} does not answer (${why}).`);
  return [`${launch.command} does not answer on this machine (${why}); how to install it: knap help install`];
}

export function placesOf({ root, terminal }: LocalCall): UserPlaces {
  const { env } = terminal;
  return { root, env, home: env.HOME || env.USERPROFILE || homedir(), platform: process.platform };
}

/** The changes that were made, or would be made. */
interface SetupResult {
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

function setUpText({ client, changes, isWritten }: SetupResult): string {
  const describeKind = (kind: FileChange['kind']) =>
    kind === 'none' ? 'nothing to do' : `${isWritten ? '' : 'would be '}${DONE[kind]}`;
  const blocks = changes.map(({ file, kind, lines }) => [`${file}: ${describeKind(kind)}`, ...lines].join('\n'));
  if (changes.every(({ kind }) => kind === 'none')) return blocks.join('\n');
  const next = isWritten
    ? `Restart ${CLIENTS[client].title} to use it.`
    : 'Nothing was changed; run the command again with --write to make the changes.';
  return [...blocks, next].join('\n\n');
}

/** The lines from the first difference to the last: those before with `-`, those after with `+`. */
function diffLines(before: string, after: string): readonly string[] {
  if (before === after) return [];
  const [old, next] = [linesOf(before), linesOf(after)];
  const { sameAtStart, sameAtEnd } = commonEnds(old, next);
  return [
    `@@ line ${sameAtStart + 1} @@`,
    ...old.slice(sameAtStart, old.length - sameAtEnd).map((line) => `- ${line}`),
    ...next.slice(sameAtStart, next.length - sameAtEnd).map((line) => `+ ${line}`),
  ];
}

function linesOf(text: string): readonly string[] {
  const lines = text.split(/\r?\n/);
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

const SKILL = join('knap', 'SKILL.md');

async function skillChange(folder: string, within: string | null, remove: boolean): Promise<FileChange> {
  const file = join(folder, SKILL);
  if (within !== null) refuseOutside(file, within);
  return changeOf(file, await readText(file), remove ? null : await skillText());
}

async function skillText(): Promise<string> {
  const text = await readText(packageFile(join('skills', SKILL)));
  invariant(text !== null, 'the package contains its skill');
  return text;
}
