import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { invariant } from '../../model/errors.ts';
import { CLIENTS, type ClientName } from './clients.ts';
import { changeOf, type FileChange, read, refuseOutside } from './file-change.ts';
import type { Scope } from './places.ts';

/** What was changed, or would be. */
export interface SetUp {
  readonly client: ClientName;
  readonly scope: Scope;
  readonly isWritten: boolean;
  readonly changes: readonly {
    readonly file: string;
    readonly kind: FileChange['kind'];
    readonly lines: readonly string[];
  }[];
}

const DONE = { create: 'written', change: 'changed', remove: 'removed' } as const;

/** The changes to read: file by file, the lines that differ. */
export function setUpText({ client, changes, isWritten }: SetUp): string {
  const told = (kind: FileChange['kind']) =>
    kind === 'none' ? 'nothing to do' : `${isWritten ? '' : 'would be '}${DONE[kind]}`;
  const blocks = changes.map(({ file, kind, lines }) => [`${file}: ${told(kind)}`, ...lines].join('\n'));
  if (changes.every(({ kind }) => kind === 'none')) return blocks.join('\n');
  const next = isWritten
    ? `Start ${CLIENTS[client].title} anew to see it.`
    : 'Nothing was changed; run it again with --write to do so.';
  return [...blocks, next].join('\n\n');
}

/** The lines that differ, those that go with `-` and those that come with `+`; everything else stays unsaid. */
export function changedLines(before: string, after: string): readonly string[] {
  if (before === after) return [];
  const [old, next] = [linesOf(before), linesOf(after)];
  const least = Math.min(old.length, next.length);
  let head = 0;
  while (head < least && old[head] === next[head]) head++;
  let tail = 0;
  while (tail < least - head && old.at(-1 - tail) === next.at(-1 - tail)) tail++;
  const at = `@@ line ${head + 1} @@`;
  return [
    at,
    ...old.slice(head, old.length - tail).map((line) => `- ${line}`),
    ...next.slice(head, next.length - tail).map((line) => `+ ${line}`),
  ];
}

function linesOf(text: string): readonly string[] {
  const lines = text.split(/\r?\n/);
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

const SKILL = join('knap', 'SKILL.md');
// Beside dist in the package, three folders up in the sources.
const PLACES = ['../skills', '../../../skills'];

/** The page that teaches an agent when to call knap, on its way in or out. */
export async function skillChange(
  folder: string,
  { within, remove }: { within: string | null; remove: boolean },
): Promise<FileChange> {
  const file = join(folder, SKILL);
  if (within !== null) refuseOutside(file, within);
  return changeOf(file, await read(file), remove ? null : await skillText());
}

async function skillText(): Promise<string> {
  const path = PLACES.map((place) => join(import.meta.dirname, place, SKILL)).find((one) => existsSync(one));
  const text = path === undefined ? null : await read(path);
  invariant(text !== null, 'the package holds its skill');
  return text;
}
