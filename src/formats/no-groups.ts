import type { Groups } from '../ports/formatter.ts';

/** For pages without headings for groups: blocks of two groups stand apart like any two blocks. */
export function noGroups(separator: string): Groups {
  return { opening: () => '', closing: '', separator };
}
