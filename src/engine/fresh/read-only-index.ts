// Offers a named view of a shared store as an index that is only read. Workers elsewhere keep such a view up to date,
// so nothing is refreshed here.
import { DEFAULTS } from '../../config/defaults.ts';
import { INDEX_META } from '../../indexing/index-parts.ts';
import { cacheOpening } from '../../indexing/view-caches.ts';
import { ContextError } from '../../model/errors.ts';
import type { CallOptions, IndexReport } from '../../ports/engine.ts';
import type { Opening } from '../../ports/store.ts';
import { closeParts, type EngineParts } from '../open/open-parts.ts';
import type { ReadyIndex } from './partial-index.ts';

const COMMIT_CHARACTERS = 12;

/** The counts of a refresh that found nothing to do. */
export const NOTHING_NEW = { added: 0, changed: 0, removed: 0, milliseconds: 0 } as const;

/** Its answers note the age of the view. */
export function createReadOnlyIndex(parts: EngineParts, name: string) {
  let askedForMs = Number.NEGATIVE_INFINITY;
  // Tells the workers that the view is in use. Ignores a failure, because a reader may lack the right to write.
  const reportUse = async () => {
    const nowMs = parts.now();
    if (nowMs - askedForMs < DEFAULTS.queue.lookedMs) return;
    askedForMs = nowMs;
    await parts.store.askFor?.().catch(() => undefined);
  };
  const readOpening = async () => {
    const [opening] = await Promise.all([parts.store.opening(), reportUse()]);
    if (opening.files.length > 0 || opening.meta.has(INDEX_META.indexedAtMs)) return opening;
    throw new ContextError(
      'BAD_INPUT',
      `The shared store holds nothing of ${name}: knap store status lists what it holds, and knap index --workspace ${name} adds this folder as that.`,
    );
  };
  return {
    on: async <T>(_call: CallOptions, work: (ready: ReadyIndex) => Promise<T>): Promise<T> => {
      const opening = await readOpening();
      // The answer uses the opening that was just read.
      const store = cacheOpening(parts.store, opening);
      return work({ parts: { ...parts, store }, notes: [...parts.notes, describeAge(name, opening)] });
    },
    look: <T>(work: (parts: EngineParts) => Promise<T>): Promise<T> => work(parts),
    refresh: async (): Promise<IndexReport> => {
      const opening = await readOpening();
      const { symbols } = await parts.store.counts();
      const { files, history } = opening;
      const notes = [...parts.notes, describeAge(name, opening)];
      return { files: files.length, symbols, commits: history.commits, ...NOTHING_NEW, notes };
    },
    goOn: async () => undefined,
    shareWith: () => undefined,
    notes: (): readonly string[] => [],
    stop: async () => undefined,
    close: () => closeParts(parts),
  };
}

function describeAge(name: string, { meta, history }: Opening): string {
  const index = Number(meta.get(INDEX_META.indexedAtMs) ?? Number.NaN);
  const when = Number.isNaN(index)
    ? 'is being indexed for the first time'
    : `is as of ${new Date(index).toISOString()}`;
  const commit = history.head === null ? '' : `, commit ${history.head.slice(0, COMMIT_CHARACTERS)}`;
  return `${name} is read from the shared store and ${when}${commit}`;
}
