import { DEFAULTS } from '../../src/config/defaults.ts';
import type { Config } from '../../src/config/schema.ts';
import { type AnswerName, answerHere, type InputOf } from '../../src/engine/answers.ts';
import { createReadOnlyIndex } from '../../src/engine/fresh/read-only-index.ts';
import { type EngineParts, emptyIfRootPatternsChanged, openParts } from '../../src/engine/open/open-parts.ts';
import { indexWorkspace } from '../../src/indexing/index-workspace.ts';
import { type Asked, countedStore } from './counted-store.ts';

// Long after the files were written: what is young is looked at again.
const now = () => Date.UTC(2100, 0, 1);

/** Asks an engine something. */
export type AskCold = (engine: {
  answer<Name extends AnswerName>(name: Name, input: InputOf<Name>): Promise<unknown>;
}) => Promise<unknown>;

/** What a process that has just begun asks of a store nobody has read yet, whose index is up to date. */
export async function onCold(root: string, config: Config, ask: AskCold): Promise<readonly Asked[]> {
  const opened = await openParts(root, config, now);
  const counted = countedStore(opened.store);
  const answerer = answerHere({ root, now }, config);
  try {
    const parts = { ...opened, store: counted.store };
    await onIndex(parts, async (ready) => {
      const ground = { parts: ready, notes: [], signal: new AbortController().signal };
      await ask({ answer: (name, input) => answerer.answer(name, input, ground) });
    });
    return counted.taken();
  } finally {
    await opened.parser.close();
    await opened.store.close();
  }
}

async function onIndex(parts: EngineParts, work: (parts: EngineParts) => Promise<void>): Promise<void> {
  if (parts.storedView !== null)
    return createReadOnlyIndex(parts, parts.storedView).on({}, (index) => work(index.parts));
  const ready = await emptyIfRootPatternsChanged(parts);
  await indexWorkspace(ready, DEFAULTS.indexing);
  await work(ready);
}

/** The questions of each round, in a line. */
export function roundsOf(asked: readonly Asked[]): readonly string[] {
  const byRound = Map.groupBy(asked, ({ round }) => round);
  return [...byRound].map(([round, list]) => `${round}: ${list.map(({ method }) => method).join(' ')}`);
}
