// The errors that a user can meet, with the exit status and the next step.

export const ERRORS = {
  BAD_INPUT: { exit: 2, hint: null },
  NO_TASK: { exit: 2, hint: 'Say in words what it is about, for example "fix the login redirect".' },
  NO_SUCH_FILE: { exit: 2, hint: 'Paths are relative to the root of the workspace.' },
  NO_SUCH_SYMBOL: { exit: 2, hint: null },
  NO_TARGET: { exit: 2, hint: 'Give an id, a path or a name: knap show docs/design.md' },
  NO_SUCH_DOCUMENT: { exit: 2, hint: 'See them with: knap list' },
  NO_SUCH_SECTION: { exit: 2, hint: 'See them with --sections.' },
  AMBIGUOUS_NAME: { exit: 2, hint: 'Give a path, an id, or lines: path:12-30.' },
  NO_SUCH_REF: { exit: 2, hint: 'Give a branch, tag or commit that git knows, or use --patch FILE.' },
  NOT_FETCHED: {
    exit: 1,
    hint: 'Try the same address with git ls-remote; what it asks for (a key, a password) must be set up first.',
  },
  NO_GIT: { exit: 2, hint: 'Run inside a git repository; a pack can also be asked for with --patch FILE.' },
  BARE_REPOSITORY: { exit: 2, hint: 'Clone it and run knap in the clone, or name it with --repo PATH.' },
  BAD_CONFIG: { exit: 2, hint: null },
  BUDGET_INVALID: { exit: 2, hint: 'Give a whole number of tokens, for example --budget 8000.' },
  BUDGET_TOO_SMALL: { exit: 2, hint: null },
  OUTSIDE_ROOT: { exit: 2, hint: 'Only paths inside the workspace can be read.' },
  NO_SUCH_PACK: { exit: 2, hint: 'See them with: knap packs' },
  NOT_A_FOLDER: { exit: 2, hint: null },
  WHOLE_DISK: { exit: 2, hint: 'Name a folder with --root DIR, or say --yes to index all of it.' },
  TOO_LARGE: { exit: 2, hint: 'Send the part that matters: the end of a log, the hunks of a patch.' },
  TOO_MANY: { exit: 1, hint: 'Wait for answers before asking more.' },
  BAD_EXPORT: { exit: 2, hint: 'Nothing was imported; what was there before still is.' },
  NO_GRAPH: {
    exit: 2,
    hint: 'Import an export (knap import tana EXPORT.json), or start Tana with its Local API and set KNAP_TANA_TOKEN.',
  },
  NO_SUCH_WORKSPACE: { exit: 2, hint: 'See them with: knap status' },
  WORKSPACE_TAKEN: { exit: 2, hint: null },
  GRAPH_DAMAGED: { exit: 1, hint: 'Import it again: knap import tana EXPORT.json' },
  CANNOT_WRITE: { exit: 1, hint: 'Give a folder that can be written with --out DIR.' },
  NO_CLIPBOARD: {
    exit: 1,
    hint: 'Install wl-copy, xclip or xsel, or send the answer elsewhere: --format markdown > pack.md',
  },
  NOTHING_FOUND: { exit: 3, hint: null },
  STORE_DAMAGED: { exit: 1, hint: 'Remove the folder .knap and run again: the index is only a cache.' },
  STORE_UNUSABLE: { exit: 1, hint: 'Free some room on the disk, or make the folder .knap writable.' },
  STORE_AWAY: { exit: 1, hint: 'Nothing is lost: what was written stays, and the next run goes on from there.' },
  STORE_NEWER: { exit: 1, hint: 'Install a newer knap, or name another database with --store.' },
  GRAPH_BACKEND: { exit: 1, hint: 'Use --offline to read what was imported.' },
  STORE_BUSY: { exit: 1, hint: 'Another knap is indexing this workspace; try again in a moment.' },
  SYSTEM: { exit: 1, hint: 'The system refused this once, and nothing is lost: try again.' },
  INTERNAL: { exit: 1, hint: 'This is a fault of knap; KNAP_DEBUG=1 shows where.' },
} as const satisfies Record<string, { exit: number; hint: string | null }>;
export type ErrorCode = keyof typeof ERRORS;

export class ContextError extends Error {
  readonly code: ErrorCode;
  /** The next step. */
  readonly hint: string | null;
  constructor(code: ErrorCode, message: string, options?: { cause?: unknown; hint?: string | undefined }) {
    super(message, options);
    this.name = 'ContextError';
    this.code = code;
    this.hint = options?.hint ?? ERRORS[code].hint;
  }
}

/** Turns any error into one that a surface can print; one that is neither known nor of the system is a bug of knap. */
export function toContextError(error: unknown): ContextError {
  if (error instanceof ContextError) return error;
  const [message = ''] = messageOf(error).split('\n', 1);
  return new ContextError(isOfSystem(error) ? 'SYSTEM' : 'INTERNAL', message, { cause: error });
}

/** Returns the message of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns whether a call of the operating system failed. */
export function isOfSystem(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && 'code' in error;
}

/** The result of a step; undefined if it fails. */
export function attempt<T>(step: () => T): T | undefined {
  try {
    return step();
  } catch {
    return undefined;
  }
}

/** Throws if the condition does not hold, which only a bug can cause. */
export function invariant(condition: unknown, promise: string): asserts condition {
  if (!condition) throw new Error(`broken invariant: ${promise}`);
}
