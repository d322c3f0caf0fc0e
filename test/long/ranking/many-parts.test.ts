import { expect, test } from 'vitest';
import { makeWorld } from '../../worlds/world.ts';

test('a pack within 2,000 tokens quotes the part that the task names among 100,000 parts of one file', async () => {
  const names = Array.from({ length: 100_000 }, (_, at) => `# a${at.toString(36)}`);
  using world = makeWorld({ 'all.md': names.join('\n'), 'src/b.ts': 'export const b = 1;\n' });
  const engine = await world.open();
  const { pack } = await engine.pack({ task: 'type A1z is wrong: a1z, a2x and a3y', budget: 2000 });
  expect(pack.files[0]?.path).toBe('all.md');
  expect(pack.usage.used).toBeLessThanOrEqual(2000);
  expect(pack.blocks.map(({ text }) => text).join('\n')).toMatch(/# a1z$/m);
  await engine.close();
});
