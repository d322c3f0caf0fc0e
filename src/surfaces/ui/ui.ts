// The command `ui`: serves the page to its user on this machine.
import { spawn } from 'node:child_process';
import * as z from 'zod';
import { DEFAULTS } from '../../config/defaults.ts';
import { oneLine } from '../../model/visible-text.ts';
import { field } from '../../operations/operation.ts';
import { print } from '../cli/terminal.ts';
import { serveUntilStopped, startServer } from '../http/start-server.ts';
import { defineServer, servedRoot, serveWorkspace } from '../serving/serve-workspace.ts';
import { choicesOf, createSession, pageOf, readPageFiles } from './page.ts';

export const ui = defineServer({
  input: z.strictObject({
    root: servedRoot,
    port: field(
      z.int().min(0).max(65_535).default(DEFAULTS.ui.port).describe('Port to listen on; 0 takes a free one'),
      { placeholder: 'N' },
    ),
    open: z.boolean().default(true).describe('Open the page in a browser'),
  }),
  positional: 'root',
  details:
    'Prints its address on standard error and opens it. The address works once, for one tab; knap then prints a new one. Only this machine can reach the page. Ctrl-C ends it.',
  examples: ['knap ui', 'knap ui ~/src/shop --port 0 --no-open'],
  async serve({ port, open: isOpened }, place, terminal) {
    const files = readPageFiles();
    const workspace = serveWorkspace({ ...place, listens: true });
    // Opens the workspace now, so that a wrong folder or setting fails here and not in the browser.
    const { root, config } = await workspace.call();
    const say = (text: string) => print(terminal.stderr, `knap: ${oneLine(text)}\n`);
    const session = createSession();
    const address = () => `${server.url}/#code=${session.nextCode()}`;
    const page = pageOf(files, choicesOf(root, config), (code) => {
      const token = session.exchange(code);
      if (token !== null) void say(`for another tab: ${address()}`);
      return token;
    });
    const server = await startServer(workspace, { host: DEFAULTS.http.host, port, token: session.token, page });
    const first = address();
    await say(`showing ${root} at ${first}`);
    if (isOpened) openBrowser(first, terminal.env);
    await serveUntilStopped(server, terminal, say);
    return 0;
  },
});

const OPENERS: Readonly<Record<string, readonly [program: string, ...args: string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

// If this fails, the user still has the printed address.
function openBrowser(address: string, env: Readonly<Record<string, string | undefined>>): void {
  const [program, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  spawn(program, [...args, address], { env: { ...env }, stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref();
}
