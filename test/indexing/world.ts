import { afterAll } from 'vitest';
import { DEFAULTS } from '../../src/config/defaults.ts';
import type { IndexParts } from '../../src/indexing/index-parts.ts';
import { type IndexOptions, indexWorkspace } from '../../src/indexing/index-workspace.ts';
import { languageOfPath } from '../../src/languages/index.ts';
import type { Parser } from '../../src/ports/source.ts';
import type { Store } from '../../src/ports/store.ts';
import { createReader } from '../../src/reading/reader.ts';
import { createLinker } from '../../src/sources/code/link/create-linker.ts';
import { createCodeSource } from '../../src/sources/code/scan/code-source.ts';
import { createHistory } from '../../src/sources/history/history.ts';
import { openMemoryStore } from '../contracts/memory-store.ts';
import { openParser } from '../languages/parse-sample.ts';

/** The real parser, closed after the file's tests. Counts what it is asked. */
export async function openCountingParser(): Promise<Parser & { parsed: () => number }> {
  const parser = await openParser({ workers: 1 });
  let count = 0;
  afterAll(() => parser.close());
  return {
    parse: (requests) => {
      count += requests.length;
      return parser.parse(requests);
    },
    parsed: () => count,
    close: () => parser.close(),
  };
}

const languageOf = (path: string) => languageOfPath(path)?.name ?? null;

/** One root with real parts; `index` runs and returns the outcome without its duration. */
export function world(root: string, parser: Parser, given: Partial<IndexParts> = {}) {
  const { fileBytesMax, filesMax } = DEFAULTS.scan;
  const store: Store = given.store ?? openMemoryStore();
  // Long after every file was written, so that none counts as young.
  let nowMs = Date.now() + 3_600_000;
  const parts: IndexParts = {
    sources: [createCodeSource({ root, languageOf, fileBytesMax, filesMax })],
    store,
    parser,
    linker: createLinker({ rootPatterns: DEFAULTS.markdown.rootPatterns }),
    rootPatterns: DEFAULTS.markdown.rootPatterns,
    reader: createReader({ root, languageOf, fileBytesMax, cachedBytesMax: 0 }),
    history: createHistory({ root, ...DEFAULTS.history }),
    now: () => nowMs,
    embedding: null,
    ...given,
  };
  return {
    parts,
    store,
    setNow: (ms: number) => {
      nowMs = ms;
    },
    index: async (options: Partial<IndexOptions> = {}) => {
      const {
        milliseconds: _,
        scanNotes: _kept,
        ...outcome
      } = await indexWorkspace(parts, { ...DEFAULTS.indexing, ...options });
      return outcome;
    },
    view: async () => Object.fromEntries((await store.opening()).files.map((file) => [file.path, file])),
  };
}
