// The questions about documents (`show`, `list`, `search`, `check`, `links`), with their inputs and answers.
import type { TokenLimit } from '../model/budget.ts';
import type { Finding, FrontmatterField, Issue } from '../model/document.ts';

/** What is printed of a target: all of it, its frontmatter, its outline, or the redacted text of its file. */
export const SHOW_VIEWS = ['page', 'peek', 'sections', 'raw'] as const;
export type ShowView = (typeof SHOW_VIEWS)[number];

export interface ShowInput extends TokenLimit {
  /** Ids, paths (`a.md#anchor`, `src/a.ts:12-40`, `src/a.ts#Shop.pay`) or unique names. */
  readonly targets: readonly string[];
  /** Code points for related documents. */
  readonly context?: number | undefined;
  /** Code points for the list of references. */
  readonly references?: number | undefined;
  /** Whether to gather context for starting work: allows more room and searches more places. */
  readonly brief?: boolean | undefined;
  readonly view?: ShowView | undefined;
  /** Shows only this section of the target, by title, anchor or id. */
  readonly section?: string | undefined;
  /** Whether to include the blockers of an issue whatever their length. */
  readonly withBlockers?: boolean | undefined;
  readonly format?: string | undefined;
  readonly tokenizer?: string | undefined;
  /** Puts quoted text inside boundaries that it cannot forge. */
  readonly fenced?: boolean | undefined;
}

export interface ShowAnswer {
  readonly view: ShowView;
  readonly isFenced: boolean;
  readonly pages: readonly ShowPage[];
  readonly text: string;
  /** Code points of the targets, and of their context, which has its own limit; tokens if they were counted. */
  readonly usage: { readonly target: number; readonly context: number; readonly tokens: number | null };
  readonly notes: readonly string[];
}

export const LIST_SORTS = ['path', 'name', 'priority', 'created', 'updated'] as const;
export type ListSort = (typeof LIST_SORTS)[number];

export interface ListInput {
  /** Lists only documents that carry an id or are issues. */
  readonly isIdentified?: boolean | undefined;
  /** Lists only issues that can be started, by default the most urgent first. */
  readonly ready?: boolean | undefined;
  readonly status?: readonly string[] | undefined;
  readonly priorityMin?: number | undefined;
  readonly priorityMax?: number | undefined;
  readonly type?: readonly string[] | undefined;
  /** A document must carry all of these labels. */
  readonly label?: readonly string[] | undefined;
  /** A document must carry one of these labels. */
  readonly labelAny?: readonly string[] | undefined;
  readonly nameContains?: string | undefined;
  /** Limits the list to this folder or file. */
  readonly under?: string | undefined;
  readonly sort?: ListSort | undefined;
  readonly reverse?: boolean | undefined;
  readonly limit?: number | undefined;
}

export interface ListedDocument {
  readonly id: string | null;
  readonly name: string;
  readonly path: string;
  readonly description: string | null;
  readonly labels: readonly string[];
  readonly issue: Issue | null;
}

export interface ListAnswer {
  readonly documents: readonly ListedDocument[];
  /** The number without the limit. */
  readonly total: number;
  readonly notes: readonly string[];
}

export interface SearchInput {
  readonly query: string;
  readonly limit?: number | undefined;
  /** Limits the answer to this folder. */
  readonly under?: string | undefined;
  /** The least score of a result, relative to the best (1). */
  readonly minScore?: number | undefined;
}

export interface FoundDocument {
  /** The id of the section, or else of its document. */
  readonly id: string | null;
  readonly name: string;
  readonly section: string | null;
  readonly location: { readonly path: string; readonly startLine: number; readonly endLine: number };
  readonly score: number;
  readonly excerpt: string;
}

export interface SearchAnswer {
  readonly results: readonly FoundDocument[];
  /** The number without the limit. */
  readonly total: number;
  readonly notes: readonly string[];
}

export interface CheckInput {
  /** Whether to fix findings that can be fixed without changing any other text. */
  readonly fix?: boolean | undefined;
  /** Reports only findings in these files and folders. */
  readonly paths?: readonly string[] | undefined;
}

export interface CheckAnswer {
  /** The remaining findings, by path and line. */
  readonly findings: readonly Finding[];
  readonly errors: number;
  readonly fixed: readonly string[];
  readonly documents: number;
  readonly notes: readonly string[];
}

export interface LinksInput {
  readonly target?: string | undefined;
  /** Asks for the shortest path of links from the target to this document. */
  readonly to?: string | undefined;
  /** Asks for markdown documents without links to them, except the index of a folder. */
  readonly orphans?: boolean | undefined;
}

export interface LinkEnd {
  readonly id: string | null;
  readonly name: string;
  readonly path: string;
  /** Why it is listed, in a clause. */
  readonly because: string;
}

export interface LinksAnswer {
  readonly target: LinkEnd | null;
  /** The documents and other files that the target links to. */
  readonly linksTo: readonly LinkEnd[];
  readonly linkedFrom: readonly LinkEnd[];
  /** Links of the target without an existing target. */
  readonly broken: readonly { readonly target: string; readonly line: number }[];
  /** The path of links with both ends; null if there is none or `to` was not set. */
  readonly way: readonly LinkEnd[] | null;
  readonly orphans: readonly LinkEnd[];
  readonly notes: readonly string[];
}

/** A document, or one section of it, as a page prints it. */
export interface ShownDocument {
  /** The id of the document or, for a section, the section's own. */
  readonly id: string | null;
  readonly name: string;
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  /** Hash of the whole file. */
  readonly hash: string;
  /** The title of the section; null for a whole document. */
  readonly section: string | null;
  /** Markdown after the frontmatter; a section starts with its own heading. */
  readonly body: string;
  readonly position: number;
  /** Why it is on the page, in a clause. */
  readonly because: string;
  /** Whether the text is from the index, because the file could not be read or keeps changing. */
  readonly isStale: boolean;
}

/** A shown target. Code and folders can be targets too, but have no fields and labels. */
export interface ShownTarget extends ShownDocument {
  /** The YAML as written; null if there is none or the view omits it. */
  readonly frontmatter: string | null;
  readonly fields: readonly FrontmatterField[];
  readonly issue: Issue | null;
  readonly labels: readonly string[];
  /** The language of code; null for a document. */
  readonly language: string | null;
  /** The headings, symbols or files, if the caller wants these, the text is too long, or the target is a folder. */
  readonly outline: readonly OutlineEntry[] | null;
}

export interface OutlineEntry {
  readonly id: string | null;
  readonly title: string;
  readonly level: number;
  readonly startLine: number;
  readonly endLine: number;
  /** Code points of its text; null for code, whose lines are counted. */
  readonly length: number | null;
}

/** A candidate that the page names but does not print. */
export interface ShownReference {
  readonly id: string | null;
  readonly name: string;
  readonly path: string;
  /** The anchor of a section; null for a whole document. */
  readonly anchor: string | null;
  readonly description: string | null;
}

/** One target with its related documents. */
export interface ShowPage {
  readonly target: ShownTarget;
  /** Related documents by position, in the order of printing. */
  readonly before: readonly ShownDocument[];
  readonly after: readonly ShownDocument[];
  readonly references: readonly ShownReference[];
  /** The number of related documents that are neither printed nor named, for lack of room. */
  readonly more: number;
}

/** How a page marks what a terminal can show in colour. */
export interface ShowPaint {
  status(text: string, status: string): string;
}

export interface ShowPrinting {
  /** Puts quoted text inside boundaries that it cannot forge; without it a page reads like its document. */
  readonly isFenced?: boolean | undefined;
  readonly paint?: ShowPaint | undefined;
}
