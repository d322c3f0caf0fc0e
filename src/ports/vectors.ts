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
