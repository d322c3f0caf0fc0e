/** Turns texts into unit vectors. Absent by default; whoever asks for meaning without one is told so. */
export interface Embedder {
  readonly name: string;
  readonly dimensions: number;
  embed(texts: readonly string[]): Promise<readonly Float32Array[]>;
}
