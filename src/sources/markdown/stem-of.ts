import { markdown } from '../../languages/markdown.ts';

const EXTENSION = new RegExp(`\\.(?:${markdown.extensions.join('|')})$`, 'i');

/** The name of a file without its folder, its extension and the mark of a root document. */
export function stemOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name.replace(EXTENSION, '').replace(/^!/, '') || name;
}
