import { createHash, timingSafeEqual } from 'node:crypto';
import type { Server } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { Refusal } from './refusal.ts';

export interface Access {
  /** The address the server listens on. */
  readonly host: string;
  /** Other names of this machine. */
  readonly names: readonly string[];
  /** Names it is asked by through a proxy. */
  readonly allowed?: readonly string[];
  readonly token: string | null;
}

const LOOPBACK = ['localhost', '127.0.0.1', '::1'];
const EVERYWHERE = ['0.0.0.0', '::'];

/** Only this machine can reach it. */
export const isLoopback = (host: string): boolean => LOOPBACK.includes(host) || /^127(\.\d{1,3}){3}$/.test(host);

/**
 * Refuses whoever may not ask. A page in a browser can send requests to this machine in its user's name; its address
 * in Host (when a name was made to lead here) or Origin gives it away.
 */
export function checkAccess(headers: Headers, access: Access): void {
  const host = headers.get('host') ?? '';
  if (!isOwnName(nameIn(host), access)) throw new Refusal('FOREIGN_HOST', `This server is not called "${clip(host)}".`);
  const origin = headers.get('origin');
  if (origin !== null && ![`http://${host}`, `https://${host}`].includes(origin))
    throw new Refusal('FOREIGN_ORIGIN', `Pages of ${clip(origin)} may not ask this server.`);
  if (access.token !== null && !isToken(headers.get('authorization'), access.token))
    throw new Refusal('NO_TOKEN', 'The token is missing or wrong.');
}

function isOwnName(name: string | null, { host, names, allowed = [] }: Access): boolean {
  if (name === null) return false;
  if (name === host.toLowerCase() || isLoopback(name) || allowed.some((one) => one.toLowerCase() === name)) return true;
  // An address in numbers cannot be made to lead elsewhere.
  return EVERYWHERE.includes(host) && (isIP(name) > 0 || names.some((own) => own.toLowerCase() === name));
}

// `name:port`, `[address]:port`, or without a port.
function nameIn(host: string): string | null {
  const [, bracketed, plain] = /^(?:\[([0-9a-f:.]+)\]|([^:[\]/@\s]+))(?::\d{1,5})?$/i.exec(host) ?? [];
  return (bracketed ?? plain)?.toLowerCase() ?? null;
}

// Hashes are of one length, and comparing them takes as long whatever was sent.
function isToken(header: string | null, token: string): boolean {
  const [, sent = ''] = /^Bearer +(\S+) *$/i.exec(header ?? '') ?? [];
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(sent), hash(token));
}

const clip = (text: string): string => text.slice(0, 100);

interface ConnectionLimits {
  readonly connectionsMax: number;
  /** Of connections on which nobody has shown yet that he may ask; the rest is kept free for those who have. */
  readonly unknownMax: number;
}

const unknown = new WeakMap<Socket, () => void>();

/** Says that who asks on a connection may: it no longer counts among the unknown. */
export function isKnown(socket: Socket): void {
  unknown.get(socket)?.();
}

/**
 * Keeps connections that say nothing, or have no token, from taking the place of everybody else's. Where there are too many of them, the
 * address that has most loses its oldest: whoever opens many takes away his own.
 */
export function limitConnections(server: Server, { connectionsMax, unknownMax }: ConnectionLimits): void {
  server.maxConnections = connectionsMax;
  // The oldest first.
  const waiting = new Map<Socket, string>();
  server.on('connection', (socket: Socket) => {
    waiting.set(socket, socket.remoteAddress ?? '');
    const forget = () => {
      waiting.delete(socket);
      unknown.delete(socket);
    };
    unknown.set(socket, forget);
    socket.once('close', forget);
    if (waiting.size <= unknownMax) return;
    const most = addressWithMost(waiting.values());
    for (const [oldest, address] of waiting) {
      if (address !== most) continue;
      waiting.delete(oldest);
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
