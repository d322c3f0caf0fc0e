import type { Block, Coverage, Exclusion, RankedFile, Reference, Usage } from '../model/pack.ts';
import type { Task } from '../model/task.ts';
import type { ContextMeta, ContextNode, OverflowNode } from './context.ts';
import type { ShownDocument, ShownReference, ShownTarget, ShowPrinting } from './knowledge.ts';

/** A way to write pages of every kind. */
export interface Formatter {
  readonly name: string;
  /** Without the dot. */
  readonly extension: string;
  readonly pages: Pages;
  /** What stands around and between the pages of so many targets. */
  readonly shows: (count: number) => Pick<Section<never>, 'opening' | 'separator' | 'closing'>;
}

/** The grammar of a format: what it writes down of each kind of page. A page or a part that is missing does not compile. */
export interface Pages {
  readonly pack: (options: LayoutOptions) => PageParts<'files' | 'fileHeading' | 'referenceFile'>;
  /** The same for a model: places, one reason for each file and code. */
  readonly prompt: (options: LayoutOptions) => PageParts<'fileHeading' | 'referenceFile'>;
  readonly query: (options: LayoutOptions) => PageParts<'groups' | 'sources'>;
  readonly 'f6.3': (options: LayoutOptions) => PageParts<'groups' | 'sources'>;
  /** Nodes of a knowledge graph with what hangs together. */
  readonly context: (page: ContextPage) => PageParts;
  /** A document with what belongs to it. */
  readonly show: (page: ShowParts) => PageParts<'sources'>;
}

/** What every page has, and what one of its kind has besides; nothing is printed in the place of the rest. */
export type PageParts<More extends keyof Layout = never> = Pick<
  Layout,
  'opening' | 'blocks' | 'references' | 'overflow' | 'closing' | More
>;

/** What a page of a graph prints in the places of a layout. */
export interface ContextPage {
  readonly meta: (head: Head) => ContextMeta;
  readonly node: (quote: Quote) => ContextNode;
  readonly line: (reference: Pick<Reference, 'id'>) => OverflowNode;
  /** What nodes say stands inside boundaries it cannot forge. */
  readonly isFenced: boolean;
}

/** What a page of a document prints in the places of a layout. */
export interface ShowParts extends ShowPrinting {
  readonly target: ShownTarget;
  /** The target itself or a document beside it. */
  readonly document: (quote: Quote) => ShownDocument;
  readonly line: (reference: Pick<Reference, 'id'>) => ShownReference;
  /** Which of how many pages it is. */
  readonly index: number;
  readonly count: number;
}

export interface LayoutOptions {
  /** Print where everything came from, where the page has such a list. */
  readonly sources: boolean;
  /** Print the code itself; without it only names and places. */
  readonly code: boolean;
  /** Print how well each block answers, where the page has a place for it. */
  readonly scores?: boolean;
  /** Print the beginning of each file's hash, so that a reader can say later what it has. */
  readonly hashes?: boolean;
  /** The page names places and quotes nothing: each file is printed with its reason. */
  readonly isMap?: boolean;
}

/**
 * A page as a grammar of pieces. The budget prices these very strings and the format stage joins them, so that what is
 * counted is what is printed. No piece may depend on which other pieces are printed.
 */
export interface Layout {
  opening(head: Head): string;
  /** One item for each file that has a block. */
  readonly files: Section<RankedFile>;
  readonly blocks: Section<Quote>;
  /** Printed once before the blocks of one file that follow each other; it may tell only what they share. */
  fileHeading(first: Quote): string;
  readonly groups: Groups;
  readonly references: Section<Reference>;
  /** Printed once before the references to one file, in the place of a separator; empty where each of them names its file. */
  referenceFile(file: Pick<RankedFile, 'path'> & Partial<RankedFile>): string;
  /** What is left out beyond the references, stated once; empty when the counts are. */
  overflow(rest: LeftOut): string;
  /** One item for each block again: the list of sources. `max` is how many are printed. */
  readonly sources: Section<Quote> & {
    readonly max: number;
    more(count: number): string;
    /** In place of an item for each block one for each entity in it, the best first. */
    readonly entity?: (entity: QuotedEntity, block: Quote) => string;
  };
  closing(tail: Tail): string;
}

/** Items with what stands around and between them; what prints nothing is no item, and without any there is `none`. */
export interface Section<Item> {
  readonly opening: string;
  readonly separator: string;
  readonly closing: string;
  readonly none: string;
  item(value: Item): string;
}

/** Around the blocks of one category, when blocks are grouped. */
export interface Groups {
  opening(title: string): string;
  readonly closing: string;
  readonly separator: string;
}

/** Chosen text with what some pages tell about it besides. */
export interface Quote extends Block {
  /** Why its file is here, on the first block of the file only. */
  readonly why?: string;
  /** The entity's summary or doc comment. */
  readonly doc?: string | null;
  /** What its lines hold, where that is known: one block may quote several that touch. */
  readonly entities?: readonly QuotedEntity[];
}

/** An entity with the lines it has itself, whatever is quoted around it. */
export interface QuotedEntity extends Pick<Block, 'id' | 'kind' | 'name' | 'qualifiedName' | 'startLine' | 'endLine'> {
  readonly score: number;
}

export interface Head {
  readonly task: Task | null;
  /** The task or query as printed: clipped where it would crowd out the rest. */
  readonly text: string;
  /** Little room: only what cannot be left out. */
  readonly isBrief: boolean;
  readonly usage: Usage;
  readonly coverage: Coverage | null;
  readonly notes: readonly string[];
  /** Why the page ends where it does; at its widest while it is priced. */
  readonly stop?: Stop | null;
  /** What the page came to, for heads that say it; at its widest while it is priced. */
  readonly told?: Told;
}

/** A page ends where there is no more room, or where more would cost its reader more than it helps. */
export type Stop =
  | {
      readonly by: 'budget' | 'limit';
      /** What was worth quoting and is not: other files, parts of those that are quoted, hunks of a diff. */
      readonly files: number;
      readonly parts: number;
      readonly hunks: number;
    }
  | {
      readonly by: 'aim';
      /** 0..1: how likely the best file that is left out is needed; null where nobody knows. */
      readonly likelihood: number | null;
      /** The next aim that would quote more files, and how many more at most. */
      readonly aim: string;
      readonly files: number;
      /** Of the best file; absent where it has none. */
      readonly functions?: RankedFile['functions'];
    };

/** How many blocks and references a page has, how much is left out, and the share of the budget it costs. */
export interface Told {
  readonly blocks: number;
  readonly references: number;
  readonly left: number;
  readonly share: number;
}

export type LeftOut = Readonly<Record<Exclusion, number>>;

export interface Tail {
  readonly usage: Usage;
  readonly entitiesIncluded: number;
  readonly filesQuoted: number;
  /** Everything that is not printed as a block or a reference. */
  readonly excluded: LeftOut;
  readonly referenced: number;
  /** Something did not fit. */
  readonly isTruncated: boolean;
}
