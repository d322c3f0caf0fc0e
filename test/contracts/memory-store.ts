import type { Edge } from '../../src/model/edge.ts';
import { definesNames, pathTerms } from '../../src/model/entity.ts';
import { byText, nameKey } from '../../src/model/terms.ts';
import type { UnitVectors } from '../../src/ports/embedder.ts';
import type {
  CommitRecord,
  Definition,
  DocumentCard,
  DocumentEntry,
  DocumentHit,
  DocumentKey,
  FileHistory,
  FileRecord,
  HistoryState,
  Opening,
  PostingList,
  Store,
  TermStatistics,
} from '../../src/ports/store.ts';
import { churnOf, newestFirst, summarizeTouches, type Touch } from '../../src/stores/commits.ts';
import { compareEdges, compareHits, firstPaths } from '../../src/stores/rows.ts';
import type { ContentsKept } from '../../src/stores/upkeep.ts';
import { applyToState, emptyState, type MemoryContent, type MemoryState } from './memory-state.ts';

export interface MemoryStoreOptions {
  /** After how many days a commit counts half for churn; without one all count the same. */
  readonly churnHalfLifeDays?: number;
  readonly keeping?: ContentsKept;
}

/** The model every other store must equal: plain maps, searched from end to end. */
export function openMemoryStore(options: MemoryStoreOptions = {}): Store {
  const state = emptyState();
  const wanted = (hashes: readonly string[]) => [...new Set(hashes)].flatMap((hash) => state.contents.get(hash) ?? []);
  return {
    name: 'memory',
    opening: async (only) => {
      const { files, ...opening } = openingOf(state);
      const isAsked = ({ path, content }: FileRecord) =>
        only?.paths?.includes(path) || only?.contents?.includes(content);
      return { ...opening, files: only === undefined ? files : files.filter(isAsked) };
    },
    termCounts: async () => {
      const counts = liveContents(state).map(({ id, termCount }) => [id, termCount] as const);
      const all = new Uint32Array(Math.max(0, ...counts.map(([id]) => id)) + 1);
      for (const [id, termCount] of counts) all[id] = termCount;
      return all;
    },
    known: async (hashes) => new Set(wanted(hashes).map((content) => content.hash)),
    contents: async (hashes) =>
      new Map(
        wanted(hashes).map(({ hash, language, isParsed, facts, units }) => [
          hash,
          { hash, language, isParsed, facts, units },
        ]),
      ),
    texts: async (hashes) => {
      const known = [...state.contents.keys()].sort();
      return new Map(
        hashes.flatMap((hash) => {
          const whole = known.find((one) => one.startsWith(hash));
          return whole === undefined ? [] : [[hash, state.contents.get(whole)!.text]];
        }),
      );
    },
    counts: async () => ({
      symbols: [...state.files.values()].reduce((sum, file) => sum + contentOf(state, file).facts.symbols.length, 0),
      edges: visibleEdges(state).length,
    }),
    words: async ({ postings = [], unitCounts = [], paths = [], messages = [], definitions = [] }) => ({
      postings: [...new Set(postings)].map((term) => postingList(liveContents(state), term)),
      unitCounts: new Map(unitCounts.map((term) => [term, postingList(liveContents(state), term).units.length])),
      paths: pathsWith(state, paths),
      messages: [...new Set(messages)].map((term) => messagePostings(state, term)),
      definitions: definitionsOf(state, new Set(definitions)),
    }),
    edges: async (paths, { kinds, direction }) => {
      const asked = new Set(paths);
      return visibleEdges(state)
        .filter((edge) => !kinds || kinds.includes(edge.kind))
        .filter((edge) => (direction !== 'in' && asked.has(edge.from)) || (direction !== 'out' && asked.has(edge.to)));
    },
    fileHistory: async (paths) => fileHistory(state, new Set(paths), options.churnHalfLifeDays),
    commits: async (ids) => [...new Set(ids)].flatMap((id) => commitAt(state, id)),
    commitsTouching: async (paths, limitEach) => {
      const touches = touchesByPath(state);
      const newest = (path: string) => newestFirst(touches.get(path) ?? []).slice(0, limitEach);
      return new Map(paths.map((path) => [path, newest(path).flatMap(({ commit }) => commitAt(state, commit))]));
    },
    documents: async (paths) =>
      new Map([...new Set(paths)].flatMap((path) => cardOf(state.documents.get(path)).map((card) => [path, card]))),
    allDocuments: async () => sortedDocuments(state).map(({ card }) => card),
    documentsBy: async (kind, keys) => documentsBy(state, kind, new Set(keys)),
    unembedded: async () =>
      firstPaths(sortedFiles(state)).filter(({ hash, path }) => state.vectors.get(hash)?.path !== path),
    vectors: async (contents) => vectorsOf(state, contents),
    apply: async (change) => applyToState(state, change, options.keeping),
    close: async () => {},
  };
}

function openingOf(state: MemoryState): Opening {
  return {
    files: sortedFiles(state),
    statistics: statistics(liveContents(state)),
    history: historyOf(state),
    vectorModel: state.vectorModel,
    meta: new Map(state.meta),
  };
}

const seenCommits = ({ commits }: MemoryState) => commits.filter(({ isHidden }) => !isHidden);

function historyOf(state: MemoryState): HistoryState {
  const { available, head, note } = state.history;
  const commits = seenCommits(state);
  const terms = commits.reduce((sum, commit) => sum + commit.terms.length, 0);
  return { available, head, note, commits: commits.length, averageMessageLength: ratio(terms, commits.length) };
}

function commitAt(state: MemoryState, number: number): readonly CommitRecord[] {
  const commit = state.commits[number - 1];
  if (!commit) return [];
  const { id, sha, timeMs, message, paths } = commit;
  return [{ id, sha, timeMs, message, paths }];
}

function sortedFiles(state: MemoryState): FileRecord[] {
  return [...state.files.values()].sort((a, b) => byText(a.path, b.path));
}

function contentOf(state: MemoryState, file: FileRecord): MemoryContent {
  return state.contents.get(file.hash)!;
}

function liveContents(state: MemoryState): MemoryContent[] {
  const live = new Set([...state.files.values()].map((file) => contentOf(state, file)));
  return [...live].sort((a, b) => a.id - b.id);
}

function statistics(contents: readonly MemoryContent[]): TermStatistics {
  const units = contents.reduce((sum, content) => sum + content.units.length, 0);
  const terms = contents.reduce((sum, content) => sum + content.termCount, 0);
  return {
    files: contents.length,
    units,
    averageFileLength: ratio(terms, contents.length),
    averageUnitLength: ratio(terms, units),
  };
}

function ratio(sum: number, count: number): number {
  return count === 0 ? 0 : sum / count;
}

function postingList(contents: readonly MemoryContent[], term: string): PostingList {
  const rows = contents.flatMap(({ id, terms }) => {
    const place = terms.places.indexOf(terms.terms.indexOf(term));
    const start = terms.entries.subarray(0, place).reduce((sum, count) => sum + count, 0);
    return Array.from({ length: terms.entries[place] ?? 0 }, (_, at) => ({ id, terms, at: start + at }));
  });
  return {
    term,
    contents: Uint32Array.from(rows, (row) => row.id),
    units: Uint32Array.from(rows, (row) => row.terms.units[row.at]!),
    body: Uint8Array.from(rows, (row) => row.terms.body[row.at]!),
    name: Uint8Array.from(rows, (row) => row.terms.name[row.at]!),
    doc: Uint8Array.from(rows, (row) => row.terms.doc[row.at]!),
    unitLengths: Uint32Array.from(rows, (row) => row.terms.unitLengths[row.terms.units[row.at]!]!),
  };
}

function pathsWith(state: MemoryState, terms: readonly string[]): Map<string, string[]> {
  const found = new Map(terms.map((term) => [term, [] as string[]]));
  for (const { path } of sortedFiles(state)) {
    for (const term of new Set(pathTerms(path))) found.get(term)?.push(path);
  }
  return found;
}

function definitionsOf(state: MemoryState, keys: ReadonlySet<string>): Definition[] {
  return sortedFiles(state).flatMap((file) =>
    contentOf(state, file).facts.symbols.flatMap(({ name, qualifiedName, kind }, symbol) =>
      keys.has(nameKey(name)) && definesNames(kind) ? [{ path: file.path, symbol, name, qualifiedName, kind }] : [],
    ),
  );
}

function visibleEdges(state: MemoryState): Edge[] {
  return [...state.edges.values()]
    .filter((edge) => state.files.has(edge.from) && state.files.has(edge.to))
    .sort(compareEdges);
}

function cardOf(entry: DocumentEntry | undefined): readonly DocumentCard[] {
  return entry ? [entry.card] : [];
}

function sortedDocuments(state: MemoryState): DocumentEntry[] {
  return [...state.documents.values()].sort((a, b) => byText(a.card.path, b.card.path));
}

function documentsBy(state: MemoryState, kind: DocumentKey, asked: ReadonlySet<string>): DocumentHit[] {
  const hits = sortedDocuments(state).flatMap(({ card, keys }) => {
    const found = keys.filter((entry) => entry.kind === kind && asked.has(entry.key));
    const sections = new Map(found.map(({ key, section }) => [JSON.stringify([key, section]), { key, section }]));
    return [...sections.values()].map(({ key, section }) => ({ key, path: card.path, section }));
  });
  return hits.sort(compareHits);
}

function vectorsOf(state: MemoryState, asked: readonly number[]): Map<number, UnitVectors> {
  const hashes = new Map([...state.contents.values()].map(({ id, hash }) => [id, hash]));
  return new Map(
    [...new Set(asked)].flatMap((content) => {
      const found = state.vectors.get(hashes.get(content) ?? '');
      return found ? [[content, { scales: found.scales, rows: found.rows }]] : [];
    }),
  );
}

function touchesByPath(state: MemoryState): Map<string, Touch[]> {
  const touches = new Map<string, Touch[]>();
  for (const { id, timeMs, paths } of seenCommits(state)) {
    for (const path of paths) {
      const known = touches.get(path);
      if (known) known.push({ commit: id, timeMs });
      else touches.set(path, [{ commit: id, timeMs }]);
    }
  }
  return touches;
}

function fileHistory(state: MemoryState, asked: ReadonlySet<string>, halfLifeDays: number | undefined): FileHistory[] {
  const summaries = [...touchesByPath(state)].map(([path, touches]) => ({
    path,
    ...summarizeTouches(newestFirst(touches), halfLifeDays),
  }));
  const hottest = Math.max(...summaries.map((summary) => summary.heat));
  return summaries
    .filter((summary) => asked.has(summary.path))
    .map(({ path, lastModifiedMs, commitCount, heat }) => ({
      path,
      lastModifiedMs,
      commitCount,
      churn: churnOf(heat, hottest),
    }))
    .sort((a, b) => byText(a.path, b.path));
}

function messagePostings(state: MemoryState, term: string) {
  const rows = seenCommits(state).filter((commit) => commit.terms.includes(term));
  return {
    term,
    commits: Uint32Array.from(rows, (commit) => commit.id),
    counts: Uint8Array.from(rows, (commit) => Math.min(255, commit.terms.filter((one) => one === term).length)),
  };
}
