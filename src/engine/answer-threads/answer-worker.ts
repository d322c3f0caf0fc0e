import { workerData } from 'node:worker_threads';
import { DEFAULTS } from '../../config/defaults.ts';
import { ContextError } from '../../model/errors.ts';
import { serveThread } from '../../threads/serve-thread.ts';
import { answerHere, type InputOf } from '../answers.ts';
import { type EngineParts, openParts } from '../open/open-parts.ts';
import { IN_MEMORY } from '../open/open-store.ts';
import type { AnswerThreadSettings, ThreadQuestion } from './answer-in-threads.ts';

// Only answer-in-threads.ts starts this file, so its settings have this type.
const { options, config } = workerData as AnswerThreadSettings;
const answerer = answerHere({ ...options, now: () => nowMs }, config);
let nowMs = 0;
let opened: { readonly store: number; readonly parts: Promise<EngineParts> } | null = null;

serveThread<ThreadQuestion>({
  restMs: DEFAULTS.serving.restMs,
  async answer({ name, input, notes, counted, store, nowMs: asked }, { signal }) {
    nowMs = asked;
    const parts = await partsOf(store);
    // A fallback index in memory would be empty, so the thread refuses: it cannot open the shared index file.
    if (parts.storePath === IN_MEMORY) throw new ContextError('STORE_UNUSABLE', 'The index file cannot be opened.');
    // The caller's types checked the input in the other thread.
    return answerer.answer(name, input as InputOf<typeof name>, { parts, notes, counted, signal });
  },
  async close() {
    await closeParts(opened);
  },
});

// The main thread keeps the index up to date. This thread only reads it, through its own connection.
async function partsOf(store: number): Promise<EngineParts> {
  if (opened?.store !== store) {
    const before = opened;
    opened = { store, parts: openParts(options.root, config, () => nowMs) };
    await closeParts(before);
  }
  return opened!.parts;
}

async function closeParts(before: typeof opened): Promise<void> {
  const parts = await before?.parts.catch(() => null);
  await parts?.parser.close();
  await parts?.store.close();
}
