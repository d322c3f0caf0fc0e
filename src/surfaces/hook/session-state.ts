import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { DEFAULTS } from '../../config/defaults.ts';
import { existingStateFolder, makeStateFolder } from '../../config/workspace-folders.ts';
import { readPlainText } from '../../reading/plain-file.ts';

const { sessionsKept, givenMax, stateBytesMax } = DEFAULTS.hook;
const PART = 'hooks';

const stateSchema = z.object({
  /** What the session was given, the newest last. */
  given: z.array(z.object({ id: z.string(), hash: z.string() })),
  /** How the work tree was when the turn began; absent where nobody wants to know. */
  turn: z
    .object({ head: z.string(), changed: z.record(z.string(), z.string()), isTold: z.boolean() })
    .nullable()
    .default(null),
});
type SessionState = Readonly<z.infer<typeof stateSchema>>;
export type TurnState = NonNullable<SessionState['turn']>;

/** What is kept of a session; nothing where there is no record of it, or a damaged one. */
export function readSession(root: string, session: string): SessionState {
  const folder = existingStateFolder(root, PART);
  const text = folder === null ? null : readPlainText(fileOf(folder, session), { bytesMax: stateBytesMax });
  try {
    return text === null ? { given: [], turn: null } : stateSchema.parse(JSON.parse(text));
  } catch {
    // A record that cannot be read costs no more than saying something twice.
    return { given: [], turn: null };
  }
}

/** Keeps what a session has by now: the newest places of the newest sessions. A killed process leaves the old record or the new one. */
export async function keepSession(root: string, session: string, changed: Partial<SessionState>): Promise<void> {
  const state = { ...readSession(root, session), ...changed };
  const folder = await makeStateFolder(root, PART);
  const file = fileOf(folder, session);
  const temporary = `${file}.${randomUUID()}`;
  writeFileSync(temporary, JSON.stringify({ ...state, given: state.given.slice(-givenMax) }), { flag: 'wx' });
  renameSync(temporary, file);
  prune(folder);
}

/** Forgets what a session was given. */
export async function forgetGiven(root: string, session: string): Promise<void> {
  if (existingStateFolder(root, PART) !== null) await keepSession(root, session, { given: [] });
}

// An id is a stranger's text: its hash is a name that leads nowhere else.
function fileOf(folder: string, session: string): string {
  return join(folder, `${createHash('sha256').update(session).digest('hex').slice(0, 24)}.json`);
}

// What a killed process left behind is older than every record that is kept, sooner or later.
function prune(folder: string): void {
  const files = readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats?.isFile() ? [{ path, at: stats.mtimeMs }] : [];
  });
  const old = files.toSorted((a, b) => b.at - a.at || (a.path < b.path ? -1 : 1)).slice(sessionsKept);
  for (const { path } of old) rmSync(path, { force: true });
}
