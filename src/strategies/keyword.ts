import type { Strategy } from '../ports/strategy.ts';

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
