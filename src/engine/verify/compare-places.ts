import { isDeepStrictEqual } from 'node:util';
import { termsOf } from '../../model/terms.ts';
import type { Difference } from '../../ports/status.ts';
import { DOCUMENT_KEYS, type FileRecord, type Store, type ViewRow } from '../../ports/store.ts';
import { inOneAlone } from './in-one-alone.ts';

/** Whether files stand in the index as they lie on the disk: their rows, the words of their paths, and documents with their keys. */
export async function comparePlaces(
  store: Store,
  rows: readonly ViewRow[],
  view: ReadonlyMap<string, FileRecord>,
): Promise<readonly Difference[]> {
  const standing = rows.filter(({ path, hash }) => view.get(path)?.hash === hash);
  return [
    ...rows.flatMap((row) => rowApart(row, view.get(row.path))),
    ...(await pathWordsApart(store, standing)),
    ...(await documentsApart(store, standing)),
  ];
}

function rowApart({ path, hash, source, language, role }: ViewRow, stored: FileRecord | undefined): Difference[] {
  if (!stored) return [{ path, kind: 'file', what: 'is on the disk and not in the index' }];
  if (stored.hash !== hash) return [{ path, kind: 'hash', what: 'holds other bytes than the index knows' }];
  const wrong = Object.entries({ source, language, role }).filter(
    ([name, value]) => stored[name as 'source' | 'language' | 'role'] !== value,
  );
  return wrong.map(([name, value]) => ({ path, kind: 'file', what: `its ${name} is ${value}` }));
}

async function pathWordsApart(store: Store, rows: readonly ViewRow[]): Promise<readonly Difference[]> {
  const terms = new Map(rows.map(({ path }) => [path, new Set(termsOf(path))]));
  const asked = [...new Set([...terms.values()].flatMap((words) => [...words]))];
  const { paths } = await store.words({ paths: asked });
  const stored = new Map([...paths].map(([term, holding]) => [term, new Set(holding)]));
  const isApart = ({ path }: ViewRow) =>
    asked.some((term) => terms.get(path)!.has(term) !== stored.get(term)!.has(path));
  return rows.filter(isApart).map(({ path }) => ({ path, kind: 'words', what: 'is found by other words of its path' }));
}

async function documentsApart(store: Store, rows: readonly ViewRow[]): Promise<readonly Difference[]> {
  const cards = await store.documents(rows.map(({ path }) => path));
  const other = rows.filter(
    ({ path, document }) => !isDeepStrictEqual(cards.get(path) ?? null, document?.card ?? null),
  );
  const expected = new Set<string>();
  const stored = new Set<string>();
  const here = new Set(rows.map(({ path }) => path));
  for (const kind of DOCUMENT_KEYS) {
    const entries = rows.flatMap(({ path, document }) =>
      (document?.keys ?? []).filter((entry) => entry.kind === kind).map((entry) => ({ ...entry, path })),
    );
    for (const { key, path, section } of entries) expected.add(JSON.stringify([path, kind, key, section]));
    const hits = await store.documentsBy(kind, [...new Set(entries.map(({ key }) => key))]);
    for (const { key, path, section } of hits)
      if (here.has(path)) stored.add(JSON.stringify([path, kind, key, section]));
  }
  const keys = inOneAlone(expected, stored);
  const paths = new Set([...other.map(({ path }) => path), ...keys.map((key) => String(JSON.parse(key)[0]))]);
  return [...paths].map((path) => ({
    path,
    kind: 'document',
    what: 'is another document, or is looked up by other names',
  }));
}
