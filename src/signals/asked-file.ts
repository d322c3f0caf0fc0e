import type { Candidate } from '../model/candidate.ts';
import type { Hit, Question, SignalFinder } from '../ports/signal-finder.ts';
import { askedKinds } from '../search/asked-kinds.ts';

/** Of a file's value, what its words add. */
const WORDS_SHARE = 0.4;
/** Each folder further down takes this share: the workspace's own manifest comes before those of its samples. */
const DEPTH_COUNTS = 0.06;

/** A file of the kind the task asks for: a workflow, a manifest, a page of the manual, a test. */
export const askedFile: SignalFinder = {
  kind: 'askedFile',
  tier: 'semantic',
  weight: 0.6,
  applies: (question) => asked(question).length > 0,
  async find(question) {
    const { view, lexical } = question;
    const found = new Map(lexical().files.map((file) => [file.path, file]));
    return asked(question).flatMap(({ name, strength, isOne }) => {
      const files = [...view.files.values()].filter(isOne);
      const best = files.reduce((most, { path }) => Math.max(most, worthOf(found.get(path))), 0);
      return files.map(
        ({ path }): Hit => ({
          path,
          value:
            strength *
            (1 - WORDS_SHARE + (best > 0 ? (WORDS_SHARE * worthOf(found.get(path))) / best : WORDS_SHARE)) *
            Math.max(0, 1 - DEPTH_COUNTS * (path.split('/').length - 1)),
          because: SAYS[name] ?? `the task asks for a file like it`,
        }),
      );
    });
  },
  // Whoever asks for tests means those of the code that the other words point at.
  async expand(question, seeds) {
    const tests = asked(question).find(({ name }) => name === 'test');
    return tests ? testsOf(seeds, tests.strength, question) : [];
  },
};

async function testsOf(seeds: readonly Candidate[], strength: number, { store }: Question): Promise<readonly Hit[]> {
  const edges = await store.edges(
    seeds.map(({ path }) => path),
    { kinds: ['tests'], direction: 'in' },
  );
  return edges.map(({ from, to }) => ({
    path: from,
    value: strength,
    because: `tests ${to}`,
    distance: 1,
    via: [{ from: to, kind: 'tests' as const }],
  }));
}

const SAYS: Readonly<Record<string, string>> = {
  workflow: 'the task is about continuous integration',
  container: 'the task is about a container',
  manifest: 'the task is about dependencies',
  build: 'the task is about the build',
  lint: 'the task is about linting',
  docs: 'the task is about documentation',
  test: 'the task is about tests',
};

const known = new WeakMap<Question, ReturnType<typeof askedKinds>>();

function asked(question: Question): ReturnType<typeof askedKinds> {
  const kinds = known.get(question) ?? askedKinds(question.task, question.view);
  known.set(question, kinds);
  return kinds;
}

function worthOf(file: { readonly damped: number; readonly pathWords: number } | undefined): number {
  return (file?.damped ?? 0) + (file?.pathWords ?? 0);
}
