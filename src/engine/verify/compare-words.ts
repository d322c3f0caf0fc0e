import { crc32 } from 'node:zlib';
import type { Difference } from '../../ports/status.ts';
import type { ContentRecord, FileRecord, PostingList, Store } from '../../ports/store.ts';

// What one question to the store asks for.
const TERMS_AT_ONCE = 2000;

/** Which terms stand in the contents that were read: a number for each content, so that all files of a large tree need little room. */
export interface ExpectedWords {
  readonly terms: ReadonlySet<string>;
  readonly sums: ReadonlyMap<string, number>;
  add(contents: readonly ContentRecord[]): void;
}

export function expectWords(): ExpectedWords {
  const terms = new Set<string>();
  const sums = new Map<string, number>();
  const addContent = ({ hash, terms: of }: ContentRecord) => {
    let [sum, at] = [0, 0];
    for (const [own, place] of of.places.entries()) {
      const term = of.terms[place]!;
      terms.add(term);
      for (const end = at + of.entries[own]!; at < end; at += 1) {
        const unit = of.units[at]!;
        const length = of.unitLengths[unit]!;
        sum = (sum + entrySeal(term, [unit, length, of.body[at]!, of.name[at]!, of.doc[at]!])) | 0;
      }
    }
    sums.set(hash, sum);
  };
  return {
    terms,
    sums,
    add: (contents) => {
      for (const content of contents) addContent(content);
    },
  };
}

/** Files whose terms the store has otherwise than they were read. */
export async function wordsApart(
  store: Store,
  expected: ExpectedWords,
  view: ReadonlyMap<string, FileRecord>,
): Promise<readonly Difference[]> {
  const stored = new Map<number, number>();
  const terms = [...expected.terms];
  for (let start = 0; start < terms.length; start += TERMS_AT_ONCE) {
    const { postings } = await store.words({ postings: terms.slice(start, start + TERMS_AT_ONCE) });
    for (const list of postings) addStored(stored, list);
  }
  return [...view.values()]
    .filter(({ hash, content }) => expected.sums.has(hash) && expected.sums.get(hash) !== (stored.get(content) ?? 0))
    .map(({ path }) => ({ path, kind: 'words', what: 'is found by other words than stand in it' }));
}

function addStored(stored: Map<number, number>, list: PostingList): void {
  for (const [at, content] of list.contents.entries()) {
    const entry = [list.units[at]!, list.unitLengths[at]!, list.body[at]!, list.name[at]!, list.doc[at]!];
    stored.set(content, ((stored.get(content) ?? 0) + entrySeal(list.term, entry)) | 0);
  }
}

// Added up, so that the order in which entries are met does not matter.
const entrySeal = (term: string, numbers: readonly number[]): number => crc32(`${term} ${numbers.join(' ')}`);
