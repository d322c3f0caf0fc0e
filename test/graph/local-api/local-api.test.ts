import { expect, test } from 'vitest';
import { ContextError } from '../../../src/model/errors.ts';
import { readLiveWorkspaces } from '../../../src/sources/tana/local-api/workspace-reader.ts';
import { LIVE_APOLLO as graph } from '../../worlds/tana-live.ts';
import { type Fault, startTanaServer, stopAt } from '../../worlds/tana-server.ts';
import { openApi, openLive } from './open-live.ts';

const failure = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ContextError);
  expect((error as ContextError).code).toBe('GRAPH_BACKEND');
  return (error as ContextError).message;
};

const faults: [name: string, fault: Fault, message: RegExp, requests: number][] = [
  [
    'a refused token is reported and not tried again',
    { status: 401 },
    /refused the token \(401\); check KNAP_TANA_TOKEN/,
    1,
  ],
  ['a fault of the server is not tried again', { status: 500 }, /answered 500/, 1],
  ['a redirect is not followed', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }, /answered 302/, 1],
  ['502 is tried three times', { status: 502 }, /answered 502/, 3],
  ['503 is tried three times', { status: 503 }, /answered 503/, 3],
  ['504 is tried three times', { status: 504 }, /answered 504/, 3],
  ['429 is tried three times', { status: 429, headers: { 'retry-after': '3600' } }, /answered 429/, 3],
  ['a missing answer is tried three times', 'silence', /did not answer within 300 ms/, 3],
  ['an answer that is cut off is tried three times', 'cut off', /cannot be reached/, 3],
  ['a connection that is closed is tried three times', 'hang up', /cannot be reached/, 3],
  [
    'an answer that is no JSON is not tried again',
    { body: '<html>' },
    /answered \/nodes\/apollo with something that is no JSON/,
    1,
  ],
  [
    'an answer of another shape is not tried again',
    { body: '{"markdown":7}' },
    /answered \/nodes\/apollo in another shape \(markdown: /,
    1,
  ],
  ['an answer that is too long is not tried again', { body: `"${'x'.repeat(5000)}"` }, /more than 4000 bytes/, 1],
];
for (const [name, fault, message, requests] of faults) {
  test(`T50 the Local API of Tana fails with the right error and number of requests: ${name}`, async () => {
    await using server = await startTanaServer({ graph, fault: () => fault });
    const live = openLive(server.url, { timeoutMs: fault === 'silence' ? 300 : 60_000, answerBytesMax: 4000 });
    expect(await failure(live.nodes(['apollo']))).toMatch(message);
    expect(server.requests).toHaveLength(requests);
  });
}

test('a request to Tana that fails twice is repeated without an error', async () => {
  const passing: Readonly<Record<number, Fault>> = { 1: { status: 503 }, 2: 'hang up' };
  await using server = await startTanaServer({ graph, fault: (_, count) => passing[count] });
  expect((await openLive(server.url).nodes(['ada'])).get('ada')?.name).toBe('Ada Lovelace');
  expect(server.requests.filter((path) => path.startsWith('/nodes/ada'))).toHaveLength(3);
});

test('a Local API that does not run gives the error that it cannot be reached', async () => {
  const server = await startTanaServer({ graph });
  await server.stop();
  expect(await failure(openLive(server.url).nodes(['ada']))).toMatch(/cannot be reached \(ECONNREFUSED\)/);
});

test('at most four requests to Tana run at the same time', async () => {
  await using other = await startTanaServer({ graph });
  const { promise: isOver, resolve: release } = Promise.withResolvers<void>();
  let held = 0;
  const hold = async () => {
    // A question to somebody else, asked behind the fourth: a fifth that was sent with the four is here before its answer.
    if (++held === 4) void fetch(`${other.url}/health`).then(() => release());
    await isOver;
  };
  await using server = await startTanaServer({ graph, hold });
  await openLive(server.url).nodes(graph.nodes.map(({ id }) => id));
  expect(server.runningMost()).toBe(4);
});

test('an aborted call to Tana fails with the reason of the caller', async () => {
  const stop = new AbortController();
  await using server = await startTanaServer({ graph, fault: (path) => stopAt(path, stop) });
  const reading = openLive(server.url, { signal: stop.signal }).nodes(['ada']);
  await expect(reading).rejects.toThrow('enough');
  await expect(openLive(server.url, { signal: stop.signal }).nodes(['bob'])).rejects.toThrow('enough');
});

test('Tana is reported as ready with its workspaces, as still loading, or as refusing the token', async () => {
  await using ready = await startTanaServer({ graph });
  const workspaces = await readLiveWorkspaces(openApi(ready.url), 1000);
  expect(workspaces.map(({ id, name }) => [id, name])).toEqual([['ws1', 'Main']]);
  await using loading = await startTanaServer({ graph, isReady: false });
  expect(await failure(readLiveWorkspaces(openApi(loading.url), 1000))).toMatch(/still loading/);
  await using closed = await startTanaServer({ graph, token: 'another' });
  expect(await failure(readLiveWorkspaces(openApi(closed.url), 1000))).toMatch(/refused the token/);
});

test('an id of a node is escaped in the address of a request to Tana', async () => {
  await using server = await startTanaServer({ graph });
  await openLive(server.url).nodes(['../workspaces', 'a/b?c#d']);
  expect(server.requests.map((path) => path.split('?')[0])).toEqual(['/nodes/..%2Fworkspaces', '/nodes/a%2Fb%3Fc%23d']);
});
