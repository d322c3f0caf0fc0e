// table
// A title may ask for a kind of file ("CI fails", "update the README"). This signal finds the files of that kind.
import type { Candidate } from '../model/candidate.ts';
import { memoize, memoizePerObject } from '../model/memoize.ts';
import { stem, termsOf, words } from '../model/terms.ts';
import type { Hit, Question, SignalFinder } from '../ports/signal-finder.ts';
import type { FileRecord } from '../ports/store.ts';

/** Share of a file's value that depends on the task's words in its text and path. */
const WORDS_SHARE = 0.4;
/** Share that each folder level takes away, so that the manifest at the root comes before those of samples. */
const DEPTH_LOSS = 0.06;

export const askedFile: SignalFinder = {
  kind: 'askedFile',
  tier: 'semantic',
  weight: 0.6,
  applies: (question) => findAsked(question).length > 0,
  async find(question) {
    const { view, lexical } = question;
    const wordsOf = new Map(lexical().files.map(({ path, damped, pathWords }) => [path, damped + pathWords]));
    return findAsked(question).flatMap(({ strength, isOfKind, about }) => {
      const files = [...view.files.values()].filter(isOfKind);
      const best = files.reduce((most, { path }) => Math.max(most, wordsOf.get(path) ?? 0), 0);
      return files.map(({ path }): Hit => {
        const words = best > 0 ? (WORDS_SHARE * (wordsOf.get(path) ?? 0)) / best : WORDS_SHARE;
        const depth = Math.max(0, 1 - DEPTH_LOSS * (path.split('/').length - 1));
        return { path, value: strength * (1 - WORDS_SHARE + words) * depth, because: `the task is about ${about}` };
      });
    });
  },
  // A title about tests means the tests of the files to which the task leads.
  async expand(question, seeds) {
    const tests = findAsked(question).find(({ name }) => name === 'test');
    return tests ? findTests(seeds, tests.strength, question) : [];
  },
};

async function findTests(seeds: readonly Candidate[], strength: number, { store }: Question): Promise<readonly Hit[]> {
  const paths = seeds.map(({ path }) => path);
  const edges = await store.edges(paths, { kinds: ['tests'], direction: 'in' });
  return edges.map(({ from, to }) => ({
    path: from,
    value: strength,
    because: `tests ${to}`,
    distance: 1,
    via: [{ from: to, kind: 'tests' as const }],
  }));
}

interface AskedKind {
  readonly name: string;
  /** The subject that `because` names. */
  readonly about: string;
  readonly isOfKind: (file: FileRecord) => boolean;
  /** Words or phrases of a title that ask for it, as stems, each with the probability that it does. */
  readonly asks: ReadonlyMap<string, number>;
}

const KINDS = [
  {
    name: 'workflow',
    about: 'continuous integration',
    paths:
      /(?:^|\/)\.(?:github\/(?:workflows|actions)|circleci|buildkite|gitlab)\/|(?:^|\/)(?:\.gitlab-ci\.ya?ml|\.travis\.yml|\.drone\.yml|\.cirrus\.yml|jenkinsfile|appveyor\.yml|azure-pipelines[^/]*|bitbucket-pipelines\.yml)$/i,
    asks: `0.95: github actions, github action, ci workflow, gitlab ci, circleci, travis, jenkins, buildkite, continuous integration
0.8: ci, workflow
0.4: pipeline, runner, job, matrix, nightly, release, publish`,
  },
  {
    name: 'container',
    about: 'a container',
    paths:
      /(?:^|\/)(?:[^/]*dockerfile[^/]*|containerfile|(?:docker-)?compose[^/]*\.ya?ml|\.dockerignore|chart\.yaml|values\.yaml)$|(?:^|\/)\.?devcontainer(?:\/|\.json$)/i,
    asks: '0.95: dockerfile, docker compose, docker image, base image, devcontainer, helm chart\n0.6: docker, container, compose, image',
  },
  {
    name: 'manifest',
    about: 'dependencies',
    paths:
      /(?:^|\/)(?:package\.json|pnpm-workspace\.yaml|pyproject\.toml|setup\.(?:py|cfg)|requirements[^/]*\.(?:txt|in)|pipfile|go\.mod|cargo\.toml|pom\.xml|build\.gradle(?:\.kts)?|libs\.versions\.toml|gemfile|[^/]*\.gemspec|composer\.json|[^/]*\.csproj|directory\.packages\.props|package\.swift|podfile|pubspec\.yaml|mix\.exs|build\.sbt)$/i,
    asks: `0.95: dev dependency, peer dependency, package manifest, minimum required version, minimum supported version, npm script
0.75: dependency, bump, manifest
0.45: upgrade, package version, required version, latest version, minimum version, requirement, engine`,
  },
  {
    name: 'build',
    about: 'the build',
    paths:
      /(?:^|\/)(?:makefile|gnumakefile|[^/]*\.mk|justfile|taskfile\.ya?ml|rakefile|gulpfile[^/]*|gruntfile[^/]*|cmakelists\.txt|meson\.build|configure\.ac|build\.(?:rs|xml|zig|gradle(?:\.kts)?)|settings\.gradle(?:\.kts)?|tsconfig[^/]*\.json|jsconfig\.json|(?:webpack|rollup|vite|tsup|esbuild|babel|rspack|metro|next|nuxt|turbo|nx|lerna)(?:\.config)?\.(?:[cm]?[jt]s|json)|\.babelrc|\.swcrc|workspace|build\.bazel|noxfile\.py|tox\.ini)$/i,
    asks: `0.95: makefile, make target, cmake, tsconfig, gulpfile, webpack config, rollup config, build script, build target, justfile, taskfile
0.6: gulp, webpack, rollup, gradle, bazel, compiler option`,
  },
  {
    name: 'lint',
    about: 'linting',
    paths:
      /(?:^|\/)(?:\.?eslint[^/]*|\.?oxlint[^/]*|\.oxfmt[^/]*|\.?prettier[^/]*|biome\.jsonc?|\.?stylelint[^/]*|\.editorconfig|\.golangci\.(?:ya?ml|toml|json)|\.rubocop[^/]*|\.?ruff\.toml|\.flake8|\.pylintrc|mypy\.ini|\.?clippy\.toml|\.?rustfmt\.toml|phpstan[^/]*|\.php-cs-fixer[^/]*|pint\.json|psalm[^/]*|\.pre-commit-config\.yaml|checkstyle\.xml|detekt\.ya?ml|\.swiftlint\.yml|\.clang-(?:format|tidy)|lint-staged[^/]*|commitlint[^/]*|deny\.toml)$/i,
    asks: `0.95: golangci, eslint, prettier, rubocop, flake8, pylint, stylelint, clippy, rustfmt, phpstan, pre commit, editorconfig, commitlint, clang format
0.8: linter, lint rule, linting
0.7: lint, ruff, biome, mypy, oxlint`,
  },
  {
    name: 'docs',
    about: 'documentation',
    role: 'docs',
    asks: `0.95: readme, documentation, changelog, release notes, migration guide, docs page
0.75: docs, doc, tutorial, manual, guide
0.4: page, explain, describe, typo, chapter, section
0.8: 文档, 文檔, 手册, 说明书, ドキュメント, 문서`,
  },
  {
    name: 'test',
    about: 'tests',
    role: 'test',
    asks: `0.9: which tests, what tests, unit test, integration test, regression test, add test, add tests, write test, write tests, write a test, add a test, test for, tests for, test of, tests of, flaky test, flaky tests, failing test, failing tests, missing test, missing tests, more tests, test coverage, test suite
0.35: test, tests, spec, specs, flaky, coverage
0.7: 测试, 測試, テスト, 테스트`,
  },
].map(({ paths, role, asks, ...kind }): AskedKind => {
  const isOfKind = (file: FileRecord) => (paths ? paths.test(file.path) : file.role === role);
  return { ...kind, isOfKind, asks: parsePhrases(asks) };
});

/** `test: …`, `docs(api): …`. */
const PREFIX = /^\s*(ci|docs?|tests?|build|chore)(?:\(([^()]{0,60})\))?!?:/i;
const PREFIX_KINDS: Readonly<Record<string, string>> = {
  ci: 'workflow',
  doc: 'docs',
  docs: 'docs',
  test: 'test',
  tests: 'test',
};
/** Probability that the prefix names the kind. */
const PREFIX_CERTAINTY = 0.9;
/** The rest of a title, which may name a side effect of the change. */
const SIDE_EFFECT = /(?:,| and | with | plus |;).*$/i;
const STRENGTH_MIN = 0.45;
/** A kind with less than this share of the strongest one is dropped. */
const STRONGEST_SHARE = 0.75;

// Finds the kinds of file that the title asks for, each with a strength of 0..1.
const findAsked = memoizePerObject(({ task, view }: Question) => {
  const shareOfSources = sourceShares(view);
  const prefix = PREFIX_KINDS[PREFIX.exec(task.title)?.[1]?.toLowerCase() ?? ''];
  const main = task.title.replace(PREFIX, '').replace(SIDE_EFFECT, '');
  const stems = words(main).map(stem);
  const kinds = KINDS.flatMap(({ name, about, isOfKind, asks }) => {
    let doubt = prefix === name ? 1 - PREFIX_CERTAINTY : 1;
    for (const [phrase, certainty] of asks)
      if (holdsPhrase(stems, phrase.split(' ')) || (isUnspaced(phrase) && main.includes(phrase)))
        doubt *= 1 - certainty * (1 - shareOfSources(phrase));
    const strength = 1 - doubt;
    return strength >= STRENGTH_MIN ? [{ name, about, isOfKind, strength }] : [];
  });
  const most = Math.max(0, ...kinds.map(({ strength }) => strength));
  // The strength is squared, so that one weak word hardly counts.
  return kinds
    .filter(({ strength }) => strength >= STRONGEST_SHARE * most)
    .map((kind) => ({ ...kind, strength: kind.strength ** 2 }));
});

function holdsPhrase(stems: readonly string[], phrase: readonly string[]): boolean {
  return stems.some((_, at) => phrase.every((word, index) => stems[at + index] === word));
}

// Chinese, Japanese and Korean join words or particles without spaces, so the title is searched for the phrase itself.
const isUnspaced = (phrase: string): boolean => phrase.charCodeAt(0) > 0x3000;

// These characters join the parts of a name.
const JOINING = /[_$]/g;

// Measures which share of the files with a phrase in their path are sources: in a linter, "lint" means its sources.
const sourceShares = memoizePerObject(({ files }: Question['view']) =>
  memoize((phrase: string): number => {
    const stems = phrase.split(' ');
    // Splits only paths that hold the first letters, to save time. A stem may end in other letters than its word.
    const letters = stems.map((word) => word.slice(0, Math.max(2, word.length - 2)));
    let [sources, all] = [0, 0];
    for (const { path, role } of files.values()) {
      const written = path.toLowerCase().replaceAll(JOINING, '');
      if (!letters.every((part) => written.includes(part))) continue;
      const terms = termsOf(path);
      if (!stems.every((word) => terms.includes(word))) continue;
      all++;
      if (role === 'source') sources++;
    }
    return all === 0 ? 0 : sources / all;
  }),
);

// Parses lines such as `0.9: one, two words`, one for each probability.
function parsePhrases(lines: string): ReadonlyMap<string, number> {
  return new Map(
    lines.split('\n').flatMap((line) => {
      const [certainty = '', list = ''] = line.split(': ');
      return list.split(', ').map((phrase) => [phrase.split(' ').map(stem).join(' '), Number(certainty)] as const);
    }),
  );
}
