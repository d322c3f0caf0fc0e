import type { ListedDocument } from '../../engine.ts';
import { oneLine } from '../../model/visible-text.ts';

/** `LAAAB [bug/P1/open] fix-login  docs/fix.md`, and how many more there are. */
export function documentRows(documents: readonly ListedDocument[], total: number): readonly string[] {
  return [...documents.map(documentRow), ...moreOf(total - documents.length)];
}

/** How many are not listed, where any are not. */
export function moreOf(rest: number): readonly string[] {
  return rest > 0 ? [`${rest} more`] : [];
}

function documentRow({ id, name, path, issue }: ListedDocument): string {
  const about =
    issue === null
      ? 'doc'
      : [issue.type || 'issue', issue.priority === null ? 'P?' : `P${issue.priority}`, issue.status ?? '?'].join('/');
  return [...(id === null ? [] : [id]), `[${oneLine(about)}]`, oneLine(name), ` ${oneLine(path)}`].join(' ');
}
