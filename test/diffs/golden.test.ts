import { expect, test } from 'vitest';
import { POLYGLOT, placesOf } from '../traces/world.ts';
import { TRACE_TEXTS } from '../worlds/trace-texts.ts';
import { makeWorld } from '../worlds/world.ts';
import { diffWorld } from './world.ts';

test('the page of a pack for a stack trace equals test/golden/pack-trace.md', async () => {
  using world = makeWorld(POLYGLOT);
  const engine = await world.open();
  const errorLog = TRACE_TEXTS.find(({ name }) => name === 'java, caused by')!.print(placesOf('java'));
  const { text } = await engine.pack({ task: 'Orders of new customers are lost', error: errorLog, budget: 900 });
  await engine.close();
  await expect(text).toMatchFileSnapshot('../golden/pack-trace.md');
});

test('the page of a pack for a diff equals test/golden/pack-diff.md', async () => {
  using world = diffWorld();
  const engine = await world.open();
  const { text } = await engine.pack({ task: 'Review this change', diff: 'HEAD', budget: 1500 });
  await engine.close();
  await expect(text).toMatchFileSnapshot('../golden/pack-diff.md');
});
