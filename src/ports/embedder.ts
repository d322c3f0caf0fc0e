/** Turns texts into vectors of length one, so that texts of like meaning lie near one another. */
export interface Embedder {
  readonly name: string;
  /** Only vectors of the same model can be compared; the store says which it holds. */
  readonly model: string;
  /** Length of its vectors; null where only the first answer tells. */
  readonly dimensions: number | null;
  /** Whether texts stay in this process. What leaves it is redacted first. */
  readonly isLocal: boolean;
  /** One vector for each text, in their order, all of the same length. */
  embed(texts: readonly string[], call: EmbedCall): Promise<readonly Float32Array[]>;
}

export interface EmbedCall {
  /** A question and what answers it are told apart: they are written differently. */
  readonly as: 'query' | 'document';
  /** How much a word of a query counts in this workspace; an embedder that reads whole sentences does without. */
  readonly wordWeight?: ((word: string) => number) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Vectors of the units of one content: `rows` holds one after another, each number a byte; times its scale a row has
 * length one.
 */
export interface UnitVectors {
  readonly scales: Float32Array;
  readonly rows: Int8Array;
}

/** What vectors were made with; those of two models cannot be compared. */
export interface VectorModel {
  readonly name: string;
  readonly dimensions: number;
}

export interface ContentVectors extends UnitVectors {
  readonly hash: string;
  /** Its words are part of what the vectors say. */
  readonly path: string;
}

/** A content that wants vectors, and the path to make them under: the first in the view that leads to it. */
export interface Unembedded {
  readonly hash: string;
  readonly path: string;
  readonly content: number;
}

/** New vectors, all of one model. */
export interface VectorChange {
  readonly model: VectorModel;
  readonly contents: readonly ContentVectors[];
}
