import type { LexicalResult, Question } from '../ports/signal-finder.ts';
import type { Strategy, StrategyHit } from '../ports/strategy.ts';

/** A workspace with more units is not compared whole, only in its likeliest files. */
const UNITS_MAX = 150_000;
const FILES_MAX = 2000;
const FILES_AT_ONCE = 500;
/** Texts that have nothing to do with one another come up to this, the nearest of fifty thousand at that. */
const LEAST = 0.3;

/** Units whose meaning is near the question's, also where they share no word with it. */
export const semantic: Strategy = {
  name: 'semantic',
  weight: 1.0,
  usesMeaning: true,
  unavailable: ({ meaning, whyNoMeaning }) => (meaning === null ? whyNoMeaning : null),
  async find(question, limit) {
    const { meaning, view, roleFactors } = question;
    if (meaning === null) return [];
    const paths = await comparedPaths(question);
    let best: StrategyHit[] = [];
    for (let start = 0; start < paths.length; start += FILES_AT_ONCE) {
      const found = await meaning.similarities(paths.slice(start, start + FILES_AT_ONCE));
      for (const [path, similarities] of found) {
        const factor = roleFactors[view.files.get(path)?.role ?? 'source'];
        for (let unit = 0; unit < similarities.length; unit += 1) {
          const similarity = similarities[unit]!;
          if (similarity >= LEAST) best.push({ path, unit, score: factor * similarity, because: 'near in meaning' });
        }
      }
      best = best.sort(compare).slice(0, limit);
    }
    return best;
  },
};

async function comparedPaths({ store, view, lexical }: Question): Promise<readonly string[]> {
  const { units } = await store.statistics();
  return units <= UNITS_MAX ? [...view.files.keys()] : likeliest(await lexical());
}

function likeliest({ files, best }: LexicalResult): readonly string[] {
  const worth = (file: LexicalResult['files'][number]) =>
    file.units / (best.units || 1) + file.pathWords / (best.pathWords || 1);
  return files
    .toSorted((a, b) => worth(b) - worth(a) || (a.path < b.path ? -1 : 1))
    .slice(0, FILES_MAX)
    .map((file) => file.path);
}

function compare(a: StrategyHit, b: StrategyHit): number {
  return b.score - a.score || (a.path < b.path ? -1 : a.path > b.path ? 1 : a.unit - b.unit);
}
