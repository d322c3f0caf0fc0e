import type { Model } from '../../../../embedders/builtin/model.ts';
import { createRowSum } from '../../../../embedders/builtin/sum-rows.ts';
import { createWordBag } from '../../../../embedders/builtin/word-bag.ts';
import type { ContentFacts, SymbolFacts, Unit } from '../../../../model/facts.ts';
import type { UnitTerms } from '../../../../ports/store.ts';
import type { UnitVectors } from '../../../../ports/vectors.ts';
import { emptyVectors, setVector } from '../../../../search/unit-vectors.ts';
import type { LineIndex } from '../symbols/line-index.ts';
import { TermCounter, type TermField } from './term-counter.ts';
import { TextCodes } from './text-codes.ts';
import { WordTable } from './word-table.ts';

/** A table of vectors the threads share, and how much of a unit is looked at. */
export interface VectorTable {
  readonly model: Model;
  readonly charactersMax: number;
}

/** What the words of a content's units come to. */
export interface UnitWords {
  readonly terms: UnitTerms;
  readonly vectors?: UnitVectors | undefined;
}

interface ContentUnits {
  readonly index: LineIndex;
  readonly facts: ContentFacts;
  readonly units: readonly Unit[];
  /** Its words belong to each vector; without one there are none. */
  readonly path: string | undefined;
}

/** Reads the words of units: index terms, and vectors where there is a table of them. */
export type UnitReader = (content: ContentUnits) => UnitWords;

/** A reader of one thread. It goes once over a text: both terms and vectors come from the words it meets. */
export function createUnitReader(vectorTable: VectorTable | null): UnitReader {
  const bag = vectorTable && createWordBag(vectorTable.model);
  const pool = vectorTable && createRowSum(vectorTable.model);
  const table = new WordTable(bag);
  const counter = new TermCounter(table);
  const [whole, name] = [new TextCodes(), new TextCodes()];
  const count = (field: TermField, text: string) => {
    name.put(text);
    counter.count(field, table.read(name, 0, text.length));
  };

  const addToBag = (text: string, start: number, end: number, words: number) => {
    // Only of a very long unit some words are left out.
    if (end - start > vectorTable!.charactersMax) return bag!.addText(text, start, start + vectorTable!.charactersMax);
    const { found, partStarts, partList } = table;
    for (let at = 0; at < words; at += 1) {
      const word = found[at]!;
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
    const vectors = hasVectors ? emptyVectors(units.length, vectorTable.model.dimensions) : undefined;
    for (const [at, unit] of units.entries()) {
      const start = index.startOf(unit.startLine);
      const end = index.startOf(unit.endLine + 1);
      counter.startUnit(at);
      const words = table.read(whole, start, end);
      unitLengths[at] = counter.count('body', words);
      if (vectors) {
        addToBag(text, start, end, words);
        for (const part of pathParts) bag!.addPart(part);
        setVector(vectors, at, pool!(bag!.take(), 'document'));
      }
      countNames(count, facts.symbols[unit.symbol ?? -1], symbolsIn[at] ?? []);
    }
    return { terms: { ...counter.result(), unitLengths }, vectors };
  };
}

function countNames(
  count: (field: TermField, text: string) => void,
  own: SymbolFacts | undefined,
  inside: readonly SymbolFacts[],
): void {
  if (own !== undefined) count('name', own.qualifiedName);
  for (const symbol of inside) {
    if (symbol !== own) count('name', symbol.name);
    if (symbol.doc !== null) count('doc', symbol.doc);
  }
}

// Symbols that start in a unit; those inside a whole unit lend it their names too.
function symbolsByUnit(symbols: readonly SymbolFacts[], units: readonly Unit[]): readonly (readonly SymbolFacts[])[] {
  const found: SymbolFacts[][] = units.map(() => []);
  let at = 0;
  for (const symbol of symbols.toSorted((a, b) => a.startLine - b.startLine)) {
    while (at < units.length - 1 && (units[at]?.endLine ?? 0) < symbol.startLine) at++;
    found[at]?.push(symbol);
  }
  return found;
}
