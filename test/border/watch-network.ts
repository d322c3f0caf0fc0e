import dgram from 'node:dgram';
import dns from 'node:dns';
import { appendFileSync } from 'node:fs';
import net from 'node:net';

// Loaded before a program (`--import`), in each of its threads: writes down whatever would leave this machine, and stops it.

const file = process.env.NETWORK_WATCHED ?? '';
const HERE = /^(?:127\.[\d.]+|::1|::ffff:127\.[\d.]+|localhost|::|0\.0\.0\.0)$/;

function refuse(what: string): never {
  appendFileSync(file, `${what}\n`);
  throw new Error(`${what} would leave this machine`);
}

function hostOf(args: readonly unknown[]): string | null {
  const [first, second] = Array.isArray(args[0]) ? (args[0] as unknown[]) : args;
  if (typeof first === 'object' && first !== null) {
    const { path, host } = first as { path?: string; host?: string };
    return path === undefined ? (host ?? 'localhost') : null;
  }
  if (typeof first === 'string' && !/^\d+$/.test(first)) return null;
  return typeof second === 'string' ? second : 'localhost';
}

const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function (this: net.Socket, ...args: unknown[]) {
  const host = hostOf(args);
  if (host !== null && !HERE.test(host)) refuse(`connect ${host}`);
  return Reflect.apply(connect, this, args) as net.Socket;
} as typeof connect;

const sending = dgram.Socket.prototype as unknown as Record<string, (...args: unknown[]) => unknown>;
for (const name of ['send', 'connect']) sending[name] = () => refuse(`dgram ${name}`);

for (const asking of [dns, dns.promises] as unknown as Record<string, unknown>[])
  for (const [name, ask] of Object.entries(asking))
    if (typeof ask === 'function' && /^(?:lookup|resolve|reverse)/.test(name))
      asking[name] = (...args: unknown[]) =>
        HERE.test(String(args[0])) ? (Reflect.apply(ask, asking, args) as unknown) : refuse(`dns ${String(args[0])}`);
