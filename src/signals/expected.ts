// A caller may guess the names and words of the code (`expected`). These signals find files by such guesses.
import type { Hit, LexicalFile, Question, SignalFinder } from '../ports/signal-finder.ts';
import { matchGuesses } from '../search/expected-names.ts';
import { definitionEvidence } from './exact-symbol-mention.ts';
import { firstWords } from './word-matches.ts';

/** The most files that are found by guessed words. */
const FILES_MAX = 40;

const guessing = { tier: 'semantic', applies: ({ expected }: Question) => expected !== null } as const;

export const expectedFile: SignalFinder = {
  ...guessing,
  kind: 'expectedFile',
  weight: 0.3,
  async find(question) {
    const called = [...matchGuesses(question)].filter(([, { file }]) => file > 0);
    return called.map(([path, { file, fileGuess }]) => {
      return { path, value: file, because: `you expected \`${fileGuess}\`: called so` };
    });
  },
};

export const expectedName: SignalFinder = {
  ...guessing,
  kind: 'expectedName',
  weight: 0.3,
  async find(question) {
    const { store, view } = question;
    const defining = [...matchGuesses(question)].filter(([, { symbols }]) => symbols.size > 0);
    const hashOf = (path: string) => view.files.get(path)!.hash;
    const contents = await store.contents([...new Set(defining.map(([path]) => hashOf(path)))]);
    return defining.map(([path, { name, nameGuess, symbols }]): Hit => {
      const content = contents.get(hashOf(path));
      const evidence = [...symbols].flatMap(([symbol, value]) =>
        content ? definitionEvidence(content, symbol, value) : [],
      );
      return { path, value: name, because: `you expected \`${nameGuess}\`: defined here`, evidence };
    });
  },
};

export const expectedWords: SignalFinder = {
  ...guessing,
  kind: 'expectedWords',
  weight: 0.3,
  async find({ expected }) {
    const { files, best } = expected!.lexical();
    const strength = ({ covered, unit }: LexicalFile) => (covered + unit / (best.unit || 1)) / 2;
    const first = files.toSorted((a, b) => strength(b) - strength(a) || (a.path < b.path ? -1 : 1)).slice(0, FILES_MAX);
    return first.map((file) => ({
      path: file.path,
      value: strength(file),
      get because() {
        return `you expected ${firstWords(file.matched, (word) => `\`${word}\``)}: found here`;
      },
    }));
  },
};

export const GUESSES: ReadonlySet<string> = new Set(
  [expectedFile, expectedName, expectedWords].map(({ kind }) => kind),
);
