import { INDEX_META } from '../../indexing/index-meta.ts';
import type { EngineParts } from '../parts/open-parts.ts';
import { reopenEmpty } from '../parts/reopen-store.ts';

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
