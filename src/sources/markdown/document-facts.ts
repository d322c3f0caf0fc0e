import type { DocumentContent } from '../../model/document.ts';

export type {
  Anchor,
  CodeMention as Mention,
  DocumentContent as ContentOfDocument,
  DocumentLink as Link,
  DocumentNote,
  DocumentSection as Section,
} from '../../model/document.ts';

/** A document at its place. */
export interface DocumentFacts extends DocumentContent {
  /** Relative to the root, with forward slashes. */
  readonly path: string;
  /** Never empty: the given name, else the given title, else the first heading, else the stem of the file. */
  readonly name: string;
  readonly title: string;
  /** Code points of `# name` and the body; separators are not counted. */
  readonly displayLength: number;
  /** Stands for its folder. */
  readonly isRoot: boolean;
}
