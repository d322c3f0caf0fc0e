import { onTestFinished, test } from 'vitest';
import { serveWhileIndexing } from '../../postgres/serve-while-indexing.ts';
import { startPostgres } from '../../worlds/postgres.ts';

test('two servers on one database answer without errors, and with the newest of twenty changes a worker indexes', async () => {
  const server = await startPostgres();
  onTestFinished(() => server.stop());
  await serveWhileIndexing(server.url, 20);
});
