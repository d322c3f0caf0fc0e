// These types describe a language as data: its file names, comments, grammar queries and patterns of lines. The
// functions fill in defaults and write comments.
import type { CommentForm } from '../model/code-lines.ts';
import type { EntityKind } from '../model/entity.ts';

/**
 * Queries are tree-sitter patterns with these capture names:
 * `@class @function @method @interface @type @enum @constant @module` on the whole definition, beside `@name`, `@body`
 * (inside or beside it; the definition reaches to its end) and `@owner` (the type it belongs to, where it names that).
 * `.long` after a kind requires a minimum of lines, `.inner` the same outside symbols unless the definition begins an
 * unindented line, `.upper` an upper-case name. `@scope` holds definitions, is no symbol, and qualifies their names by
 * its `@name`; `@scope.type` holds members of a type. `@wrap` ends with a definition and starts before it (export).
 * `@lead` and `@comment` right before a definition belong to it. `@import` holds `@from` (the specifier) and
 * `@imported` (the names); `.child`, `.file` and `.relative` say how a specifier is meant. `@call` is a name that is
 * called or referred to. `@package` names the package. Names with a leading `_` serve predicates.
 */
export interface Language {
  /** Also the label of a markdown fence. */
  readonly name: string;
  /** Without the dot, lower case. */
  readonly extensions: readonly string[];
  /** Extensions that are also common words or members: `items.map` is a file only where the workspace has one. */
  readonly wordExtensions: readonly string[];
  readonly filenames: readonly string[];
  /** Whether its files are programs, not data, markup or prose. */
  readonly isCode: boolean;
  /** Whether tests often have the same file name as their subject; in other languages such a file is a fixture. */
  readonly hasUnmarkedTests?: boolean;
  /** Base name of the grammar's wasm file; null when there is no grammar. */
  readonly grammar: string | null;
  /** Whether V8 must not optimise this grammar, because that takes gigabytes of memory. */
  readonly hasLargeGrammar?: boolean;
  readonly symbols: string;
  readonly imports: string;
  readonly calls: string;
  readonly package: string;
  /** Patterns that show the type of a name (see `declarations.ts`); the first that finds one counts. */
  readonly declares: readonly RegExp[];
  /** Whether methods can be called without naming their object. */
  readonly hasImplicitSelf: boolean;
  readonly comment: CommentForm;
  /** Whether the first string of a body is its documentation. */
  readonly hasDocstrings?: boolean;
  /** Functions inside these are methods. */
  readonly methodContainers: readonly EntityKind[];
  /** Separates the parts of an import path, whose last part is the imported name. Null if specifiers stay whole. */
  readonly pathSeparator: string | null;
  /** Text to cut from the end of a signature. */
  readonly signatureTail: RegExp;
  /** Whether names may hold dots and spaces. */
  readonly hasWholeNames?: boolean;
  /** Which adjacent definitions of one name count as one symbol: overload signatures, or also clauses. */
  readonly joins: 'nothing' | 'signatures' | 'clauses';
  /** Replaces text that the grammar cannot read by spaces, so that positions stay the same. */
  readonly blanked?: (code: string) => string;
  /** Languages whose grammar reads a text better if it matches the pattern; the first match wins. */
  readonly variants: readonly { readonly language: string; readonly when: RegExp }[];
  /** Rules for reading line by line, for a language without a grammar. */
  readonly lines: LineRules | null;
  /** Rules for documents that are not Markdown. */
  readonly markup: MarkupRules | null;
  /** The parts of a text: one program, scripts in a page, headings, or cells. */
  readonly layout: 'program' | 'script-blocks' | 'headings' | 'cells';
}

/** A markup read line by line. Expressions with the flag `g` may match several times in a line. */
export interface MarkupRules {
  /** The length of the group `marks` is the level of the heading, `title` its text; null if headings are underlined. */
  readonly heading: RegExp | null;
  /** The first line of a block of code, and the line that ends it. */
  readonly verbatim: readonly (readonly [from: RegExp, to: RegExp])[];
  /** The group `target` is the linked document, `label` an anchor in the same text, `text` the visible text. */
  readonly links: readonly RegExp[];
  /** The group `name` is the target of links. */
  readonly anchors: readonly RegExp[];
  /** The group `code` or `named` is the code in a line of text. */
  readonly codeSpan: RegExp;
}

/** A language read line by line. Expressions are tried on a trimmed line; groups need the flag `d`. */
export interface LineRules {
  readonly definitions: readonly LineDefinition[];
  /** Lines that import the group `from`. */
  readonly imports: readonly RegExp[];
  /** The group `package` names the package. */
  readonly package: RegExp | null;
  /** A line that holds only a comment. */
  readonly remark: RegExp;
  /** First and last lines of parts to skip. */
  readonly skipped: readonly (readonly [from: RegExp, to: RegExp])[];
  /** Lines indented more than a matching line are text. */
  readonly opaque: RegExp | null;
  /** The last line of a block, mostly indented like its first line. */
  readonly closes: RegExp;
  /** A first line that is the whole definition, if brackets do not show that. */
  readonly whole: RegExp | null;
  /** The deepest nesting of definitions, and the most of them in a file. */
  readonly depthMax: number;
  readonly definitionsMax: number;
  /** Definitions of fewer lines are ignored. */
  readonly linesMin: number;
  /** Whether definitions are keys of data. */
  readonly isOfKeys: boolean;
  /** Whether only the first definition of a name counts. */
  readonly isOnce: boolean;
}

export interface LineDefinition {
  readonly kind: EntityKind;
  /** The group `other`, else `name`, is the name. */
  readonly first: RegExp;
  /** Finds the names in the group `name` of `first`, if it may hold several or none. */
  readonly names?: RegExp;
  /**
   * Where the definition ends: with its line, with its block, before the next line with the same indentation or less
   * (items of a list apart), before the next definition, or at a semicolon outside of bodies.
   */
  readonly ends: 'line' | 'block' | 'indent' | 'next' | 'statement';
}

/** Describes definitions of a kind that begin with a matching line. */
export function define(kind: EntityKind, ends: LineDefinition['ends'], first: RegExp): LineDefinition {
  return { kind, ends, first };
}

/** Fills in the defaults of line rules: blocks in brackets, comments after a hash. */
export function lineRules(given: Partial<LineRules> & Pick<LineRules, 'definitions'>): LineRules {
  return {
    imports: [],
    package: null,
    remark: /^#/,
    skipped: [],
    opaque: null,
    closes: /^[})\]]/,
    whole: null,
    depthMax: 8,
    definitionsMax: 2000,
    linesMin: 1,
    isOfKeys: false,
    isOnce: false,
    ...given,
  };
}

export const slashes: CommentForm = (remark) => `// ${remark}`;
export const hash: CommentForm = (remark) => `# ${remark}`;
export const dashes: CommentForm = (remark) => `-- ${remark}`;
export const semicolons: CommentForm = (remark) => `;; ${remark}`;
export const percent: CommentForm = (remark) => `% ${remark}`;
export const slashStar: CommentForm = (remark) => `/* ${remark} */`;
export const angle: CommentForm = (remark) => `<!-- ${remark} -->`;

export const spacesFor = (part: string): string => part.replace(/[^\r\n]/g, ' ');

/** Fills in defaults of a language: a program whose comments begin with two slashes. */
export function language(given: Partial<Language> & Pick<Language, 'name' | 'extensions'>): Language {
  return {
    comment: slashes,
    filenames: [],
    wordExtensions: [],
    isCode: true,
    grammar: null,
    symbols: '',
    imports: '',
    calls: '',
    package: '',
    declares: [],
    hasImplicitSelf: false,
    methodContainers: ['class', 'interface', 'enum'],
    pathSeparator: null,
    signatureTail: /[\s{;]+$/,
    joins: 'nothing',
    variants: [],
    lines: null,
    markup: null,
    layout: 'program',
    ...given,
  };
}
