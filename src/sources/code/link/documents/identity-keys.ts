import type { ContentFacts } from '../../../../model/facts.ts';
import { nameKey } from '../../../../model/terms.ts';
import { isRootPath } from '../../../markdown/root-patterns.ts';
import { stemOf } from '../../../markdown/stem-of.ts';

/** The key of what stands for the whole workspace, which has no name. */
export const TOP_KEY = '/';

const INDEX_STEMS = ['index', '_index', 'readme'];

/** Everything a file can be meant by in a document: its name, its ids, what it is called, the symbols it defines. */
export function identityKeys(
  path: string,
  { document, symbols }: ContentFacts,
  rootPatterns: readonly string[],
): readonly string[] {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const keys = [name];
  if (document === null) keys.push(...symbols.map((symbol) => symbol.name));
  else {
    const { id, givenName, givenTitle, firstHeading, aliases, sections } = document;
    keys.push(stemOf(path), ...aliases, ...[id, givenName, givenTitle, firstHeading].flatMap((text) => text ?? []));
    keys.push(...sections.flatMap((section) => section.id ?? []));
    if (standsForFolder(path, rootPatterns)) keys.push(folderName(path));
  }
  const isTop = document !== null && !path.includes('/');
  return [...new Set([...keys.map(nameKey), ...(isTop ? [TOP_KEY] : [])])].filter((key) => key !== '');
}

/** Whether a document is what a link to its folder means. */
export function standsForFolder(path: string, rootPatterns: readonly string[]): boolean {
  return INDEX_STEMS.includes(stemOf(path).toLowerCase()) || isRootPath(path, rootPatterns);
}

/** The name of the folder a path lies in; empty at the top. */
export function folderName(path: string): string {
  return path.split('/').at(-2) ?? '';
}
