import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Asked {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: { readonly model: string; readonly input: readonly string[]; readonly dimensions?: number };
}

/** What the server does with a request: a status, headers and a body; null never answers. */
export type Reply = (
  asked: Asked,
  count: number,
) => { status?: number; headers?: Record<string, string>; body: unknown } | null;

/** A real server on loopback that embeds by counting letter pairs, unless told to do something else. */
export async function startServer({ dimensions = 64 }: { dimensions?: number } = {}) {
  const asked: Asked[] = [];
  const state = { dimensions, reply: null as Reply | null };
  const usual: Reply = ({ body }) => ({
    body: {
      // Out of order, as the index of each allows.
      data: body.input.map((text, index) => ({ index, embedding: pairs(text, state.dimensions) })).reverse(),
    },
  });
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (part) => {
      text += part;
    });
    request.on('end', () => {
      const one = { path: request.url ?? '', headers: request.headers, body: JSON.parse(text) as Asked['body'] };
      asked.push(one);
      const reply = (state.reply ?? usual)(one, asked.length) ?? null;
      if (reply === null) return;
      response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers });
      response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    usual,
    /** Every text it was given. */
    texts: () => asked.flatMap(({ body }) => body.input),
    /** Does something else from now on; without an argument the usual. */
    reply: (next: Reply | null = null) => {
      state.reply = next;
    },
    /** Gives vectors of another length from now on. */
    change: (next: number) => {
      state.dimensions = next;
    },
    stop: () => {
      server.closeAllConnections();
      return new Promise<void>((done) => server.close(() => done()));
    },
  };
}

function pairs(text: string, dimensions: number): readonly number[] {
  const vector = new Array<number>(dimensions).fill(0);
  const letters = text.toLowerCase().replace(/[^a-z]+/g, ' ');
  for (let at = 0; at + 1 < letters.length; at += 1)
    vector[(letters.charCodeAt(at) * 31 + letters.charCodeAt(at + 1)) % dimensions]! += 1;
  return vector;
}
