import { expect, test } from 'vitest';
import { checkAccess, isLoopback } from '../../../src/surfaces/http/access.ts';
import { Refusal } from '../../../src/surfaces/http/http-errors.ts';

const TOKEN = 'a-token-of-some-length';
const here = { host: '127.0.0.1', names: ['workshop'], token: null };
const everywhere = { host: '0.0.0.0', names: ['workshop'], token: null };
const named = { host: 'Knap.Example', names: ['workshop'], token: null };

const hosts: [host: string, access: typeof here, isOwn: boolean][] = [
  ['127.0.0.1:7373', here, true],
  ['localhost', here, true],
  ['[::1]:7373', here, true],
  ['127.3.2.1', here, true],
  ['127.0.0.1.evil.example', here, false],
  ['localhost.evil.example', here, false],
  ['evil.example', here, false],
  ['192.168.0.7:7373', here, false],
  ['workshop:7373', here, false],
  ['', here, false],
  ['127.0.0.1:7373:1', here, false],
  ['127.0.0.1/evil', here, false],
  ['192.168.0.7:7373', everywhere, true],
  ['[fe80::1]:7373', everywhere, true],
  ['WORKSHOP:7373', everywhere, true],
  ['evil.example', everywhere, false],
  ['knap.example:7373', named, true],
  ['10.0.0.1', named, false],
];
for (const [host, access, isOwn] of hosts) {
  test(`a request for "${host}" to a server at ${access.host} is ${isOwn ? 'accepted' : 'refused as foreign'}`, () => {
    const check = () => checkAccess(new Headers({ host }), access);
    if (isOwn) expect(check).not.toThrow();
    else expect(check).toThrow(Refusal);
  });
}

const loopback: [host: string, isIt: boolean][] = [
  ['127.0.0.1', true],
  ['localhost', true],
  ['::1', true],
  ['0.0.0.0', false],
  ['::', false],
  ['10.0.0.1', false],
  ['127.example.org', false],
];
for (const [host, isIt] of loopback)
  test(`the host ${host} ${isIt ? 'is' : 'is not'} a loopback address`, () => expect(isLoopback(host)).toBe(isIt));

test('a foreign host with the right token is refused because of the host', () => {
  const access = { ...here, token: TOKEN };
  const headers = new Headers({ host: 'evil.example', authorization: `Bearer ${TOKEN}` });
  expect(() => checkAccess(headers, access)).toThrow(/does not answer for the host/);
  headers.set('host', 'localhost');
  expect(() => checkAccess(headers, access)).not.toThrow();
});
