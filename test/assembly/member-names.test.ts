import { describe, expect, test } from 'vitest';
import { findLayout } from '../../src/formats/index.ts';
import type { Quote } from '../../src/ports/formatter.ts';
import { fileOf, pack, parts } from './world.ts';

const [quoted] = pack([fileOf('src/shop.ts', 0.9, parts(1, 4))]).pack.blocks as readonly [Quote];
const METHOD = { kind: 'method', name: 'pay', qualifiedName: 'Shop.pay' };

const member = (name: string, at: number) => ({
  ...quoted,
  ...METHOD,
  name,
  qualifiedName: `Shop.${name}`,
  startLine: at + 1,
});
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
    const { blocks } = findLayout(format, 'prompt', { sources: true, code: true, scores: true });
    for (const [name, given, times] of cases)
      test(name, () => expect(blocks.item({ ...quoted, ...given }).split('Shop.pay').length - 1).toBe(times));
  });
