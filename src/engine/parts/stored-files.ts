import type { IndexParts } from '../../indexing/index-parts.ts';
import { perView } from '../../indexing/per-view.ts';
import type { Source } from '../../ports/source.ts';
import type { Store } from '../../ports/store.ts';
import { askInBatches } from '../ask-in-batches.ts';

const hashesOf = perView((files) => new Map(files.map(({ path, hash }) => [path, hash])));

/** The files of a view as the store has them, where there is no tree: nothing is ever newer, and nothing is on the disk. */
export function storedFiles(store: Store): Pick<IndexParts, 'sources' | 'reader' | 'store'> {
  const textOf = askInBatches(store.texts);
  const hashOf = askInBatches(async () => hashesOf((await store.opening()).files));
  const source: Source = {
    name: 'code',
    owns: () => true,
    scan: async () => ({ files: (await store.opening()).files, notes: [] }),
    languageOf: () => null,
    roleOf: () => 'source',
    isUnchanged: () => true,
  };
  const read = async (path: string) => {
    const hash = await hashOf(path);
    const text = hash === undefined ? undefined : await textOf(hash);
    return hash === undefined || text === undefined ? null : { path, text, hash };
  };
  return {
    sources: [source],
    // Vectors that are missing are made by whoever keeps the view.
    store: { ...store, apply: () => Promise.reject(new Error('the view is only read here')) },
    reader: { read, outcome: async () => ({ refusal: 'gone', stamp: null }), forget: () => undefined },
  };
}
