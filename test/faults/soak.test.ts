import { expect, test } from 'vitest';
import { startServing } from '../surfaces/http/start-serving.ts';
import { makeWorld, SHOP } from '../surfaces/world.ts';
import { addOtherBranch, answersAnew, answersOf, questionsOf, soak } from './soak.ts';

test('under calls, edits and branch switches at once, every question is answered as by a new index', async () => {
  const root = makeWorld(SHOP, { git: true });
  addOtherBranch(root, 2);
  const { child, url } = await startServing(root);
  const { faults, edits, switches } = await soak({
    ...{ url, root, pid: child.pid!, callers: 2, seed: 7, editsPerBranch: 5 },
    hasMore: (done) => done < 15,
  });
  expect(faults).toEqual([]);
  expect([edits, switches]).toEqual([15, 3]);
  const questions = questionsOf(root).slice(0, 6);
  expect(await answersOf(url, questions)).toEqual(await answersAnew(root, questions));
});
