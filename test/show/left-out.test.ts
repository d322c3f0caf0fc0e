import { afterAll, beforeAll, expect, test } from 'vitest';
import { printShow } from '../../src/engine/show/show-page.ts';
import { FORMATTERS, showLayout } from '../../src/formats/index.ts';
import type { Reference } from '../../src/model/pack.ts';
import type { Engine } from '../../src/ports/engine.ts';
import type { ShowInput, ShownReference, ShownTarget } from '../../src/ports/knowledge.ts';
import { makeWorld, type World } from '../worlds/world.ts';
import { named } from './knowledge.ts';

const IDS = ['LAAAB', 'LAAAC', 'LAAAD', 'LAAAE'];

let world: World;
let engine: Engine;
beforeAll(async () => {
  world = makeWorld({
    'target.md': named('LAAAA', 'target', {}, IDS.map((id) => `[x](${id})`).join(' ')),
    ...Object.fromEntries(
      IDS.map((id, index) => [
        `${index}.md`,
        named(id, `doc-${index}`, { description: 'd'.repeat(20) }, 'x'.repeat(100)),
      ]),
    ),
  });
  engine = await world.open();
});
afterAll(async () => {
  await engine.close();
  world[Symbol.dispose]();
});

const show = (input: Partial<ShowInput>) => engine.show({ targets: ['LAAAA'], context: 1, ...input });

/** How formats say that three had no room, in words or in a field. */
const THREE_MORE = /\b3 more related documents have no room here|\bmore\b(?: count)?["=: ]+3\b/;

for (const formatter of FORMATTERS) {
  const format = formatter.name;
  const showReference = (reference: ShownReference, isFenced = false) => {
    const target = {} as ShownTarget;
    const page = { target, document: () => target, line: () => reference, index: 0, count: 1, isFenced };
    return showLayout(formatter, page).references.item({} as Reference);
  };

  for (const isFenced of [false, true])
    test(`L34 references are listed until their printed lines fill the limit: ${format}${isFenced ? ', fenced' : ''}`, async () => {
      const [first] = (await show({ format, fenced: isFenced })).pages[0]!.references;
      const { length } = showReference(first!, isFenced);
      const room = async (references: number) =>
        (await show({ format, fenced: isFenced, references })).pages[0]!.references.length;
      expect([await room(length - 1), await room(length), await room(2 * length)]).toEqual([0, 1, 2]);
      const { text } = await show({ format, fenced: isFenced, references: length });
      expect(text).toContain(showReference(first!, isFenced));
    });

  test(`a page of show printed again from its data is the same: ${format}`, async () => {
    for (const input of [{}, { references: 60 }, { targets: ['LAAAB', 'LAAAA'], context: 150 }, { fenced: true }]) {
      const { pages, text, isFenced } = await show({ format, ...input });
      expect(printShow(pages, formatter, { isFenced })).toBe(text);
    }
  });

  test(`show counts related documents that have no room even in the list: ${format}`, async () => {
    const { pages } = await show({ format });
    const length = showReference(pages[0]!.references[0]!).length;
    expect((await show({ format, references: length })).text).toMatch(THREE_MORE);
    expect((await show({ format, references: 10_000 })).text).not.toMatch(/\bmore\b/);
  });

  test(`show drops related documents until the page fits its budget, and counts them: ${format}`, async () => {
    const least = await show({ format, references: 0, tokenizer: 'o200k' });
    const { tokens } = least.usage;
    expect(least.pages[0]).toMatchObject({ more: 4, references: [] });
    expect((await show({ format, context: 5000, budget: tokens! })).text).toBe(least.text);
    await expect(show({ format, context: 5000, budget: tokens! - 1 })).rejects.toMatchObject({
      code: 'BUDGET_TOO_SMALL',
    });
    const roomy = await show({ format, context: 5000, budget: 5000 });
    expect(roomy.pages[0]).toMatchObject({ more: 0, references: [] });
  });
}
