/** Soft limits of documents. */
export interface CheckLimits {
  readonly linesMax: number;
  readonly nameCharactersMax: number;
  readonly descriptionCharactersMax: number;
}
