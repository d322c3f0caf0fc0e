import { afterAll, beforeAll, expect, test } from 'vitest';
import { post, send } from '../surfaces/http/server.ts';
import { SHOP, shareWorld } from '../surfaces/world.ts';
import { type ServedPageHere, servePage } from './served-page.ts';

const root = shareWorld(SHOP);
let here: ServedPageHere;
beforeAll(async () => {
  here = await servePage(root, { isIndexed: false });
});
afterAll(() => here.server.stop());

test('the page is served with a policy that allows only its own code', async () => {
  const { status, headers, text } = await send(`${here.server.url}/`);
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(headers['content-security-policy']).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  expect(text).not.toMatch(/<script(?![^>]* src=)|<style| on\w+=| style=/);
  const [, script] = /src="\.(\/assets\/[^"]+)"/.exec(text) ?? [];
  expect((await send(here.server.url + script)).headers['content-type']).toBe('text/javascript; charset=utf-8');
});

const token = () => ({ authorization: `Bearer ${here.session.token}` });
const refused: [what: string, path: string, headers: () => Record<string, string>, status: number][] = [
  ['the page by a foreign name', '/', () => ({ host: 'evil.example' }), 403],
  ['the page for a foreign page', '/', () => ({ origin: 'http://evil.example' }), 403],
  ['what can be chosen, without a token', '/ui/choices', () => ({}), 401],
  ['what can be chosen, with a wrong token', '/ui/choices', () => ({ authorization: 'Bearer x' }), 401],
  ['an answer without a token', '/v1/status', () => ({}), 401],
  ['an answer for a foreign page that has the token', '/v1/status', () => ({ ...token(), origin: 'http://evil' }), 403],
  ['news without a token', '/v1/events', () => ({}), 401],
  ['a file beside the page', '/assets/../../package.json', () => token(), 404],
  ['a file beside the page, in disguise', '/assets/%2e%2e/%2e%2e/package.json', () => token(), 404],
];
for (const [what, path, headers, status] of refused)
  test(`${what}: the request is refused`, async () => {
    const reply = await send(here.server.url + path, { headers: headers() });
    expect([reply.status, reply.headers['x-content-type-options']]).toEqual([status, 'nosniff']);
    expect(reply.text).not.toContain('shop');
  });

test('a code works once, and a new code ends the old one', async () => {
  const exchange = async (code: string) => (await post(`${here.server.url}/ui/session`, { code })).status;
  const [older, newer] = [here.session.nextCode(), here.session.nextCode()];
  expect([await exchange(older), await exchange(newer), await exchange(newer), await exchange('')]).toEqual([
    401, 200, 401, 401,
  ]);
  const last = here.session.nextCode();
  const foreign = await post(`${here.server.url}/ui/session`, { code: last }, { origin: 'http://evil.example' });
  expect([foreign.status, await exchange(last)]).toEqual([403, 200]);
});

test('only lines of indexed files can be read', async () => {
  const lines = (path: string) => post(`${here.server.url}/ui/lines`, { path }, token());
  const { status, text } = await lines('src/cart/cart.ts');
  expect([status, JSON.parse(text).text]).toEqual([200, SHOP['src/cart/cart.ts']!.trimEnd()]);
  expect((await lines('../../etc/passwd')).status).toBeGreaterThanOrEqual(400);
  expect((await lines('.git/config')).status).toBe(404);
});
