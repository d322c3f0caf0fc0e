import { isDeepStrictEqual } from 'node:util';
import { INDEX_META } from '../../indexing/index-meta.ts';
import { definesNames } from '../../model/entity.ts';
import { nameKey } from '../../model/terms.ts';
import type { Difference } from '../../ports/status.ts';
import type { ContentRecord, Definition, FileRecord, Store, StoreChange, StoredContent } from '../../ports/store.ts';
import type { ContentVectors } from '../../ports/vectors.ts';
import { firstPaths } from '../../stores/orders.ts';
import { inOneAlone } from './compare-places.ts';

type Parsed = Required<Pick<StoreChange, 'contents' | 'upsert'>> & Pick<StoreChange, 'vectors'>;

/** Whether the index knows of contents what a parser finds in them now: symbols, lines, other facts, the text, and vectors. */
export async function compareContents(
  { store }: { readonly store: Store },
  { contents, upsert, vectors }: Parsed,
  view: ReadonlyMap<string, FileRecord>,
): Promise<readonly Difference[]> {
  const standing = upsert.filter(({ path, hash }) => view.get(path)?.hash === hash);
  const pathOf = new Map(standing.map(({ path, hash }) => [hash, path]));
  const known = contents.filter(({ hash }) => pathOf.has(hash));
  const hashes = known.map(({ hash }) => hash);
  const [stored, texts] = [await store.contents(hashes), await store.texts(hashes)];
  const found = known.flatMap((content) => {
    const path = pathOf.get(content.hash)!;
    const other = contentApart(content, stored.get(content.hash), texts.get(content.hash));
    return [...other, ...countsApart(content, view.get(path)!)].map((one) => ({ ...one, path }));
  });
  const facts = new Map(contents.map((content) => [content.hash, content.facts]));
  const expected = standing.flatMap(({ path, hash }) => definitionsOf(path, facts.get(hash)));
  return [
    ...found,
    ...(await definitionsApart(store, expected, new Set(standing.map(({ path }) => path)))),
    ...(await vectorsApart(store, vectors?.contents ?? [], vectors?.model.name)),
  ];
}

type ContentDifference = Omit<Difference, 'path'>;

function contentApart(
  content: ContentRecord,
  stored: StoredContent | undefined,
  text: string | undefined,
): ContentDifference[] {
  if (!stored) return [{ kind: 'hash', what: 'its content is not stored' }];
  const { symbols, ...facts } = plain(content.facts);
  const { symbols: storedSymbols, ...storedFacts } = stored.facts;
  const checks: readonly [kind: Difference['kind'], isSame: boolean, what: string][] = [
    ['entities', isDeepStrictEqual(symbols, storedSymbols), 'other symbols stand in it'],
    ['lines', isDeepStrictEqual(plain(content.units), stored.units), 'its units have other lines'],
    ['facts', isDeepStrictEqual(facts, storedFacts), 'other facts are told by it'],
    ['facts', stored.isParsed === content.isParsed, content.isParsed ? 'it can be parsed' : 'it cannot be parsed'],
    ['text', text === content.text, 'its stored text is another'],
  ];
  return checks.filter(([, isSame]) => !isSame).map(([kind, , what]) => ({ kind, what }));
}

// As a store gives it back, which keeps no undefined.
const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value));

function countsApart({ facts, terms }: ContentRecord, { lineCount, termCount }: FileRecord): ContentDifference[] {
  const length = terms.unitLengths.reduce((sum, one) => sum + one, 0);
  return lineCount === facts.lineCount && termCount === length
    ? []
    : [{ kind: 'lines', what: `it has ${facts.lineCount} lines and ${length} terms` }];
}

function definitionsOf(path: string, facts: ContentRecord['facts'] | undefined): Definition[] {
  return [...(facts?.symbols ?? []).entries()]
    .filter(([, { kind }]) => definesNames(kind))
    .map(([symbol, { name, qualifiedName, kind }]) => ({ path, symbol, name, qualifiedName, kind }));
}

async function definitionsApart(
  store: Store,
  expected: readonly Definition[],
  paths: ReadonlySet<string>,
): Promise<readonly Difference[]> {
  const keys = [...new Set(expected.map(({ name }) => nameKey(name)))];
  const { definitions } = await store.words({ definitions: keys });
  const line = ({ path, symbol, name, qualifiedName, kind }: Definition) =>
    JSON.stringify([path, symbol, name, qualifiedName, kind]);
  const stored = new Set(definitions.filter(({ path }) => paths.has(path)).map(line));
  const apart = inOneAlone(new Set(expected.map(line)), stored);
  const apartPaths = new Set(apart.map((one) => String(JSON.parse(one)[0])));
  return [...apartPaths].map((path) => ({ path, kind: 'entities', what: 'other names are known to be defined in it' }));
}

// Vectors are made under the first path that leads to a content, and only of a model that was used to the end.
async function vectorsApart(
  store: Store,
  made: readonly ContentVectors[],
  model: string | undefined,
): Promise<readonly Difference[]> {
  const { files, meta, vectorModel } = await store.opening();
  if (model === undefined || vectorModel?.name !== model || meta.get(INDEX_META.embedded) !== model) return [];
  const first = new Map(firstPaths(files).map(({ path, content }) => [path, content]));
  const own = made.flatMap((one) => {
    const content = first.get(one.path);
    return content === undefined ? [] : [{ ...one, content }];
  });
  const stored = await store.vectors(own.map(({ content }) => content));
  const isSame = ({ content, scales, rows }: (typeof own)[number]) => {
    const kept = stored.get(content);
    return kept !== undefined && isDeepStrictEqual([...kept.scales, ...kept.rows], [...scales, ...rows]);
  };
  return own
    .filter((one) => !isSame(one))
    .map(({ path }) => ({ path, kind: 'meaning', what: 'its vectors are others' }));
}
