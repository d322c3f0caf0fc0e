import { stat } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import type { GraphRow } from '../../../model/graph.ts';
import type { GraphSource } from '../../../ports/graph.ts';
import { docRows } from './doc-rows.ts';
import { readExport } from './read-export.ts';
import { decideVisible } from './tana-doc.ts';

const BATCH_ROWS = 2000;
/** A field with more values is a list Tana keeps for itself. */
const FIELD_VALUES_MAX = 50;
const NAME_CHARACTERS_MAX = 20_000;
const ID = /^[\w-]{10,14}$/;
const RUN = /[a-z]+|[A-Z]+|\d+|[_-]+/g;
/** Letters drawn at random change their kind all the time, words seldom do. */
const ID_RUNS_MIN = 6;

/** What Tana exports, one JSON file for a workspace, or the index that supertag makes of it. */
export const tanaExports: GraphSource = {
  name: 'tana',
  takes: 'an export (.json) or an index of supertag (.db)',
  async stampOf(path) {
    const found = await stat(path).catch(() => null);
    if (!found?.isFile()) return null;
    // What supertag wrote last lies beside its index for a while.
    const log = await stat(`${path}-wal`).catch(() => null);
    const newest = Math.max(found.mtimeMs, log?.size ? log.mtimeMs : 0);
    return { stamp: `${found.size + (log?.size ?? 0)}-${newest}`, asOfMs: Math.floor(newest) };
  },
  isId: (text) => ID.test(text) && (text.match(RUN)?.length ?? 0) >= ID_RUNS_MIN,
  async *read(path, call) {
    const docs = await readExport(path, call, { nameCharactersMax: NAME_CHARACTERS_MAX });
    const circles = decideVisible([...docs.values()]);
    if (circles > 0) call.notes.push(`${circles} circles of owners were cut`);
    let batch: GraphRow[] = [];
    let done = 0;
    for (const row of docRows(docs, { fieldValuesMax: FIELD_VALUES_MAX })) {
      batch.push(row);
      if (batch.length < BATCH_ROWS) continue;
      done += batch.length;
      call.onProgress?.(done);
      // Others of this process get their turn; an abort is only heard then.
      await setImmediate();
      call.signal?.throwIfAborted();
      yield batch;
      batch = [];
    }
    if (batch.length > 0) yield batch;
  },
};
