/** A symbol the index has; a definition of the store fits as it is. */
export interface KnownSymbol {
  readonly name: string;
  readonly qualifiedName: string;
  readonly kind: string;
  readonly path: string;
}
