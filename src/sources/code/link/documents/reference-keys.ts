import type { DocumentContent } from '../../../../model/document.ts';
import { nameKey } from '../../../../model/terms.ts';
import { latticeId } from '../../../markdown/lattice-id.ts';
import { folderOf, joinPath } from '../../../markdown/links/find-path.ts';
import { targetOf } from '../../../markdown/links/link-target.ts';
import { withoutPageEnding } from '../../../markdown/stem-of.ts';
import { TOP_KEY } from './identity-keys.ts';

// Edges are bounded too, so what a list of hundreds of links says at its end changes nothing.
const KEYS_MAX = 160;
const BLOCKED_BY = 'blocked-by';

interface Written {
  readonly target: string;
  readonly isWiki: boolean;
}

/**
 * Everything that what a document refers to may be found by: its links, the references of its frontmatter, the paths
 * and symbols it mentions. A file none of whose `identityKeys` is among them cannot change where the document leads.
 */
export function referenceKeys(document: DocumentContent, path: string): readonly string[] {
  const keys = [
    ...document.references.flatMap(({ target }) => anyKeys(target, path)),
    ...document.links.flatMap((link) => targetKeys(link, path)),
    ...document.mentions.flatMap(({ kind, name }) =>
      kind === 'path'
        ? nameKey(lastOf(name))
        : [nameKey(symbolOf(name)), ...(name.includes('.') ? [nameKey(name)] : [])],
    ),
  ];
  return [...new Set(keys)].filter((key) => key !== '').slice(0, KEYS_MAX);
}

/** The same for those it is blocked by alone. */
export function blockerKeys(document: DocumentContent, path: string): readonly string[] {
  const blockers = document.references.filter(({ field }) => field === BLOCKED_BY);
  return [...new Set(blockers.flatMap(({ target }) => anyKeys(target, path)))].filter((key) => key !== '');
}

/** The last part of a name: `Shop::Cart#pay` → `pay`. */
export function symbolOf(name: string): string {
  return /(?<![\p{L}\p{N}_$])[\p{L}\p{N}_$]+$/u.exec(name)?.[0] ?? name;
}

function anyKeys(target: string, path: string): readonly string[] {
  const escaped = target.replaceAll('%', '%25');
  return [...targetKeys({ target: escaped, isWiki: false }, path), ...targetKeys({ target, isWiki: true }, path)];
}

function targetKeys(link: Written, fromPath: string): readonly string[] {
  const { path, fragment } = targetOf(link);
  if (path === '') return [];
  const joined = joinPath(link.isWiki || path.startsWith('/') ? '' : folderOf(fromPath), path);
  const moved = fragment === null || latticeId(fragment) === null ? [] : [nameKey(fragment)];
  if (joined === null) return moved;
  const last = lastOf(joined);
  const keys = last === '' ? [TOP_KEY] : [nameKey(last), nameKey(withoutPageEnding(last))];
  return [...keys, ...(link.isWiki ? [nameKey(path)] : []), ...moved];
}

function lastOf(path: string): string {
  const trimmed = path.replace(/(?<!\/)\/+$/, '');
  return trimmed.slice(trimmed.lastIndexOf('/') + 1);
}
