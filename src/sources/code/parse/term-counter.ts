import { termsOfWord, words } from '../../../model/terms.ts';
import type { UnitTerms } from '../../../ports/store.ts';

const COUNT_MAX = 255;
const NOT_ASCII = /[^\x00-\x7f]/;
// For each ASCII code, 1 when it belongs to a word.
const WORD_CODES = Uint8Array.from({ length: 128 }, (_, code) => (/[\w$]/.test(String.fromCharCode(code)) ? 1 : 0));

type TermField = 'body' | 'name' | 'doc';

/** Counts terms of one content, unit after unit. Columns of numbers rather than objects: this runs over every byte. */
export interface TermCounter {
  startUnit(unit: number): void;
  /** Counts the terms of a stretch of text in one field of the current unit; how many there were. */
  count(field: TermField, text: string, start: number, end: number): number;
  /** Sorted by term, then unit. */
  result(): Omit<UnitTerms, 'unitLengths'>;
}

export function termCounter(): TermCounter {
  const terms: string[] = [];
  const termIds = new Map<string, number>();
  const wordIds = new Map<string, readonly number[]>();
  /** Entry of each term in the current unit, valid when it was made after the unit began. */
  const entryOf: number[] = [];
  const entryTerms: number[] = [];
  const entryUnits: number[] = [];
  const columns = { body: [] as number[], name: [] as number[], doc: [] as number[] };
  let unit = 0;
  let firstEntry = 0;

  const idsOf = (word: string): readonly number[] => {
    const known = wordIds.get(word);
    if (known !== undefined) return known;
    const ids = termsOfWord(word).map((term) => {
      const id = termIds.get(term) ?? terms.length;
      if (id === terms.length) {
        termIds.set(term, terms.push(term) - 1);
        entryOf.push(-1);
      }
      return id;
    });
    wordIds.set(word, ids);
    return ids;
  };

  const add = (word: string, column: number[]): number => {
    const ids = idsOf(word);
    for (const id of ids) {
      let entry = entryOf[id] ?? -1;
      if (entry < firstEntry) {
        entry = entryTerms.push(id) - 1;
        entryOf[id] = entry;
        entryUnits.push(unit);
        columns.body.push(0);
        columns.name.push(0);
        columns.doc.push(0);
      }
      column[entry] = (column[entry] ?? 0) + 1;
    }
    return ids.length;
  };

  return {
    startUnit(next) {
      unit = next;
      firstEntry = entryTerms.length;
    },
    count(field, text, start, end) {
      const column = columns[field];
      let total = 0;
      eachWord(text, start, end, (word) => {
        total += add(word, column);
      });
      return total;
    },
    result: () => sorted(terms, entryTerms, entryUnits, columns),
  };
}

// Words as `words` finds them; text of plain ASCII is read by codes, which is several times faster.
function eachWord(text: string, start: number, end: number, visit: (word: string) => void): void {
  const piece = text.slice(start, end);
  if (NOT_ASCII.test(piece)) {
    for (const word of words(piece)) visit(word);
    return;
  }
  let at = 0;
  while (at < piece.length) {
    while (at < piece.length && WORD_CODES[piece.charCodeAt(at)] === 0) at++;
    const from = at;
    while (at < piece.length && WORD_CODES[piece.charCodeAt(at)] === 1) at++;
    if (at > from) visit(piece.slice(from, at));
  }
}

// Entries were made unit after unit, so placing them by the rank of their term keeps the units in order.
function sorted(
  terms: readonly string[],
  entryTerms: readonly number[],
  entryUnits: readonly number[],
  columns: Readonly<Record<TermField, readonly number[]>>,
): Omit<UnitTerms, 'unitLengths'> {
  const size = entryTerms.length;
  const next = startsByTerm(terms, entryTerms);
  const result = {
    terms: new Array<string>(size),
    units: new Uint32Array(size),
    body: new Uint8Array(size),
    name: new Uint8Array(size),
    doc: new Uint8Array(size),
  };
  for (let entry = 0; entry < size; entry++) {
    const id = entryTerms[entry] ?? 0;
    const at = next[id] ?? 0;
    next[id] = at + 1;
    result.terms[at] = terms[id] ?? '';
    result.units[at] = entryUnits[entry] ?? 0;
    result.body[at] = Math.min(COUNT_MAX, columns.body[entry] ?? 0);
    result.name[at] = Math.min(COUNT_MAX, columns.name[entry] ?? 0);
    result.doc[at] = Math.min(COUNT_MAX, columns.doc[entry] ?? 0);
  }
  return result;
}

function startsByTerm(terms: readonly string[], entryTerms: readonly number[]): Uint32Array {
  const counts = new Uint32Array(terms.length);
  for (const id of entryTerms) counts[id] = (counts[id] ?? 0) + 1;
  const ids = terms.map((_, id) => id).sort((a, b) => ((terms[a] ?? '') < (terms[b] ?? '') ? -1 : 1));
  const starts = new Uint32Array(terms.length);
  let start = 0;
  for (const id of ids) {
    starts[id] = start;
    start += counts[id] ?? 0;
  }
  return starts;
}
