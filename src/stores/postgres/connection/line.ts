import type { Client, ClientConfig } from 'pg';

/** One connection that is made when it is first needed, and again after it was lost. */
export interface ConnectionLine {
  client(): Promise<Client>;
  /** Ends the connection; the next question makes another. */
  leave(): void;
  close(): Promise<void>;
}

const shared = new Map<string, { readonly line: ConnectionLine; users: number }>();

/** The connection that everybody in this thread has under this name; it ends with the last of them. */
export function joinLine(name: string, open: () => ConnectionLine): ConnectionLine {
  const one = shared.get(name) ?? { line: open(), users: 0 };
  shared.set(name, one);
  one.users += 1;
  let isClosed = false;
  return {
    client: () => {
      if (isClosed) throw new Error('The store was closed.');
      return one.line.client();
    },
    leave: () => one.line.leave(),
    close: async () => {
      if (isClosed) return;
      isClosed = true;
      one.users -= 1;
      if (one.users > 0) return;
      shared.delete(name);
      await one.line.close();
    },
  };
}

/** A connection with these settings. */
export function openLine(Driver: new (settings: ClientConfig) => Client, settings: ClientConfig): ConnectionLine {
  let current: Promise<Client> | null = null;
  let isClosed = false;
  const connect = async (forget: () => void): Promise<Client> => {
    const client = new Driver(settings);
    // Without a listener a connection that is lost while nobody asks would end the program.
    client.on('error', forget);
    client.on('end', forget);
    try {
      await client.connect();
    } catch (error) {
      forget();
      throw error;
    }
    return client;
  };
  return {
    client: () => {
      if (isClosed) throw new Error('The store was closed.');
      if (current !== null) return current;
      // One that was lost may tell of its end when the next one is there already.
      const made: Promise<Client> = connect(() => {
        if (current === made) current = null;
      });
      current = made;
      return made;
    },
    leave: () => {
      const left = current;
      current = null;
      left?.then((client) => client.end()).catch(() => {});
    },
    close: async () => {
      isClosed = true;
      await (await current?.catch(() => null))?.end();
    },
  };
}
