import type { Client, ClientConfig } from 'pg';

/** One connection that is made when it is first needed, and again after it was lost. */
export interface ConnectionLine {
  client(): Promise<Client>;
  close(): Promise<void>;
}

/** A connection with these settings. */
export function openLine(Driver: new (settings: ClientConfig) => Client, settings: ClientConfig): ConnectionLine {
  let current: Promise<Client> | null = null;
  let isClosed = false;
  const connect = async (): Promise<Client> => {
    const client = new Driver(settings);
    const forget = () => {
      current = null;
    };
    // Without a listener a connection that is lost while nobody asks would end the program.
    client.on('error', forget);
    client.on('end', forget);
    await client.connect();
    return client;
  };
  return {
    client: () => {
      if (isClosed) throw new Error('The store was closed.');
      current ??= connect().catch((error: unknown) => {
        current = null;
        throw error;
      });
      return current;
    },
    close: async () => {
      isClosed = true;
      await (await current?.catch(() => null))?.end();
    },
  };
}
