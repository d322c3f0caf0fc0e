// Answers `verify`: reads files again, as if they were new, and lists the differences to the index. A sample changes
// daily, so that it is not always the same files that are checked.
import { isDeepStrictEqual } from 'node:util';
import { crc32 } from 'node:zlib';
import { DEFAULTS } from '../../config/defaults.ts';
import { INDEX_META } from '../../indexing/index-parts.ts';
import { lackingIn, parseBatch } from '../../indexing/parse-batch.ts';
import { batchesOf, READ_SENTENCES, readBatch } from '../../indexing/read-batch.ts';
import { scanSources, sourceOf } from '../../indexing/scan-sources.ts';
import { cacheOpening } from '../../indexing/view-caches.ts';
import { definesNames } from '../../model/entity.ts';
import { ContextError } from '../../model/errors.ts';
import { nameKey } from '../../model/terms.ts';
import type { ContentVectors } from '../../ports/embedder.ts';
import type { CallOptions } from '../../ports/engine.ts';
import type { Difference, VerifyInput, VerifyReport } from '../../ports/status.ts';
import type {
  ContentRecord,
  Definition,
  FileRecord,
  Fingerprint,
  Store,
  StoreChange,
  StoredContent,
} from '../../ports/store.ts';
import { createTally } from '../../reading/left-out-tally.ts';
import { firstPaths } from '../../stores/rows.ts';
import type { EngineParts } from '../open/open-parts.ts';
import {
  compareEdges,
  comparePlaces,
  differAt,
  type ExpectedWords,
  expectWords,
  pathsApart,
  wordDifferences,
} from './compare-index.ts';

const DAY_MS = 86_400_000;
const NOTHING_KNOWN: ReadonlyMap<string, FileRecord> = new Map();

export async function verifyIndex(parts: EngineParts, input: VerifyInput, call: CallOptions): Promise<VerifyReport> {
  const { storedView } = parts;
  if (storedView !== null)
    throw new ContextError('BAD_INPUT', `${storedView} is a stored view: verify it on the machine that has its files.`);
  const store = cacheOpening(parts.store);
  if (input.all) await store.check?.();
  for (const source of parts.sources) source.begin?.();
  const { files, meta } = await store.opening();
  const view = new Map(files.map((file) => [file.path, file]));
  const scan = await scanSources(parts.sources, { files, meta });
  const onDisk = new Set(scan.files.map(({ path }) => path));
  const gone = files.filter(({ path }) => !onDisk.has(path));
  const chosen = input.all ? scan.files : sampleOf(scan.files, input.sample ?? DEFAULTS.verify.sample, parts.now());
  const run = { parts: { ...parts, store }, view, words: expectWords() };
  const differences = [...differAt(pathsOf(gone), 'file', 'is in the index but not on the disk')];
  const checked = { files: 0, symbols: 0, terms: 0, edges: 0 };
  let done = 0;
  for (const batch of batchesOf(chosen, DEFAULTS.indexing)) {
    call.signal?.throwIfAborted();
    differences.push(...(await compareBatch(batch, run, checked)));
    done += batch.length;
    call.onProgress?.({ stage: 'parse', done, total: chosen.length });
  }
  differences.push(...(await wordDifferences(store, run.words, view)));
  checked.terms = run.words.terms.size;
  const indexed = pathsOf(chosen).filter((path) => view.has(path));
  const edges = await compareEdges(run.parts, indexed);
  differences.push(...edges.differences);
  checked.edges = edges.compared;
  return { store: store.name, files: files.length, checked, differences: inOrder(differences), notes: edges.notes };
}

interface VerifyRun {
  readonly parts: EngineParts;
  readonly view: ReadonlyMap<string, FileRecord>;
  readonly words: ExpectedWords;
}

type CheckedCounts = { -readonly [Key in keyof VerifyReport['checked']]: number };

async function compareBatch(
  batch: readonly Fingerprint[],
  run: VerifyRun,
  checked: CheckedCounts,
): Promise<Difference[]> {
  const { parts, view, words } = run;
  for (const { path } of batch) parts.reader.forget(path);
  const tally = createTally(READ_SENTENCES);
  const read = await readBatch(batch, { reader: parts.reader, view: NOTHING_KNOWN, tally });
  // Hides stored contents, so that everything is parsed again.
  const emptyStore: Store = { ...parts.store, contents: async () => new Map() };
  const isImported = (path: string) => sourceOf(parts.sources, path).isImported === true;
  // The export of a graph may be newer than its import, and then holds other pages than the index should.
  const fresh = read.fresh.filter(({ path, file }) => !isImported(path) || view.get(path)?.hash === file.hash);
  const parsed = await parseBatch(fresh, { ...parts, store: emptyStore });
  const lacking = lackingIn(parsed.contents);
  if (lacking !== null)
    throw new ContextError('SYSTEM', `knap cannot read the grammar of ${lacking}, so it cannot verify these files.`);
  const readable = new Set(read.fresh.map(({ path }) => path));
  // The index leaves out files that are not text or too large.
  const indexed = batch.map(({ path }) => path).filter((path) => view.has(path));
  const lost = indexed.filter((path) => !readable.has(path) && !isImported(path));
  checked.files += indexed.length;
  checked.symbols += parsed.contents.reduce((sum, { facts }) => sum + facts.symbols.length, 0);
  for (const content of parsed.contents) words.add(content);
  return [
    ...differAt(lost, 'file', 'is in the index but cannot be read'),
    ...(await comparePlaces(parts.store, parsed.upsert, view)),
    ...(await compareContents(parts, parsed, view)),
  ];
}

// Orders files by a checksum of path and day: the sample changes daily, and one day always gives one sample.
function sampleOf(files: readonly Fingerprint[], count: number, nowMs: number): readonly Fingerprint[] {
  const day = Math.floor(nowMs / DAY_MS);
  return files
    .map((file) => ({ file, order: crc32(`${day} ${file.path}`) }))
    .toSorted((a, b) => a.order - b.order || (a.file.path < b.file.path ? -1 : 1))
    .slice(0, count)
    .map(({ file }) => file);
}

function inOrder(differences: readonly Difference[]): readonly Difference[] {
  return differences.toSorted((a, b) => (a.path === b.path ? 0 : a.path < b.path ? -1 : 1));
}

type ParsedContents = Required<Pick<StoreChange, 'contents' | 'upsert'>> & Pick<StoreChange, 'vectors'>;

async function compareContents(
  { store }: { readonly store: Store },
  { contents, upsert, vectors }: ParsedContents,
  view: ReadonlyMap<string, FileRecord>,
): Promise<readonly Difference[]> {
  const unchanged = upsert.filter(({ path, hash }) => view.get(path)?.hash === hash);
  const pathOf = new Map(unchanged.map(({ path, hash }) => [hash, path]));
  const indexed = contents.filter(({ hash }) => pathOf.has(hash));
  const hashes = indexed.map(({ hash }) => hash);
  const [stored, texts] = [await store.contents(hashes), await store.texts(hashes)];
  const differences = indexed.flatMap((content) => {
    const path = pathOf.get(content.hash)!;
    const other = contentDifferences(content, stored.get(content.hash), texts.get(content.hash));
    return [...other, ...countDifferences(content, view.get(path)!)].map((difference) => ({ ...difference, path }));
  });
  const facts = new Map(contents.map((content) => [content.hash, content.facts]));
  const expected = unchanged.flatMap(({ path, hash }) => definitionsOf(path, facts.get(hash)));
  return [
    ...differences,
    ...(await definitionDifferences(store, expected, new Set(unchanged.map(({ path }) => path)))),
    ...(await vectorDifferences(store, vectors?.contents ?? [], vectors?.model.name)),
  ];
}

type ContentDifference = Omit<Difference, 'path'>;

function contentDifferences(
  content: ContentRecord,
  stored: StoredContent | undefined,
  text: string | undefined,
): ContentDifference[] {
  if (!stored) return [{ kind: 'hash', what: 'the index lacks its content' }];
  const { symbols, ...facts } = asStored(content.facts);
  const { symbols: storedSymbols, ...storedFacts } = stored.facts;
  const checks: readonly [kind: Difference['kind'], isSame: boolean, what: string][] = [
    ['entities', isDeepStrictEqual(symbols, storedSymbols), 'the index has other symbols of it'],
    ['lines', isDeepStrictEqual(asStored(content.units), stored.units), 'the index has other lines of its units'],
    ['facts', isDeepStrictEqual(facts, storedFacts), 'the index has other facts about it'],
    ['facts', stored.isParsed === content.isParsed, `it ${content.isParsed ? 'can' : 'cannot'} be parsed now`],
    ['text', text === content.text, 'the index has another text of it'],
  ];
  return checks.filter(([, isSame]) => !isSame).map(([kind, , what]) => ({ kind, what }));
}

// Drops undefined fields, as a store does.
const asStored = <T>(value: T): T => JSON.parse(JSON.stringify(value));

function countDifferences({ facts, terms }: ContentRecord, { lineCount, termCount }: FileRecord): ContentDifference[] {
  const length = terms.unitLengths.reduce((sum, value) => sum + value, 0);
  return lineCount === facts.lineCount && termCount === length
    ? []
    : [{ kind: 'lines', what: `it has ${facts.lineCount} lines and ${length} terms, the index other numbers` }];
}

function definitionsOf(path: string, facts: ContentRecord['facts'] | undefined): Definition[] {
  return [...(facts?.symbols ?? []).entries()]
    .filter(([, { kind }]) => definesNames(kind))
    .map(([symbol, { name, qualifiedName, kind }]) => ({ path, symbol, name, qualifiedName, kind }));
}

async function definitionDifferences(
  store: Store,
  expected: readonly Definition[],
  paths: ReadonlySet<string>,
): Promise<readonly Difference[]> {
  const keys = [...new Set(expected.map(({ name }) => nameKey(name)))];
  const { definitions } = await store.words({ definitions: keys });
  const factOf = ({ path, symbol, name, qualifiedName, kind }: Definition) =>
    [path, symbol, name, qualifiedName, kind] as const;
  const stored = definitions.filter(({ path }) => paths.has(path));
  const apart = pathsApart(expected.map(factOf), stored.map(factOf));
  return differAt(apart, 'entities', 'the index has other definitions of it');
}

// Compares vectors under the first path of a content, and only if the index holds all vectors of the model.
async function vectorDifferences(
  store: Store,
  made: readonly ContentVectors[],
  model: string | undefined,
): Promise<readonly Difference[]> {
  const { files, meta, vectorModel } = await store.opening();
  if (model === undefined || vectorModel?.name !== model || meta.get(INDEX_META.embedded) !== model) return [];
  const first = new Map(firstPaths(files).map(({ path, content }) => [path, content]));
  const comparable = made.flatMap((vectors) => {
    const content = first.get(vectors.path);
    return content === undefined ? [] : [{ ...vectors, content }];
  });
  const stored = await store.vectors(comparable.map(({ content }) => content));
  const numbersOf = ({ scales, rows }: Pick<ContentVectors, 'scales' | 'rows'>) => [...scales, ...rows];
  const isApart = ({ content, ...vectors }: (typeof comparable)[number]) => {
    const own = stored.get(content);
    return own === undefined || !isDeepStrictEqual(numbersOf(own), numbersOf(vectors));
  };
  return differAt(pathsOf(comparable.filter(isApart)), 'meaning', 'the index has other vectors of it');
}

const pathsOf = (all: readonly { readonly path: string }[]): readonly string[] => all.map(({ path }) => path);
