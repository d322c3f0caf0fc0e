import { setTimeout } from 'node:timers/promises';
import type { GraphRow } from '../../../src/ports/graph.ts';
import { openGraphStore } from '../../../src/stores/index.ts';

// Writes rows without end, and says so once some are written: it is there to be killed.
async function* rows(): AsyncGenerator<readonly GraphRow[]> {
  for (let batch = 0; ; batch++) {
    yield Array.from({ length: 500 }, (_, index) => plainRow(`n${batch * 500 + index}`));
    if (batch === 20) process.stdout.write('writing\n');
    await setTimeout(1);
  }
}

const plainRow = (id: string): GraphRow => ({
  ...{ id, name: `node ${id}`, description: null, tags: [], fields: [], parent: null, createdMs: null },
  ...{ modifiedMs: null, isDone: null, form: 'text', children: [], references: [] },
});

const origin = { source: 'tana', path: 'x', stamp: '2', importedAtMs: 0, asOfMs: 0 };
await openGraphStore(process.argv[2]!).replace(rows(), origin);
