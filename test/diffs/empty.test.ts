import { expect, test } from 'vitest';
import { makeWorld } from '../worlds/world.ts';

test('a pack of an empty diff fails if the task only speaks of the diff, else it has a note', async () => {
  using world = makeWorld({ 'src/rate.ts': 'export function rateOf(): number {\n  return 1;\n}\n' }, [
    { message: 'Nothing', files: {} },
  ]);
  const engine = await world.open();
  const EMPTY: [input: Parameters<typeof engine.pack>[0], said: string][] = [
    [{ task: '', diff: 'HEAD' }, 'The diff is empty: nothing differs from HEAD.'],
    [{ task: 'review', diff: 'staged' }, 'The diff is empty: nothing is staged.'],
    [{ task: 'what else must change', patch: '\n' }, 'The patch is empty: it changes nothing.'],
  ];
  for (const [input, said] of EMPTY)
    await expect(engine.pack(input)).rejects.toMatchObject({ code: 'NOTHING_FOUND', message: said });
  const { pack } = await engine.pack({ task: 'rateOf is wrong', diff: 'HEAD' });
  expect(pack.task.notes).toContain('The diff is empty: nothing differs from HEAD.');
  expect(pack.blocks.map(({ path }) => path)).toEqual(['src/rate.ts']);
  await engine.close();
});
