import type { LexicalResult, Question } from '../ports/signal-finder.ts';
import type { Strategy, StrategyHit } from '../ports/strategy.ts';

/** Share of a unit's score that the words in its path add. */
const PATH_SHARE = 0.3;

/** BM25 over units: identifiers split, names counting more than bodies, path words beside. */
export const keyword: Strategy = {
  name: 'keyword',
  weight: 0.6,
  usesMeaning: false,
  unavailable: ({ task }) => (task.keywords.length === 0 ? 'the query has no words to look for' : null),
  async find({ lexical, view, roleFactors }, limit) {
    const { files, best } = lexical();
    const hits = files.flatMap((file) =>
      file.unitScores.map(({ unit, score }) => ({
        path: file.path,
        unit,
        score:
          roleFactors[view.files.get(file.path)?.role ?? 'source'] *
          (score / best.unit + (best.pathWords > 0 ? (PATH_SHARE * file.pathWords) / best.pathWords : 0)),
        because: `${file.matched
          .slice(0, 4)
          .map((word) => `"${word}"`)
          .join(', ')} found`,
      })),
    );
    return hits
      .sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : a.path > b.path ? 1 : a.unit - b.unit))
      .slice(0, limit);
  },
};

/** A workspace with more units is not compared whole, only in its likeliest files. */
const UNITS_MAX = 150_000;
const FILES_MAX = 2000;
const FILES_AT_ONCE = 500;
/** Less than the first is never near, more than the second always is, also where most of a workspace is. */
const [LEAST, SURE] = [0.15, 0.3];
/** Where one standard deviation above the middle lies in a sorted list. */
const DEVIATION_AT = 0.8413;

/** Units whose meaning is near the question's, also where they share no word with it. */
export const semantic: Strategy = {
  name: 'semantic',
  weight: 1.0,
  usesMeaning: true,
  unavailable: ({ meaning, whyNoMeaning }) => (meaning === null ? whyNoMeaning : null),
  async find(question, limit) {
    const { view, roleFactors } = question;
    const similarities = await compare(question);
    const least = noiseOf([...similarities.values()]);
    const hits: StrategyHit[] = [];
    for (const [path, units] of similarities) {
      const factor = roleFactors[view.files.get(path)?.role ?? 'source'];
      for (let unit = 0; unit < units.length; unit += 1)
        if (units[unit]! > least) hits.push({ path, unit, score: factor * units[unit]!, because: 'near in meaning' });
    }
    return hits
      .sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : a.path > b.path ? 1 : a.unit - b.unit))
      .slice(0, limit);
  },
};

async function compare(question: Question): Promise<ReadonlyMap<string, Float32Array>> {
  const similarities = new Map<string, Float32Array>();
  if (question.meaning === null) return similarities;
  const paths = comparedPaths(question);
  // In parts, so that few vectors are in memory at once.
  for (let start = 0; start < paths.length; start += FILES_AT_ONCE)
    for (const [path, units] of await question.meaning.similarities(paths.slice(start, start + FILES_AT_ONCE)))
      similarities.set(path, units);
  return similarities;
}

/**
 * How near the nearest unit would be if none had anything to do with the question: the more there are, the nearer one
 * of them comes by chance.
 */
function noiseOf(lists: readonly Float32Array[]): number {
  const all = new Float32Array(lists.reduce((sum, list) => sum + list.length, 0));
  let end = 0;
  for (const list of lists) {
    all.set(list, end);
    end += list.length;
  }
  all.sort();
  const index = (share: number) => all[Math.floor(share * (all.length - 1))] ?? 0;
  const deviation = index(DEVIATION_AT) - index(0.5);
  const byChance = index(0.5) + deviation * Math.sqrt(2 * Math.log(Math.max(1, all.length)));
  return Math.min(SURE, Math.max(LEAST, byChance));
}

function comparedPaths({ statistics, view, lexical }: Question): readonly string[] {
  return statistics.units <= UNITS_MAX ? [...view.files.keys()] : likeliest(lexical());
}

function likeliest({ files, best }: LexicalResult): readonly string[] {
  const worth = (file: LexicalResult['files'][number]) =>
    file.units / (best.units || 1) + file.pathWords / (best.pathWords || 1);
  return files
    .toSorted((a, b) => worth(b) - worth(a) || (a.path < b.path ? -1 : 1))
    .slice(0, FILES_MAX)
    .map((file) => file.path);
}
