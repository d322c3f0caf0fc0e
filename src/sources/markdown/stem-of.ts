import { DOCUMENTS } from '../../languages/markdown.ts';

const ENDINGS = DOCUMENTS.flatMap(({ extensions }) => extensions).join('|');
const EXTENSION = new RegExp(`\\.(?:${ENDINGS})$`, 'i');
// A site is linked to as it is published.
const PAGE = new RegExp(`\\.(?:${ENDINGS}|html?)$`, 'i');

/** The name of a file without its folder, its extension and the mark of a root document. */
export function stemOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name.replace(EXTENSION, '').replace(/^!/, '') || name;
}

/** A path that may mean a document, without what it ends in. */
export function withoutPageEnding(path: string): string {
  return path.replace(PAGE, '');
}
