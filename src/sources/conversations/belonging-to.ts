import { posix } from 'node:path';
import type { Conversation } from './conversation.ts';

export interface Belonging {
  /** Whether the folder the conversations lie in was configured for this workspace, and not for all. */
  readonly isConfiguredHere: boolean;
}

/** A filter for the conversations that belong to a workspace: held in its root or below, or said to be its own. */
export function belongingTo(
  root: string,
  { isConfiguredHere }: Belonging,
): (conversation: Pick<Conversation, 'folder'>) => boolean {
  return ({ folder }) => (folder === null ? isConfiguredHere : pathWithin(folder, root) !== null);
}

/**
 * A path that a conversation names, as a path of the workspace: relative to the root, with forward slashes. Relative
 * ones are meant from the folder of the conversation. Null when it leads outside.
 */
export function mentionedPath(mention: string, folder: string | null, root: string): string | null {
  const start = folder ?? root;
  const path = isAbsolute(mention) ? mention : `${start}/${mention}`;
  const within = pathWithin(path, root);
  return within === '' ? null : within;
}

/** The way from a root down to a path, both absolute; empty for the root itself, null for what lies outside. */
export function pathWithin(path: string, root: string): string | null {
  if (!isAbsolute(path) || !isAbsolute(root)) return null;
  const [whole, base] = [normal(path), normal(root)];
  // Windows does not tell cases apart; a drive letter says that this is Windows.
  const fold = (text: string) => (/^[a-z]:/i.test(base) ? text.toLowerCase() : text);
  if (fold(whole) === fold(base)) return '';
  const prefix = base.endsWith('/') ? base : `${base}/`;
  return fold(whole).startsWith(fold(prefix)) ? whole.slice(prefix.length) : null;
}

function isAbsolute(path: string): boolean {
  return /^(?:\/|[A-Za-z]:[\\/]|\\\\)/.test(path);
}

function normal(path: string): string {
  const isWindows = /^(?:[A-Za-z]:|\\\\)/.test(path);
  const forward = isWindows ? path.replaceAll('\\', '/') : path;
  const clean = posix.normalize(forward);
  return clean.length > 1 ? clean.replace(/(?<!\/)\/+$/, '') : clean;
}
