import type { Client, ClientConfig } from 'pg';

/** One connection that is made when it is first needed, and again after it was lost. */
export interface LazyConnection {
  client(): Promise<Client>;
  /** Ends the connection; the next question makes another. */
  leave(): void;
  close(): Promise<void>;
}

const shared = new Map<string, { readonly connection: LazyConnection; users: number }>();

/** The connection that everybody in this thread has under this name; it ends with the last of them. */
export function joinConnection(name: string, open: () => LazyConnection): LazyConnection {
  const one = shared.get(name) ?? { connection: open(), users: 0 };
  shared.set(name, one);
  one.users += 1;
  let isClosed = false;
  return {
    client: () => {
      if (isClosed) throw new Error('The store was closed.');
      return one.connection.client();
    },
    leave: () => one.connection.leave(),
    close: async () => {
      if (isClosed) return;
      isClosed = true;
      one.users -= 1;
      if (one.users > 0) return;
      shared.delete(name);
      await one.connection.close();
    },
  };
}

/** A connection with these settings. */
export function lazyConnection(Driver: new (settings: ClientConfig) => Client, settings: ClientConfig): LazyConnection {
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
