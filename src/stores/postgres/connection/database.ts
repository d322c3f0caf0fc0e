import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { readAddress } from './address.ts';
import { isDemoted, isDropped, translateFailure } from './failures.ts';
import { joinConnection, type LazyConnection, lazyConnection } from './lazy-connection.ts';

export interface PostgresOptions {
  readonly url: string;
  readonly connectTimeoutMs: number;
  readonly statementTimeoutMs: number;
  /** How long to wait for another writer of the same workspace. */
  readonly lockWaitMs: number;
  /** How long to wait before each further attempt after a connection was lost. */
  readonly reconnectDelaysMs: readonly number[];
}

/** A value is sent as the text or the bytes it is; lists as arrays. */
export type Value = string | number | boolean | null | Uint8Array | readonly (string | number | boolean | null)[];
/** The columns as the server writes them. */
export type SentRow = readonly (string | null)[];
/** Asks with one statement, which is one round trip; every `?` stands for a value. */
export type Ask = (sql: string, ...values: Value[]) => Promise<readonly SentRow[]>;

export interface Database {
  /** Its address without the password. */
  readonly shown: string;
  readonly ask: Ask;
  /** All that `work` does happens, or nothing. It runs again from its start if the connection is lost. */
  write<T>(work: (ask: Ask) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/**
 * Opens a database. At most two connections are made, each when it is first needed: questions go through one, without waiting for the
 * answers to those before them, and changes through the other. All stores of a thread that are in one database share the first.
 */
export async function openDatabase(options: PostgresOptions): Promise<Database> {
  const { url, shown } = readAddress(options.url);
  // Loaded here, so that whoever keeps the index in a file never loads it.
  const { default: pg } = await import('pg');
  const settings = {
    connectionString: url,
    connectionTimeoutMillis: options.connectTimeoutMs,
    statement_timeout: options.statementTimeoutMs,
    lock_timeout: options.lockWaitMs,
    idle_in_transaction_session_timeout: options.statementTimeoutMs,
    application_name: 'knap',
    keepAlive: true,
    // Columns stay text: whoever reads a row knows what it holds.
    types: { getTypeParser: () => (text: unknown) => text } as never,
  };
  const asking = joinConnection(JSON.stringify(settings), () =>
    lazyConnection(pg.Client, { ...settings, pipeline: true } as never),
  );
  const writing = lazyConnection(pg.Client, settings);
  const inTurn = oneAtATime();
  // Who was never there is not waited for.
  let delaysMs: readonly number[] = [];
  const attempt = async <T>(work: () => Promise<T>): Promise<T> => {
    const result = await attemptAgain(work, delaysMs, shown);
    delaysMs = options.reconnectDelaysMs;
    return result;
  };
  return {
    shown,
    ask: (sql, ...values) => attempt(async () => send(await asking.client(), sql, values)),
    write: (work) => inTurn(() => attempt(() => transact(writing, work))),
    close: async () => {
      await Promise.all([asking.close(), inTurn(() => writing.close())]);
    },
  };
}

// A connection holds one transaction.
function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work, work);
    last = next.catch(() => {});
    return next;
  };
}

async function attemptAgain<T>(work: () => Promise<T>, delaysMs: readonly number[], shown: string): Promise<T> {
  for (const delayMs of delaysMs) {
    try {
      return await work();
    } catch (error) {
      if (!isDropped(error) && !isDemoted(error)) throw translateFailure(error, shown);
      await sleep(delayMs);
    }
  }
  try {
    return await work();
  } catch (error) {
    throw translateFailure(error, shown);
  }
}

async function transact<T>(connection: LazyConnection, work: (ask: Ask) => Promise<T>): Promise<T> {
  const client = await connection.client();
  try {
    await client.query('BEGIN');
    const result = await work((sql, ...values) => send(client, sql, values));
    await client.query('COMMIT');
    return result;
  } catch (error) {
    if (!isDropped(error)) await client.query('ROLLBACK').catch(() => {});
    if (isDemoted(error)) connection.leave();
    throw error;
  }
}

async function send(to: Client, sql: string, values: readonly Value[]): Promise<readonly SentRow[]> {
  let at = 0;
  const text = sql.replaceAll('?', () => `$${++at}`);
  const result = await to.query({ text, values: values.map(sendable), rowMode: 'array' });
  // Several statements at once answer with a list; nobody who sends them asks for rows.
  return Array.isArray(result) ? [] : (result.rows as SentRow[]);
}

// PostgreSQL holds no NUL in a text.
function sendable(value: Value): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  return Array.isArray(value) ? value.map(withoutNul) : withoutNul(value as string);
}

function withoutNul<T>(value: T): T | string {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value;
}
