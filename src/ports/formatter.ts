// What a format must provide so that the budget can price each piece of a page and the printer can join the pieces.
import type { Block, Coverage, ExclusionCounts, RankedFile, Reference, Usage } from '../model/pack.ts';
import type { Task } from '../model/task.ts';
import type { ContextMeta, ContextNode, OverflowNode } from './context.ts';
import type { ShownDocument, ShownReference, ShownTarget, ShowPrinting } from './knowledge.ts';

export interface Formatter {
  readonly name: string;
  /** File extension without the dot. */
  readonly extension: string;
  readonly pages: Pages;
  /** The text around and between the pages of `count` targets. */
  readonly shows: (count: number) => Pick<Section<never>, 'opening' | 'separator' | 'closing'>;
}

/** The grammar of a format: the parts of each kind of page. A format without one of them does not compile. */
export interface Pages {
  readonly pack: (options: LayoutOptions) => PageParts<'files' | 'fileHeading' | 'referenceFile'>;
  /** A pack for a model: places, one reason for each file, and code. */
  readonly prompt: (options: LayoutOptions) => PageParts<'fileHeading' | 'referenceFile'>;
  readonly query: (options: LayoutOptions) => PageParts<'groups' | 'sources'>;
  /** The older layout of `query`. */
  readonly 'f6.3': (options: LayoutOptions) => PageParts<'groups' | 'sources'>;
  /** Nodes of a knowledge graph with their relations. */
  readonly context: (page: ContextPage) => PageParts;
  /** A document with its related documents. */
  readonly show: (page: ShowParts) => PageParts<'sources'>;
}

/** The parts of every page, and further parts of one kind of page; parts of other kinds print nothing. */
export type PageParts<More extends keyof Layout = never> = Pick<
  Layout,
  'opening' | 'blocks' | 'references' | 'overflow' | 'closing' | More
>;

export interface ContextPage {
  readonly meta: (head: Head) => ContextMeta;
  readonly node: (quote: Quote) => ContextNode;
  readonly line: (reference: Pick<Reference, 'id'>) => OverflowNode;
  /** Whether the text of nodes stands inside boundaries that this text cannot forge. */
  readonly isFenced: boolean;
}

export interface ShowParts extends ShowPrinting {
  readonly target: ShownTarget;
  /** The document of a quote: the target or a related one. */
  readonly document: (quote: Quote) => ShownDocument;
  readonly line: (reference: Pick<Reference, 'id'>) => ShownReference;
  /** The number of the page among `count`. */
  readonly index: number;
  readonly count: number;
}

export interface LayoutOptions {
  /** Whether to print the list of sources, if the page has one. */
  readonly sources: boolean;
  /** Whether to print code; otherwise only names and places. */
  readonly code: boolean;
  /** Whether to print how well each block answers, if the page supports it. */
  readonly scores?: boolean;
  /** Whether to print the beginning of each file's hash, so that a reader can later name the blocks it has. */
  readonly hashes?: boolean;
  /** Whether the page only names places: it prints each file with its reason and quotes nothing. */
  readonly isMap?: boolean;
}

/**
 * A page as a grammar of pieces. The budget counts these strings and the format stage joins them, so that the count
 * matches the printed page. No item may depend on which other items are printed.
 */
export interface Layout {
  opening(head: Head): string;
  /** One item for each file that has a block. */
  readonly files: Section<RankedFile>;
  readonly blocks: Section<Quote>;
  /** Printed once before consecutive blocks of one file; it may hold only what they share. */
  fileHeading(first: Quote): string;
  readonly groups: Groups;
  readonly references: Section<Reference>;
  /** Printed once before the references to one file, instead of a separator; empty if each reference names its file. */
  referenceFile(file: Pick<RankedFile, 'path'> & Partial<RankedFile>): string;
  /** The counts of what is left out besides the references; empty if they are zero. */
  overflow(rest: ExclusionCounts): string;
  /** The list of sources: one item for each block. `max` limits the list. */
  readonly sources: Section<Quote> & {
    readonly max: number;
    more(count: number): string;
    /** Prints an item for each entity, the best first, instead of one for each block. */
    readonly entity?: (entity: QuotedEntity, block: Quote) => string;
  };
  closing(tail: Tail): string;
}

/** Items with the text around and between them. Empty items are skipped; without any item the page prints `none`. */
export interface Section<Item> {
  readonly opening: string;
  readonly separator: string;
  readonly closing: string;
  readonly none: string;
  item(value: Item): string;
}

/** The text around the blocks of one category, for grouped blocks. */
export interface Groups {
  opening(title: string): string;
  readonly closing: string;
  readonly separator: string;
}

/** A block with further facts that some pages print. */
export interface Quote extends Block {
  /** Why the page has its file; only on the first block of the file. */
  readonly why?: string;
  /** The entity's summary or doc comment. */
  readonly doc?: string | null;
  /** The entities in its lines, if known: one block may quote several adjacent ones. */
  readonly entities?: readonly QuotedEntity[];
}

/** An entity with its own lines, without other lines of the block. */
export interface QuotedEntity extends Pick<Block, 'id' | 'kind' | 'name' | 'qualifiedName' | 'startLine' | 'endLine'> {
  readonly score: number;
}

export interface Head {
  readonly task: Task | null;
  /** The task or query as printed, clipped if it is too long for the page. */
  readonly text: string;
  /** Whether the page has little room and prints only necessary parts. */
  readonly isBrief: boolean;
  readonly usage: Usage;
  readonly coverage: Coverage | null;
  readonly notes: readonly string[];
  /** Why the page ends where it does; while the budget counts, a stand-in of about its length. */
  readonly stop?: PageEnd | null;
  /** The numbers of the finished page, for heads that print them; the longest possible while the budget counts them. */
  readonly told?: PageNumbers;
}

/** Why a page ends: it has no more room, or more text would cost its reader more than it helps. */
export type PageEnd =
  | {
      readonly by: 'budget' | 'limit';
      /** The numbers of useful things left out: other files, parts of quoted files, hunks of a diff. */
      readonly files: number;
      readonly parts: number;
      readonly hunks: number;
    }
  | {
      readonly by: 'aim';
      /** 0..1: how likely the reader needs the likeliest file left out; null if unknown. */
      readonly likelihood: number | null;
      /** The next aim that would quote more files, and how many more at most. */
      readonly aim: string;
      readonly files: number;
      /** How many functions of the best quoted file are quoted; absent if it has none. */
      readonly functions?: RankedFile['functions'];
    };

/** The numbers of blocks and references on a page, of what is left out, and the share of the budget it costs. */
export interface PageNumbers {
  readonly blocks: number;
  readonly references: number;
  readonly left: number;
  readonly share: number;
}

export interface Tail {
  readonly usage: Usage;
  readonly entitiesIncluded: number;
  readonly filesQuoted: number;
  /** The numbers of entities that are printed neither as a block nor as a reference. */
  readonly excluded: ExclusionCounts;
  readonly referenced: number;
  /** Whether something did not fit, or is quoted only in part. */
  readonly isTruncated: boolean;
}
