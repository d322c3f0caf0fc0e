import { join } from 'node:path';
import { type HttpServer, startServer } from '../../src/surfaces/http/start-server.ts';
import { serveWorkspace } from '../../src/surfaces/serving/serve-workspace.ts';
import { choicesOf, createSession, type PageSession, pageOf, readPageFiles } from '../../src/surfaces/ui/page.ts';

export interface ServedPageHere {
  readonly server: HttpServer;
  readonly session: PageSession;
  /** A new address, as it would be printed. */
  address(): string;
}

/** The page of a workspace, served as the command serves it. A session that is given outlives a restart. */
export async function servePage(
  root: string,
  { port = 0, session = createSession(), isIndexed = true } = {},
): Promise<ServedPageHere> {
  const workspace = serveWorkspace({
    root,
    userFile: undefined,
    cwd: root,
    env: { HOME: join(root, '.home') },
    workers: 0,
  });
  const { config } = await workspace.call();
  const page = pageOf(readPageFiles(), choicesOf(root, config), session.exchange);
  const server = await startServer(workspace, { host: '127.0.0.1', port, token: session.token, page });
  if (isIndexed) await server.index();
  return { server, session, address: () => `${server.url}/#code=${session.nextCode()}` };
}
