import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { DEFAULTS } from '../../config/defaults.ts';
import { oneLine } from '../../model/visible-text.ts';
import type { MissedAnswer, MissedPlace } from '../../ports/lookup.ts';
import type { Tokenizer } from '../../ports/tokenizer.ts';
import { git, splitNames } from '../../reading/git.ts';
import { readPlainFile } from '../../reading/plain-file.ts';
import type { TurnState } from './session-state.ts';

const { changedFilesMax, afterTokens } = DEFAULTS.hook;

/** The commit of a work tree, and a hash of every file that differs from it; null without git, or if too many files differ. */
export async function workTree(root: string): Promise<Omit<TurnState, 'isTold'> | null> {
  const [head, tracked, untracked] = await Promise.all([
    git(root, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']),
    git(root, ['diff', '--name-only', '--no-renames', '--ignore-submodules', '--relative', '-z', 'HEAD', '--', '.']),
    git(root, ['ls-files', '-o', '--exclude-standard', '-z']),
  ]);
  if (!head.ok || !tracked.ok || !untracked.ok) return null;
  const paths = [tracked, untracked].flatMap(({ stdout }) => splitNames(stdout).names);
  if (paths.length > changedFilesMax) return null;
  const changed = Object.fromEntries(paths.map((path) => [path, hashOf(join(root, path))]));
  return { head: head.stdout.toString().trim(), changed };
}

// For a file that cannot be read, returns the reason (gone, too large, a link) in place of a hash.
function hashOf(path: string): string {
  const bytes = readPlainFile(path, { bytesMax: DEFAULTS.scan.fileBytesMax });
  return typeof bytes === 'string' ? bytes : createHash('sha256').update(bytes).digest('hex').slice(0, 32);
}

/** Files that were changed before the turn began: `except` lists those that the turn left alone, `unsure` those it changed further. */
export function changedBefore(
  { changed }: TurnState,
  root: string,
): { readonly except: readonly string[]; readonly unsure: readonly string[] } {
  const isUnchanged = (path: string) => changed[path] === hashOf(join(root, path));
  const paths = Object.keys(changed);
  return { except: paths.filter(isUnchanged), unsure: paths.filter((path) => !isUnchanged(path)) };
}

/** The page of forgotten places for an agent, with as many lines as fit into `afterTokens`. */
export function missedPage({ changed, places }: MissedAnswer, { count }: Pick<Tokenizer, 'count'>): string {
  const more = changed.length > 1 ? ` and ${changed.length - 1} more` : '';
  const head = `knap, on what this turn changed (${named(changed[0] ?? '')}${more}). No request of the user: check, mend what is wrong, and end.`;
  const lines = [head];
  for (const place of places) if (count([...lines, lineOf(place)].join('\n')) <= afterTokens) lines.push(lineOf(place));
  return lines.join('\n');
}

const named = (path: string): string => oneLine(path).slice(0, 120);

function lineOf({ path, line, because, likelihood }: MissedPlace): string {
  const share = likelihood < 0.01 ? 'seldom' : `${Math.round(100 * likelihood)} %`;
  return `- ${named(path)}${line === null ? '' : `:${line}`} (${share}): ${oneLine(because).slice(0, 160)}`;
}
