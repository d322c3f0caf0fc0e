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

test('the page holds no inline script or style, and its policy allows only files of its own server', async () => {
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
  ['the page asked for under another host name', '/', () => ({ host: 'evil.example' }), 403],
  ['the page asked for by a page of another origin', '/', () => ({ origin: 'http://evil.example' }), 403],
  ['the list of choices without a token', '/ui/choices', () => ({}), 401],
  ['the list of choices with a wrong token', '/ui/choices', () => ({ authorization: 'Bearer x' }), 401],
  ['the status without a token', '/v1/status', () => ({}), 401],
  [
    'the status with a token from a page of another origin',
    '/v1/status',
    () => ({ ...token(), origin: 'http://evil' }),
    403,
  ],
  ['the stream of events without a token', '/v1/events', () => ({}), 401],
  ['a file outside the folder of the page', '/assets/../../package.json', () => token(), 404],
  ['a file outside the folder of the page, by escaped dots', '/assets/%2e%2e/%2e%2e/package.json', () => token(), 404],
];
for (const [what, path, headers, status] of refused)
  test(`the server of the page refuses ${what}`, async () => {
    const reply = await send(here.server.url + path, { headers: headers() });
    expect([reply.status, reply.headers['x-content-type-options']]).toEqual([status, 'nosniff']);
    expect(reply.text).not.toContain('shop');
  });

test('a code opens the page once and not for another origin, and a new code ends the older one', async () => {
  const exchange = async (code: string) => (await post(`${here.server.url}/ui/session`, { code })).status;
  const [older, newer] = [here.session.nextCode(), here.session.nextCode()];
  expect([await exchange(older), await exchange(newer), await exchange(newer), await exchange('')]).toEqual([
    401, 200, 401, 401,
  ]);
  const last = here.session.nextCode();
  const foreign = await post(`${here.server.url}/ui/session`, { code: last }, { origin: 'http://evil.example' });
  expect([foreign.status, await exchange(last)]).toEqual([403, 200]);
});

test('the page can read the lines of an indexed file and of no other file', async () => {
  const lines = (path: string) => post(`${here.server.url}/ui/lines`, { path }, token());
  const { status, text } = await lines('src/cart/cart.ts');
  expect([status, JSON.parse(text).text]).toEqual([200, SHOP['src/cart/cart.ts']!.trimEnd()]);
  expect((await lines('../../etc/passwd')).status).toBeGreaterThanOrEqual(400);
  expect((await lines('.git/config')).status).toBe(404);
});
