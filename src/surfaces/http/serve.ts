// The command `serve`: its options, and the start of the server.
import { write } from 'node:fs';
import { isIP } from 'node:net';
import * as z from 'zod';
import { DEFAULTS } from '../../config/defaults.ts';
import { FOLDER } from '../../config/schema.ts';
import { ContextError } from '../../model/errors.ts';
import { oneLine } from '../../model/visible-text.ts';
import { field, optional } from '../../operations/operation.ts';
import { print, type Terminal } from '../cli/terminal.ts';
import {
  defineServer,
  type ServedWorkspace,
  type ServerPlace,
  servedRoot,
  serveWorkspace,
} from '../serving/serve-workspace.ts';
import { isLoopback } from './access.ts';
import { serveUntilStopped, startServer } from './start-server.ts';

const furtherWorkspace = z
  .string()
  .regex(
    /^(?:[a-z0-9-]+=.+|[^=]+)$/,
    'NAME=DIR with a name of small letters, digits and dashes, or a view like org/name@main',
  );
const ALSO_SERVED =
  'Also serve this folder, or this view of the shared store (org/name@main), below /w/NAME (repeatable); without NAME=, the name of the first workspace in the shared store';

export const serve = defineServer({
  input: z.strictObject({
    root: servedRoot,
    port: field(
      z.int().min(0).max(65_535).default(DEFAULTS.http.port).describe(`Listen on this port; 0 takes any that is free`),
      { placeholder: 'N' },
    ),
    host: field(
      z
        .string()
        .min(1)
        .default(DEFAULTS.http.host)
        .describe('Listen on this address; an address that other machines can reach requires a token'),
      { placeholder: 'ADDRESS' },
    ),
    tokenEnv: field(
      z
        .string()
        .regex(/^[A-Za-z_]\w*$/, 'the name of a variable')
        .optional()
        .describe('Require the access token in this environment variable'),
      { placeholder: 'NAME' },
    ),
    allowedHost: field(
      z
        .array(z.string().regex(/^[\w.:[\]-]+$/, 'a name without a port'))
        .optional()
        .describe('Also accept requests for this host name, for instance that of a proxy (repeatable)'),
      { placeholder: 'NAME' },
    ),
    workspace: field(z.array(furtherWorkspace).optional().describe(ALSO_SERVED), { placeholder: 'NAME=DIR' }),
    mcp: optional.yesNo('Also answer agents, over the Model Context Protocol at /mcp'),
  }),
  positional: 'root',
  details:
    'Prints its address on standard error. GET /openapi.json describes the routes. knap writes nothing but the index. Each request is logged as one line on standard error, without its question. Ctrl-C lets running answers finish, then stops the server.',
  examples: [
    'knap serve',
    'knap serve ~/src/shop --port 0 --mcp',
    'knap serve --allowed-host knap.internal --workspace docs=../docs',
    'knap serve --workspace org/web@main --workspace api=org/api@main',
    'knap serve --host 0.0.0.0 --token-env SERVE_TOKEN',
  ],
  async serve(values, given, terminal) {
    const { port, host, tokenEnv, mcp: isForAgents, allowedHost, workspace: all = [] } = values;
    const [named = [], unnamed = []] = [true, false].map((has) => all.filter((text) => text.includes('=') === has));
    const place = withWorkspaceFlag(given, unnamed);
    const token = tokenOf(tokenEnv, terminal.env);
    if (token === null && !isLoopback(host))
      throw new ContextError('BAD_INPUT', `Other machines can reach ${host}: require a token with --token-env.`);
    const workspace = serveWorkspace({ ...place, listens: unnamed.length === 0 });
    // Opens the workspace now, so that a wrong folder or setting fails at the start and not at the first question.
    const { root, config } = await workspace.call();
    if (config.store === undefined && unnamed.length > 0)
      throw new ContextError(
        'BAD_INPUT',
        `--workspace ${unnamed[0]}: use NAME=DIR, or name the shared store with --store.`,
      );
    const shared = config.store === undefined ? null : (await import('../../engine/shared-store.ts')).watchLoad(config);
    const mcp = isForAgents ? (await import('../mcp/create-server.ts')).serveOverHttp : null;
    const server = await startServer(workspace, {
      host,
      port,
      token,
      mcp,
      more: await openMore(named, place),
      allowedHosts: allowedHost,
      storeLoad: shared?.load,
      log: place.isQuiet ? undefined : lineWriter(terminal.stderr),
    });
    const printLine = (text: string) => print(terminal.stderr, `knap: ${oneLine(text)}\n`);
    await printLine(`serving ${root} on ${server.url}${isIP(host) > 0 ? '' : ` (${host})`}`);
    await serveUntilStopped(server, terminal, printLine);
    await shared?.close();
    return 0;
  },
});

// --workspace without NAME= names the first workspace in the shared store, as for other commands.
function withWorkspaceFlag(place: ServerPlace, [first, second]: readonly string[]): ServerPlace {
  if (second !== undefined)
    throw new ContextError('BAD_INPUT', `A second workspace needs a name: --workspace NAME=${second}.`);
  return first === undefined ? place : { ...place, flags: { ...place.flags, workspace: first } };
}

// Opens the workspaces now, so that a missing one fails at the start.
async function openMore(named: readonly string[], at: ServerPlace): Promise<ReadonlyMap<string, ServedWorkspace>> {
  const more = new Map<string, ServedWorkspace>();
  const openAmong =
    named.length === 0
      ? undefined
      : (await import('../../engine/worker-engine/worker-engine.ts')).createWorkerEngines();
  for (const text of named) {
    const [name = '', root = ''] = [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)];
    if (more.has(name)) throw new ContextError('BAD_INPUT', `Two workspaces have the name ${name}.`);
    const isView = !FOLDER.test(root) && root.includes('@');
    const place = isView ? { flags: { ...at.flags, workspace: root }, openAmong } : { root };
    const workspace = serveWorkspace({ ...at, ...place });
    const { config } = await workspace.call();
    if (isView && config.store === undefined)
      throw new ContextError('BAD_INPUT', `${root} is a view of a shared store: name the store with --store.`);
    more.set(name, workspace);
  }
  return more;
}

function tokenOf(name: string | undefined, env: Terminal['env']): string | null {
  if (name === undefined) return null;
  const token = env[name]?.trim() ?? '';
  const least = DEFAULTS.http.tokenCharactersMin;
  if (token.length < least || /\s/.test(token))
    throw new ContextError(
      'BAD_INPUT',
      `${name} holds no valid token: a token has at least ${least} characters and no blanks.`,
    );
  return token;
}

const WAITING_MAX = 1000;

/** Writes lines without blocking the process: while nobody reads a pipe, up to WAITING_MAX lines wait. */
function lineWriter(stream: NodeJS.WritableStream & { readonly fd?: number }): (line: string) => void {
  const { fd } = stream;
  if (fd === undefined) return (line) => void stream.write(`${line}\n`);
  let waiting: string[] = [];
  let dropped = 0;
  let isWriting = false;
  const flush = () => {
    if (isWriting || waiting.length === 0) return;
    const lines = dropped === 0 ? waiting : [...waiting, `${dropped} lines were dropped`];
    [waiting, dropped, isWriting] = [[], 0, true];
    // Goes on after an error too.
    write(fd, `${lines.join('\n')}\n`, () => {
      isWriting = false;
      flush();
    });
  };
  return (line) => {
    if (waiting.length < WAITING_MAX) waiting.push(line);
    else dropped += 1;
    flush();
  };
}
