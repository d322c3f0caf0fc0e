import type { Budgeted } from '../model/budget.ts';
import type { Issue } from '../model/document.ts';
import type { ShowPage } from './show-page.ts';

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
  readonly isBrief?: boolean | undefined;
  readonly view?: ShowView | undefined;
  /** Only this section of the target: its title, anchor or id. */
  readonly section?: string | undefined;
  /** Blockers of an issue come along whatever their length. */
  readonly withBlockers?: boolean | undefined;
  readonly format?: string | undefined;
  readonly tokenizer?: string | undefined;
  /** What is quoted stands inside boundaries it cannot forge. */
  readonly isFenced?: boolean | undefined;
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
  /** Only issues that can be started, the most urgent first. */
  readonly isReady?: boolean | undefined;
  readonly statuses?: readonly string[] | undefined;
  readonly priorityMin?: number | undefined;
  readonly priorityMax?: number | undefined;
  readonly types?: readonly string[] | undefined;
  /** All of them. */
  readonly labels?: readonly string[] | undefined;
  /** One of them. */
  readonly anyLabels?: readonly string[] | undefined;
  readonly nameContains?: string | undefined;
  /** A folder or a file. */
  readonly path?: string | undefined;
  readonly sort?: ListSort | undefined;
  readonly isReversed?: boolean | undefined;
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
  readonly path?: string | undefined;
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
