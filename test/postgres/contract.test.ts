import { test } from 'vitest';
import { expectAnswersOfMemory } from '../contracts/any-changes.ts';
import { storeContract } from '../contracts/store-contract.ts';
import { openStore } from './open-store.ts';

storeContract('postgres', (options) => openStore(options));

test('any sequence of changes gives the same answers in memory and in PostgreSQL', () =>
  expectAnswersOfMemory((options) => openStore(options), 12));
