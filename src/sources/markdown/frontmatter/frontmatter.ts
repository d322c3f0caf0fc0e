import type { Frontmatter, FrontmatterField } from '../../../model/document.ts';

export type { Frontmatter, FrontmatterField, FrontmatterReference, FrontmatterValue } from '../../../model/document.ts';

/** The value under a key; null when the key is absent. */
export function fieldOf(frontmatter: Frontmatter, key: string): FrontmatterField | null {
  return frontmatter.fields.find((field) => field.key === key) ?? null;
}
