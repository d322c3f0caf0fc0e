import { homedir } from 'node:os';
import * as z from 'zod';
import { DEFAULTS } from '../../config/defaults.ts';
import { ContextError } from '../../model/errors.ts';
import { dataFormat, either } from '../../operations/input/fields.ts';
import { answer, field } from '../../operations/operation.ts';
import { createRedact } from '../../reading/redaction/redact.ts';
import { defineCommand, type LocalCall } from '../cli/local-call.ts';
import { type FileChange, makeChange, readChange } from './change.ts';
import { changedLines } from './changed-lines.ts';
import { CLIENTS, type Client, type ClientName, type Places, SCOPES, type Scope } from './clients.ts';
import { skillChange } from './skill.ts';

const names = Object.keys(CLIENTS) as [ClientName, ...ClientName[]];

const input = z.strictObject({
  client: field(
    z
      .enum(names)
      .optional()
      .describe(`The agent: ${either(names)}`),
    { placeholder: 'AGENT' },
  ),
  write: z.boolean().optional().describe('Make the change; without it the change is only printed'),
  remove: z.boolean().optional().describe('Take knap out again'),
  scope: field(
    z
      .enum(SCOPES)
      .default(DEFAULTS.setup.scope)
      .describe('For you in every workspace (user), or for everyone in this one (project)'),
    { placeholder: 'SCOPE' },
  ),
  format: dataFormat,
});

/** What was changed, or would be. */
export interface SetUp {
  readonly client: ClientName;
  readonly scope: Scope;
  readonly isWritten: boolean;
  readonly changes: readonly {
    readonly file: string;
    readonly kind: FileChange['kind'];
    readonly lines: readonly string[];
  }[];
}

/** Makes knap known to an agent: its server, and where the agent has skills, when to use it. */
export const setup = defineCommand<typeof input, SetUp>({
  input,
  positional: 'client',
  details:
    'Prints the exact change and makes it with --write only. Comments and everything else in the file stay as they are; AGENTS.md and CLAUDE.md are never touched.',
  examples: ['knap setup claude-code', 'knap setup codex --write', 'knap setup vscode --scope project --write'],
  async run(call, { client: name, write = false, remove = false, scope, format }) {
    if (name === undefined) throw new ContextError('BAD_INPUT', `Name the agent: ${either(names)}.`);
    const changes = await changesOf(CLIENTS[name], { scope, remove, places: placesOf(call) });
    const redact = createRedact();
    const lines = await Promise.all(
      changes.map(async ({ file, before, after }) =>
        changedLines((await redact(before ?? '', file)).text, (await redact(after ?? '', file)).text),
      ),
    );
    const open = changes.filter(({ kind }) => kind !== 'none');
    if (write) for (const change of open) await makeChange(change);
    const value: SetUp = {
      client: name,
      scope,
      isWritten: write && open.length > 0,
      changes: changes.map(({ file, kind }, index) => ({ file, kind, lines: lines[index]! })),
    };
    return answer(value, { text: setUpText(value), format });
  },
});

async function changesOf(
  client: Client,
  { scope, remove, places }: { scope: Scope; remove: boolean; places: Places },
): Promise<readonly FileChange[]> {
  const file = client.files[scope];
  if (!file)
    throw new ContextError(
      'BAD_INPUT',
      `${client.title} has no file for one ${scope}; use --scope ${either(Object.keys(client.files))}.`,
    );
  const within = scope === 'project' ? places.root : null;
  const entry = await readChange(file(places), within, (text) =>
    remove ? client.remove(text) : client.set(text, places),
  );
  const skills = client.skills?.[scope];
  return skills ? [entry, await skillChange(skills(places), { within, remove })] : [entry];
}

function placesOf({ root, terminal }: LocalCall): Places {
  const { env } = terminal;
  return { root, env, home: env.HOME || env.USERPROFILE || homedir(), platform: process.platform };
}

const DONE = {
  create: 'written',
  change: 'changed',
  remove: 'removed',
  none: 'nothing to do',
} as const satisfies Record<FileChange['kind'], string>;
const TODO = {
  create: 'would be written',
  change: 'would be changed',
  remove: 'would be removed',
  none: 'nothing to do',
} as const satisfies Record<FileChange['kind'], string>;

function setUpText({ client, changes, isWritten }: SetUp): string {
  const words = isWritten ? DONE : TODO;
  const blocks = changes.map(({ file, kind, lines }) => [`${file}: ${words[kind]}`, ...lines].join('\n'));
  if (changes.every(({ kind }) => kind === 'none')) return blocks.join('\n');
  const next = isWritten
    ? `Start ${CLIENTS[client].title} anew to see it.`
    : 'Nothing was changed; run it again with --write to do so.';
  return [...blocks, next].join('\n\n');
}
