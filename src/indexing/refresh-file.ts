// An answer may find that a file changed after it was indexed. This file indexes that one file again.
import { createTally } from '../reading/left-out-tally.ts';
import { filesToLink } from './files-to-link.ts';
import { INDEX_META } from './index-meta.ts';
import type { IndexParts } from './index-parts.ts';
import { link } from './link.ts';
import { lackingIn, parseBatch } from './parse-batch.ts';
import { READ_SENTENCES, readBatch } from './read-batch.ts';

/** The result of reading one file again. `gone` includes unreadable files; the store then keeps the earlier content. */
export type RefreshResult = 'same' | 'changed' | 'gone';

/** Indexes one file of the view again at once, so that an answer quotes the right lines. */
export async function refreshFile(parts: Omit<IndexParts, 'history' | 'now'>, path: string): Promise<RefreshResult> {
  const stored = (await parts.store.opening()).files.find((file) => file.path === path);
  if (!stored) return 'gone';
  parts.reader.forget(path);
  const view = new Map([[path, stored]]);
  const read = await readBatch([stored], { reader: parts.reader, view, tally: createTally(READ_SENTENCES) });
  if (read.lost.length > 0) return 'gone';
  if (read.fresh.length === 0) return 'same';
  const parsed = await parseBatch(read.fresh, parts);
  const lacking = lackingIn(parsed.contents);
  const meta = { [INDEX_META.embedded]: '', ...(lacking === null ? {} : { [INDEX_META.lacking]: lacking }) };
  await parts.store.apply({ ...parsed, meta });
  const todo = await filesToLink(parts, { added: [], changed: [path], lost: [], before: view });
  await parts.store.apply(await link(parts, todo));
  return 'changed';
}
