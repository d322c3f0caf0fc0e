import { test } from 'vitest';
import { openSqliteStore } from '../../src/stores/index.ts';
import { expectAnswersOfMemory } from './any-changes.ts';
import { openMemoryStore } from './memory-store.ts';
import { storeContract } from './store-contract.ts';

storeContract('memory', (options) => openMemoryStore(options));
storeContract('sqlite', (options) => openSqliteStore({ path: ':memory:', ...options }));
storeContract('sqlite, always merging', (options) => openSqliteStore({ path: ':memory:', segmentsMax: 1, ...options }));

test('any sequence of changes gives the same answers in memory and in SQLite', () =>
  expectAnswersOfMemory((options) => openSqliteStore({ path: ':memory:', ...options }), 100));
