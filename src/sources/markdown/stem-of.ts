/** The name of a file without its folder, its extension and the mark of a root document. */
export function stemOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const stem = name.replace(/\.(?:md|mdx|markdown|mdown)$/i, '');
  return stem.replace(/^!/, '') || name;
}
