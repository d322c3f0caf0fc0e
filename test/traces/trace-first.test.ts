import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine, PackInput } from '../../src/index.ts';
import { TRACE_TEXTS } from '../worlds/trace-texts.ts';
import { makeWorld, type World } from '../worlds/world.ts';
import { LANGUAGES, POLYGLOT, placesOf } from './world.ts';

let world: World;
let engine: Engine;
beforeAll(async () => {
  world = makeWorld(POLYGLOT);
  engine = await world.open();
});
afterAll(async () => {
  await engine.close();
  world[Symbol.dispose]();
});

const WAYS: [name: string, input: (log: string) => PackInput][] = [
  ['as a log', (log) => ({ task: '', error: log })],
  ['pasted', (log) => ({ task: `This fails since the last release.\n\n${log}\n` })],
  ['by hand-set weights', (log) => ({ task: 'it fails', error: log, ranker: 'signals' })],
];

describe('C59 what failed comes before what words suggest', () => {
  for (const { name, languages, print } of TRACE_TEXTS)
    for (const language of LANGUAGES.filter((one) => languages.includes(one)))
      test(`C59 a pack for a trace begins with the line that failed: ${name} (${language})`, async () => {
        const places = placesOf(language);
        for (const [way, input] of WAYS) {
          const { pack } = await engine.pack({ ...input(print(places)), budget: 2000 });
          const { path, line } = places[0]!;
          const holding = pack.blocks.find(
            (block) => block.path === path && block.lines.some(([first, last]) => first <= line && line <= last),
          );
          expect([way, pack.blocks[0]?.path]).toEqual([way, path]);
          expect([way, holding?.text]).toEqual([way, expect.stringContaining(`<- failed here (line ${line})`)]);
        }
      });
});
