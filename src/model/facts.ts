// Facts are what a parser finds in a content, such as symbols and imports. They are stored under its hash.
import type { DocumentContent } from './document.ts';
import type { EntityKind } from './entity.ts';
import type { GraphPage } from './graph.ts';

/** The facts of one content. They depend on its bytes and language, not on its path. */
export interface ContentFacts {
  readonly lineCount: number;
  /** In order of their first line; a parent stands before its children. */
  readonly symbols: readonly SymbolFacts[];
  readonly imports: readonly ImportFact[];
  /** Lines that hold imports, merged, so that they can be quoted once per file. */
  readonly importLines: readonly LineRange[];
  /** The package, namespace or module that the content declares; null without one. */
  readonly packageName: string | null;
  readonly isGenerated: boolean;
  /** The facts of a document; null for any other text. */
  readonly document: DocumentContent | null;
  /** The nodes of a page of a knowledge graph; absent for other contents. */
  readonly graph?: GraphPage | undefined;
  readonly notes: readonly string[];
}

/** The facts of a text that was not parsed. */
export const NO_FACTS: ContentFacts = {
  lineCount: 0,
  symbols: [],
  imports: [],
  importLines: [],
  packageName: null,
  isGenerated: false,
  document: null,
  notes: [],
};

/** The beginning of the note that a grammar could not be loaded; such a content is parsed again later. */
export const GRAMMAR_MISSING = 'The grammar of ';

/** Facts that a source gives with a text, so that the text is not parsed. */
export type GivenFacts = Pick<ContentFacts, 'symbols' | 'imports' | 'notes' | 'graph'>;

export interface SymbolFacts {
  readonly name: string;
  readonly qualifiedName: string;
  readonly kind: EntityKind;
  /** With the leading doc comment, decorators and attributes. */
  readonly startLine: number;
  readonly endLine: number;
  /** The lines of the signature itself, found by the parser. */
  readonly signatureLines: LineRange;
  readonly signature: string;
  readonly doc: string | null;
  /** Index of the containing symbol in `symbols`. */
  readonly parent: number | null;
  /** Names this symbol calls or constructs, and types it refers to, each once. */
  readonly calls: readonly string[];
}

export interface ImportFact {
  /** The specifier as written, without quotes: `./a`, `django.db`, `crate::x::Y`, `<stdio.h>`. */
  readonly specifier: string;
  /** The imported names, if the import lists them. */
  readonly names: readonly string[];
  readonly line: number;
}

/** 1-based, inclusive. */
export type LineRange = readonly [first: number, last: number];

/** A piece of the partition of a content: every line belongs to exactly one unit. */
export interface Unit {
  readonly startLine: number;
  readonly endLine: number;
  /** Index into `symbols`; null for a region. */
  readonly symbol: number | null;
  /** False for a part of a symbol that is cut into several units. */
  readonly isWhole: boolean;
}
