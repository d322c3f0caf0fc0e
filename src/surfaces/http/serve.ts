import { isIP } from 'node:net';
import * as z from 'zod';
import { DEFAULTS } from '../../config/defaults.ts';
import { FOLDER } from '../../config/schema.ts';
import { ContextError } from '../../model/errors.ts';
import { oneLine } from '../../model/visible-text.ts';
import { field } from '../../operations/operation.ts';
import { print, type Terminal } from '../cli/terminal.ts';
import { lineWriter } from '../serving/line-writer.ts';
import { type ServedAt, type ServedWorkspace, serveWorkspace } from '../serving/serve-workspace.ts';
import { type ServerCommand, type ServingAt, servedRoot } from '../serving/server-command.ts';
import { isLoopback } from './access.ts';
import { serveToTheEnd } from './serve-to-the-end.ts';
import { startServer } from './start-server.ts';

const input = z.strictObject({
  root: servedRoot,
  port: field(
    z.int().min(0).max(65_535).default(DEFAULTS.http.port).describe(`Listen on this port; 0 takes any that is free`),
    {
      placeholder: 'N',
    },
  ),
  host: field(
    z
      .string()
      .min(1)
      .default(DEFAULTS.http.host)
      .describe('Listen on this address; others than this machine’s own can reach it only with a token'),
    { placeholder: 'ADDRESS' },
  ),
  tokenEnv: field(
    z
      .string()
      .regex(/^[A-Za-z_]\w*$/, 'the name of a variable')
      .optional()
      .describe('Demand the token that stands in this environment variable'),
    { placeholder: 'NAME' },
  ),
  allowedHost: field(
    z
      .array(z.string().regex(/^[\w.:[\]-]+$/, 'a name without a port'))
      .optional()
      .describe('Answer to this name too: that of a proxy (repeatable)'),
    { placeholder: 'NAME' },
  ),
  workspace: field(
    z
      .array(
        z
          .string()
          .regex(
            /^(?:[a-z0-9-]+=.+|[^=]+)$/,
            'NAME=DIR, the name of small letters, digits and dashes, or a workspace like org/name@main',
          ),
      )
      .optional()
      .describe(
        'Serve this folder too, or this view of the shared store (org/name@main), below /w/NAME (repeatable); without NAME= what the shared store calls the first',
      ),
    { placeholder: 'NAME=DIR' },
  ),
  mcp: z.boolean().optional().describe('Answer agents too, over the Model Context Protocol at /mcp'),
});

/** `knap serve`: the same answers as JSON, for programs. */
export const serve: ServerCommand = {
  input,
  positional: 'root',
  details:
    'Prints its address on standard error. GET /openapi.json says what can be asked. Nothing is written but the index. One line for each request goes to standard error, without what was asked. Ctrl-C ends it when what is being answered is done.',
  examples: [
    'knap serve',
    'knap serve ~/src/shop --port 0 --mcp',
    'knap serve --allowed-host knap.internal --workspace docs=../docs',
    'knap serve --workspace org/web@main --workspace api=org/api@main',
    'knap serve --host 0.0.0.0 --token-env SERVE_TOKEN',
  ],
  async serve(values, given, terminal) {
    const { port, host, tokenEnv, mcp: isForAgents, allowedHost, workspace: all = [] } = input.parse(values);
    const [named = [], alone = []] = [true, false].map((has) => all.filter((one) => one.includes('=') === has));
    const at = called(given, alone);
    const token = tokenOf(tokenEnv, terminal.env);
    if (token === null && !isLoopback(host))
      throw new ContextError('BAD_INPUT', `${host} can be reached from other machines: name a token with --token-env.`);
    const workspace = serveWorkspace({ ...at, listens: alone.length === 0 });
    // Fails now, and not at the first question, where the folder or the settings are wrong.
    const { root, config } = await workspace.call();
    if (config.store === undefined && alone.length > 0)
      throw new ContextError(
        'BAD_INPUT',
        `--workspace ${alone[0]}: say NAME=DIR, or which shared store has it (--store).`,
      );
    const shared = config.store === undefined ? null : (await import('../../engine/shared-store.ts')).watchLoad(config);
    // Loaded only where it is wanted: most who ask over HTTP are no agents.
    const mcp = isForAgents ? (await import('./agent-answers.ts')).agentAnswers : null;
    const more = await openMore(named, at);
    const log = at.isQuiet ? {} : { log: lineWriter(terminal.stderr) };
    const options = {
      host,
      port,
      token,
      mcp,
      more,
      ...log,
      ...(shared ? { storeLoad: shared.load } : {}),
      ...(allowedHost ? { allowedHosts: allowedHost } : {}),
    };
    const server = await startServer(workspace, options);
    const say = (text: string) => print(terminal.stderr, `knap: ${oneLine(text)}\n`);
    await say(`serving ${root} on ${server.url}${isIP(host) > 0 ? '' : ` (${host})`}`);
    await serveToTheEnd(server, terminal, say);
    await shared?.close();
    return 0;
  },
};

// A name alone means what it means to every command.
function called(at: ServingAt, [first, second]: readonly string[]): ServingAt {
  if (second !== undefined)
    throw new ContextError('BAD_INPUT', `Say below which name ${second} is served: --workspace NAME=${second}.`);
  return first === undefined ? at : { ...at, flags: { ...at.flags, workspace: first } };
}

// Each is opened now: one that is not there is told at the start.
async function openMore(named: readonly string[], at: ServingAt): Promise<ReadonlyMap<string, ServedWorkspace>> {
  const more = new Map<string, ServedWorkspace>();
  const openAmong = named.length === 0 ? undefined : await openViews();
  for (const text of named) {
    const [name = '', root = ''] = [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)];
    if (more.has(name)) throw new ContextError('BAD_INPUT', `Two workspaces are called ${name}.`);
    const isView = !FOLDER.test(root) && root.includes('@');
    const place = isView ? { flags: { ...at.flags, workspace: root }, openAmong } : { root };
    const workspace = serveWorkspace({ ...at, ...place });
    const { config } = await workspace.call();
    if (isView && config.store === undefined)
      throw new ContextError('BAD_INPUT', `${root} is a view of a shared store: say which with --store.`);
    more.set(name, workspace);
  }
  return more;
}

async function openViews(): Promise<NonNullable<ServedAt['openAmong']>> {
  return (await import('../../engine/worker-engine/worker-engine.ts')).createWorkerEngines();
}

function tokenOf(name: string | undefined, env: Terminal['env']): string | null {
  if (name === undefined) return null;
  const token = env[name]?.trim() ?? '';
  const least = DEFAULTS.http.tokenCharactersMin;
  if (token.length < least || /\s/.test(token))
    throw new ContextError(
      'BAD_INPUT',
      `${name} holds no token: it takes ${least} characters or more, none of them blank.`,
    );
  return token;
}
