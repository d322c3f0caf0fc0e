import type { FileKindOf } from '../../ports/file-kind.ts';

/** What the stage asks of the index; a store's `definitions` fits as it is. */
export interface ResolveKnowledge {
  /** Every path of the view. */
  readonly paths: readonly string[];
  /** What is known of a file by its name. */
  readonly fileKind: FileKindOf;
  /** Symbols whose name has one of these keys (see `nameKey`); asked once a task, for all names together. */
  definitions(keys: readonly string[]): Promise<readonly KnownSymbol[]>;
}

export interface KnownSymbol {
  readonly name: string;
  readonly qualifiedName: string;
  readonly kind: string;
  readonly path: string;
}
