import { CLIENTS, type ClientName } from './clients.ts';
import type { FileChange } from './file-change.ts';
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

const DONE = {
  create: 'written',
  change: 'changed',
  remove: 'removed',
  none: 'nothing to do',
} as const satisfies Record<FileChange['kind'], string>;
const TODO = {
  create: 'would be written',
  change: 'would be changed',
  remove: 'would be removed',
  none: 'nothing to do',
} as const satisfies Record<FileChange['kind'], string>;

/** The changes to read: file by file, the lines that differ. */
export function setUpText({ client, changes, isWritten }: SetUp): string {
  const words = isWritten ? DONE : TODO;
  const blocks = changes.map(({ file, kind, lines }) => [`${file}: ${words[kind]}`, ...lines].join('\n'));
  if (changes.every(({ kind }) => kind === 'none')) return blocks.join('\n');
  const next = isWritten
    ? `Start ${CLIENTS[client].title} anew to see it.`
    : 'Nothing was changed; run it again with --write to do so.';
  return [...blocks, next].join('\n\n');
}
