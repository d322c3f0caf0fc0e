import { expect, test } from 'vitest';
import { LENSES } from '../../src/lenses/index.ts';
import type { ContextInput } from '../../src/ports/context.ts';
import { TANA_ROWS } from '../worlds/tana-world.ts';
import { contextIn } from './graph-world.ts';

const pages: readonly [file: string, input: ContextInput][] = [
  ...LENSES.map(({ name }): [string, ContextInput] => [`context-${name}.md`, { seeds: ['Atlas'], lens: name }]),
  ['context-day.md', { seeds: ['2026-02-26'] }],
  ['context-small.md', { seeds: ['Atlas'], budget: 900 }],
  ['context-summary.md', { seeds: ['Atlas'], budget: 300 }],
  ['context-both.md', { seeds: ['Carla Nilsen', 'Event schema v2'], budget: 1200 }],
  ['context-node.json', { seeds: ['task-schema'], budget: 2000, format: 'json' }],
  ['context-node.xml', { seeds: ['task-schema'], budget: 1200, format: 'xml' }],
  ['context-node.txt', { seeds: ['task-schema'], budget: 1200, format: 'plain' }],
];
for (const [file, input] of pages)
  test(`T12 T22 the context page equals test/golden/${file}`, async () => {
    const { text } = await contextIn(TANA_ROWS, input, {});
    await expect(text).toMatchFileSnapshot(`../golden/${file}`);
  });
