// The keyword strategy finds units that share words with a query (BM25). The semantic strategy finds units whose
// meaning is near the query, also when they share no word with it.
import type { LexicalFile, Question } from '../ports/signal-finder.ts';
import type { Strategy, StrategyHit } from '../ports/strategy.ts';
import { joinLists } from '../search/top-k.ts';

/** The most that the words in its path add to the score of a unit, to which its own words give at most 1. */
const PATH_SHARE = 0.3;

export const keyword: Strategy = {
  name: 'keyword',
  weight: 0.6,
  usesMeaning: false,
  unavailable: ({ task }) => (task.keywords.length === 0 ? 'the query has no words to look for' : null),
  async find({ lexical, view, roleFactors }) {
    const { files, best } = lexical();
    return files.flatMap(({ path, unitScores, pathWords, matched }) => {
      const factor = roleFactors[view.files.get(path)?.role ?? 'source'];
      const ofPath = best.pathWords > 0 ? (PATH_SHARE * pathWords) / best.pathWords : 0;
      const shown = matched.slice(0, 4).map((word) => `"${word}"`);
      const because = `${shown.join(', ')} found`;
      return unitScores.map(({ unit, score }) => {
        return { path, unit, score: factor * (score / best.unit + ofPath), because };
      });
    });
  },
};

/** In a workspace with more units, only the `FILES_MAX` files that share most words with the query are compared. */
const UNITS_MAX = 150_000;
const FILES_MAX = 2000;
const FILES_AT_ONCE = 500;
/** A similarity below the first value is never near; one above the second always is. */
const [NEVER_NEAR, ALWAYS_NEAR] = [0.15, 0.3];
/** The quantile that lies one standard deviation above the median. */
const DEVIATION_AT = 0.8413;

export const semantic: Strategy = {
  name: 'semantic',
  weight: 1.0,
  usesMeaning: true,
  unavailable: ({ meaning, whyNoMeaning }) => (meaning === null ? whyNoMeaning : null),
  async find(question) {
    const { view, roleFactors } = question;
    const similarities = await compareMeaning(question);
    const threshold = estimateNoise([...similarities.values()]);
    const hits: StrategyHit[] = [];
    for (const [path, units] of similarities) {
      const factor = roleFactors[view.files.get(path)?.role ?? 'source'];
      for (let unit = 0; unit < units.length; unit += 1)
        if (units[unit]! > threshold)
          hits.push({ path, unit, score: factor * units[unit]!, because: 'near in meaning' });
    }
    return hits;
  },
};

async function compareMeaning(question: Question): Promise<ReadonlyMap<string, Float32Array>> {
  const similarities = new Map<string, Float32Array>();
  if (question.meaning === null) return similarities;
  const paths = choosePaths(question);
  // Files are compared in parts, so that few vectors are in memory at once.
  for (let start = 0; start < paths.length; start += FILES_AT_ONCE)
    for (const [path, units] of await question.meaning.similarities(paths.slice(start, start + FILES_AT_ONCE)))
      similarities.set(path, units);
  return similarities;
}

/** Estimates how near the nearest of these units would come by chance: the more units, the nearer. */
function estimateNoise(lists: readonly Float32Array[]): number {
  const all = joinLists(lists).sort();
  const index = (share: number) => all[Math.floor(share * (all.length - 1))] ?? 0;
  const deviation = index(DEVIATION_AT) - index(0.5);
  const byChance = index(0.5) + deviation * Math.sqrt(2 * Math.log(Math.max(1, all.length)));
  return Math.min(ALWAYS_NEAR, Math.max(NEVER_NEAR, byChance));
}

function choosePaths({ statistics, view, lexical }: Question): readonly string[] {
  if (statistics.units <= UNITS_MAX) return [...view.files.keys()];
  const { files, best } = lexical();
  const worth = (file: LexicalFile) => file.units / (best.units || 1) + file.pathWords / (best.pathWords || 1);
  return files
    .toSorted((a, b) => worth(b) - worth(a) || (a.path < b.path ? -1 : 1))
    .slice(0, FILES_MAX)
    .map((file) => file.path);
}
