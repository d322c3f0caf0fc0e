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
  ['a method says whose it is', METHOD, 1],
  ['one of several of its name too', { ...METHOD, qualifiedName: 'Shop.pay~2' }, 1],
  ['a part of one says it with its lines alone', { ...METHOD, note: 'part of Shop.pay 1-90' }, 1],
  ['what its own lines name is not named again', { ...METHOD, name: 'Shop.pay' }, 0],
  ['a function says its name itself', { ...METHOD, kind: 'function' }, 0],
  ['a range of several is named after all of them', { ...METHOD, entities: ['pay', 'pay~2', 'refund'].map(member) }, 1],
];
for (const format of ['markdown', 'xml', 'plain'])
  describe(format, () => {
    const { blocks } = findLayout(format, 'prompt', SHOWN);
    for (const [name, given, times] of cases)
      test(name, () => expect(blocks.item({ ...quoted, ...given }).split('Shop.pay').length - 1).toBe(times));
    test('methods are named in the order of their lines, and each change of class is printed', () =>
      expect(blocks.item({ ...quoted, ...MIXED })).toContain('Shop.pay, refund, Sender.flush'));
    test('a name shared by adjacent places is printed once', () =>
      expect(findLayout(format, 'prompt', SHOWN).references.item({ ...PLACE, name: 'edit, open, edit' })).toBe(
        'edit, open 5-9',
      ));
    test('a reason that is cut closes its quotation', () => {
      const because = `holds "${'a long message of a program '.repeat(3)}"`;
      const reasons = [{ signal: 'quotedText', value: 1, weight: 1, because }];
      const { referenceFile } = findLayout(format, 'prompt', { ...SHOWN, isMap: true });
      expect(referenceFile({ path: 'src/a.ts', reasons }).split(/"|&quot;/).length - 1).toBe(2);
    });
  });
