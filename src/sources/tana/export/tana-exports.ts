import { stat } from 'node:fs/promises';
import type { GraphSource } from '../../../ports/graph.ts';

/** What Tana exports: one JSON file a workspace. */
export const tanaExports: GraphSource = {
  name: 'tana',
  takes: 'an export (.json)',
  async stampOf(path) {
    const found = await stat(path).catch(() => null);
    if (!found?.isFile()) return null;
    return { stamp: `${found.size}-${found.mtimeMs}`, asOfMs: Math.floor(found.mtimeMs) };
  },
  async *read() {},
};
