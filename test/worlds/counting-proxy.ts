import { connect, createServer, type Socket } from 'node:net';

/** What went through a proxy. */
export interface Traffic {
  readonly statements: number;
  /** How often something was asked while nothing was: statements sent together are waited for once. */
  readonly waits: number;
  /** Bytes that came back. */
  readonly bytes: number;
}

export interface CountingProxy {
  /** The same URL, through the proxy. */
  readonly url: string;
  /** What went through since this was asked last. */
  taken(): Traffic;
  /** The statements that went through, as they were written. */
  texts(): readonly string[];
  /** How many connections are open. */
  connections(): number;
  /** Ends all connections that are open now, as a proxy or a network does. */
  drop(): void;
  /** Does so instead of handing on what follows so many more statements; something else where that is given. */
  dropAfter(statements: number, instead?: () => void): void;
  /** Ends all connections in the middle of an answer, after so many more bytes of it. */
  cutAfter(bytes: number): void;
  close(): Promise<void>;
}

// The last message of a question in PostgreSQL's protocol: Sync, or Query where it is a single one.
const QUERY = 'Q'.charCodeAt(0);
const ENDS = ['S'.charCodeAt(0), QUERY];
const PARSE = 'P'.charCodeAt(0);
const READY = 'Z'.charCodeAt(0);
const HEAD_BYTES = 5;

/** Stands between a client and a PostgreSQL server, and counts. Answers take `farMs` to come, as they do from far away. */
export async function countingProxy(url: string, farMs = 0): Promise<CountingProxy> {
  const target = new URL(url);
  const open = new Set<Socket>();
  let [statements, waits, bytes, unanswered] = [0, 0, 0, 0];
  const texts: string[] = [];
  let left = Number.POSITIVE_INFINITY;
  let onLast = () => {};
  let bytesLeft = Number.POSITIVE_INFINITY;
  // Whoever asks two things at once may have to open a connection for the second. On a busy machine the first would be answered before
  // that is done, and the two would count as two waits: so nothing comes from far away while a connection is being opened.
  const greeting = new Set<Socket>();
  const held: (() => void)[] = [];
  const handOn = () => {
    while (greeting.size === 0 && held.length > 0) held.shift()!();
  };
  const soon = () => setTimeout(handOn, farMs);
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    let isGreeted = false;
    greeting.add(client);
    const asked = messageCounter(true, (type, body) => {
      // A name, which ends with a zero, and the text, which does too.
      if (type === PARSE) texts.push(body.toString('utf8').split('\0')[1]!);
      // One without values is a text alone.
      if (type === QUERY) texts.push(body.toString('utf8').split('\0')[0]!);
      if (!ENDS.includes(type)) return;
      left -= 1;
      statements += 1;
      if (unanswered === 0) waits += 1;
      unanswered += 1;
    });
    const answered = messageCounter(false, (type) => {
      if (type !== READY) return;
      // The first one ends the greeting.
      if (isGreeted) unanswered -= 1;
      else greeting.delete(client);
      isGreeted = true;
    });
    const answer = (chunk: Buffer) => {
      answered(chunk);
      if (chunk.length <= bytesLeft) client.write(chunk);
      else client.write(chunk.subarray(0, bytesLeft), drop);
      bytesLeft = chunk.length <= bytesLeft ? bytesLeft - chunk.length : Number.POSITIVE_INFINITY;
      // Who was let in asks what it came for before others are answered.
      soon();
    };
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        open.delete(socket);
        greeting.delete(client);
        soon();
        client.destroy();
        upstream.destroy();
      });
    }
    client.on('data', (chunk: Buffer) => {
      asked(chunk);
      if (left < 0) {
        left = Number.POSITIVE_INFINITY;
        onLast();
      } else upstream.write(chunk);
    });
    upstream.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (farMs === 0 || greeting.has(client)) return answer(chunk);
      held.push(() => answer(chunk));
      soon();
    });
  });
  const drop = () => {
    for (const socket of open) socket.destroy();
    unanswered = 0;
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    url: url.replace(`${target.hostname}:${target.port}`, `${target.hostname}:${port}`),
    taken: () => {
      const traffic = { statements, waits, bytes };
      [statements, waits, bytes] = [0, 0, 0];
      return traffic;
    },
    texts: () => texts,
    connections: () => open.size / 2,
    drop,
    dropAfter: (more, instead = drop) => {
      left = more;
      onLast = instead;
    },
    cutAfter: (more) => {
      bytesLeft = more;
    },
    close: () => {
      drop();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

// The first message of a client has no type; every other is a type, a length that counts itself, and as many bytes.
function messageCounter(
  startsUntyped: boolean,
  onMessage: (type: number, body: Buffer) => void,
): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  let isFirst = startsUntyped;
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= HEAD_BYTES) {
      const length = isFirst ? rest.readUInt32BE(0) : rest.readUInt32BE(1) + 1;
      if (rest.length < length) return;
      if (!isFirst) onMessage(rest[0]!, rest.subarray(HEAD_BYTES, length));
      isFirst = false;
      rest = rest.subarray(length);
    }
  };
}
