// Chooses the files to index first for a task, a `grep` or a `show`, from the files on the disk and before anything is
// parsed.
import { setImmediate } from 'node:timers/promises';
import { DEFAULTS } from '../../config/defaults.ts';
import type { Config } from '../../config/schema.ts';
import { type FirstAsked, type FirstFiles, firstFiles } from '../../indexing/first-files.ts';
import { fileKindOf, languageOfPath } from '../../languages/index.ts';
import { isDocumentLanguage } from '../../model/entity.ts';
import { pathsNamed } from '../../model/glob.ts';
import { readPlace } from '../../model/line-ranges.ts';
import { readTask, type TaskReading } from '../../pipeline/resolve/resolve.ts';
import { isBelow } from '../../pipeline/show/list-documents.ts';
import type { PackInput } from '../../ports/engine.ts';
import type { ShowInput } from '../../ports/knowledge.ts';
import type { GrepInput } from '../../ports/lookup.ts';
import type { Fingerprint } from '../../ports/store.ts';
import type { LexicalTerm } from '../../search/lexical.ts';
import { createPattern } from '../../search/line-pattern.ts';
import { findSimilarCommits, rateFilesOfCommits } from '../../search/past-commits.ts';
import { planWordLookup, termsOfTask } from '../../search/task-terms.ts';
import { createIgnoreRules } from '../../sources/code/scan/ignore-rules.ts';
import { readChanges } from '../changes.ts';
import { normalFolder } from '../file-filters.ts';
import { splitLines } from '../fresh-texts.ts';
import type { EngineParts } from '../open/open-parts.ts';
import { domainsOf, taskInput } from '../task-input.ts';

// A name to look up, or a word from a log, counts half as much as a word of the question.
const NAME_WEIGHT = 0.5;

/** The workspace a question is about. */
export interface QuestionScope {
  readonly root: string;
  readonly config: Config;
  readonly parts: EngineParts;
}

export async function filesForQuestion(
  question: PackInput,
  candidates: Candidates,
  asked: QuestionScope,
): Promise<FirstFiles> {
  const { reader } = asked.parts;
  const hints = await hintsOf(question, candidates, asked);
  return firstFiles(candidates.files, hints, { reader, limits: DEFAULTS.first });
}

const { filesMax, bytesMax } = DEFAULTS.first;
const FILES_BETWEEN_YIELDS = 250;

/** Finds the files on the disk that a `grep` matches, without their secrets: else the number of files would reveal one. */
export async function filesToGrep(
  { pattern, regex = false, ignoreCase = false, word = false, under }: GrepInput,
  files: readonly Fingerprint[],
  { reader, redact }: Pick<EngineParts, 'reader' | 'redact'>,
): Promise<{ readonly paths: ReadonlySet<string>; readonly isAll: boolean }> {
  const folder = normalFolder(under);
  const isIn = folder === null ? () => true : pathsNamed([folder]);
  const searched = files.filter((file) => isIn(file.path));
  // If the folder holds no file, returns all files, so that the answer can say so.
  if (searched.length === 0) return { paths: new Set(files.map(({ path }) => path)), isAll: true };
  const paths = new Set<string>();
  // Reads the pattern the other way (text or expression) if nothing matches, like `readEitherWay` in grep-and-uses.ts.
  for (const isRegex of [regex, !regex]) {
    const lines = await createPattern(pattern, { isRegex, ignoresCase: ignoreCase, isWord: word });
    const matchesIn = (text: string) => lines.mayHold(text) && splitLines(text).some((line) => lines.matches(line));
    let [bytes, readFiles] = [0, 0];
    for (const { path, size } of searched) {
      if (++readFiles % FILES_BETWEEN_YIELDS === 0) await setImmediate();
      const outcome = await reader.outcome(path);
      if ('refusal' in outcome || !matchesIn(outcome.file.text)) continue;
      if (!matchesIn((await redact(outcome.file.text, path)).text)) continue;
      bytes += size;
      if (paths.size === filesMax || bytes > bytesMax) return { paths, isAll: false };
      paths.add(path);
    }
    if (paths.size > 0) break;
  }
  return { paths, isAll: true };
}

/** Lists what `show` needs: its targets, all documents for one that is a document, all files for one that is no path. */
export function filesToShow({ targets }: ShowInput, files: readonly Fingerprint[]): ReadonlySet<string> {
  const all = new Set(files.map(({ path }) => path));
  const named = targets.map((target) => readPlace(target).name.replace(/^\.\/|#.*$/g, ''));
  if (!named.every((path) => all.has(path))) return all;
  const isDocument = (path: string) => isDocumentLanguage(languageOfPath(path)?.name ?? null);
  return new Set(named.some(isDocument) ? [...named, ...[...all].filter(isDocument)] : named);
}

/** The files to choose from; `history` settles when the newest commits are stored. */
interface Candidates {
  readonly files: readonly Fingerprint[];
  readonly history: Promise<unknown>;
}

async function hintsOf(
  question: PackInput,
  { files, history }: Candidates,
  { root, config, parts }: QuestionScope,
): Promise<FirstAsked> {
  const paths = files.map(({ path }) => path);
  const all = new Set(paths);
  const changes = await readChanges(root, question, { reader: parts.reader, has: (path) => all.has(path) });
  const changed = changes.map(({ change }) => change);
  const given = await taskInput(question, changed, parts);
  const options = { ...DEFAULTS.task, domains: await domainsOf(config, paths, parts) };
  const reading = readTask(given, { paths, fileKind: fileKindOf }, options);
  const under = normalFolder(question.under);
  const excluded = createIgnoreRules(question.exclude ?? []);
  return {
    terms: termsOf(reading),
    paths: [...pathsMentioned(reading), ...(question.pin ?? []).map((id) => id.replace(/[#:].*$/, ''))],
    similar: async () => {
      await history;
      return filesOfSimilarCommits(reading, parts);
    },
    isAllowed: (path) => (under === null || isBelow(path, under)) && excluded.verdict(path) !== 'out',
  };
}

async function filesOfSimilarCommits(reading: TaskReading, { store }: EngineParts): Promise<readonly string[]> {
  const terms = termsOfTask(reading);
  const { commits } = (await store.opening()).history;
  if (commits === 0) return [];
  const words = await store.words({ messages: terms.filter(({ isJoined }) => !isJoined).map(({ term }) => term) });
  const similar = await findSimilarCommits(terms, { store, words, commits });
  return rateFilesOfCommits(similar, () => true).map(({ path }) => path);
}

// Adds names to look up as joined terms, because they are whole identifiers: they must not score as words of the text.
function termsOf(reading: TaskReading): readonly LexicalTerm[] {
  const terms = termsOfTask(reading);
  const ofTask = new Set(terms.map(({ term }) => term));
  const { postings = [], definitions = [] } = planWordLookup(reading, false);
  const names = [...new Set([...definitions, ...postings])].filter((term) => !ofTask.has(term));
  return [...terms, ...names.map((term) => ({ term, word: term, weight: NAME_WEIGHT, isJoined: true }))];
}

function pathsMentioned({ drafts, read, changes }: TaskReading): readonly string[] {
  return [
    ...drafts.flatMap((draft) => draft.paths ?? []),
    ...read.traces.flatMap(({ frames }) => frames.map(({ path }) => path)),
    ...changes.map(({ path }) => path),
  ];
}
