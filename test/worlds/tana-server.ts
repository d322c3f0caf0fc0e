import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { breadcrumbOf, foundNode, isMatch, type LiveGraph, listedNode, markdownOf, readBrackets } from './tana-live.ts';

/** What is done to a request instead of answering it well. */
export type Fault =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  | { readonly body: string }
  | 'silence'
  | 'cut off'
  | 'hang up';

export interface TanaServerOptions {
  readonly graph: LiveGraph;
  readonly token?: string;
  readonly isReady?: boolean;
  /** Every answer waits for this, so that requests made together are seen together. */
  readonly hold?: () => Promise<void>;
  /** Asked before each answer, with the number of requests so far. */
  readonly fault?: (path: string, count: number) => Fault | undefined;
}

/** The Local API of Tana over a small graph, on a port of its own; gone when it is disposed. */
export async function startTanaServer(options: TanaServerOptions) {
  const requests: string[] = [];
  let running = 0;
  let runningMost = 0;
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    running++;
    runningMost = Math.max(runningMost, running);
    response.on('close', () => running--);
    const path = new URL(request.url ?? '/', 'http://local').pathname;
    const fault = options.fault?.(path, requests.length);
    const held = options.hold?.() ?? Promise.resolve();
    void held.then(() => (fault === undefined ? answer(request, response, options) : spoil(response, fault)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    runningMost: () => runningMost,
    stop,
    [Symbol.asyncDispose]: async () => {
      if (server.listening) await stop();
    },
  };
}

/** No answer for whoever asks for a node, who is stopped once the question is here: a fault for tests of stopping. */
export function stopAt(path: string, stop: AbortController): Fault | undefined {
  if (!path.startsWith('/nodes')) return undefined;
  stop.abort(new Error('enough'));
  return 'silence';
}

function spoil(response: ServerResponse, fault: Fault): void {
  if (fault === 'silence') return;
  if (fault === 'hang up') {
    response.destroy();
    return;
  }
  if (fault === 'cut off') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
    response.write('{"markdown":"- half of', () => response.destroy());
    return;
  }
  if ('body' in fault) {
    response.writeHead(200, { 'content-type': 'application/json' }).end(fault.body);
    return;
  }
  response.writeHead(fault.status, fault.headers).end('{"error":"spoiled"}');
}

type Answer = { readonly status: number; readonly body: unknown };
const NOT_FOUND: Answer = { status: 404, body: { error: 'not found' } };
const ok = (body: unknown): Answer => ({ status: 200, body });

function answer(request: IncomingMessage, response: ServerResponse, options: TanaServerOptions): void {
  const url = new URL(request.url ?? '/', 'http://local');
  const isAllowed = request.headers.authorization === `Bearer ${options.token ?? 'secret'}`;
  const told =
    url.pathname === '/health'
      ? ok({ status: 'ok', timestamp: '2026-06-01T00:00:00Z', nodeSpaceReady: options.isReady ?? true })
      : isAllowed
        ? answerOf(url, options.graph)
        : { status: 401, body: { error: 'unauthorized' } };
  response.writeHead(told.status, { 'content-type': 'application/json' }).end(JSON.stringify(told.body));
}

function answerOf({ pathname, searchParams }: URL, graph: LiveGraph): Answer {
  const number = (name: string, otherwise: number) => Number(searchParams.get(name) ?? otherwise);
  if (pathname === '/workspaces')
    return ok(graph.workspaces.map(({ id, name }) => ({ id, name, homeNodeId: `${id}_HOME` })));
  if (pathname === '/nodes/search') return searchAnswer(searchParams, graph, number('limit', 50));
  const [, kind, id, part] = pathname.split('/').map((piece) => decodeURIComponent(piece));
  if (kind === 'workspaces' && part === 'tags') {
    const names = [...new Set(graph.nodes.flatMap((node) => node.tags ?? []))];
    return ok(names.slice(0, number('limit', 50)).map((name) => ({ id: `tag-${name}`, name })));
  }
  const node = kind === 'nodes' ? graph.nodes.find((one) => one.id === id) : undefined;
  if (!node) return NOT_FOUND;
  if (part === 'children') {
    const children = (node.children ?? []).map((child) => listedNode(graph, child.replace(/^@/, '')));
    const [offset, limit] = [number('offset', 0), number('limit', 100)];
    if (limit > 200) return { status: 400, body: { error: 'limit' } };
    const page = children.slice(offset, offset + limit);
    return ok({ children: page, total: children.length, hasMore: offset + page.length < children.length });
  }
  const description = node.description ?? null;
  return ok({ markdown: markdownOf(graph, node.id, number('maxDepth', 1)), name: node.name, description });
}

function searchAnswer(params: URLSearchParams, graph: LiveGraph, limit: number): Answer {
  const { query, workspaceIds } = readBrackets(params);
  if (query === undefined || limit > 100) return { status: 400, body: { error: 'bad query' } };
  const within: readonly unknown[] = Object.values(workspaceIds ?? {});
  const found = graph.nodes.filter(
    (node) =>
      (within.length === 0 || within.includes(node.workspace ?? graph.workspaces[0]!.id)) &&
      isMatch(graph, node, query as Record<string, unknown>),
  );
  return ok(
    found.slice(0, limit).map((node) => ({ ...foundNode(graph, node), breadcrumb: breadcrumbOf(graph, node) })),
  );
}
