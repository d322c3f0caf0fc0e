// Turning texts into vectors: what an embedder does, and the vectors that the store holds.

/** Turns texts into vectors of length one, or of zeros for an empty text; similar meanings get near vectors. */
export interface Embedder {
  readonly name: string;
  /** The name of the model. Only vectors of the same model can be compared, so the store records it. */
  readonly model: string;
  /** Length of its vectors; null if only the first answer shows it. */
  readonly dimensions: number | null;
  /** Whether texts stay in this process. */
  readonly isLocal: boolean;
  /** Returns one vector for each text, in their order. */
  embed(texts: readonly string[], call: EmbedCall): Promise<readonly Float32Array[]>;
}

export interface EmbedCall {
  /** Whether the texts are questions or documents; models embed them differently. */
  readonly as: 'query' | 'document';
  /** The weight of a query word in this workspace; embedders that read whole sentences ignore it. */
  readonly wordWeight?: ((word: string) => number) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Vectors of the units of one content. `rows` holds them in sequence, one byte for each number; a row multiplied by its
 * scale is about the vector.
 */
export interface UnitVectors {
  readonly scales: Float32Array;
  readonly rows: Int8Array;
}

export interface VectorModel {
  readonly name: string;
  readonly dimensions: number;
}

export interface ContentVectors extends UnitVectors {
  readonly hash: string;
  /** The path of the content, whose words are part of the embedded text. */
  readonly path: string;
}

/** A content that needs vectors, with its first path in the view, whose words are embedded too. */
export interface UnembeddedContent {
  readonly hash: string;
  readonly path: string;
  readonly content: number;
}

export interface VectorChange {
  readonly model: VectorModel;
  readonly contents: readonly ContentVectors[];
}
