import { expect, test } from 'vitest';
import { folder } from './folder.ts';
import { openCountingParser, world } from './world.ts';

const parser = await openCountingParser();

test('C2 a run that is stopped when all files are read does not wait for the parser', async () => {
  const endless = { ...parser, parse: () => new Promise<never>(() => {}) };
  const stop = new AbortController();
  const run = world(folder({ 'src/pay.ts': 'export function pay() {}\n' }), endless).index({
    signal: stop.signal,
    onProgress: ({ stage, done }) => {
      if (stage === 'parse' && done > 0) stop.abort(new Error('enough'));
    },
  });
  await expect(run).rejects.toThrow('enough');
});
