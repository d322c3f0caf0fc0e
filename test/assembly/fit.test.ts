import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isTooSmall, tooSmall } from '../../src/model/budget.ts';
import { fitMost, fitRows, fitSeveral } from '../../src/pipeline/fit.ts';

const count = (text: string) => text.length;

test('`fitMost` finds the largest number of items that fits, or returns why the smallest does not', () => {
  fc.assert(
    fc.property(fc.nat(3), fc.nat(40), fc.integer({ min: -1, max: 45 }), (least, more, limit) => {
      const most = least + more;
      const page = fitMost([least, most], (n) => (n <= limit ? { n } : tooSmall(`${n}`)));
      expect(page).toEqual(limit < least ? { tooSmall: `${least}` } : { n: Math.min(most, limit) });
    }),
  );
});

test('`fitRows` prints as many of the first rows as fit, and an empty list as well', () => {
  const print = (rows: readonly string[]) => rows.join('\n');
  expect(fitRows(['aa', 'bb', 'cc'], { budget: 5, count }, print)).toEqual({ text: 'aa\nbb', shown: ['aa', 'bb'] });
  expect(isTooSmall(fitRows(['aaaaaa'], { budget: 5, count }, print))).toBe(true);
  expect(fitRows([], { budget: 0, count }, () => 'nothing')).toEqual({ text: 'nothing', shown: [] });
});

test('`fitSeveral` gives each page the room that the others leave, and all pages together keep to the budget', () => {
  const page = (length: number) => ({ text: 'x'.repeat(length) });
  const fill = (index: number, room: number) => (index === 1 ? tooSmall('') : page(Math.min(room, 6)));
  const lengths = (budget: number, dearer = 0) =>
    fitSeveral(
      [page(2), page(2), page(2)],
      { budget, count: (text) => text.length + (text.length > 6 ? dearer : 0) },
      fill,
    ).map(({ text }) => text.length);
  expect(lengths(20)).toEqual([6, 2, 6]);
  expect(lengths(9)).toEqual([5, 2, 2]);
  // Together they cost two more than apart.
  expect(lengths(9, 2)).toEqual([2, 2, 2]);
});
