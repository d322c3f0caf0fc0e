import { test } from 'vitest';
import { newDatabase } from './databases.ts';
import { serveWhileIndexing } from './serve-while-indexing.ts';

test('two servers without a tree answer from one database without errors, with what a worker has just indexed', async () =>
  serveWhileIndexing(await newDatabase(), 2));
