import type { Candidate } from '../model/candidate.ts';
import type { Question } from '../ports/signal-finder.ts';
import { rarity } from '../search/bm25.ts';
import { lexicalTerms } from '../search/task-terms.ts';
import { historyMatch } from '../signals/commit-history.ts';
import { diffHit } from '../signals/diff-hit.ts';
import { exactSymbolMention } from '../signals/exact-symbol-mention.ts';
import { fileHintExact } from '../signals/file-hint-exact.ts';
import { stacktraceHit } from '../signals/stacktrace-hit.ts';
import { similaritySpan } from './meanings.ts';

/** What of a question the levels are measured by. */
type LevelQuestion = Pick<Question, 'task' | 'words' | 'statistics' | 'lexical' | 'view' | 'meaning'>;

/** What the levels are made of: how much of the task the workspace knows at all, whoever of its files comes first. */
interface LevelFacts {
  readonly question: LevelQuestion;
  readonly known: WordsKnown;
  /** The strongest signal of a kind over all candidates. */
  readonly strongest: (...kinds: readonly string[]) => number;
  /** Cosines of an ordinary candidate and of the nearest. */
  readonly meaning: { readonly median: number; readonly most: number };
}

interface WordsKnown {
  /** What all words of the task would tell, by weight and rarity in files and in units; and what those found do. */
  readonly possible: number;
  readonly possibleInUnits: number;
  readonly found: number;
  readonly words: number;
  readonly pairs: number;
  readonly pairsFound: number;
}

export interface AnswerLevel {
  readonly name: string;
  /** 0..1, and the same whichever candidates compete. */
  readonly of: (facts: LevelFacts) => number;
}

/** How well the workspace as a whole answers a task, on scales that mean the same for every task. */
export const LEVELS: readonly AnswerLevel[] = [
  { name: 'known', of: ({ known }) => share(known.found, known.possible) },
  {
    name: 'covered',
    of: ({ question, known }) => question.lexical().best.covered * share(known.found, known.possible),
  },
  { name: 'unit', of: ({ question, known }) => share(question.lexical().best.unit, 2 * known.possibleInUnits) },
  { name: 'body', of: ({ question, known }) => share(question.lexical().best.body, 2 * known.possible) },
  { name: 'names', of: ({ question, known }) => share(question.lexical().best.names, 2 * known.possible) },
  { name: 'pathWords', of: ({ question, known }) => share(question.lexical().best.pathWords, 2 * known.possible) },
  { name: 'pairs', of: ({ known }) => share(known.pairsFound, known.pairs) },
  { name: 'nearest', of: ({ meaning }) => Math.max(0, meaning.most) },
  { name: 'nearer', of: ({ meaning }) => Math.max(0, meaning.most - meaning.median) },
  { name: 'history', of: ({ strongest }) => strongest(historyMatch.kind) },
  { name: 'defined', of: ({ strongest }) => strongest(exactSymbolMention.kind) },
  { name: 'pointed', of: ({ strongest }) => strongest(fileHintExact.kind, stacktraceHit.kind, diffHit.kind) },
  { name: 'told', of: ({ known }) => Math.min(1, Math.log2(1 + known.words) / 7) },
  { name: 'size', of: ({ question }) => Math.min(1, Math.log2(1 + question.view.files.size) / 17) },
];

/** The levels of a question, in their order. */
export async function measureLevels(
  question: LevelQuestion,
  candidates: readonly Candidate[],
): Promise<readonly number[]> {
  const facts: LevelFacts = {
    question,
    known: wordsKnown(question),
    strongest: (...kinds) => {
      let most = 0;
      for (const { signals } of candidates)
        for (const { kind, value } of signals) if (value > most && kinds.includes(kind)) most = value;
      return most;
    },
    meaning: await similaritySpan(
      question,
      candidates.map(({ path }) => path),
    ),
  };
  return LEVELS.map(({ of }) => of(facts));
}

// A word that stands nowhere is the rarest of all, and says most when it is missing.
function wordsKnown({ task, words, statistics }: LevelQuestion): WordsKnown {
  const places = new Map(words.postings.map((list) => [list.term, list.contents.length + (list.beyond?.units ?? 0)]));
  let [possible, possibleInUnits, found, pairs, pairsFound] = [0, 0, 0, 0, 0];
  for (const { term, weight, isJoined } of lexicalTerms(task)) {
    const count = places.get(term) ?? 0;
    if (isJoined) {
      pairs++;
      if (count > 0) pairsFound++;
      continue;
    }
    const tells = weight * rarity(statistics.files, Math.min(count, statistics.files));
    possible += tells;
    possibleInUnits += weight * rarity(statistics.units, Math.min(count, statistics.units));
    if (count > 0) found += tells;
  }
  return { possible, possibleInUnits, found, words: task.keywords.length, pairs, pairsFound };
}

function share(value: number, most: number): number {
  return most > 0 ? Math.min(1, value / most) : 0;
}
