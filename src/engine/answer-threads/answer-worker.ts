// The code of one thread that answers questions for a server. It opens the index and answers with the table in
// `engine/answers.ts`.
import { workerData } from 'node:worker_threads';
import { DEFAULTS } from '../../config/defaults.ts';
import { ContextError } from '../../model/errors.ts';
import { serveThread } from '../../threads/serve-thread.ts';
import { answerHere, type InputOf } from '../answers.ts';
import { closeParts, type EngineParts, openParts } from '../open/open-parts.ts';
import { IN_MEMORY } from '../open/open-store.ts';
import type { AnswerThreadSettings, ThreadQuestion } from './answer-in-threads.ts';

// Only answer-in-threads.ts starts this file, so its settings have this type.
const { options, config } = workerData as AnswerThreadSettings;
const answerer = answerHere({ ...options, now: () => nowMs }, config);
// The time of the question that is being answered. One variable is enough, because a thread has one job at a time.
let nowMs = 0;
let openedIndex: { readonly store: number; readonly parts: Promise<EngineParts> } | null = null;

serveThread<ThreadQuestion>({
  collectAfterIdleMs: DEFAULTS.serving.restMs,
  async answer({ name, input, notes, counted, store, nowMs: asked }, { signal }) {
    nowMs = asked;
    const parts = await partsOf(store);
    // A fallback index in memory would be empty, so the thread refuses: it cannot open the shared index file.
    if (parts.storePath === IN_MEMORY) throw new ContextError('STORE_UNUSABLE', 'The index file cannot be opened.');
    // The caller's types checked the input in the other thread.
    return answerer.answer(name, input as InputOf<typeof name>, { parts, notes, counted, signal });
  },
  close: () => closeIndex(openedIndex),
});

// The thread that started this one keeps the index up to date. This one has a connection of its own, and writes only
// what an answer finds missing: a file that changed meanwhile, or vectors of a remote embedder.
async function partsOf(store: number): Promise<EngineParts> {
  if (openedIndex?.store !== store) {
    const previous = openedIndex;
    openedIndex = { store, parts: openParts(options.root, config, () => nowMs) };
    await closeIndex(previous);
  }
  return openedIndex!.parts;
}

async function closeIndex(index: typeof openedIndex): Promise<void> {
  const parts = await index?.parts.catch(() => null);
  if (parts) await closeParts(parts);
}
