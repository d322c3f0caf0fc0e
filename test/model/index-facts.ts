import { nameKey } from '../../src/model/terms.ts';
import { DOCUMENT_KEYS, type Store } from '../../src/ports/store.ts';

/** What to ask an index for beside what it lists itself: every term and key that was ever seen. */
export interface Vocabulary {
  readonly terms: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
}

/** Everything an index holds, by subject; numbers only the store knows (ids of contents and commits) are replaced by what they stand for. */
export async function factsOf(store: Store, { terms, names }: Vocabulary): Promise<Readonly<Record<string, unknown>>> {
  const files = (await store.opening()).files;
  const paths = files.map(({ path }) => path);
  const hashes = [...new Set(files.map(({ hash }) => hash))];
  const hashOf = new Map(files.map(({ content, hash }) => [content, hash]));
  const keys = [...names].map(nameKey);
  const vectors = await store.vectors([...hashOf.keys()]);
  const hits = await Promise.all(
    DOCUMENT_KEYS.map(async (kind) => [kind, await store.documentsBy(kind, [...new Set([...names, ...keys])])]),
  );
  return {
    view: files.map(({ content: _, cleanBy: _mark, ...file }) => file),
    contents: sorted(await store.contents(hashes)),
    texts: Object.fromEntries(await store.texts(hashes)),
    postings: await postingsOf(store, terms, hashOf),
    'unit counts': sorted((await store.words({ unitCounts: [...terms] })).unitCounts),
    statistics: rounded((await store.opening()).statistics),
    counts: await store.counts(),
    'words of paths': sorted((await store.words({ paths: [...terms] })).paths),
    definitions: (await store.words({ definitions: keys })).definitions,
    'edges out': await store.edges(paths, { direction: 'out' }),
    'edges in': await store.edges(paths, { direction: 'in' }),
    documents: await store.allDocuments(),
    'documents by key': Object.fromEntries(hits),
    vectors: Object.fromEntries(
      [...vectors].map(([content, { scales, rows }]) => [hashOf.get(content), [[...scales], [...rows]]]).toSorted(),
    ),
    'wants vectors': (await store.unembedded()).map(({ path }) => path),
    ...(await historyOf(store, paths, terms)),
  };
}

async function postingsOf(store: Store, terms: ReadonlySet<string>, hashOf: ReadonlyMap<number, string>) {
  const lists = (await store.words({ postings: [...terms] })).postings;
  return Object.fromEntries(
    lists.map((list) => [
      list.term,
      [...list.contents]
        .map((content, at) =>
          [
            hashOf.get(content) ?? `content ${content}, which is not in the view`,
            ...[list.units, list.body, list.name, list.doc, list.unitLengths].map((numbers) => numbers[at]),
          ].join(' '),
        )
        .toSorted(),
    ]),
  );
}

async function historyOf(store: Store, paths: readonly string[], terms: ReadonlySet<string>) {
  const { averageMessageLength, ...history } = (await store.opening()).history;
  const touching = await store.commitsTouching(paths, 5);
  const messages = (await store.words({ messages: [...terms] })).messages;
  const ids = new Set([...messages.flatMap(({ commits }) => [...commits])]);
  const commits = new Map((await store.commits([...ids])).map(({ id, ...commit }) => [id, commit]));
  const shaOf = (id: number) => commits.get(id)?.sha ?? `commit ${id}, which is not stored`;
  return {
    history: { ...history, averageMessageLength: averageMessageLength.toFixed(6) },
    'histories of files': (await store.fileHistory(paths)).map((one) => ({ ...one, churn: one.churn.toFixed(6) })),
    'commits of files': sorted(new Map([...touching].map(([path, of]) => [path, of.map(({ sha }) => sha)]))),
    messages: messages.map((list) => [
      list.term,
      [...list.commits].map((id, at) => `${shaOf(id)} ${list.counts[at]}`).toSorted(),
    ]),
  };
}

const sorted = <Value>(map: ReadonlyMap<string, Value>) =>
  Object.fromEntries([...map].toSorted(([a], [b]) => (a < b ? -1 : 1)));

// Sums of floats differ in their last digits with the order they were made in.
const rounded = (numbers: object) =>
  Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, Number(value).toFixed(6)]));
