import { connect, createServer, type Socket } from 'node:net';

/** Starts a proxy that delays traffic to a server by half of `milliseconds` each way. */
export async function awayFrom(url: string, milliseconds: number): Promise<{ url: string; close(): Promise<void> }> {
  const target = new URL(url);
  const open = new Set<Socket>();
  const later = (from: Socket, to: Socket) => {
    open.add(from);
    from.on('data', (chunk) => setTimeout(() => to.writable && to.write(chunk), milliseconds / 2));
    from.on('error', () => {});
    from.on('close', () => setTimeout(() => to.destroy(), milliseconds / 2));
  };
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    later(client, upstream);
    later(upstream, client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    url: url.replace(`:${target.port}/`, `:${port}/`),
    close: () => {
      for (const socket of open) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
