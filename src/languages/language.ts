import type { EntityKind } from '../model/entity.ts';

/**
 * A language as data.
 *
 * Queries are tree-sitter patterns that speak with fixed capture names:
 * `@class @function @method @interface @type @enum @constant @module` on the whole definition, beside `@name`, `@body`
 * (inside it, or beside it: the definition ends where its body does) and `@owner` (a type named apart from the definition). `.long` after a kind asks for a minimum of lines, `.inner` for
 * that minimum outside a class, `.upper` for an upper-case name. `@scope` with `@name` qualifies what it holds without being a symbol; what `@scope.type` holds are a type's members. `@wrap` ends where a
 * definition ends and starts before it (export, decorators around). `@lead` stands before a definition and belongs to it;
 * `@comment` does so when it has lines of its own. `@import` holds `@from` (the specifier) and `@imported` (the names).
 * `@call` starts at a name that is called, constructed or used as a type. `@package` names the package.
 */
export interface Language {
  /** Also the label of a markdown fence. */
  readonly name: string;
  /** Without the dot, lower case. */
  readonly extensions: readonly string[];
  /** Extensions that are also common words or members: `items.map` is a file only where the workspace has one. */
  readonly wordExtensions: readonly string[];
  readonly filenames: readonly string[];
  /** A program rather than data, markup or prose: it can be imported, and tested. */
  readonly isCode: boolean;
  /** A test often has the same file name as its subject; in other languages such a file is a fixture. */
  readonly hasUnmarkedTests: boolean;
  /** Base name of the grammar's wasm file; null when there is no grammar. */
  readonly grammar: string | null;
  /** V8 must not optimise its grammar, because that takes gigabytes of memory. */
  readonly hasLargeGrammar: boolean;
  readonly symbols: string;
  readonly imports: string;
  readonly calls: string;
  readonly package: string;
  /** Patterns that show the type of a name (see `declarations.ts`), the surest first. */
  readonly declares: readonly RegExp[];
  /** Methods can be called without naming their object. */
  readonly hasImplicitSelf: boolean;
  /** Wraps a remark as a comment. */
  readonly comment: (remark: string) => string;
  /** True when the first string of a body is its documentation. */
  readonly hasDocstrings: boolean;
  /** Functions inside these are methods. */
  readonly methodContainers: readonly EntityKind[];
  /** Between the parts of an import path; its last part is the imported name. Null when specifiers are opaque. */
  readonly pathSeparator: string | null;
  /** What stands at the end of a signature without being part of it. */
  readonly signatureTail: RegExp;
  /** Names may hold dots and spaces. */
  readonly hasWholeNames: boolean;
  /** Definitions of one name in a row that count as one symbol: overload signatures, or clauses too. */
  readonly joins: 'nothing' | 'signatures' | 'clauses';
  /** The text without parts that the grammar must not see: spaces in their place, so that every position stays true. */
  readonly blanked: ((code: string) => string) | null;
  /** Other rows whose grammar reads a text better when the pattern is found in it, the first before the rest. */
  readonly variants: readonly { readonly language: string; readonly when: RegExp }[];
  /** How it is read line by line, where definitions stand at the start of lines and no grammar is needed. */
  readonly lines: LineRules | null;
  /** How a document is written that is no markdown. */
  readonly markup: MarkupRules | null;
  /** How the text holds code or headings when it is not one program. */
  readonly layout: 'program' | 'script-blocks' | 'headings' | 'cells';
}

/** A markup read line by line. Expressions with the flag `g` are looked for all over a line, the others at its start. */
export interface MarkupRules {
  /** The group `marks` is as long as the heading is deep, `title` is its text; null where headings are underlined. */
  readonly heading: RegExp | null;
  /** Code stands between a line like the first and one like the second. */
  readonly verbatim: readonly (readonly [from: RegExp, to: RegExp])[];
  /** The group `target` is what is linked or included, `label` an anchor of the same text, `text` what a reader sees. */
  readonly links: readonly RegExp[];
  /** The group `name` can be linked to. */
  readonly anchors: readonly RegExp[];
  /** The group `code` is code. */
  readonly codeSpan: RegExp;
}

/** A language read line by line. Expressions are tried on the head of a line, anchored, and have the flag `d`. */
export interface LineRules {
  readonly definitions: readonly LineDefinition[];
  /** Lines that import; the group `from` is what. */
  readonly imports: readonly RegExp[];
  /** The group `package` names the package. */
  readonly package: RegExp | null;
  /** A line that is a remark and nothing else. */
  readonly remark: RegExp;
  /** Lines between one like the first and one like the second are skipped. */
  readonly skipped: readonly (readonly [from: RegExp, to: RegExp])[];
  /** Lines indented more than such a line are text. */
  readonly opaque: RegExp | null;
  /** The line that ends a block, indented as the line that began it. */
  readonly closes: RegExp;
  /** A first line that is the whole definition, where brackets do not tell. */
  readonly whole: RegExp | null;
  /** How deep definitions may be nested, and how many a file may have. */
  readonly depthMax: number;
  readonly definitionsMax: number;
  /** Definitions with fewer lines do not count. */
  readonly linesMin: number;
  /** Definitions are keys of data. */
  readonly isOfKeys: boolean;
  /** Only the first definition of a name counts. */
  readonly isOnce: boolean;
}

export interface LineDefinition {
  readonly kind: EntityKind;
  /** The group `name` (or `other`, where it can stand in two places) is its name, `owner` whose it is. */
  readonly first: RegExp;
  /** Several names in what `first` calls the name. */
  readonly names?: RegExp;
  /**
   * Where it ends: with its line, at the line that closes its block, before what is indented no more than it, before the next
   * definition, or with a semicolon that is in no `$$` body.
   */
  readonly ends: 'line' | 'block' | 'indent' | 'next' | 'statement';
}

/** Rules with defaults for what is not given: blocks in brackets, comments after a hash. */
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

export type CommentForm = (remark: string) => string;
export const slashes: CommentForm = (remark) => `// ${remark}`;
export const hash: CommentForm = (remark) => `# ${remark}`;
export const dashes: CommentForm = (remark) => `-- ${remark}`;
export const semicolons: CommentForm = (remark) => `;; ${remark}`;
export const percent: CommentForm = (remark) => `% ${remark}`;
export const slashStar: CommentForm = (remark) => `/* ${remark} */`;
export const angle: CommentForm = (remark) => `<!-- ${remark} -->`;

type GivenRow = Partial<Language> & Pick<Language, 'name' | 'extensions' | 'comment'>;

export const spacesFor = (part: string): string => part.replace(/[^\r\n]/g, ' ');

/** A language with defaults for what is not given. */
export function language(given: GivenRow): Language {
  return {
    filenames: [],
    wordExtensions: [],
    isCode: true,
    hasUnmarkedTests: false,
    grammar: null,
    hasLargeGrammar: false,
    symbols: '',
    imports: '',
    calls: '',
    package: '',
    declares: [],
    hasImplicitSelf: false,
    hasDocstrings: false,
    methodContainers: ['class', 'interface', 'enum'],
    pathSeparator: null,
    signatureTail: /[\s{;]+$/,
    hasWholeNames: false,
    joins: 'nothing',
    blanked: null,
    variants: [],
    lines: null,
    markup: null,
    layout: 'program',
    ...given,
  };
}
