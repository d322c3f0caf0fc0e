import { DEFAULTS } from '../../config/defaults.ts';
import { readVocabulary } from '../../embedders/builtin/model-file.ts';
import { pathsOf } from '../../indexing/per-view.ts';
import { fileKindOf } from '../../languages/index.ts';
import { readTask, resolve } from '../../pipeline/resolve/resolve.ts';
import type { SaidWord, WordsAnswer, WordsInput } from '../../ports/lookup.ts';
import type { FileRecord, PostingList } from '../../ports/store.ts';
import { wordsAsked } from '../../search/task-terms.ts';
import { builtinModel } from '../parts/open-embedder.ts';
import type { QuestionRun } from '../question-run.ts';

/** What the words of a text are in this workspace: which of them name something, and how many files hold each. Nothing is ranked. */
export async function runWords({ task }: WordsInput, { parts, counted, notes }: QuestionRun): Promise<WordsAnswer> {
  const { files } = await parts.store.opening();
  const options = { ...DEFAULTS.task, domains: [] };
  const reading = readTask({ text: task }, { paths: pathsOf(files), fileKind: fileKindOf }, options);
  const found = await parts.store.words(wordsAsked(reading, false));
  const { mentions, traces, keywords } = resolve(reading, found.definitions, options);
  const source = files.filter(({ role }) => role === 'source');
  const places = { files: Map.groupBy(files, ({ content }) => content), source: new Set(pathsOf(source)) };
  const postings = new Map(found.postings.map((list) => [list.term, list]));
  const rankOf = wordRanks();
  const words = keywords.map(
    ({ word, stem }): SaidWord => ({
      word,
      names: countOf(postings.get(stem), places, true),
      // Of what is not indexed yet it is known which files hold a word.
      files: Math.max(counted?.holding.get(stem) ?? 0, countOf(postings.get(stem), places, false)),
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

// How many files hold a word; of those of code, how many in the name of something they define.
function countOf(list: PostingList | undefined, { files, source }: Places, inNames: boolean): number {
  const found = new Set<string>();
  for (const [at, content] of (list?.contents ?? []).entries())
    for (const { path } of files.get(content) ?? [])
      if (!inNames || ((list?.name[at] ?? 0) > 0 && source.has(path))) found.add(path);
  return found.size;
}

// Of `workers` and `worker` the more frequent counts: they are one word.
function wordRanks(): (...forms: readonly string[]) => number | null {
  const ranks = vocabulary();
  return (...forms) => {
    const lower = forms.map((form) => form.toLowerCase());
    const places = [...lower, ...lower.map((form) => form.replace(/s$/, ''))].flatMap((form) => ranks.get(form) ?? []);
    return places.length === 0 ? null : Math.min(...places);
  };
}

// A package that was not installed whole knows no such words.
function vocabulary(): ReadonlyMap<string, number> {
  try {
    return readVocabulary(builtinModel());
  } catch {
    return new Map();
  }
}
