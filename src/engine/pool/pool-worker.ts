import { parentPort, workerData } from 'node:worker_threads';
import { DEFAULTS } from '../../config/defaults.ts';
import { ContextError, invariant } from '../../model/errors.ts';
import { answerHere, type InputOf } from '../answers.ts';
import { openKnowledge } from '../graphs/open-knowledge.ts';
import { type EngineParts, openParts } from '../parts/open-parts.ts';
import { IN_MEMORY } from '../parts/open-store.ts';
import { cleanAtRest } from './clean-at-rest.ts';
import {
  type FromPoolThread,
  type PoolQuestion,
  type PoolThreadSettings,
  packFailure,
  type ToPoolThread,
} from './messages.ts';

// The pool is the only one that starts this file.
const { options, config } = workerData as PoolThreadSettings;
invariant(parentPort, 'this file runs as a thread');
const port = parentPort;
const knowledge = openKnowledge({ ...options, now: () => nowMs }, config);
const answerer = answerHere(options, config, knowledge);
const asked = new Map<number, AbortController>();
const rest = cleanAtRest(DEFAULTS.serving.restMs);
let nowMs = 0;
let opened: { readonly store: number; readonly parts: Promise<EngineParts> } | null = null;

port.on('message', (message: ToPoolThread) => {
  if (message.kind === 'ask') void answer(message.question);
  else if (message.kind === 'cancel') asked.get(message.id)?.abort();
  else void close();
});

async function answer(question: PoolQuestion): Promise<void> {
  const { id, name, input, notes, counted } = question;
  const given = new AbortController();
  asked.set(id, given);
  nowMs = question.nowMs;
  try {
    const parts = await partsOf(question.store);
    // An index of its own would be empty: the one everybody shares cannot be opened.
    if (parts.storePath === IN_MEMORY) throw new ContextError('STORE_UNUSABLE', 'The index file cannot be opened.');
    // What was asked passed the types on the other side.
    const value = await answerer.answer(name, input as InputOf<typeof name>, {
      parts,
      notes,
      counted,
      signal: given.signal,
    });
    say({ kind: 'answer', id, value });
  } catch (error) {
    say({ kind: 'failure', id, failure: packFailure(error) });
  } finally {
    asked.delete(id);
    rest();
  }
}

// The pool keeps the index up to date; a thread only reads it, through a connection of its own.
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

async function close(): Promise<void> {
  await closeParts(opened);
  await knowledge.graphs.close();
  port.close();
}

function say(message: FromPoolThread): void {
  port.postMessage(message);
}
