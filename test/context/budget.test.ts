import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, describe, expect, test } from 'vitest';
import { FORMATTERS, type FormatName } from '../../src/formats/index.ts';
import type { ContextInput } from '../../src/index.ts';
import { NOW_MS, rowsOf, type Sketch } from '../worlds/graph-rows.ts';
import { TANA_ROWS } from '../worlds/tana-world.ts';
import { contextIn, makeGraphWorld, onGraph } from './graph-world.ts';

const FORMATS = FORMATTERS.map(({ name }) => name as FormatName);
const countOf = (text: string) => encode(text, { disallowedSpecial: new Set<string>() }).length;

/** A source with a long outline and thirty neighbours of all lengths. */
const MANY: Readonly<Record<string, Sketch>> = {
  s: {
    name: 'Source',
    tags: ['x'],
    age: 0,
    children: [...Array.from({ length: 90 }, (_, at) => `Line ${at} of what the source has to say`), ...ids(30)],
  },
  ...Object.fromEntries(
    ids(30).map((child, at) => [
      child.slice(1),
      {
        name: `Neighbour ${at}`,
        tags: ['y'],
        age: at,
        fields: { Status: `state ${at}` },
        children: Array.from({ length: (at * 7) % 40 }, (_, line) => `Detail ${line} of neighbour ${at}`),
      },
    ]),
  ),
};
function ids(count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) => `@n${at}`);
}

const words = (count: number) => Array.from({ length: count }, (_, at) => `word${at}`);

// One world for all questions of this file: they only read.
const world = await makeGraphWorld({ rows: rowsOf(MANY) });
const engine = await world.open({ now: () => NOW_MS });
afterAll(async () => {
  await engine.close();
  world[Symbol.dispose]();
});
const ask = (input: Partial<ContextInput>) => engine.context({ seeds: ['s'], ...input });

describe('a page costs at most its limit', () => {
  for (const format of FORMATS)
    test(`T10 T11 T38 T45 a context page in ${format} costs the tokens it states, and never more than the limit`, async () => {
      for (const maxTokens of [1, 3, 9, 30, 120, 499, 500, 501, 1500, 9000, 40_000]) {
        const { text, document } = await ask({ format, maxTokens });
        const { budget, used, utilization } = document.meta.tokens;
        expect(countOf(text)).toBeLessThanOrEqual(budget);
        expect(used).toBe(countOf(text));
        expect(utilization).toBeCloseTo(used / budget, 1);
      }
    });

  test('T20 the limit of a context page is 4,000 tokens by default', async () =>
    expect((await ask({})).document.meta.tokens.budget).toBe(4000));

  test('knap context takes its limit from `budget`, or from the old name `maxTokens`', async () => {
    const budgets = [{ budget: 900 }, { maxTokens: 900 }, { budget: 900, maxTokens: 700 }];
    for (const input of budgets) expect((await ask(input)).document.meta.tokens.budget).toBe(900);
  });

  test('T10 a context page uses over 90 % of its limit as long as there is more to print', async () => {
    for (const maxTokens of [600, 1000, 2000, 4000]) {
      const { document } = await ask({ maxTokens });
      expect(document.meta.tokens.utilization).toBeGreaterThan(0.9);
    }
    const whole = await ask({ maxTokens: 40_000 });
    expect(whole.document.overflow).toEqual([]);
    expect(whole.text).not.toMatch(/more lines$/m);
  });

  test('T10 the source node gets at most half of the limit while other nodes need space, else all of it', async () => {
    const lines = ({ content }: { content: string }) => content.split('\n').length;
    const { nodes } = (await ask({ budget: 2400 })).document;
    expect(countOf(nodes[0]!.content)).toBeLessThanOrEqual(1200);
    expect(lines(nodes[0]!)).toBeLessThan(121);
    expect(nodes.length).toBeGreaterThan(5);
    const alone = await contextIn({ s: MANY.s! }, { seeds: ['s'], budget: 2400 });
    expect(alone.document.nodes[0]!.content).toContain('Line 89 of what');
  });

  test('a context page with a larger limit never prints less of the source node', async () => {
    let before = 0;
    for (let maxTokens = 500; maxTokens < 6000; maxTokens += 411) {
      const { content } = (await ask({ maxTokens })).document.nodes[0]!;
      expect(content.split('\n').length).toBeGreaterThanOrEqual(before);
      before = content.split('\n').length;
    }
  });

  test('T10 nodes of a context page are printed by score, and one that does not fit is skipped for one that fits', async () => {
    const scores = (await ask({ maxTokens: 1500 })).document.nodes.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    const graph: Readonly<Record<string, Sketch>> = {
      s: { name: 'Source', tags: ['x'], children: ['@big', '@small'] },
      big: { name: 'Big', tags: ['x'], age: 0, fields: Object.fromEntries(words(90).map((word) => [word, word])) },
      small: { name: 'Small', tags: ['x'], age: 90 },
    };
    const { document } = await contextIn(graph, { seeds: ['s'], maxTokens: 600 });
    expect(document.nodes.map(({ id }) => id)).toEqual(['s', 'small']);
    expect(document.overflow.map(({ id }) => id)).toEqual(['big']);
  });

  test('a long node on a context page is cut at the end of a line with the number of missing lines', async () => {
    const { content } = (await ask({ maxTokens: 1000 })).document.nodes[0]!;
    const lines = content.split('\n');
    expect(lines.at(-1)).toMatch(/^- … \d+ more lines$/);
    expect(lines.slice(0, -1).every((line, at) => line === `- Line ${at} of what the source has to say`)).toBe(true);
  });

  test('T20 a context page never prints a cut node of 20 tokens or less', async () => {
    const { document } = await ask({ maxTokens: 700 });
    for (const { content, name } of document.nodes.filter((node) => / more lines?$/.test(node.content)))
      expect(countOf(`${name}${content}`)).toBeGreaterThan(20);
    expect(document.overflow.length).toBeGreaterThan(0);
  });

  test('T11 T17 a context page lists nodes that do not fit with name and tags, and counts further ones', async () => {
    const { document, text, unlisted } = await ask({ maxTokens: 600 });
    expect(Object.keys(document.overflow[0]!)).toEqual(['id', 'name', 'tags', 'score']);
    expect(text).toContain(`- ${document.overflow[0]!.name} #y (`);
    expect(unlisted.length).toBeGreaterThan(0);
    expect(text).toContain(`- ${unlisted.length} more\n`);
    const { tokens, excluded } = document.meta;
    expect(tokens.nodesIncluded + tokens.nodesSummarized + excluded.unlisted).toBe(31);
  });
});

describe('a small limit gives a short document', () => {
  test('T52 K16 a context page with a limit under 500 tokens lists nodes without content, with a warning', async () => {
    const { document, warnings, text } = await ask({ maxTokens: 300 });
    expect(document.nodes).toEqual([]);
    expect(document.overflow[0]).toMatchObject({ id: 's', score: 1 });
    expect(warnings[0]).toContain('room for a summary only');
    expect(document.meta.notes).toContain(warnings[0]);
    expect(text).toContain('summary only');
    const json = JSON.parse((await ask({ maxTokens: 300, format: 'json' })).text);
    expect(json.meta).toMatchObject({ backend: 'index', notes: expect.arrayContaining([warnings[0]]) });
    expect((await ask({ maxTokens: 500 })).document.nodes.length).toBeGreaterThan(0);
  });
  test('K16 a context page with a limit of 0 has no nodes', async () => {
    const { document, text } = await ask({ maxTokens: 0, format: 'json' });
    expect([document.nodes, document.overflow]).toEqual([[], []]);
    expect(JSON.parse(text)).toMatchObject({ meta: { query: 's', tokens: { budget: 0, utilization: 0 } }, nodes: [] });
  });
  for (const maxTokens of [-1, Number.NaN, 1.5, Number.POSITIVE_INFINITY])
    test(`K16 a limit of ${maxTokens} tokens for a context page is refused`, async () =>
      expect(ask({ maxTokens })).rejects.toMatchObject({ code: 'BUDGET_INVALID' }));
});

test('T21 a context document states limit, tokens used, their share, and numbers of quoted and listed nodes', async () => {
  const { document } = await ask({ maxTokens: 1000 });
  const { tokens } = document.meta;
  expect(Object.keys(tokens)).toEqual(['budget', 'used', 'utilization', 'nodesIncluded', 'nodesSummarized']);
  expect([tokens.nodesIncluded, tokens.nodesSummarized]).toEqual([document.nodes.length, document.overflow.length]);
  expect(tokens.utilization).toBe(Math.round((tokens.used / 1000) * 100) / 100);
});

test('the same context question gives the same bytes', async () => {
  const asked: ContextInput = { seeds: ['Atlas'], maxTokens: 1500 };
  const texts = await onGraph({ rows: TANA_ROWS }, async (other) => [
    (await other.context(asked)).text,
    (await other.context(asked)).text,
  ]);
  const again = await contextIn(TANA_ROWS.toReversed(), asked, {});
  expect(new Set([...texts, again.text]).size).toBe(1);
});
