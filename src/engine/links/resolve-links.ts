import type { DocumentContent } from '../../model/document.ts';
import type { Directory } from '../../sources/markdown/links/directory.ts';
import { type Resolution, resolveField, resolveLink } from '../../sources/markdown/links/resolve-link.ts';
import type { KnowledgeRun } from '../documents/knowledge-run.ts';
import { linkDirectory } from './link-directory.ts';

/** A document whose links are to be followed. */
export interface Linking {
  readonly path: string;
  readonly content: Pick<DocumentContent, 'links' | 'references'>;
}

/** A link or a reference of the frontmatter, and where it leads. */
export interface ResolvedLink {
  readonly from: string;
  /** The key of the frontmatter it stands under; null for a link of the body. */
  readonly field: string | null;
  readonly target: string;
  /** What a reader sees of it. */
  readonly text: string;
  readonly line: number;
  readonly resolution: Resolution;
}

/** A document that was found, and the section that is meant; null for all of it. */
export interface LinkedPlace {
  readonly path: string;
  readonly section: number | null;
}

/** Everything some documents link to: of each the links of its body, then those of its frontmatter, in their order. */
export async function resolveLinks(documents: readonly Linking[], run: KnowledgeRun): Promise<readonly ResolvedLink[]> {
  const wanted = documents.flatMap(({ content }) => [
    ...content.links,
    ...content.references.flatMap(({ target }) => {
      const escaped = target.replaceAll('%', '%25');
      return [true, false].map((isWiki) => ({ target: escaped, isWiki }));
    }),
  ]);
  const resolve = (directory: Directory) => documents.flatMap((document) => resolvedBy(document, directory));
  return resolve(await linkDirectory(wanted, run.tables, run.store, resolve));
}

/** The place a link leads to. A section that is not there still leads to its document, as it does in a browser. */
export function placeOf({ resolution }: ResolvedLink): LinkedPlace | null {
  if (resolution.outcome === 'document') return { path: resolution.path, section: resolution.section?.index ?? null };
  if (resolution.outcome === 'file' || resolution.why !== 'missing-section') return null;
  return { path: resolution.candidates[0] ?? '', section: null };
}

function resolvedBy({ path: from, content }: Linking, directory: Directory): readonly ResolvedLink[] {
  return [
    ...content.links.map((link) => {
      const { target, text, line } = link;
      return { from, field: null, target, text, line, resolution: resolveLink(link, from, directory) };
    }),
    ...content.references.flatMap((reference) => {
      const { field, target, line } = reference;
      const resolution = resolveField(reference, from, directory);
      return resolution === null ? [] : [{ from, field, target, text: target, line, resolution }];
    }),
  ];
}
