import type { HttpBindings } from '@hono/node-server';
import { isLoopback } from './access.ts';

const NAME_CHARACTERS_MAX = 100;

/**
 * Who asks, as far as a server that knows one token can tell: another machine by its address, also one behind a proxy on this
 * machine. On this machine itself programs are told apart by what they call themselves; one that lies could as well slow
 * down the machine.
 */
export function callerOf(headers: Headers, env: HttpBindings): string {
  const address = env.incoming.socket.remoteAddress?.replace(/^::ffff:/, '') ?? '';
  if (!isLoopback(address)) return address;
  // The last one is what the proxy saw; those before it are what it was told.
  const forwarded = headers.get('x-forwarded-for')?.split(',').at(-1)?.trim();
  return (forwarded || `local ${headers.get('user-agent') ?? ''}`).slice(0, NAME_CHARACTERS_MAX);
}
