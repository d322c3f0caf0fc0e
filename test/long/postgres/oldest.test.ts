import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAnswersOfMemory } from '../../contracts/any-changes.ts';
import { storeContract } from '../../contracts/store-contract.ts';
import { onServer } from '../../postgres/databases.ts';
import { openStore } from '../../postgres/open-store.ts';
import { type PostgresServer, startPostgres } from '../../worlds/postgres.ts';
import { killRounds } from './kill-rounds.ts';

// The oldest version the guide names, as Debian 12 has it.
const OLDEST = 15;

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres({ programs: programsOfOldest() });
});
afterAll(async () => server?.stop());

test(`the server is of the oldest version that is supported, ${OLDEST}`, async () => {
  const [row] = await onServer(server.url, 'SHOW server_version_num');
  expect(Math.floor(Number(row![0]) / 10_000)).toBe(OLDEST);
});

storeContract(`PostgreSQL ${OLDEST}`, (options) => openStore({ ...options, url: server.url }));

test(`any sequence of changes gives the same answers in memory and in PostgreSQL ${OLDEST}`, () =>
  expectAnswersOfMemory((options) => openStore({ ...options, url: server.url }), 12));

describe(`on PostgreSQL ${OLDEST}`, () => killRounds(programsOfOldest));

function programsOfOldest(): string {
  const named = process.env.POSTGRES_OLDEST;
  const programs = named || `/usr/lib/postgresql/${OLDEST}/bin`;
  if (existsSync(join(programs, 'initdb'))) return programs;
  const advice = named ? 'POSTGRES_OLDEST names another folder' : `apt-get install postgresql-${OLDEST}`;
  throw new Error(`PostgreSQL ${OLDEST} is not in ${programs} (${advice}), and without it the oldest is not tested.`);
}
