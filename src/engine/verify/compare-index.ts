// The comparisons of `verify`: rows, path words, documents, terms and edges of the index against those made again from
// the files.
import { isDeepStrictEqual } from 'node:util';
import { crc32 } from 'node:zlib';
import { INDEX_META } from '../../indexing/index-parts.ts';
import { link } from '../../indexing/link.ts';
import type { Edge } from '../../model/edge.ts';
import { pathTerms } from '../../model/entity.ts';
import type { Difference } from '../../ports/status.ts';
import {
  type ContentRecord,
  DOCUMENT_KEYS,
  type FileRecord,
  type PostingList,
  type Store,
  type ViewRow,
} from '../../ports/store.ts';
import type { EngineParts } from '../open/open-parts.ts';

/** Compares the index with files on the disk: their rows, the words of their paths, and documents with their keys. */
export async function comparePlaces(
  store: Store,
  rows: readonly ViewRow[],
  view: ReadonlyMap<string, FileRecord>,
): Promise<readonly Difference[]> {
  const unchanged = rows.filter(({ path, hash }) => view.get(path)?.hash === hash);
  return [
    ...rows.flatMap((row) => rowDifferences(row, view.get(row.path))),
    ...(await pathWordDifferences(store, unchanged)),
    ...(await documentDifferences(store, unchanged)),
  ];
}

function rowDifferences({ path, hash, source, language, role }: ViewRow, stored: FileRecord | undefined): Difference[] {
  if (!stored) return [{ path, kind: 'file', what: 'is on the disk but not in the index' }];
  if (stored.hash !== hash) return [{ path, kind: 'hash', what: 'has changed since it was indexed' }];
  const wrong = Object.entries({ source, language, role }).filter(
    ([name, value]) => stored[name as 'source' | 'language' | 'role'] !== value,
  );
  return wrong.map(([name, value]) => ({ path, kind: 'file', what: `its ${name} is ${value}, not that of the index` }));
}

/** The same difference at each of some paths. */
export function differAt(paths: Iterable<string>, kind: Difference['kind'], what: string): readonly Difference[] {
  return Array.from(paths, (path) => ({ path, kind, what }));
}

/** A fact about the file at a path, which stands first. */
export type PathFact = readonly [path: string, ...values: unknown[]];

/** Lists the paths of facts that only one of two lists holds. */
export function pathsApart(expected: readonly PathFact[], stored: readonly PathFact[]): ReadonlySet<string> {
  const keysOf = (facts: readonly PathFact[]) => new Map(facts.map((fact) => [JSON.stringify(fact), fact[0]]));
  const [one, other] = [keysOf(expected), keysOf(stored)];
  const all = new Map([...one, ...other]);
  return new Set([...all].filter(([key]) => one.has(key) !== other.has(key)).map(([, path]) => path));
}

async function pathWordDifferences(store: Store, rows: readonly ViewRow[]): Promise<readonly Difference[]> {
  const compared = new Set(rows.map(({ path }) => path));
  const expected = rows.flatMap(({ path }) => pathTerms(path).map((term): PathFact => [path, term]));
  const { paths } = await store.words({ paths: [...new Set(expected.map(([, term]) => term as string))] });
  const stored = [...paths].flatMap(([term, holding]) => holding.map((path): PathFact => [path, term]));
  const apart = pathsApart(
    expected,
    stored.filter(([path]) => compared.has(path)),
  );
  return differAt(apart, 'words', 'the index has other words of its path');
}

async function documentDifferences(store: Store, rows: readonly ViewRow[]): Promise<readonly Difference[]> {
  const cards = await store.documents(rows.map(({ path }) => path));
  const changed = rows.filter(
    ({ path, document }) => !isDeepStrictEqual(cards.get(path) ?? null, document?.card ?? null),
  );
  const expected: PathFact[] = [];
  const stored: PathFact[] = [];
  const compared = new Set(rows.map(({ path }) => path));
  for (const kind of DOCUMENT_KEYS) {
    const entries = rows.flatMap(({ path, document }) =>
      (document?.keys ?? []).filter((entry) => entry.kind === kind).map((entry) => ({ ...entry, path })),
    );
    for (const { key, path, section } of entries) expected.push([path, kind, key, section]);
    const hits = await store.documentsBy(kind, [...new Set(entries.map(({ key }) => key))]);
    for (const { key, path, section } of hits) if (compared.has(path)) stored.push([path, kind, key, section]);
  }
  const paths = new Set([...changed.map(({ path }) => path), ...pathsApart(expected, stored)]);
  return differAt(paths, 'document', 'the index has another document here, or other names of it');
}

// Terms in one question to the store.
const TERMS_AT_ONCE = 2000;

/** The terms of the contents that were read, with a checksum for each content, which needs little memory. */
export interface ExpectedWords {
  readonly terms: ReadonlySet<string>;
  readonly sums: ReadonlyMap<string, number>;
  add(content: ContentRecord): void;
}

export function expectWords(): ExpectedWords {
  const terms = new Set<string>();
  const sums = new Map<string, number>();
  const add = ({ hash, terms: of }: ContentRecord) => {
    let [sum, index] = [0, 0];
    for (const [own, place] of of.places.entries()) {
      const term = of.terms[place]!;
      terms.add(term);
      for (const end = index + of.entries[own]!; index < end; index += 1) {
        const unit = of.units[index]!;
        const length = of.unitLengths[unit]!;
        sum = (sum + entryChecksum(term, [unit, length, of.body[index]!, of.name[index]!, of.doc[index]!])) | 0;
      }
    }
    sums.set(hash, sum);
  };
  return { terms, sums, add };
}

/** Files whose stored terms differ from those that were read. */
export async function wordDifferences(
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
    .map(({ path }) => ({ path, kind: 'words', what: 'the index has other words of it' }));
}

function addStored(stored: Map<number, number>, list: PostingList): void {
  for (const [index, content] of list.contents.entries()) {
    const { units, unitLengths, body, name, doc } = list;
    const entry = [units[index]!, unitLengths[index]!, body[index]!, name[index]!, doc[index]!];
    stored.set(content, ((stored.get(content) ?? 0) + entryChecksum(list.term, entry)) | 0);
  }
}

// Entries are summed by checksum, whatever their order.
const entryChecksum = (term: string, numbers: readonly number[]): number => crc32(`${term} ${numbers.join(' ')}`);

/** Asks for the edges of this many files at once, to bound both the number of questions and the memory. */
const FILES_AT_ONCE = 2000;

/** Compares the stored edges out of files with those that the linker makes now. */
export async function compareEdges(parts: EngineParts, paths: readonly string[]) {
  const { files, meta } = await parts.store.opening();
  if (meta.get(INDEX_META.linking) === 'pending')
    return { differences: [], compared: 0, notes: ['edges were not compared, because the index still lacks some'] };
  const view = new Set(files.map(({ path }) => path));
  const differences: Difference[] = [];
  let compared = 0;
  for (let start = 0; start < paths.length; start += FILES_AT_ONCE) {
    const some = paths.slice(start, start + FILES_AT_ONCE);
    const { edges = [] } = await link(parts, { paths: some, isWhole: false });
    const made = heaviest(edges.filter(({ to }) => view.has(to)));
    const stored = heaviest(await parts.store.edges(some, { direction: 'out' }));
    compared += made.size;
    differences.push(...edgeDifferences(made, stored));
  }
  return { differences, compared, notes: [] };
}

const keyOf = ({ from, to, kind }: Edge): string => JSON.stringify([from, to, kind]);

// A store keeps the heavier of two edges with the same ends and kind.
function heaviest(edges: readonly Edge[]): ReadonlyMap<string, Edge> {
  const heaviestOf = new Map<string, Edge>();
  for (const edge of edges)
    if (edge.weight > (heaviestOf.get(keyOf(edge))?.weight ?? -1)) heaviestOf.set(keyOf(edge), edge);
  return heaviestOf;
}

function edgeDifferences(made: ReadonlyMap<string, Edge>, stored: ReadonlyMap<string, Edge>): Difference[] {
  const isSame = (a: Edge | undefined, b: Edge) => a?.weight === b.weight && a.because === b.because;
  const missing = [...made].filter(([key, edge]) => !isSame(stored.get(key), edge));
  const extra = [...stored].filter(([key]) => !made.has(key));
  const describe = (what: string, [, { from, to, kind }]: readonly [string, Edge]): Difference => {
    return { path: from, kind: 'edges', what: `${what} an edge (${kind}) to ${to}` };
  };
  return [
    ...missing.map((entry) => describe('the index lacks or differs in', entry)),
    ...extra.map((entry) => describe('only the index has', entry)),
  ];
}
