import type { LexicalFile, UnitScore } from '../ports/signal-finder.ts';
import type { UnitTable } from './unit-table.ts';

/** Scores of all contents, each list by the content's number. */
export interface ContentScores {
  readonly body: Float64Array;
  readonly title: Float64Array;
  readonly damped: Float64Array;
  readonly joined: Float64Array;
  readonly names: Float64Array;
  /** Share of the query, by weight and rarity of its words, that stands in the content at all. */
  readonly covered: Float64Array;
}

export interface ScoredTables {
  readonly contents: ContentScores;
  readonly paths: ReadonlyMap<string, number>;
  readonly table: UnitTable;
  /** Terms as the asker wrote them. */
  readonly written: ReadonlyMap<string, string>;
}

/** A file's lexical scores. What is asked of the few files that are opened is worked out then, and once. */
export class ScoredFile implements LexicalFile {
  readonly path: string;
  readonly body: number;
  readonly title: number;
  readonly damped: number;
  readonly joined: number;
  readonly covered: number;
  readonly names: number;
  readonly units: number;
  readonly unit: number;
  readonly pathWords: number;
  readonly #content: number;
  readonly #tables: ScoredTables;
  #unitScores: readonly UnitScore[] | null = null;
  #matched: readonly string[] | null = null;

  constructor(path: string, content: number, tables: ScoredTables) {
    const { contents, paths, table } = tables;
    const best = table.best(content);
    this.path = path;
    this.body = contents.body[content] ?? 0;
    this.title = contents.title[content] ?? 0;
    this.damped = contents.damped[content] ?? 0;
    this.joined = contents.joined[content] ?? 0;
    this.covered = contents.covered[content] ?? 0;
    this.names = contents.names[content] ?? 0;
    this.units = best.three;
    this.unit = best.one;
    this.pathWords = paths.get(path) ?? 0;
    this.#content = content;
    this.#tables = tables;
  }

  get unitScores(): readonly UnitScore[] {
    this.#unitScores ??= this.#tables.table.units(this.#content);
    return this.#unitScores;
  }

  get matched(): readonly string[] {
    this.#matched ??= this.#wordsFound(false);
    return this.#matched;
  }

  get matchedNames(): readonly string[] {
    return this.#wordsFound(true);
  }

  #wordsFound(inNames: boolean): readonly string[] {
    const { table, written } = this.#tables;
    return table.matched(this.#content, inNames).map((term) => written.get(term) ?? term);
  }
}
