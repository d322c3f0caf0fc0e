// These types describe a document: its frontmatter, sections, links and mentions, and the findings of checks.

/** The facts of a document that do not depend on its path, so that they are stored under the hash of its bytes. */
export interface DocumentContent {
  /** Set for a record of a decision in the form of Nygard or MADR. */
  readonly isDecision?: true;
  readonly frontmatter: Frontmatter;
  /** The `lattice-id`, in upper case; null when there is none or it cannot be one. */
  readonly id: string | null;
  /** The frontmatter's `name`. */
  readonly givenName: string | null;
  /** The frontmatter's `title`. */
  readonly givenTitle: string | null;
  /** Text of the first heading of level 1. */
  readonly firstHeading: string | null;
  readonly aliases: readonly string[];
  readonly description: string | null;
  /** The beginning of the first paragraph, which replaces a missing description. */
  readonly lead: string | null;
  readonly labels: readonly string[];
  /** `doc-priority`: of two documents with the same relation to the shown one, the higher number gets room first. */
  readonly docPriority: number;
  /** `doc-position`: a document with a negative number stands before the shown document. */
  readonly docPosition: number;
  /** `doc-context-for`: labels of the documents that this one is shown with. */
  readonly docContextFor: readonly string[];
  /** `doc-context-budget`: characters of related documents, in place of the usual limit. */
  readonly docContextBudget: number | null;
  /** Present if and only if the frontmatter has an `issue-type` or a `task-type`. */
  readonly issue: Issue | null;
  /** In the order of the fields. */
  readonly references: readonly FrontmatterReference[];
  readonly sections: readonly DocumentSection[];
  readonly anchors: readonly Anchor[];
  readonly links: readonly DocumentLink[];
  readonly externalLinks: readonly OutsideLink[];
  readonly images: readonly OutsideLink[];
  readonly mentions: readonly CodeMention[];
  readonly lineCount: number;
  /** The lines of the body; the last is before the first when the body is empty. */
  readonly bodyLines: readonly [first: number, last: number];
  /** Code points of the body. */
  readonly bodyLength: number;
  readonly notes: readonly DocumentNote[];
}

/** The facts of a document at a path. */
export interface DocumentFacts extends DocumentContent {
  /** Relative to the root, with forward slashes. */
  readonly path: string;
  /** Never empty: the given name, else the given title, else the first heading, else the stem of the file. */
  readonly name: string;
  readonly title: string;
  /** Code points of `# name` and the body; separators are not counted. */
  readonly displayLength: number;
  /** Whether it stands for its folder, as a README does. */
  readonly isRoot: boolean;
}

/** An issue as a document's frontmatter states it; types and statuses that knap does not know stay, in lower case. */
export interface Issue {
  readonly type: string;
  readonly status: string | null;
  readonly priority: number | null;
  /** References: ids in upper case, or paths and names as written. */
  readonly blocking: readonly string[];
  readonly blockedBy: readonly string[];
  readonly discoveredFrom: readonly string[];
  /** As written, in ISO 8601 if it is correct. */
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
  readonly closedAt: string | null;
}

/** The YAML at the top of a document, key by key. */
export interface Frontmatter {
  /** The lines from the first to the last dashes; null without frontmatter. */
  readonly lines: readonly [first: number, last: number] | null;
  /** In the order of the text; only the first field of each key. */
  readonly fields: readonly FrontmatterField[];
}

export interface FrontmatterField {
  readonly key: string;
  readonly value: FrontmatterValue;
  readonly line: number;
}

/** A value of YAML as JSON. */
export type FrontmatterValue =
  | string
  | number
  | boolean
  | null
  | readonly FrontmatterValue[]
  | { readonly [key: string]: FrontmatterValue };

/** A field of the frontmatter that points at another document. */
export interface FrontmatterReference {
  readonly field: string;
  /** As written, without the white space and wikilink brackets around it. */
  readonly target: string;
  /** The target as an id; null if it cannot be one. */
  readonly id: string | null;
  readonly line: number;
  /** The number of the reference among all references of the document. */
  readonly position: number;
  /**
   * Set if only the form of the target suggests an id. The reference leads to the document with this id, or nowhere.
   */
  readonly isGuess?: true;
}

export interface DocumentSection {
  /** Place in `sections`; parents stand before their children. */
  readonly index: number;
  /** From `## [ID] Title`, in upper case. */
  readonly id: string | null;
  /** Plain text, without the id and without `{#anchor}`. */
  readonly title: string;
  readonly level: number;
  /** The line of the heading, and the line before the next heading of its level or a higher one. */
  readonly startLine: number;
  readonly endLine: number;
  readonly parent: number | null;
  /** The anchor as GitHub makes it, or the one given as `{#anchor}`; unique in its document. */
  readonly slug: string;
  /** Whether the heading is underlined instead of marked with `#`. */
  readonly isSetext: boolean;
  /** Code points of the section's text. */
  readonly displayLength: number;
}

/** A name that the fragment of a link can have, and the section it leads to; null before the first heading. */
export interface Anchor {
  readonly name: string;
  readonly line: number;
  readonly section: number | null;
}

/** A link without a scheme or host, as it is written. */
export interface DocumentLink {
  readonly isWiki: boolean;
  /** The text that a reader sees. */
  readonly text: string;
  /** The whole target, without markdown escapes but with percent signs. */
  readonly target: string;
  readonly line: number;
  /** The section the link stands in; null before the first heading. */
  readonly section: number | null;
}

/** A target outside of the documents: a URL, an image or another embedded file. */
interface OutsideLink {
  readonly target: string;
  readonly line: number;
}

/** A text in back-ticks that may name code. */
export interface CodeMention {
  readonly kind: 'path' | 'symbol';
  /** The name to look for, without call parentheses, sigils and line numbers. */
  readonly name: string;
  /** The line where it stands first. */
  readonly line: number;
  /** Whether the document writes it as a call somewhere: `pay()`. */
  readonly isCall: boolean;
}

/** A part of the document that could not be read. */
export interface DocumentNote {
  readonly line: number;
  readonly message: string;
}

/** The codes of findings: errors (E) and warnings (W). The checks say beside each code what it means. */
export type FindingCode =
  | `E00${1 | 2 | 3 | 4 | 5 | 6 | 7}`
  | `W00${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}`
  | 'W010'
  | 'W011';

export interface Finding {
  readonly code: FindingCode;
  readonly path: string;
  readonly line: number;
  readonly message: string;
  /** Whether `fixDocument` can mend it without any other change. */
  readonly isFixable: boolean;
}

/** Creates a finding that only a person can mend. */
export function finding(code: FindingCode, path: string, line: number, message: string): Finding {
  return { code, path, line, message, isFixable: false };
}

export function isError(finding: Finding): boolean {
  return finding.code.startsWith('E');
}
