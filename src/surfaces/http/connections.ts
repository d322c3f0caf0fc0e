import type { Server } from 'node:http';
import type { Socket } from 'node:net';

export interface ConnectionLimits {
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
