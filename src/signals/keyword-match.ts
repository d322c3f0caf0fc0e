import type { Hit, LexicalFile, LexicalScores, SignalFinder } from '../ports/signal-finder.ts';

/** What each field adds to the match; they sum to one. */
const SHARES = { body: 0.25, units: 0.4, pathWords: 0.35 } as const satisfies Partial<
  Record<keyof LexicalScores, number>
>;

/** Weaker matches are never opened, so nobody asks where in them the words stand. */
const WITH_EVIDENCE = 80;

/** A file whose path or content holds words of the task. */
export const keywordMatch: SignalFinder = {
  kind: 'keywordMatch',
  tier: 'semantic',
  weight: 0.7,
  applies: ({ task }) => task.keywords.length > 0,
  async find({ lexical, view, store }) {
    const { files, best } = await lexical();
    const hits = files.map((file) => ({ file, value: matchOf(file, best) }));
    hits.sort((a, b) => b.value - a.value || (a.file.path < b.file.path ? -1 : 1));
    const strong = hits.slice(0, WITH_EVIDENCE).map(({ file }) => view.files.get(file.path)!.hash);
    const contents = await store.contents([...new Set(strong)]);
    return hits.map(({ file, value }): Hit => {
      const units = contents.get(view.files.get(file.path)!.hash)?.units ?? [];
      const evidence = file.unitScores.flatMap(({ unit, score }) => {
        const at = units[unit];
        return at ? [{ lines: [at.startLine, at.endLine] as const, value: score / best.unit }] : [];
      });
      return { path: file.path, value, because: clause(file), evidence };
    });
  },
};

function matchOf(file: LexicalFile, best: LexicalScores): number {
  let value = 0;
  for (const field of ['body', 'units', 'pathWords'] as const)
    if (best[field] > 0) value += (SHARES[field] * file[field]) / best[field];
  return value;
}

function clause(file: LexicalFile): string {
  const words = file.matched
    .slice(0, 4)
    .map((word) => `"${word}"`)
    .join(', ');
  if (words === '') return 'words of the task in its path';
  return file.pathWords > 0 ? `${words} in path and text` : `${words} in the text`;
}
