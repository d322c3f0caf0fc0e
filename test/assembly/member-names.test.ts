import { describe, expect, test } from 'vitest';
import { findLayout } from '../../src/formats/index.ts';
import type { Reference } from '../../src/model/pack.ts';
import type { Quote } from '../../src/ports/formatter.ts';
import { fileOf, pack, parts } from './world.ts';

const [quoted] = pack([fileOf('src/shop.ts', 0.9, parts(1, 4))]).pack.blocks as readonly [Quote];
const SHOWN = { sources: true, code: true, scores: true };
const PLACE = { kind: 'function', startLine: 5, endLine: 9, excludedBecause: 'budget' } as Reference;
const METHOD = { kind: 'method', name: 'pay', qualifiedName: 'Shop.pay' };

const member = (name: string, at: number) => ({
  ...quoted,
  ...METHOD,
  name,
  qualifiedName: `Shop.${name}`,
  startLine: at + 1,
});
// A range that starts in another class, with the lines of its first entity below.
const SENDER = {
  ...METHOD,
  name: 'flush',
  qualifiedName: 'Sender.flush',
  startLine: 1,
  entityLines: [40, 44],
} as const;
const MIXED: Partial<Quote> = { ...SENDER, entities: [member('pay', 2), member('refund', 9)] };

const cases: [name: string, given: Partial<Quote>, times: number][] = [
  ['the class of a method is printed with its name', METHOD, 1],
  ['the class of one of several methods with the same name is printed', { ...METHOD, qualifiedName: 'Shop.pay~2' }, 1],
  ['a part of a method names its class once, beside its lines', { ...METHOD, note: 'part of Shop.pay 1-90' }, 1],
  ['a class that is part of the name is not printed again', { ...METHOD, name: 'Shop.pay' }, 0],
  ['a function is printed without a class', { ...METHOD, kind: 'function' }, 0],
  [
    'a block of several methods names their class once',
    { ...METHOD, entities: ['pay', 'pay~2', 'refund'].map(member) },
    1,
  ],
];
for (const format of ['markdown', 'xml', 'plain'])
  describe(format, () => {
    const { blocks } = findLayout(format, 'prompt', SHOWN);
    for (const [name, given, times] of cases)
      test(`${name}: ${format}`, () =>
        expect(blocks.item({ ...quoted, ...given }).split('Shop.pay').length - 1).toBe(times));
    test(`methods in a block are named in the order of their lines, with each change of class: ${format}`, () =>
      expect(blocks.item({ ...quoted, ...MIXED })).toContain('Shop.pay, refund, Sender.flush'));
    test(`a name that several places share is printed once: ${format}`, () =>
      expect(findLayout(format, 'prompt', SHOWN).references.item({ ...PLACE, name: 'edit, open, edit' })).toBe(
        'edit, open 5-9',
      ));
    test(`a shortened reason keeps its closing quotation mark: ${format}`, () => {
      const because = `holds "${'a long message of a program '.repeat(3)}"`;
      const reasons = [{ signal: 'quotedText', value: 1, weight: 1, because }];
      const { referenceFile } = findLayout(format, 'prompt', { ...SHOWN, isMap: true });
      expect(referenceFile({ path: 'src/a.ts', reasons }).split(/"|&quot;/).length - 1).toBe(2);
    });
  });
