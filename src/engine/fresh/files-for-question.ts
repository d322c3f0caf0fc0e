import { DEFAULTS } from '../../config/defaults.ts';
import type { Config } from '../../config/schema.ts';
import { type FirstAsked, type FirstFiles, firstFiles } from '../../indexing/first-files.ts';
import { fileKindOf } from '../../languages/index.ts';
import { readTask, type TaskReading } from '../../pipeline/resolve/resolve.ts';
import { isBelow } from '../../pipeline/show/list-documents.ts';
import type { PackInput } from '../../ports/engine.ts';
import type { Fingerprint } from '../../ports/store.ts';
import type { LexicalTerm } from '../../search/lexical.ts';
import { filesOfCommits, similarCommits } from '../../search/similar-commits.ts';
import { lexicalTerms, wordsAsked } from '../../search/task-terms.ts';
import { createIgnoreRules } from '../../sources/code/scan/ignore-rules.ts';
import { readChanges } from '../changes/read-changes.ts';
import { folderNamed } from '../folders.ts';
import type { EngineParts } from '../parts/open-parts.ts';
import { domainsOf, taskInput } from '../task-input.ts';

// What is only looked up by its name, or printed somewhere, counts less than what is asked in words.
const NAME_WEIGHT = 0.5;

/** Where a question is asked. */
export interface AskedIn {
  readonly root: string;
  readonly config: Config;
  readonly parts: EngineParts;
}

/** The files to index before a question is answered; it is read as it will be read for the answer. */
export async function filesForQuestion(question: PackInput, there: There, asked: AskedIn): Promise<FirstFiles> {
  const { reader } = asked.parts;
  return firstFiles(there.files, await askedOf(question, there, asked), { reader, limits: DEFAULTS.first });
}

/** What there is to choose from; `history` settles when the newest commits are stored. */
interface There {
  readonly files: readonly Fingerprint[];
  readonly history: Promise<unknown>;
}

async function askedOf(
  question: PackInput,
  { files, history }: There,
  { root, config, parts }: AskedIn,
): Promise<FirstAsked> {
  const paths = files.map(({ path }) => path);
  const all = new Set(paths);
  const changes = await readChanges(root, question, { reader: parts.reader, has: (path) => all.has(path) });
  const given = await taskInput(
    question,
    changes.map(({ change }) => change),
    parts,
  );
  const options = { ...DEFAULTS.task, domains: await domainsOf(config, paths, parts) };
  const reading = readTask(given, { paths, fileKind: fileKindOf }, options);
  const under = folderNamed(question.under);
  const excluded = createIgnoreRules(question.exclude ?? []);
  return {
    terms: termsOf(reading),
    paths: [...pathsNamed(reading), ...(question.pin ?? []).map((id) => id.replace(/[#:].*$/, ''))],
    similar: async () => {
      await history;
      return touchedBySimilar(reading, parts);
    },
    isAllowed: (path) => (under === null || isBelow(path, under)) && excluded.verdict(path) !== 'out',
  };
}

async function touchedBySimilar(reading: TaskReading, { store }: EngineParts): Promise<readonly string[]> {
  const terms = lexicalTerms(reading);
  const { commits } = (await store.opening()).history;
  if (commits === 0) return [];
  const words = await store.words({ messages: terms.filter(({ isJoined }) => !isJoined).map(({ term }) => term) });
  return filesOfCommits(await similarCommits(terms, { store, words, commits }), () => true).map(({ path }) => path);
}

function termsOf(reading: TaskReading): readonly LexicalTerm[] {
  const terms = lexicalTerms(reading);
  const said = new Set(terms.map(({ term }) => term));
  const { postings = [], definitions = [] } = wordsAsked(reading, false);
  const names = [...new Set([...definitions, ...postings])].filter((term) => !said.has(term));
  return [...terms, ...names.map((term) => ({ term, word: term, weight: NAME_WEIGHT, isJoined: true }))];
}

function pathsNamed({ drafts, read, changes }: TaskReading): readonly string[] {
  return [
    ...drafts.flatMap((draft) => draft.paths ?? []),
    ...read.traces.flatMap(({ frames }) => frames.map(({ path }) => path)),
    ...changes.map(({ path }) => path),
  ];
}
