import type { FrontmatterField, Issue } from '../model/document.ts';

/** A document, or one section of it, as a page prints it. */
export interface ShownDocument {
  /** The id of the document or, for a section, the section's own. */
  readonly id: string | null;
  readonly name: string;
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  /** Of the whole file. */
  readonly hash: string;
  /** The title of the section; null for a whole document. */
  readonly section: string | null;
  /** Markdown after the frontmatter; a section starts with its own heading. */
  readonly body: string;
  readonly position: number;
  /** Why it is on the page, in a clause. */
  readonly because: string;
  /** The disk could not be asked, and the stored text stands in. */
  readonly isStale: boolean;
}

/** What was asked for. Code is a target too, and has nothing but its text. */
export interface ShownTarget extends ShownDocument {
  /** The YAML as it is written; null where there is none, or where it is not asked for. */
  readonly frontmatter: string | null;
  readonly fields: readonly FrontmatterField[];
  readonly issue: Issue | null;
  readonly labels: readonly string[];
  /** The language of code; null for a document. */
  readonly language: string | null;
  /** The headings, symbols or files, when they are asked for instead of the text, or the text is too long. */
  readonly outline: readonly OutlineEntry[] | null;
}

export interface OutlineEntry {
  readonly id: string | null;
  readonly title: string;
  readonly level: number;
  readonly startLine: number;
  readonly endLine: number;
  /** Code points of its text; null for code, which is told by its lines. */
  readonly length: number | null;
}

/** A candidate that is named and not printed. */
export interface ShownReference {
  readonly id: string | null;
  readonly name: string;
  readonly path: string;
  /** The anchor of a section; null for a whole document. */
  readonly anchor: string | null;
  readonly description: string | null;
}

/** One target with what belongs to it. */
export interface ShowPage {
  readonly target: ShownTarget;
  /** Context by position, in the order it is printed. */
  readonly before: readonly ShownDocument[];
  readonly after: readonly ShownDocument[];
  readonly references: readonly ShownReference[];
  /** How many related documents are neither printed nor named for lack of room. */
  readonly more: number;
}

/** How a page marks what a terminal can show in colour. */
export interface ShowPaint {
  status(text: string, status: string): string;
}

export interface ShowPrinting {
  /** What is quoted stands inside boundaries it cannot forge; without it a page reads like its document. */
  readonly isFenced?: boolean | undefined;
  readonly paint?: ShowPaint | undefined;
}
