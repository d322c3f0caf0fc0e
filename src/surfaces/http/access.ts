// Checks the access of requests to the HTTP server, and limits connections without access.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Server } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { Refusal } from './http-errors.ts';
import type { HttpLimits } from './question-queue.ts';

export interface Access {
  /** The address that the server listens on. */
  readonly host: string;
  /** Other names of this machine. */
  readonly names: readonly string[];
  /** More host names that requests may use, for instance that of a proxy. */
  readonly allowed?: readonly string[];
  readonly token: string | null;
}

const LOOPBACK = ['localhost', '127.0.0.1', '::1'];
const EVERYWHERE = ['0.0.0.0', '::'];

/** Whether only this machine can reach the address. */
export const isLoopback = (host: string): boolean => LOOPBACK.includes(host) || /^127(\.\d{1,3}){3}$/.test(host);

/**
 * Refuses a request without access. A web page of another site can make the user's browser send requests to this
 * server. If the page could read the answer, the request names that site: in `Origin`, or in `Host` if the site pointed
 * its DNS name at this machine.
 */
export function checkAccess(headers: Headers, access: Access): void {
  const host = headers.get('host') ?? '';
  if (!isServedName(hostNameIn(host), access))
    throw new Refusal('FOREIGN_HOST', `This server does not answer for the host "${clip(host)}".`);
  const origin = headers.get('origin');
  if (origin !== null && ![`http://${host}`, `https://${host}`].includes(origin))
    throw new Refusal('FOREIGN_ORIGIN', `Web pages of ${clip(origin)} may not use this server.`);
  if (access.token !== null && !isToken(headers.get('authorization'), access.token))
    throw new Refusal('NO_TOKEN', 'The access token is missing or wrong.');
}

function isServedName(name: string | null, { host, names, allowed = [] }: Access): boolean {
  if (name === null) return false;
  if (name === host.toLowerCase() || isLoopback(name) || allowed.some((other) => other.toLowerCase() === name))
    return true;
  // A numeric address is safe, because DNS cannot redirect it.
  return EVERYWHERE.includes(host) && (isIP(name) > 0 || names.some((own) => own.toLowerCase() === name));
}

// `name:port`, `[address]:port`, or without a port.
function hostNameIn(host: string): string | null {
  const [, bracketed, plain] = /^(?:\[([0-9a-f:.]+)\]|([^:[\]/@\s]+))(?::\d{1,5})?$/i.exec(host) ?? [];
  return (bracketed ?? plain)?.toLowerCase() ?? null;
}

// Compares hashes, which have equal length, in constant time.
function isToken(header: string | null, token: string): boolean {
  const [, sent = ''] = /^Bearer +(\S+) *$/i.exec(header ?? '') ?? [];
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(sent), hash(token));
}

const clip = (text: string): string => text.slice(0, 100);

const unauthorized = new WeakMap<Socket, () => void>();

/** Exempts a connection from `unauthorizedMax`; called at each request with access. */
export function markAuthorized(socket: Socket): void {
  unauthorized.get(socket)?.();
}

/**
 * Limits all connections, and more strictly those that are not marked as authorized: when there are too many of these,
 * closes the oldest of the address that has most, so that a client with many pushes out its own.
 */
export function limitConnections(server: Server, { connectionsMax, unauthorizedMax }: HttpLimits): void {
  server.maxConnections = connectionsMax;
  // In the order of opening.
  const addresses = new Map<Socket, string>();
  server.on('connection', (socket: Socket) => {
    addresses.set(socket, socket.remoteAddress ?? '');
    const forget = () => {
      addresses.delete(socket);
      unauthorized.delete(socket);
    };
    unauthorized.set(socket, forget);
    socket.once('close', forget);
    if (addresses.size <= unauthorizedMax) return;
    const most = addressWithMost(addresses.values());
    for (const [oldest, address] of addresses) {
      if (address !== most) continue;
      addresses.delete(oldest);
      oldest.destroy();
      return;
    }
  });
}

function addressWithMost(addresses: Iterable<string>): string {
  const counts = new Map<string, number>();
  for (const address of addresses) counts.set(address, (counts.get(address) ?? 0) + 1);
  return [...counts].reduce((most, one) => (one[1] > most[1] ? one : most))[0];
}
