import { INDEX_META } from '../../indexing/index-meta.ts';
import type { Store } from '../../ports/store.ts';
import type { EngineParts } from './open-parts.ts';
import { openInMemory } from './open-store.ts';

/** The same store again, empty: for a damaged file or a full re-index. */
export async function reopenEmpty(parts: EngineParts, isDamaged = false): Promise<EngineParts> {
  await closeAnyway(parts.store);
  return { ...parts, store: await parts.reopenStore(isDamaged) };
}

/** An empty store in memory in place of one on a disk that does not do its part. */
export async function reopenInMemory(parts: EngineParts, cause: unknown): Promise<EngineParts> {
  await closeAnyway(parts.store);
  const { notes, ...opened } = openInMemory(cause);
  return { ...parts, ...opened, notes: [...parts.notes, ...notes] };
}

async function closeAnyway(store: Store): Promise<void> {
  await store.close().catch(() => {
    // A damaged store may not even close; it is not asked again.
  });
}

/** Parts whose index was made with the patterns that hold now: which documents stand for their folder is stored in it. */
export async function withRootPatterns(
  parts: EngineParts,
  reopen: (parts: EngineParts) => Promise<EngineParts> = reopenEmpty,
): Promise<EngineParts> {
  const now = JSON.stringify(parts.rootPatterns);
  const before = (await parts.store.opening()).meta.get(INDEX_META.rootPatterns) ?? null;
  if (before === now) return parts;
  const current = before === null ? parts : await reopen(parts);
  await current.store.apply({ meta: { [INDEX_META.rootPatterns]: now } });
  return current;
}
