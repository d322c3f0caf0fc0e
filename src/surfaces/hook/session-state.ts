// Stores what a conversation was given and the work tree when its turn began: calls of the hook share no memory.
import { createHash } from 'node:crypto';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { DEFAULTS } from '../../config/defaults.ts';
import { existingStateFolder, makeStateFolder } from '../../config/workspace-folders.ts';
import { writeAtOnce } from '../../config/write-at-once.ts';
import { readPlainText } from '../../reading/plain-file.ts';

const { sessionsKept, givenMax, stateBytesMax } = DEFAULTS.hook;
const PART = 'hooks';

const stateSchema = z.object({
  /** The places that the session was given, the newest last. */
  given: z.array(z.object({ id: z.string(), hash: z.string() })),
  /** The work tree when the turn began; null if it is unknown. */
  turn: z
    .object({ head: z.string(), changed: z.record(z.string(), z.string()), isTold: z.boolean() })
    .nullable()
    .default(null),
});
type SessionState = Readonly<z.infer<typeof stateSchema>>;
export type TurnState = NonNullable<SessionState['turn']>;

/** Empty if there is no file or a damaged one. */
export function readSession(root: string, session: string): SessionState {
  const folder = existingStateFolder(root, PART);
  const text = folder === null ? null : readPlainText(fileOf(folder, session), { bytesMax: stateBytesMax });
  try {
    return text === null ? { given: [], turn: null } : stateSchema.parse(JSON.parse(text));
  } catch {
    // A damaged file makes the hook repeat something, or say nothing at the end of a turn.
    return { given: [], turn: null };
  }
}

/** Replaces parts of the state of a session, and removes the oldest sessions beyond `sessionsKept`. */
export async function saveSession(root: string, session: string, changed: Partial<SessionState>): Promise<void> {
  const state = { ...readSession(root, session), ...changed };
  const folder = await makeStateFolder(root, PART);
  const file = fileOf(folder, session);
  await writeAtOnce(file, JSON.stringify({ ...state, given: state.given.slice(-givenMax) }));
  prune(folder);
}

export async function clearGivenPlaces(root: string, session: string): Promise<void> {
  if (existingStateFolder(root, PART) !== null) await saveSession(root, session, { given: [] });
}

// Uses a hash as file name, because the session id is untrusted text.
function fileOf(folder: string, session: string): string {
  return join(folder, `${createHash('sha256').update(session).digest('hex').slice(0, 24)}.json`);
}

// Removes the oldest files beyond `sessionsKept`, in time also temporary ones of killed processes.
function prune(folder: string): void {
  const files = readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats?.isFile() ? [{ path, at: stats.mtimeMs }] : [];
  });
  const old = files.toSorted((a, b) => b.at - a.at || (a.path < b.path ? -1 : 1)).slice(sessionsKept);
  for (const { path } of old) rmSync(path, { force: true });
}
