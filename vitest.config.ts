import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { rowsReporter } from './test/repo/rows-reporter.ts';
import { quickFolder } from './test/worlds/quick-folder.ts';

// Files that leave hundreds of megabytes behind, in memory that is not given back. Every git process is a copy of the
// worker that starts it, so what these leave would be paid for by all files after them: each gets a worker of its own.
// So does the one that has all memory collected again and again.
const BULKY = [
  'test/border/memory-of-texts.test.ts',
  'test/graph/export/bad-input.test.ts',
  'test/languages/samples.test.ts',
  'test/markdown/bad-input.test.ts',
  'test/threads/**/*.test.ts',
  'test/properties/assembly.test.ts',
  'test/surfaces/http/load.test.ts',
  'test/surfaces/mcp/bad-input.test.ts',
];
// Files that start many processes and hold little memory themselves: each process takes a tenth as long to start as in a
// worker that has grown with others.
const STARTING = [
  'test/ci/**/*.test.ts',
  'test/evaluation/tasks-from-history.test.ts',
  'test/faults/io-errors.test.ts',
  'test/faults/kills.test.ts',
  'test/indexing/**/*.test.ts',
  'test/repo/package.test.ts',
  'test/repo/release.test.ts',
  'test/surfaces/build.test.ts',
  'test/surfaces/hook/hook.test.ts',
  'test/surfaces/setup/start.test.ts',
];
// Those that ask a PostgreSQL server, which is started for them and ended with the run.
const POSTGRES = ['test/postgres/**/*.test.ts'];
// Those that look at the page, which is built for them, in a browser that is unpacked for them.
const PAGE = ['test/page/**/*.test.ts', 'test/long/page/**/*.test.ts'];
// Only `npm run test:long` says how often random input is tried; only there is time for the rest.
const LONG = process.env.PROPERTY_RUNS ? [] : ['test/long/**'];

const env = quickFolder();
// What threads gave back is used again: else each of them keeps up to 64 megabytes, which every process that is started copies.
process.env.MALLOC_ARENA_MAX ??= '1';

export default defineConfig({
  test: {
    reporters: ['default', rowsReporter],
    setupFiles: [join(import.meta.dirname, 'test/worlds/fixed-seed.ts')],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // The process that hands out the files sleeps meanwhile: no core is kept for it.
    maxWorkers: '100%',
    // The page runs in a browser, which tells nothing of this.
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
      exclude: ['src/page/**'],
      reporter: ['json-summary', 'json'],
      reportOnFailure: true,
    },
    // What a command or a thread started by a test compiled, the next one need not compile again.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/compiled') },
    projects: [
      // Every file that is not named above: a worker loads the modules once, for all files it is given.
      {
        extends: true,
        test: {
          name: 'shared',
          isolate: false,
          env,
          include: ['test/**/*.test.ts'],
          exclude: [...BULKY, ...STARTING, ...POSTGRES, ...PAGE, ...LONG],
        },
      },
      { extends: true, test: { name: 'starting', isolate: false, env, include: STARTING } },
      { extends: true, test: { name: 'alone', isolate: true, env, include: BULKY } },
      {
        extends: true,
        test: {
          name: 'postgres',
          isolate: false,
          env,
          include: POSTGRES,
          globalSetup: 'test/worlds/postgres-setup.ts',
        },
      },
      {
        extends: true,
        test: { name: 'page', isolate: false, include: PAGE, exclude: LONG, globalSetup: 'test/page/page-setup.ts' },
      },
    ],
  },
});
