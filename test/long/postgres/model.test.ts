import { afterAll, beforeAll, test } from 'vitest';
import { runModel } from '../../model/run-model.ts';
import { openSharedModel } from '../../postgres/open-shared-model.ts';
import { type PostgresServer, startPostgres } from '../../worlds/postgres.ts';

const SEEDS = 10;
const STEPS = 100;

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

for (let seed = 101; seed <= 100 + SEEDS; seed++)
  test(`during ${STEPS} random steps the shared store equals the files, and its answers are those of a new store (seed ${seed})`, () =>
    runModel({ seed, steps: STEPS, answersEvery: 10, openStore: openSharedModel(server.url) }));
