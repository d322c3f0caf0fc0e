// The thread pool of the parser starts this file in each of its threads. It parses the batches that it is sent and
// reports which file of the batch it is at.
import { parentPort, workerData } from 'node:worker_threads';
import { languageByName } from '../../../languages/index.ts';
import type { ParseRequest, ParseResult } from '../../../ports/source.ts';
import { threadTimeMs } from '../../../threads/processor-time.ts';
import type { FromThread, ThreadData, ToThread } from '../../../threads/serve-thread.ts';
import { openGrammars } from './grammars.ts';
import { type ParseLimits, parseContent } from './parse-content.ts';
import { buffersOf, toWire, type WireBatch } from './wire-format.ts';
import { createUnitReader, type VectorTable } from './words/unit-reader.ts';

export interface WorkerSettings {
  readonly grammarsDir: string;
  readonly limits: ParseLimits;
  readonly vectors: VectorTable | null;
  readonly fileTimeoutMs: number;
  /** Languages whose grammars are loaded as the thread starts. */
  readonly languages: readonly string[];
}

const { grammarsDir, limits, vectors, fileTimeoutMs, languages, progress } = workerData as WorkerSettings & ThreadData;
// Which file of its batch is being parsed.
const current = new Int32Array(progress);
// The grammar gets half the time, so that it mostly gives up a slow text before the pool ends the thread.
const grammars = openGrammars({ folder: grammarsDir, readMsMax: fileTimeoutMs / 2, spentMs: threadTimeMs });
const readUnits = createUnitReader(vectors);

parentPort?.on('message', (message: ToThread<readonly ParseRequest[]>) => {
  if (message.kind === 'ask') void parseBatch(message.id, message.job);
});

for (const name of languages) {
  const language = languageByName(name);
  // A grammar that cannot be loaded is noted with each text that needs it.
  if (language?.grammar) void grammars.load(language);
}

// A failure may leave the memory of grammars damaged, so it is not caught: the thread ends and the pool starts another.
async function parseBatch(id: number, requests: readonly ParseRequest[]): Promise<void> {
  const results: ParseResult[] = [];
  for (const [index, request] of requests.entries()) {
    Atomics.store(current, 0, index);
    results.push(await parseContent(request, { grammars, readUnits, limits }));
  }
  const value = toWire(results);
  parentPort?.postMessage({ kind: 'answer', id, value } satisfies FromThread<WireBatch>, buffersOf(value));
}
