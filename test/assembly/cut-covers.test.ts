import { expect, test } from 'vitest';
import { pack } from './world.ts';

const body = (name: string): string => `  ${name}() {\n${'    return this.order.total();\n'.repeat(18)}  }\n`;
const TEXT = `class Shop {\n${['pay', 'refund', 'ship'].map(body).join('')}}\n`;
const UNITS = [
  { name: 'Shop', kind: 'class' as const, lines: [1, 62] as const, score: 0.9, isPinned: true },
  { name: 'pay', lines: [2, 21] as const, score: 0.01 },
  { name: 'refund', lines: [22, 41] as const, score: 0.01 },
];

test('the outline of a class lists its members as covered; a shortened file lists only itself', () => {
  const [cut] = pack([{ path: 'a.ts', text: TEXT, score: 0.9, units: UNITS }], { budgetTokens: 330 }).pack.blocks;
  expect(cut).toMatchObject({ level: 'skeleton', covers: ['a.ts#Shop', 'a.ts#pay', 'a.ts#refund'] });
  const whole = { path: 'b.txt', text: TEXT.repeat(3), score: 0.9, isPinned: true, language: null };
  const [file] = pack([whole], { budgetTokens: 330 }).pack.blocks;
  expect(file).toMatchObject({ level: 'excerpt', covers: ['b.txt'] });
});
