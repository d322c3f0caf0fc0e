import { setImmediate } from 'node:timers/promises';
import type { Config } from '../config/schema.ts';
import type { EngineOptions } from '../ports/engine.ts';
import { createRedact } from '../reading/redaction/redact.ts';
import type { WordsCounted } from './fresh/choose-files.ts';
import { createReadBackendResolver } from './graphs/read-backend.ts';
import type { EngineParts } from './parts/open-parts.ts';
import type { QuestionRun } from './question-run.ts';

const acrossWorkspaces = () => import('./multi-root/answer-together.ts');

// What answers is loaded when it is asked for: a page of a document needs no ranking, a pack no linter.
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
  grep: async () => (await acrossWorkspaces()).grepTogether((await import('./questions/lookup.ts')).runGrep),
  uses: async () => (await acrossWorkspaces()).usesTogether((await import('./questions/lookup.ts')).runUses),
  words: async () => (await import('./questions/lookup.ts')).runWords,
  missed: async () => (await import('./questions/missed.ts')).runMissed,
  paths: async () => (await acrossWorkspaces()).pathsTogether((await import('./questions/read.ts')).runPaths),
};

type Runs = { [Name in AnswerName]: Awaited<ReturnType<(typeof ANSWERS)[Name]>> };
type Answers = { [Name in AnswerName]: Awaited<ReturnType<Runs[Name]>> };
/** A kind of question an engine answers from its index. */
export type AnswerName = keyof typeof ANSWERS;
export type InputOf<Name extends AnswerName> = Parameters<Runs[Name]>[0];
export type AnswerOf<Name extends AnswerName> = Answers[Name];

/** What one answer is made on. */
export interface AnswerBasis {
  readonly parts: EngineParts;
  /** What indexing had to say. */
  readonly notes: readonly string[];
  /** Where the words of the question stand, while not all files are indexed. */
  readonly counted?: WordsCounted | null | undefined;
  readonly signal: AbortSignal;
  /** Other workspaces that are asked too. */
  readonly neighbours?: readonly NeighbourBasis[] | undefined;
}

/** Another workspace as an answer asks it. */
export type NeighbourBasis = Pick<QuestionRun, 'root' | 'config' | 'parts' | 'notes' | 'counted'>;

/** Answers questions on an index that is up to date, here or in other threads. */
export interface Answerer {
  answer<Name extends AnswerName>(name: Name, input: InputOf<Name>, ground: AnswerBasis): Promise<AnswerOf<Name>>;
  /** Loads what answers such a question, if it is not there yet. */
  prepare(name: AnswerName): void;
  /** Does something to the file of the store while nobody here has it open; what is asked meanwhile fails. */
  withoutThreads<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Whatever of the options an answer depends on. */
export type AnswerOptions = Pick<EngineOptions, 'root' | 'dropped' | 'now'>;

/** Answers in this thread. */
export function answerHere({ root, dropped, now = Date.now }: AnswerOptions, config: Config): Answerer {
  const resolve = createReadBackendResolver({ root, config, redact: createRedact(), now });
  return {
    answer: async <Name extends AnswerName>(name: Name, input: InputOf<Name>, ground: AnswerBasis) => {
      const { parts, notes, counted, signal, neighbours = [] } = ground;
      const loaded: unknown = await ANSWERS[name]();
      // The table says which input belongs to which name; the compiler cannot follow it through a variable.
      const run = loaded as (input: InputOf<Name>, context: QuestionRun) => Promise<AnswerOf<Name>>;
      const resolveReadBackend: QuestionRun['resolveReadBackend'] = (asked) =>
        resolve({ ...asked, signal }, parts.store);
      const context = {
        root,
        config,
        parts: interruptible(parts, signal),
        resolveReadBackend,
        dropped,
        notes,
        counted,
      };
      const others = neighbours.map((one) => ({ ...one, parts: interruptible(one.parts, signal), dropped }));
      return run(input, { ...context, neighbours: others });
    },
    // What cannot be loaded is told to whoever asks.
    prepare: (name) => void ANSWERS[name]().catch(() => {}),
    withoutThreads: (work) => work(),
    close: async () => {},
  };
}

// Long enough to cost nothing, short enough that a caller who gives up is heard at once.
const BREATH_MS = 10;

/**
 * Parts for one call: between two files it lets other work of this thread in, and stops when it is told to. All other
 * work of an answer is done without waiting for anything, so that nobody could be heard in between.
 */
function interruptible(parts: EngineParts, signal: AbortSignal): EngineParts {
  let lastMs = performance.now();
  const breathe = async () => {
    if (performance.now() - lastMs > BREATH_MS) {
      await setImmediate();
      lastMs = performance.now();
    }
    signal.throwIfAborted();
  };
  return {
    ...parts,
    reader: {
      ...parts.reader,
      read: async (path) => {
        await breathe();
        return parts.reader.read(path);
      },
    },
  };
}
