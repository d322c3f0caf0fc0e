// The table of the kinds of question, with the function that answers each, and the answering in this thread.
import { setImmediate } from 'node:timers/promises';
import type { Config } from '../config/schema.ts';
import { lazy } from '../model/memoize.ts';
import type { EngineOptions } from '../ports/engine.ts';
import type { ReadyIndex } from './fresh/partial-index.ts';
import type { EngineParts } from './open/open-parts.ts';
import type { QuestionRun } from './question-run.ts';

const acrossWorkspaces = () => import('./multi-root/answer-together.ts');

// Loads a module only for the question that needs it: `show` needs no ranking, `pack` no linter.
const ANSWERS = {
  pack: async () => (await import('./questions/pack.ts')).answerPack,
  explain: async () => (await import('./questions/pack.ts')).runExplain,
  context: async () => (await import('./run-context.ts')).runContext,
  query: async () => (await import('./questions/query.ts')).runQuery,
  show: async () => (await acrossWorkspaces()).showTogether((await import('./questions/show.ts')).runShow),
  list: async () => (await import('./documents/documents.ts')).runList,
  search: async () => (await import('./questions/search.ts')).runSearch,
  check: async () => (await import('./documents/documents.ts')).runCheck,
  links: async () => (await import('./links/resolve-links.ts')).runLinks,
  read: async () => (await acrossWorkspaces()).readTogether((await import('./questions/read.ts')).runRead),
  grep: async () => (await acrossWorkspaces()).grepTogether((await import('./questions/grep-and-uses.ts')).runGrep),
  uses: async () => (await acrossWorkspaces()).usesTogether((await import('./questions/grep-and-uses.ts')).runUses),
  words: async () => (await import('./questions/count-words.ts')).runWords,
  missed: async () => (await import('./questions/forgotten-changes.ts')).runMissed,
  paths: async () => (await acrossWorkspaces()).pathsTogether((await import('./questions/read.ts')).runPaths),
};

type Runs = { [Name in AnswerName]: Awaited<ReturnType<(typeof ANSWERS)[Name]>> };
type Answers = { [Name in AnswerName]: Awaited<ReturnType<Runs[Name]>> };
export type AnswerName = keyof typeof ANSWERS;
export const ANSWER_NAMES = Object.keys(ANSWERS) as AnswerName[];
export type InputOf<Name extends AnswerName> = Parameters<Runs[Name]>[0];
export type AnswerOf<Name extends AnswerName> = Answers[Name];

/** The index from which one answer is computed, and the signal that stops it. */
export interface AnswerBasis extends ReadyIndex {
  readonly signal: AbortSignal;
  readonly neighbours?: readonly NeighbourBasis[] | undefined;
}

/** What an answer needs of another workspace. */
export type NeighbourBasis = Pick<QuestionRun, 'root' | 'config'> & ReadyIndex;

export interface Answerer {
  answer<Name extends AnswerName>(name: Name, input: InputOf<Name>, basis: AnswerBasis): Promise<AnswerOf<Name>>;
  /** Loads the modules that answer this kind of question, if this thread answers it. */
  prepare(name: AnswerName): void;
  /** Runs `work` while no other thread has the store file open. Questions for other threads fail meanwhile. */
  withoutThreads<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export type AnswerOptions = Pick<EngineOptions, 'root' | 'dropped' | 'now'>;

/** Answers in this thread. */
export function answerHere({ root, dropped, now = Date.now }: AnswerOptions, config: Config): Answerer {
  // Most questions read no graph.
  const openResolver = lazy(async () => {
    const { createReadBackendResolver } = await import('./graphs/read-backend.ts');
    const { createRedact } = await import('../reading/redaction/redact.ts');
    return createReadBackendResolver({ root, config, redact: createRedact(), now });
  });
  return {
    answer: async <Name extends AnswerName>(name: Name, input: InputOf<Name>, basis: AnswerBasis) => {
      const { signal, neighbours = [], ...ready } = basis;
      const loaded: unknown = await ANSWERS[name]();
      // The table says which input belongs to which name; the compiler cannot follow it through a variable.
      const run = loaded as (input: InputOf<Name>, context: QuestionRun) => Promise<AnswerOf<Name>>;
      const resolveReadBackend: QuestionRun['resolveReadBackend'] = async (asked) =>
        (await openResolver())({ ...asked, signal }, ready.parts.store);
      const runOn = (basis: NeighbourBasis) => ({ ...basis, dropped, parts: interruptible(basis.parts, signal) });
      const own = runOn({ root, config, ...ready });
      return run(input, { ...own, resolveReadBackend, neighbours: neighbours.map(runOn) });
    },
    // A module that fails to load fails again, with its error, when a question needs it.
    prepare: (name) => void ANSWERS[name]().catch(() => {}),
    withoutThreads: (work) => work(),
    close: async () => {},
  };
}

// Long enough to cost nothing, short enough that an abort takes effect at once.
const YIELD_EVERY_MS = 10;

// Makes the reader let other work of this thread run between two files, and stop once `signal` aborts.
function interruptible(parts: EngineParts, signal: AbortSignal): EngineParts {
  let lastMs = performance.now();
  return {
    ...parts,
    reader: {
      ...parts.reader,
      read: async (path) => {
        if (performance.now() - lastMs > YIELD_EVERY_MS) {
          await setImmediate();
          lastMs = performance.now();
        }
        signal.throwIfAborted();
        return parts.reader.read(path);
      },
    },
  };
}
