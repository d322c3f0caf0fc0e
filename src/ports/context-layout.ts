import type { ContextMeta, ContextNode, OverflowNode } from './context.ts';

/** How much of the head is printed where there is little room. */
export const HEAD_DETAILS = ['full', 'brief', 'least'] as const;
export type HeadDetail = (typeof HEAD_DETAILS)[number];

/**
 * A context document as a grammar of pieces. The budget prices these very strings, and they are joined to print it: no
 * piece may depend on which others are printed. Numbers of the head are priced at their widest.
 */
export interface ContextLayout {
  opening(meta: ContextMeta, detail: HeadDetail): string;
  readonly nodes: ContextPieces<ContextNode>;
  readonly overflow: ContextPieces<OverflowNode> & {
    /** What is not even listed; empty where the head says it. */
    more(count: number): string;
  };
  readonly closing: string;
}

export interface ContextPrinting {
  /** What nodes say stands inside boundaries it cannot forge. */
  readonly isFenced?: boolean | undefined;
}

/** Items with what stands around and between them; `none` is printed when there are no items. */
export interface ContextPieces<Item> {
  readonly opening: string;
  readonly separator: string;
  readonly closing: string;
  readonly none: string;
  item(value: Item): string;
}
