import { expect, onTestFinished, test } from 'vitest';
import type { HttpOptions } from '../../../src/surfaces/http/start-server.ts';
import { serveOverHttp } from '../../../src/surfaces/mcp/create-server.ts';
import { makeWorld, SHOP } from '../world.ts';
import { load } from './load.ts';
import { post, type Reply, read, send, serve, until } from './server.ts';

const QUESTION = { query: 'where are webhooks verified' };

test('a server answers each of 50 clients that ask three questions at the same time', async () => {
  const server = await serve(makeWorld(SHOP, { git: true }));
  const { times, faults } = await load(server.url, { clients: 50, hasMore: (asked) => asked < 3 });
  expect(faults).toEqual([]);
  expect(times.length).toBe(150);
  expect(server.load).toEqual({ running: 0, waiting: 0, listeners: 0 });
});

/** A server that answers questions only when the test lets it. */
async function holding(limits: NonNullable<HttpOptions['limits']>) {
  const held: (() => void)[] = [];
  let isHolding = false;
  const hold = () => (isHolding ? new Promise<void>((resolve) => held.push(resolve)) : undefined);
  const server = await serve(makeWorld(SHOP), { limits, mcp: serveOverHttp }, hold);
  // Questions that wait for the first index are not refused.
  await server.index();
  isHolding = true;
  const order: string[] = [];
  const heard = async (caller: string, asked: Promise<Reply>): Promise<{ reply: Promise<Reply> }> => {
    const known = () => server.load.running + server.load.waiting + order.length;
    const before = known();
    const reply = asked.then((one) => {
      order.push(`${caller} ${one.status}`);
      return one;
    });
    await until(() => known() > before);
    return { reply };
  };
  const endAll = async (count: number) => {
    while (order.length < count) {
      held.shift()?.();
      await until(() => held.length > 0 || order.length >= count);
    }
  };
  onTestFinished(() => {
    isHolding = false;
    for (const go of held) go();
  });
  return {
    ...{ server, order, endAll },
    ask: (caller: string, headers: Record<string, string> = {}) =>
      heard(caller, post(`${server.url}/v1/query`, QUESTION, { 'user-agent': caller, ...headers })),
    call: (caller: string) => heard(caller, post(`${server.url}/mcp`, TOOL_CALL, { ...AGENT, 'user-agent': caller })),
    shed: async () => (await send(`${server.url}/metrics`)).text.match(/^knap_questions_shed_total.*$/gm),
  };
}

const AGENT = { accept: 'application/json, text/event-stream' };
const TOOL_CALL = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'context_status', arguments: {} } };
const BUSY = { code: 'BUSY', message: expect.any(String), hint: expect.stringMatching(/^[^\n]*[Aa]sk again[^\n]*$/) };

for (const way of ['ask', 'call'] as const) {
  test(`${way === 'ask' ? 'questions' : 'calls to /mcp'} beyond the queue are refused with 503 and a time to try again`, async () => {
    const world = await holding({ runningMax: 1, waitingMax: 2 });
    for (let asked = 0; asked < 3; asked++) await world[way]('one');
    expect(world.server.load).toMatchObject({ running: 1, waiting: 2 });
    const sentAway = await (await world[way]('one')).reply;
    expect({ status: sentAway.status, after: sentAway.headers['retry-after'] }).toEqual({ status: 503, after: '1' });
    expect(read(sentAway).error).toEqual(BUSY);
    expect(await world.shed()).toEqual([
      'knap_questions_shed_total{reason="full"} 1',
      'knap_questions_shed_total{reason="late"} 0',
    ]);
    await world.endAll(4);
    expect(world.order.slice(1)).toEqual(['one 200', 'one 200', 'one 200']);
    await until(() => world.server.load.running === 0);
    // Refused questions leave no trace in the load.
    await world[way]('one');
    expect(world.server.load).toMatchObject({ running: 1, waiting: 0 });
  });
}

test('when the queue is long, a question that has waited too long is refused with 503', async () => {
  const { server, ask, shed, order, endAll } = await holding({ runningMax: 1, waitingFew: 1, waitMs: 1 });
  for (const caller of ['one', 'two', 'three']) await ask(caller);
  await until(() => server.load.waiting === 1);
  await until(() => order.length === 1);
  expect(order[0]).toMatch(/^(?:two|three) 503$/);
  expect(await shed()).toContain('knap_questions_shed_total{reason="late"} 1');
  await endAll(3);
  expect(order.slice(1)).toEqual(['one 200', expect.stringMatching(/ 200$/)]);
});

test('a server answers callers in turn, so that a caller with many questions does not delay others', async () => {
  const { ask, order, endAll } = await holding({ runningMax: 1 });
  for (const caller of ['many', 'many', 'many', 'many', 'single', 'many', 'other']) await ask(caller);
  await endAll(7);
  expect(order.map((one) => one.split(' ')[0])).toEqual(['many', 'single', 'other', 'many', 'many', 'many', 'many']);
});

test('a full queue refuses a question of the caller that filled it, and takes that of another caller', async () => {
  const { server, ask, order, endAll } = await holding({ runningMax: 1, waitingMax: 2 });
  for (let asked = 0; asked < 3; asked++) await ask('many');
  await ask('single');
  await until(() => order.length === 1);
  expect(order).toEqual(['many 503']);
  expect(server.load.waiting).toBe(2);
  await endAll(4);
  expect(order).toEqual(['many 503', 'many 200', 'single 200', 'many 200']);
});

test('a server keeps one running place free for another caller, also behind a proxy', async () => {
  const { server, ask } = await holding({ runningMax: 3 });
  for (let asked = 0; asked < 3; asked++) await ask('proxy', { 'x-forwarded-for': `10.0.0.${asked}, 10.1.1.1` });
  expect(server.load).toMatchObject({ running: 2, waiting: 1 });
  await ask('proxy', { 'x-forwarded-for': '10.1.1.2' });
  expect(server.load).toMatchObject({ running: 3, waiting: 1 });
});
