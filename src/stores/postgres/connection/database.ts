// Connects to PostgreSQL: sends statements, tries again after short failures, and translates errors for users.
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
  /** The delays before each new attempt after a connection was lost. */
  readonly reconnectDelaysMs: readonly number[];
  /** The number of partitions of new tables. */
  readonly partitions: number;
}

/** The value of a `?`; lists are sent as PostgreSQL arrays. */
export type Value = string | number | boolean | null | Uint8Array | readonly (string | number | boolean | null)[];
/** The columns of a row, as text from the server. */
export type SentRow = readonly (string | null)[];
/** Runs one statement in one round trip, or several that return nothing; every `?` stands for a value. */
export type Ask = (sql: string, ...values: Value[]) => Promise<readonly SentRow[]>;

export interface Database {
  /** Its address without the password. */
  readonly shown: string;
  readonly ask: Ask;
  /** Runs `work` in a transaction; runs it again from the start after the connection was lost. */
  write<T>(work: (ask: Ask) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/**
 * Opens a database with two connections, each made when it is first needed. One sends statements without waiting for
 * earlier answers, and all users of the same settings in a thread share it. The other runs transactions.
 */
export async function openDatabase(options: PostgresOptions): Promise<Database> {
  const { url, shown } = readAddress(options.url);
  // Imports the driver here, so that a program that only uses SQLite never loads it.
  const { default: pg } = await import('pg');
  const settings = {
    connectionString: url,
    connectionTimeoutMillis: options.connectTimeoutMs,
    statement_timeout: options.statementTimeoutMs,
    lock_timeout: options.lockWaitMs,
    idle_in_transaction_session_timeout: options.statementTimeoutMs,
    application_name: 'knap',
    keepAlive: true,
    // Columns stay text; the code that reads a row converts them.
    types: { getTypeParser: () => (text: unknown) => text } as never,
  };
  const asking = joinConnection(JSON.stringify(settings), () =>
    lazyConnection(pg.Client, { ...settings, pipeline: true } as never),
  );
  const writing = lazyConnection(pg.Client, settings);
  const inTurn = oneAtATime();
  // Retries only after a first successful connection.
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

// Runs transactions one after another, because a connection holds only one at a time.
function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work, work);
    last = next.catch(() => {});
    return next;
  };
}

async function attemptAgain<T>(work: () => Promise<T>, delaysMs: readonly number[], shown: string): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const delayMs = delaysMs[attempt];
      if (delayMs === undefined || !(isDropped(error) || isDemoted(error))) throw translateFailure(error, shown);
      await sleep(delayMs);
    }
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
  let index = 0;
  const text = sql.replaceAll('?', () => `$${++index}`);
  const result = await to.query({ text, values: values.map(sendable), rowMode: 'array' });
  // Several statements in one text give a list of results; callers that send them need no rows.
  return Array.isArray(result) ? [] : (result.rows as SentRow[]);
}

// PostgreSQL cannot store NUL in a text.
function sendable(value: Value): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  return Array.isArray(value) ? value.map(withoutNul) : withoutNul(value as string);
}

function withoutNul<T>(value: T): T | string {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value;
}

/** A connection that opens when it is first needed, and again after it was lost. */
interface LazyConnection {
  client(): Promise<Client>;
  /** Ends the connection; the next question makes another. */
  leave(): void;
  close(): Promise<void>;
}

const shared = new Map<string, { readonly connection: LazyConnection; users: number }>();

/** Shares one connection of this name among all its users in this thread; the last user to leave closes it. */
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

function lazyConnection(Driver: new (settings: ClientConfig) => Client, settings: ClientConfig): LazyConnection {
  let current: Promise<Client> | null = null;
  let isClosed = false;
  const connect = async (forget: () => void): Promise<Client> => {
    const client = new Driver(settings);
    // Without a listener, losing an idle connection would end the program.
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
      // A lost connection may report its end after the next one was opened.
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

// The code of a write that failed because the server is not, or no longer, the primary.
const DEMOTED = '25006';

// Codes of PostgreSQL, with the message for the user.
const FAILURES: Readonly<Record<string, readonly [code: ErrorCode, message: string]>> = {
  '55P03': ['STORE_BUSY', 'The workspace is being written by another knap.'],
  '40P01': ['STORE_BUSY', 'The workspace is being written by another knap.'],
  '57014': ['STORE_BUSY', 'The database took too long to answer.'],
  '53300': ['STORE_BUSY', 'The database has no connection left.'],
  '53100': ['STORE_AWAY', 'The disk of the database is full; nothing of this change was written.'],
  '28P01': ['STORE_AWAY', 'The database refuses the user or the password.'],
  '28000': ['STORE_AWAY', 'The database refuses the user or the password.'],
  '3D000': ['STORE_AWAY', 'The server has no database of that name.'],
  '42501': ['STORE_AWAY', 'The database does not let this user do that; whoever runs it can, with knap store grant.'],
  [DEMOTED]: ['STORE_AWAY', 'The database can only be read, as a replica can.'],
};

// Errors of the driver and of OpenSSL on encrypted connections, by code or by message.
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

/** Whether a new connection may answer the same question. */
function isDropped(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError && error.errors.some(isDropped)) return true;
  return DROPPED.test(codeOf(error)) || DROPPED_WORDS.test(error.message);
}

/** Whether another server may have become the primary: a new connection may lead to it. */
const isDemoted = (error: unknown): boolean => error instanceof Error && codeOf(error) === DEMOTED;

/** The error to show for one of the driver's; `shown` is the address without its password. */
function translateFailure(error: unknown, shown: string): unknown {
  if (error instanceof ContextError || !(error instanceof Error)) return error;
  const tls = TLS_FAILURES.find(([said]) => said.test(codeOf(error)) || said.test(error.message));
  if (tls) return new ContextError('STORE_AWAY', `${tls[1]} (${shown})`, { cause: error });
  const [code, message] = FAILURES[codeOf(error)] ?? [];
  if (code !== undefined) return new ContextError(code, `${message} (${shown})`, { cause: error });
  if (!isDropped(error)) return error;
  const reason = codeOf(error) || error.message.split('\n')[0]!;
  return new ContextError('STORE_AWAY', `The database cannot be reached: ${shown} (${reason}).`, { cause: error });
}

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '');
