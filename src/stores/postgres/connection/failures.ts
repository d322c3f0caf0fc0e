import { ContextError, type ErrorCode } from '../../../model/errors.ts';

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
export function isDropped(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError && error.errors.some(isDropped)) return true;
  return DROPPED.test(codeOf(error)) || DROPPED_WORDS.test(error.message);
}

/** Whether another server may have become the primary: a new connection may lead to it. */
export function isDemoted(error: unknown): boolean {
  return error instanceof Error && codeOf(error) === DEMOTED;
}

/** The error to show for one of the driver's; `shown` is the address without its password. */
export function translateFailure(error: unknown, shown: string): unknown {
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
