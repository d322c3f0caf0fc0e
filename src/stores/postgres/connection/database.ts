import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, ClientConfig } from 'pg';
import { ContextError, type ErrorCode } from '../../../model/errors.ts';
import { readAddress } from './address.ts';

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

/** One connection that is made when it is first needed, and again after it was lost. */
interface LazyConnection {
  client(): Promise<Client>;
  /** Ends the connection; the next question makes another. */
  leave(): void;
  close(): Promise<void>;
}

const shared = new Map<string, { readonly connection: LazyConnection; users: number }>();

/** The connection that everybody in this thread has under this name; it ends with the last of them. */
function joinConnection(name: string, open: () => LazyConnection): LazyConnection {
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
function lazyConnection(Driver: new (settings: ClientConfig) => Client, settings: ClientConfig): LazyConnection {
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

// What a server says that was the primary, or never was.
const DEMOTED = '25006';

// Codes of PostgreSQL (five characters) and of the system, and what they mean to a user.
const FAILURES: ReadonlyMap<string, { code: ErrorCode; message: string }> = new Map([
  ['55P03', { code: 'STORE_BUSY', message: 'The workspace is being written by another knap.' }],
  ['40P01', { code: 'STORE_BUSY', message: 'The workspace is being written by another knap.' }],
  ['57014', { code: 'STORE_BUSY', message: 'The database took too long to answer.' }],
  ['53300', { code: 'STORE_BUSY', message: 'The database has no connection left.' }],
  ['53100', { code: 'STORE_AWAY', message: 'The disk of the database is full; nothing of this change was written.' }],
  ['28P01', { code: 'STORE_AWAY', message: 'The database refuses the user or the password.' }],
  ['28000', { code: 'STORE_AWAY', message: 'The database refuses the user or the password.' }],
  ['3D000', { code: 'STORE_AWAY', message: 'The server has no database of that name.' }],
  [
    '42501',
    {
      code: 'STORE_AWAY',
      message: 'The database does not let this user do that; whoever runs it can, with knap store grant.',
    },
  ],
  [DEMOTED, { code: 'STORE_AWAY', message: 'The database can only be read, as a replica can.' }],
]);

// What the driver and OpenSSL say of a connection that should be encrypted, by code or by words.
const TLS_FAILURES: readonly (readonly [said: RegExp, message: string])[] = [
  [/^ERR_TLS_CERT_ALTNAME/, 'The certificate of the database is for another host.'],
  [/^CERT_HAS_EXPIRED/, 'The certificate of the database has expired.'],
  [
    /^(?:DEPTH_ZERO_|SELF_SIGNED|UNABLE_TO_|CERT_|ERR_TLS_|ERR_SSL_)/,
    'The certificate of the database is signed by nobody trusted here; sslrootcert=FILE in the URL names who is.',
  ],
  [/does not support SSL/, 'The database does not speak TLS; without sslmode in the URL nobody asks for it.'],
  [/, (?:no encryption|SSL off)$/, 'The database wants TLS; sslmode=verify-full in the URL asks for it.'],
  [/verify-ca requires|^ENOENT.*open/, 'The file of sslrootcert, which says whom to trust, cannot be read.'],
];

// The server went down or is coming up; a proxy, a network or an administrator ended the connection.
const DROPPED = /^(?:08...|57P0[1-5]|ECONN.*|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
const DROPPED_WORDS =
  /connection (?:terminated|ended|error)|timeout exceeded when trying to connect|client was closed/i;

/** Whether the same question may be answered by another connection. */
function isDropped(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError && error.errors.some(isDropped)) return true;
  return DROPPED.test(codeOf(error)) || DROPPED_WORDS.test(error.message);
}

/** Whether another server may have become the primary: a new connection may lead to it. */
function isDemoted(error: unknown): boolean {
  return error instanceof Error && codeOf(error) === DEMOTED;
}

/** The error to show for one of the driver's; `shown` is the address without its password. */
function translateFailure(error: unknown, shown: string): unknown {
  if (error instanceof ContextError || !(error instanceof Error)) return error;
  const tls = TLS_FAILURES.find(([said]) => said.test(codeOf(error)) || said.test(error.message));
  if (tls) return new ContextError('STORE_AWAY', `${tls[1]} (${shown})`, { cause: error });
  const failure = FAILURES.get(codeOf(error));
  if (failure) return new ContextError(failure.code, `${failure.message} (${shown})`, { cause: error });
  if (!isDropped(error)) return error;
  return new ContextError('STORE_AWAY', `The database cannot be reached: ${shown} (${reasonOf(error)}).`, {
    cause: error,
  });
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}

function reasonOf(error: Error): string {
  return codeOf(error) || error.message.split('\n')[0]!;
}
