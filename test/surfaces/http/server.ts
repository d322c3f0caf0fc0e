import { type Agent, request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import type { CallOptions } from '../../../src/ports/engine.ts';
import { type HttpOptions, type HttpServer, startServer } from '../../../src/surfaces/http/start-server.ts';
import { serveWorkspace } from '../../../src/surfaces/serving/serve-workspace.ts';
import { shareWorld } from '../world.ts';

/** A real server on a free port of this machine, gone when the test is over. */
export async function serve(
  root: string,
  options: Partial<HttpOptions> = {},
  onCall: (call: CallOptions) => unknown = () => undefined,
): Promise<HttpServer> {
  const server = await start(root, options, onCall);
  onTestFinished(() => server.stop());
  return server;
}

/** One server for all tests of a file, if they leave its world as it was; its address is known when they run. */
export function serveAll(files: Readonly<Record<string, string>>): { readonly url: string } {
  const root = shareWorld(files);
  let server: HttpServer;
  beforeAll(async () => {
    server = await start(root);
  });
  afterAll(() => server.stop());
  return {
    get url() {
      return server.url;
    },
  };
}

async function start(
  root: string,
  options: Partial<HttpOptions> = {},
  onCall: (call: CallOptions) => unknown = () => undefined,
): Promise<HttpServer> {
  const env = { HOME: join(root, '.home') };
  const workspace = serveWorkspace({ root, userFile: undefined, cwd: root, env, workers: 0 });
  const call = async (asked: CallOptions = {}) => {
    await onCall(asked);
    return workspace.call(asked);
  };
  return startServer({ ...workspace, call }, { host: '127.0.0.1', port: 0, ...options });
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** Sends one request with any headers, also those that `fetch` refuses. */
export function send(
  url: string,
  {
    method = 'GET',
    headers = {},
    body,
    agent,
  }: { method?: string; headers?: Record<string, string>; body?: string | Buffer; agent?: Agent } = {},
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, headers, agent: agent ?? false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode!, headers: response.headers, text: Buffer.concat(chunks).toString() }),
      );
      response.on('error', reject);
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

const JSON_TYPE = { 'content-type': 'application/json' };

export const post = (
  url: string,
  question: unknown,
  headers: Record<string, string> = {},
  agent?: Agent,
): Promise<Reply> =>
  send(url, {
    method: 'POST',
    headers: { ...JSON_TYPE, ...headers },
    body: JSON.stringify(question),
    ...(agent ? { agent } : {}),
  });

export interface Answered {
  readonly text: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly nothingFound: string | null;
  readonly warnings: readonly string[];
  readonly error: { readonly code: string; readonly message: string; readonly hint: string | null };
}

export const read = ({ text }: Reply): Answered => JSON.parse(text);

/** Waits until a condition holds. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 5));
}
