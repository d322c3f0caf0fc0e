import { expect, test } from 'vitest';
import { leaksOf } from './planted.ts';
import { secretCases } from './secret-cases.ts';

test('K25 no table of the index, no answer and no pack on the disk holds a planted secret', async () => {
  // Every third, which are enough to meet each table, each source and each way of writing.
  const cases = secretCases('open', 1).filter((_, at) => at % 3 === 0);
  expect(cases.length).toBeGreaterThan(120);
  const found = await leaksOf(cases);
  const told = Object.entries(found).flatMap(([where, leaks]) => leaks.map(({ text }) => `${where}: ${text}`));
  expect(told).toEqual([]);
});
