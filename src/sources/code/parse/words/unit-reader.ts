// For each unit of a content this file counts the index terms and sums up the vector of its meaning. Indexing spends
// much of its time here, so the file works on arrays of numbers.
import { createRowSum, type Model } from '../../../../embedders/builtin/rows.ts';
import { createWordBag } from '../../../../embedders/builtin/word-bag.ts';
import type { ContentFacts, SymbolFacts, Unit } from '../../../../model/facts.ts';
import { growTo } from '../../../../model/memoize.ts';
import type { ParseResult } from '../../../../ports/source.ts';
import type { UnitTerms } from '../../../../ports/store.ts';
import { createVectors, setVector } from '../../../../search/unit-vectors.ts';
import type { LineIndex } from '../symbols/line-index.ts';
import { TextCodes, WordTable } from './word-table.ts';

/** The table of vectors that all threads share, and of how many characters a unit's vector is made at most. */
export interface VectorTable {
  readonly model: Model;
  readonly charactersMax: number;
}

interface ContentUnits {
  readonly index: LineIndex;
  readonly facts: ContentFacts;
  readonly units: readonly Unit[];
  /** The words of the path count for every vector; without a path no vectors are made. */
  readonly path: string | undefined;
}

/** Returns the terms and vectors of the units of a content. */
export type UnitReader = (content: ContentUnits) => Pick<ParseResult, 'terms' | 'vectors'>;

/** Creates the reader of one thread; without a table of vectors it counts only terms. */
export function createUnitReader(vectorTable: VectorTable | null): UnitReader {
  const bag = vectorTable && createWordBag(vectorTable.model);
  const sumRows = vectorTable && createRowSum(vectorTable.model);
  const table = new WordTable(bag);
  const counter = new TermCounter(table);
  const [whole, name] = [new TextCodes(), new TextCodes()];
  const count = (field: TermField, text: string) => {
    name.put(text);
    counter.count(field, table.read(name, 0, text.length));
  };

  const addToBag = (text: string, start: number, end: number, words: number) => {
    // Only the first words of a very long unit make its vector.
    if (end - start > vectorTable!.charactersMax) return bag!.addText(text, start, start + vectorTable!.charactersMax);
    const { found, partStarts, partList } = table;
    for (let position = 0; position < words; position += 1) {
      const word = found[position]!;
      if (word < 0) bag!.addPart(-1 - word);
      else for (let part = partStarts[word]!; part < partStarts[word + 1]!; part += 1) bag!.addPart(partList[part]!);
    }
  };

  return ({ index, facts, units, path }) => {
    counter.startContent(table.renew());
    const { text } = index;
    whole.put(text);
    const unitLengths = new Uint32Array(units.length);
    const symbolsIn = symbolsByUnit(facts.symbols, units);
    const hasVectors = vectorTable !== null && path !== undefined;
    const pathParts = hasVectors ? bag!.partsOf(path, 0, path.length) : [];
    const vectors = hasVectors ? createVectors(units.length, vectorTable.model.dimensions) : undefined;
    for (const [position, unit] of units.entries()) {
      const start = index.startOf(unit.startLine);
      const end = index.startOf(unit.endLine + 1);
      counter.startUnit(position);
      const words = table.read(whole, start, end);
      unitLengths[position] = counter.count('body', words);
      if (vectors) {
        addToBag(text, start, end, words);
        for (const part of pathParts) bag!.addPart(part);
        setVector(vectors, position, sumRows!(bag!.take(), 'document'));
      }
      countNames(count, facts.symbols[unit.symbol ?? -1], symbolsIn[position] ?? []);
    }
    return { terms: { ...counter.result(), unitLengths }, vectors };
  };
}

function countNames(
  count: (field: TermField, text: string) => void,
  unitSymbol: SymbolFacts | undefined,
  inside: readonly SymbolFacts[],
): void {
  if (unitSymbol !== undefined) count('name', unitSymbol.qualifiedName);
  for (const symbol of inside) {
    if (symbol !== unitSymbol) count('name', symbol.name);
    if (symbol.doc !== null) count('doc', symbol.doc);
  }
}

// Returns the symbols that start in each unit; their names count for the unit.
function symbolsByUnit(symbols: readonly SymbolFacts[], units: readonly Unit[]): readonly (readonly SymbolFacts[])[] {
  const byUnit: SymbolFacts[][] = units.map(() => []);
  let index = 0;
  for (const symbol of symbols.toSorted((a, b) => a.startLine - b.startLine)) {
    while (index < units.length - 1 && (units[index]?.endLine ?? 0) < symbol.startLine) index++;
    byUnit[index]?.push(symbol);
  }
  return byUnit;
}

const COUNT_MAX = 255;
// Entries are numbered on from one content to the next, so that no array is cleared between them, up to this number.
const ENTRIES_MAX = 1 << 30;

const FIELDS = ['body', 'name', 'doc'] as const;
type TermField = (typeof FIELDS)[number];

/**
 * Counts the terms of one content, unit after unit. The arrays are used again for the next content, because this runs
 * over every word of a workspace.
 */
class TermCounter {
  readonly #table: WordTable;
  /** For each term: its last entry; its ordinal, which is how many terms were met before it. */
  #entryOf = new Int32Array(1024).fill(-1);
  #ordinalOf = new Int32Array(1024).fill(-1);
  /** For each entry of this content: the ordinal of its term in this content, its unit, its counts. */
  #ordinals = new Int32Array(1024);
  #units = new Int32Array(1024);
  #counts = { body: new Int32Array(1024), name: new Int32Array(1024), doc: new Int32Array(1024) };
  /** For each ordinal in this content: the term, and how many entries it has. */
  #terms = new Int32Array(1024);
  #entriesOf = new Int32Array(1024);
  #firstOfContent = 0;
  #firstOfUnit = 0;
  #next = 0;
  #termsMet = 0;
  #termsBefore = 0;
  #unit = 0;

  constructor(table: WordTable) {
    this.#table = table;
  }

  /** Begins a content; `isRenewed` says that the table numbers terms anew. */
  startContent(isRenewed: boolean): void {
    if (isRenewed || this.#next > ENTRIES_MAX) {
      this.#entryOf.fill(-1);
      this.#ordinalOf.fill(-1);
      this.#next = 0;
      this.#termsMet = 0;
    }
    this.#firstOfContent = this.#next;
    this.#termsBefore = this.#termsMet;
  }

  startUnit(unit: number): void {
    this.#unit = unit;
    this.#firstOfUnit = this.#next;
  }

  /** Counts the terms of the words that the table has just read; returns how many terms there are. */
  count(field: TermField, words: number): number {
    const { found, termStarts, termList } = this.#table;
    this.#growTerms();
    const entryOf = this.#entryOf;
    let column = this.#counts[field];
    let total = 0;
    for (let index = 0; index < words; index += 1) {
      const word = found[index]!;
      if (word < 0) continue;
      const end = termStarts[word + 1]!;
      for (let slot = termStarts[word]!; slot < end; slot += 1) {
        const term = termList[slot]!;
        if (entryOf[term]! < this.#firstOfUnit) {
          this.#enter(term);
          column = this.#counts[field];
        }
        column[entryOf[term]! - this.#firstOfContent]! += 1;
        total += 1;
      }
    }
    return total;
  }

  #enter(term: number): void {
    const entry = this.#next++;
    const index = entry - this.#firstOfContent;
    this.#entryOf[term] = entry;
    if (index === this.#units.length) this.#growEntries(index + 1);
    this.#units[index] = this.#unit;
    this.#counts.body[index] = 0;
    this.#counts.name[index] = 0;
    this.#counts.doc[index] = 0;
    if (this.#ordinalOf[term]! < this.#termsBefore) this.#meet(term);
    const ordinal = this.#ordinalOf[term]! - this.#termsBefore;
    this.#ordinals[index] = ordinal;
    this.#entriesOf[ordinal]! += 1;
  }

  #meet(term: number): void {
    const ordinal = this.#termsMet - this.#termsBefore;
    this.#ordinalOf[term] = this.#termsMet++;
    this.#terms = growTo(this.#terms, ordinal + 1);
    this.#entriesOf = growTo(this.#entriesOf, ordinal + 1);
    this.#terms[ordinal] = term;
    this.#entriesOf[ordinal] = 0;
  }

  #growTerms(): void {
    const oldLength = this.#entryOf.length;
    if (this.#table.terms.length <= oldLength) return;
    this.#entryOf = growTo(this.#entryOf, this.#table.terms.length).fill(-1, oldLength);
    this.#ordinalOf = growTo(this.#ordinalOf, this.#table.terms.length).fill(-1, oldLength);
  }

  #growEntries(length: number): void {
    this.#ordinals = growTo(this.#ordinals, length);
    this.#units = growTo(this.#units, length);
    for (const field of FIELDS) this.#counts[field] = growTo(this.#counts[field], length);
  }

  /** Returns the places of the terms in the order in which they were met, and their entries in the order of units. */
  result(): Omit<UnitTerms, 'unitLengths'> {
    const size = this.#next - this.#firstOfContent;
    const distinct = this.#termsMet - this.#termsBefore;
    const entries = Uint32Array.from(this.#entriesOf.subarray(0, distinct));
    const ends = new Uint32Array(distinct);
    for (let ordinal = 1; ordinal < distinct; ordinal += 1) ends[ordinal] = ends[ordinal - 1]! + entries[ordinal - 1]!;
    const units = new Uint32Array(size);
    const [body, name, doc] = [new Uint8Array(size), new Uint8Array(size), new Uint8Array(size)];
    const counts = this.#counts;
    for (let entry = 0; entry < size; entry += 1) {
      const index = ends[this.#ordinals[entry]!]!++;
      units[index] = this.#units[entry]!;
      body[index] = Math.min(COUNT_MAX, counts.body[entry]!);
      name[index] = Math.min(COUNT_MAX, counts.name[entry]!);
      doc[index] = Math.min(COUNT_MAX, counts.doc[entry]!);
    }
    const places = Uint32Array.from(this.#terms.subarray(0, distinct));
    return { terms: this.#table.terms, places, entries, units, body, name, doc };
  }
}
