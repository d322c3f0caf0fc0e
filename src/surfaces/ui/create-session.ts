import { randomBytes } from 'node:crypto';

/**
 * Who may ask. The address that is printed, and that a browser is started with, can be seen by others on this machine; so the
 * code in it works once and gives the page the token, which is written nowhere.
 */
export interface PageSession {
  readonly token: string;
  /** A code that nobody has used; the one before it works no more. */
  nextCode(): string;
  /** The token for the code; null where it is none, or was used. */
  exchange(code: string): string | null;
}

const BYTES = 24;
const secret = (): string => randomBytes(BYTES).toString('base64url');

export function createSession(): PageSession {
  const token = secret();
  let waiting: string | null = null;
  return {
    token,
    nextCode: () => (waiting = secret()),
    exchange(code) {
      // A guess among so many takes longer than anything lives: how long comparing takes tells nobody anything.
      if (waiting === null || code !== waiting) return null;
      waiting = null;
      return token;
    },
  };
}
