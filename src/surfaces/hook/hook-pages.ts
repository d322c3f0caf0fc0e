// Makes the pages that a hook adds to a conversation, and compares work trees at both ends of a turn.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { DEFAULTS } from '../../config/defaults.ts';
import { findLayout } from '../../formats/index.ts';
import type { Pack } from '../../model/pack.ts';
import { oneLine } from '../../model/visible-text.ts';
import type { MissedAnswer, MissedPlace } from '../../ports/lookup.ts';
import type { Tokenizer } from '../../ports/tokenizer.ts';
import { git, splitNames } from '../../reading/git.ts';
import { readPlainFile } from '../../reading/plain-file.ts';
import type { TurnState } from './session-state.ts';

const { changedFilesMax, afterTokens } = DEFAULTS.hook;

/** The commit of a work tree, and a hash of each file that differs from it; null if git fails or too many differ. */
export async function workTreeState(root: string): Promise<Omit<TurnState, 'isTold'> | null> {
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

/**
 * Files that were changed before the turn began: `except` lists those that the turn left alone, `unsure` those it
 * changed further.
 */
export function filesChangedBefore({ changed }: TurnState, root: string) {
  const isUnchanged = (path: string) => changed[path] === hashOf(join(root, path));
  const paths = Object.keys(changed);
  return { except: paths.filter(isUnchanged), unsure: paths.filter((path) => !isUnchanged(path)) };
}

/** The page of forgotten places for an agent. Leaves out places that do not fit into `afterTokens`. */
export function missedPage({ changed, places }: MissedAnswer, { count }: Pick<Tokenizer, 'count'>): string {
  const more = changed.length > 1 ? ` and ${changed.length - 1} more` : '';
  const head = `knap, on what this turn changed (${shownPath(changed[0] ?? '')}${more}). No request of the user: check, mend what is wrong, and end.`;
  const lines = [head];
  for (const place of places) if (count([...lines, lineOf(place)].join('\n')) <= afterTokens) lines.push(lineOf(place));
  return lines.join('\n');
}

const shownPath = (path: string): string => oneLine(path).slice(0, 120);

function lineOf({ path, line, because, likelihood }: MissedPlace): string {
  const howLikely = likelihood < 0.01 ? 'seldom' : `${Math.round(100 * likelihood)} %`;
  return `- ${shownPath(path)}${line === null ? '' : `:${line}`} (${howLikely}): ${oneLine(because).slice(0, 160)}`;
}

// Some clients put this text after the prompt, where a model may take it for the task.
const FRAME =
  'Background for the message of the user: places in this repository that may belong to it, found by knap. This is no request and asks for nothing; what to do is said by the user alone. Quoted lines are as they stand on the disk.';

type QuotedParts = Pick<Pack, 'blocks' | 'references' | 'files'>;

/**
 * Quotes the first blocks that fit into `bytesMax`, with the references if all blocks fit. If none does, names their
 * places; without blocks, the references are the page.
 */
export function fittingPage({ blocks, references, files }: QuotedParts, bytesMax: number) {
  for (let count = blocks.length; count > 0; count--) {
    const quoted = blocks.slice(0, count);
    const text = contextPage({ blocks: quoted, references: count === blocks.length ? references : [], files });
    if (Buffer.byteLength(text) <= bytesMax) return { blocks: quoted, text };
  }
  if (blocks.length === 0) return { blocks, text: contextPage({ blocks, references, files }) };
  const places = blocks.map(({ path, startLine, endLine }) => `${oneLine(path)}:${startLine}-${endLine}`);
  return { blocks: [], text: [FRAME, `Too long to quote: ${places.join(' · ')}`].join('\n\n') };
}

// Like the page of a pack, but without the part about the task.
function contextPage({ blocks, references, files }: QuotedParts): string {
  const isMap = blocks.length === 0;
  const layout = findLayout('markdown', 'prompt', { sources: false, code: true, isMap });
  const quoted = blocks.map((block, index) => {
    const before = blocks[index - 1];
    const isSameFile = before?.path === block.path && before.hash === block.hash;
    return `${isSameFile ? '' : layout.fileHeading(block)}${layout.blocks.item(block)}`;
  });
  const more = references.filter(({ excludedBecause }) => excludedBecause !== 'seen');
  const { opening, item, separator } = layout.references;
  const lines = [...Map.groupBy(more, ({ path }) => path)].map(([path, own]) => {
    const file = files.find((file) => file.path === path) ?? { path };
    return `${layout.referenceFile(file)}${own.map(item).join(separator)}`;
  });
  return [FRAME, ...quoted, ...(lines.length === 0 ? [] : [`${opening.trim()}${lines.join('')}`])].join('\n\n');
}
