import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEFAULTS } from '../../src/config/defaults.ts';
import { type Config, configSchema } from '../../src/config/schema.ts';
import { answerHere } from '../../src/engine/answers.ts';
import { type ChangeWatch, createChangeWatch } from '../../src/engine/fresh/change-watch.ts';
import { type EngineParts, openConversations, openParts } from '../../src/engine/open/open-parts.ts';
import { type IndexOutcome, indexWorkspace } from '../../src/indexing/index-workspace.ts';
import { languageOfPath } from '../../src/languages/index.ts';
import type { HistoryReader, ParseResult, Parser } from '../../src/ports/source.ts';
import type { Store } from '../../src/ports/store.ts';
import type { ChangedPaths, Watcher } from '../../src/ports/watcher.ts';
import { createReader, joinReaders } from '../../src/reading/reader.ts';
import { openSqliteStore } from '../../src/stores/index.ts';
import { openMemoryStore } from '../contracts/memory-store.ts';
import type { Vocabulary } from './index-facts.ts';
import { LIMITS } from './limits.ts';
import { TASKS } from './random-text.ts';
import { talksOf } from './tree.ts';

const KILLED = fileURLToPath(new URL('index-and-die.ts', import.meta.url));
const BATCH = { ...DEFAULTS.indexing, batchFiles: 3 };

/** What a file is parsed as. */
export const languageOf = (path: string): string | null => languageOfPath(path)?.name ?? null;

/** Opens the store that follows a world; of one file in its state folder, or elsewhere. */
export type OpenModelStore = (path: string, limits: typeof LIMITS) => Store | Promise<Store>;

const inFile: OpenModelStore = (path, limits) => openSqliteStore({ path, ...limits });

/** A folder with an index on disk that follows it, and as often as wanted one that is made afresh. */
export async function openIndexedWorld(now: () => number, openStore: OpenModelStore = inFile) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'knap-model-')));
  mkdirSync(talksOf(root));
  const config = Object.freeze(configSchema.parse({ conversations: [{ folder: talksOf(root), workspace: root }] }));
  const vocabulary = { terms: new Set<string>(), names: new Set<string>() };
  const opened = await openParts(root, config, now);
  await opened.store.close();
  const parser = remembering(opened.parser, vocabulary);
  const history = onceAHead(opened.history);
  const open = async () => ({ ...opened, parser, store: await openStore(opened.storePath, LIMITS) });
  // What reads conversations remembers what it saw: everybody who looks has one of their own.
  const beside = async (store: Store): Promise<EngineParts> => {
    const reader = createReader({ root, languageOf, ...DEFAULTS.scan, cachedBytesMax: 0 });
    const talks = (await openConversations(root, config, { redact: opened.redact, now }))!;
    const sources = [talks, ...opened.sources.filter(({ name }) => name !== talks.name)];
    return { ...opened, parser, sources, store, reader: joinReaders([talks], reader) };
  };
  let parts: EngineParts = await open();
  let watch: ChangeWatch | null = null;
  const tells = new Map<string, (touched: ChangedPaths) => void>();
  let last: IndexOutcome | null = null;
  const watcher: Watcher = {
    watch: async ({ folder }, onTouched) => {
      tells.set(folder, onTouched);
      return { close: async () => {} };
    },
  };
  return {
    root,
    vocabulary: vocabulary as Vocabulary,
    parts: () => parts,
    /** Says what the system would say to whoever watches. */
    touched: (paths: readonly string[], hasTalked: boolean) => {
      tells.get(root)?.(paths);
      if (hasTalked) tells.get(talksOf(root))?.('all');
    },
    /** Watches from now on, or no longer. */
    toggleWatch: async () => {
      await watch?.close();
      tells.clear();
      // The process's own clock for both: nobody sleeps here.
      watch = watch ? null : createChangeWatch({ ...parts, now: () => performance.now() }, async () => watcher);
      await watch?.start();
    },
    reopen: async () => {
      await parts.store.close();
      parts = await open();
      watch?.scanAllNext();
    },
    /** Another process looks at everything, and is killed on the way. */
    killed: async (after: number) => {
      if (openStore === inFile)
        spawnSync(process.execPath, [KILLED, root, opened.storePath, String(after), String(now())]);
      watch?.scanAllNext();
    },
    /** Two bring the index up to date at once, and a third asks it meanwhile. */
    together: async () => {
      const [writer, reader] = [await beside((await open()).store), await beside((await open()).store)];
      try {
        watch?.scanAllNext();
        const both = [indexWorkspace(parts, BATCH), indexWorkspace(writer, BATCH)];
        await Promise.all([...both, answersFrom(reader, root, config)]);
        // What one of them wrote last may be what it read first.
        last = await indexWorkspace(parts, BATCH);
      } finally {
        await Promise.all([writer.store.close(), reader.store.close()]);
      }
    },
    /** Brings the index up to date; stopped after some progress where that is wanted. */
    index: async (haltAfter: number | null) => {
      const halt = new AbortController();
      let told = 0;
      const onProgress = () => void (++told === haltAfter && halt.abort(new Error('halted')));
      const scope = watch?.nextScope(last?.scanNotes ?? new Map()) ?? null;
      try {
        last = await indexWorkspace(parts, { ...BATCH, scope, signal: halt.signal, onProgress });
      } catch (error) {
        watch?.scanAllNext();
        if (!halt.signal.aborted) throw error;
      }
    },
    /** The same folder indexed from nothing, into plain maps. */
    fresh: async (): Promise<EngineParts> => {
      const made = { ...(await beside(openMemoryStore(LIMITS))), history };
      await indexWorkspace(made, DEFAULTS.indexing);
      return made;
    },
    /** What is answered from an index. */
    answers: (on: EngineParts) => answersFrom(on, root, config),
    close: async () => {
      await watch?.close();
      await parts.store.close();
      await opened.parser.close();
      for (const folder of [root, talksOf(root)]) rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type IndexedWorld = Awaited<ReturnType<typeof openIndexedWorld>>;

async function answersFrom(
  parts: EngineParts,
  root: string,
  config: Config,
): Promise<Readonly<Record<string, unknown>>> {
  const { answer } = answerHere({ root, now: parts.now }, config);
  const ground = { parts, notes: [], signal: new AbortController().signal };
  const given: Record<string, unknown> = {};
  for (const task of TASKS) {
    given[`pack ${task}`] = (await answer('pack', { task, budget: 3000 }, ground)).text;
    given[`query ${task}`] = (await answer('query', { query: task }, ground)).context;
  }
  given.list = (await answer('list', {}, ground)).documents;
  given.check = (await answer('check', {}, ground)).findings;
  return given;
}

// Facts depend on nothing but bytes, language and, for vectors, the path: an index made afresh need not parse again.
function remembering(parser: Parser, vocabulary: { terms: Set<string>; names: Set<string> }): Parser {
  const known = new Map<string, ParseResult>();
  return {
    parse: async (requests) => {
      const keyOf = ({ hash, language, path }: (typeof requests)[number]) => `${hash} ${language} ${path}`;
      const todo = requests.filter((request) => !known.has(keyOf(request)));
      for (const [index, result] of (todo.length > 0 ? await parser.parse(todo) : []).entries()) {
        known.set(keyOf(todo[index]!), result);
        for (const place of result.terms.places) vocabulary.terms.add(result.terms.terms[place]!);
        for (const { name, qualifiedName } of result.facts.symbols) vocabulary.names.add(name).add(qualifiedName);
      }
      return requests.map((request) => known.get(keyOf(request))!);
    },
    close: () => parser.close(),
  };
}

// All there is to read depends on where HEAD stands: whoever starts from nothing need not ask git again.
function onceAHead(history: HistoryReader): HistoryReader {
  const known = new Map<string, ReturnType<HistoryReader['news']>>();
  return {
    stamp: () => history.stamp(),
    older: (read, call) => history.older(read, call),
    news: (last, call) => {
      const { head } = history.stamp();
      const news = known.get(head) ?? history.news(last, call);
      known.set(head, news);
      return news;
    },
  };
}
