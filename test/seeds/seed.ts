import type { AssemblerOptions, ContextInput, SearchResult } from '../../src/index.ts';
import type { GraphRow } from '../../src/model/graph.ts';
import type { Files } from '../worlds/world.ts';

/** One of the five documents knap was made from: a world that has what it shows, and its examples in that world. */
export interface Seed {
  readonly files: Files;
  /** Later commits, where history matters. */
  readonly commits?: readonly { readonly message: string; readonly files: Files }[];
  readonly graph?: readonly GraphRow[];
  readonly examples: readonly Example[];
}

/** Something asked from outside, and what is answered. */
export type Example = {
  /** Ids of test/features.md that this shows, and in words what. */
  readonly shows: string;
  /**
   * What is printed: a line of `…` stands for any lines, `…` in a line for any text. Where the document prints it, in the
   * document's own words.
   */
  readonly prints: string;
  /** The decision that says why something else is printed than the document prints. */
  readonly unlike?: `${'K' | 'L' | 'S' | 'C' | 'A' | 'T'}${number}: ${string}`;
} & Asked;

type Asked =
  /** The arguments of the command; `refuses` is what it says where it answers with an error. */
  | { readonly knap: readonly string[]; readonly isTerminal?: boolean; readonly refuses?: string }
  /** A tool over the Model Context Protocol. */
  | { readonly tool: string; readonly given: Readonly<Record<string, unknown>> }
  /** What a client is told of a tool: fields of its input. */
  | { readonly describes: string; readonly fields: readonly string[] }
  /** A file of the folder that `pack` writes. */
  | { readonly pack: readonly string[]; readonly file: string }
  /** The library: results that were found elsewhere; printed is the text, or the fields that are named, as JSON. */
  | {
      readonly assemble: readonly SearchResult[];
      readonly options?: AssemblerOptions;
      readonly fields?: readonly string[];
    }
  | { readonly context: ContextInput; readonly fields: readonly string[] };
