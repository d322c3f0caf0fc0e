import type { Budgeted } from '../model/budget.ts';
import type { FrontmatterField, Issue } from '../model/document.ts';

/** What is printed of a target: all of it, its frontmatter, its headings, or the file as it is. */
export const SHOW_VIEWS = ['page', 'peek', 'sections', 'raw'] as const;
export type ShowView = (typeof SHOW_VIEWS)[number];

export interface ShowInput extends Budgeted {
  /** Ids, paths (`a.md#anchor`, `src/a.ts:12-40`, `src/a.ts#Shop.pay`) or unique names. */
  readonly targets: readonly string[];
  /** Code points for related documents. */
  readonly context?: number | undefined;
  /** Code points for the list of references. */
  readonly references?: number | undefined;
  /** More room, and more places to look for what belongs to the start of some work. */
  readonly brief?: boolean | undefined;
  readonly view?: ShowView | undefined;
  /** Only this section of the target: its title, anchor or id. */
  readonly section?: string | undefined;
  /** Blockers of an issue come along whatever their length. */
  readonly withBlockers?: boolean | undefined;
  readonly format?: string | undefined;
  readonly tokenizer?: string | undefined;
  /** What is quoted stands inside boundaries it cannot forge. */
  readonly fenced?: boolean | undefined;
}

export interface ShowAnswer {
  readonly view: ShowView;
  readonly isFenced: boolean;
  readonly pages: readonly ShowPage[];
  readonly text: string;
  /** Code points of the targets and of their context, which has its own limit; tokens where they were counted. */
  readonly usage: { readonly target: number; readonly context: number; readonly tokens: number | null };
  readonly notes: readonly string[];
}

export const LIST_SORTS = ['path', 'name', 'priority', 'created', 'updated'] as const;
export type ListSort = (typeof LIST_SORTS)[number];

export interface ListInput {
  /** Only documents that carry an id or are issues. */
  readonly isIdentified?: boolean | undefined;
  /** Only issues that can be started, the most urgent first. */
  readonly ready?: boolean | undefined;
  readonly status?: readonly string[] | undefined;
  readonly priorityMin?: number | undefined;
  readonly priorityMax?: number | undefined;
  readonly type?: readonly string[] | undefined;
  /** All of them. */
  readonly label?: readonly string[] | undefined;
  /** One of them. */
  readonly labelAny?: readonly string[] | undefined;
  readonly nameContains?: string | undefined;
  /** Only what lies in this folder, or this file. */
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
  /** How many there are without the limit. */
  readonly total: number;
  readonly notes: readonly string[];
}

export interface SearchInput {
  readonly query: string;
  readonly limit?: number | undefined;
  /** Only what lies in this folder. */
  readonly under?: string | undefined;
  /** Only what scores at least this, the best being 1; everything that holds a word without it. */
  readonly minScore?: number | undefined;
}

export interface FoundDocument {
  /** Of the section that was found, else of its document. */
  readonly id: string | null;
  readonly name: string;
  readonly section: string | null;
  readonly location: { readonly path: string; readonly startLine: number; readonly endLine: number };
  readonly score: number;
  readonly excerpt: string;
}

export interface SearchAnswer {
  readonly results: readonly FoundDocument[];
  /** How many there are without the limit. */
  readonly total: number;
  readonly notes: readonly string[];
}

export interface CheckInput {
  /** Mend what can be mended without touching anything else. */
  readonly fix?: boolean | undefined;
  /** Only findings in these files and folders. */
  readonly paths?: readonly string[] | undefined;
}

export interface CheckFinding {
  readonly code: string;
  readonly path: string;
  readonly line: number;
  readonly message: string;
  readonly isFixable: boolean;
}

export interface CheckAnswer {
  /** What is still wrong, by path and line. */
  readonly findings: readonly CheckFinding[];
  readonly errors: number;
  /** Files that were mended. */
  readonly fixed: readonly string[];
  readonly documents: number;
  readonly notes: readonly string[];
}

export interface LinksInput {
  readonly target?: string | undefined;
  /** The shortest way of links from the target to this document. */
  readonly to?: string | undefined;
  /** Documents that nothing links to. */
  readonly orphans?: boolean | undefined;
}

/** One end of a link. */
export interface LinkEnd {
  readonly id: string | null;
  readonly name: string;
  readonly path: string;
  /** How the two belong together: a link, a field, a label. */
  readonly because: string;
}

export interface LinksAnswer {
  readonly target: LinkEnd | null;
  /** What the target links to. */
  readonly linksTo: readonly LinkEnd[];
  /** What links to the target. */
  readonly linkedFrom: readonly LinkEnd[];
  /** What the target links to and nothing is there. */
  readonly broken: readonly { readonly target: string; readonly line: number }[];
  /** The way, both ends included; null when there is none or none was asked for. */
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
