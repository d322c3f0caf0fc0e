// Answers `words`: looks up the keywords of a text in the workspace, so that a caller sees which ones lead somewhere.
import { DEFAULTS } from '../../config/defaults.ts';
import { readVocabulary } from '../../embedders/builtin/model-file.ts';
import { pathsOf } from '../../indexing/view-caches.ts';
import { fileKindOf } from '../../languages/index.ts';
import { readTask, resolve } from '../../pipeline/resolve/resolve.ts';
import type { WordCounts, WordsAnswer, WordsInput } from '../../ports/lookup.ts';
import type { FileRecord, PostingList } from '../../ports/store.ts';
import { planWordLookup } from '../../search/task-terms.ts';
import { builtinModel } from '../open/open-embedder.ts';
import type { QuestionRun } from '../question-run.ts';

/** Counts the files that hold each keyword, and those with it in a name or path. Scores no files. */
export async function runWords({ task }: WordsInput, { parts, counted, notes }: QuestionRun): Promise<WordsAnswer> {
  const { files } = await parts.store.opening();
  const options = { ...DEFAULTS.task, domains: [] };
  const reading = readTask({ text: task }, { paths: pathsOf(files), fileKind: fileKindOf }, options);
  const found = await parts.store.words(planWordLookup(reading, false));
  const { mentions, traces, keywords } = resolve(reading, found.definitions, options);
  const source = files.filter(({ role }) => role === 'source');
  const places = { files: Map.groupBy(files, ({ content }) => content), source: new Set(pathsOf(source)) };
  const postings = new Map(found.postings.map((list) => [list.term, list]));
  const rankOf = wordRanks();
  const words = keywords.map(
    ({ word, stem }): WordCounts => ({
      word,
      names: countFiles(postings.get(stem), places, true),
      // Includes files that are not indexed yet, whose words were counted on the disk.
      files: Math.max(counted?.holding.get(stem) ?? 0, countFiles(postings.get(stem), places, false)),
      paths: found.paths.get(stem)?.filter((path) => places.source.has(path)).length ?? 0,
      rank: rankOf(word, stem),
    }),
  );
  return { files: counted?.files ?? files.length, words, mentions, traces, notes };
}

interface Places {
  readonly files: ReadonlyMap<number, readonly FileRecord[]>;
  readonly source: ReadonlySet<string>;
}

// Counts the files that hold a word, or the code files that define a name with it.
function countFiles(list: PostingList | undefined, { files, source }: Places, inNames: boolean): number {
  const found = new Set<string>();
  for (const [index, content] of (list?.contents ?? []).entries())
    for (const { path } of files.get(content) ?? [])
      if (!inNames || ((list?.name[index] ?? 0) > 0 && source.has(path))) found.add(path);
  return found.size;
}

// The rank is the place in a list of words of public code, of the more frequent form of `workers` and `worker`.
function wordRanks(): (...forms: readonly string[]) => number | null {
  const ranks = vocabulary();
  return (...forms) => {
    const lower = forms.map((form) => form.toLowerCase());
    const places = [...lower, ...lower.map((form) => form.replace(/s$/, ''))].flatMap((form) => ranks.get(form) ?? []);
    return places.length === 0 ? null : Math.min(...places);
  };
}

// The word list is missing in an incomplete installation; every rank is then null.
function vocabulary(): ReadonlyMap<string, number> {
  try {
    return readVocabulary(builtinModel());
  } catch {
    return new Map();
  }
}
