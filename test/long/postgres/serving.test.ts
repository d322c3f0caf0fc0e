import { onTestFinished, test } from 'vitest';
import { serveWhileIndexing } from '../../postgres/serve-while-indexing.ts';
import { startPostgres } from '../../worlds/postgres.ts';

test('two servers on one database answer while a worker indexes twenty changes', async () => {
  const server = await startPostgres();
  onTestFinished(() => server.stop());
  await serveWhileIndexing(server.url, 20);
});
