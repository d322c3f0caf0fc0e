import { expect, test } from 'vitest';
import { makeWorld } from '../worlds/world.ts';

const text = (word: string): string =>
  [
    '/**',
    ' * A strategy that decides what is left out.',
    ...Array.from({ length: 90 }, (_, at) => ` * Line ${at} says ${at === 40 ? word : 'nothing'} of it.`),
    ' */',
    'public interface Strategy {',
    ...Array.from({ length: 300 }, (_, at) => `  boolean skips${at}(String name);`),
    '}',
    '',
  ].join('\n');

test('a hunk inside a comment is quoted whole, although other partial comments are cut', async () => {
  using world = makeWorld({ 'src/Strategy.java': text('Json') }, [{ message: 'Start', files: {} }]);
  world.write({ 'src/Strategy.java': text('JSON') });
  const engine = await world.open();
  const { pack } = await engine.pack({ task: '', diff: 'HEAD', budget: 4000 });
  await engine.close();
  const lines = pack.blocks.flatMap((block) => block.text.split('\n'));
  expect(lines).toContain('- * Line 40 says Json of it.');
  expect(lines).toContain('+ * Line 40 says JSON of it.');
});
