import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DEFAULTS } from '../../src/config/defaults.ts';
import { printContext } from '../../src/engine/context/print-context.ts';
import { nodeCandidate } from '../../src/engine/run-context.ts';
import { FORMATTERS } from '../../src/formats/index.ts';
import { escapeLine } from '../../src/model/node-text.ts';
import type { ContextCandidate, MetaDraft } from '../../src/pipeline/context/find-context.ts';
import type { ContextNode } from '../../src/ports/context.ts';
import { loadTokenizer, TOKENIZERS } from '../../src/tokenizers/index.ts';
import { RUNS } from './arbitrary.ts';

const tokenizers = await Promise.all(Object.keys(TOKENIZERS).map((name) => loadTokenizer(name)));
const odd = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom('# x', '```', ']]>', '</context>', '"', '\\', '\n\n', '😀'.repeat(30), 'word '.repeat(60)),
);
const line = odd.map((text) => `- ${escapeLine(text)}`);
const node: fc.Arbitrary<ContextNode> = fc.record({
  id: fc.uuid(),
  name: odd,
  content: fc.array(line, { maxLength: 60 }).map((lines) => lines.join('\n')),
  tags: fc.array(odd, { maxLength: 3 }),
  fields: fc.dictionary(odd, odd, { maxKeys: 4 }),
  score: fc.double({ min: 0, max: 0.99, noNaN: true }),
  components: fc.constant({ graphDistance: 0.1, recency: 0.1, boost: 0, seed: 0 }),
  distance: fc.nat(5),
  path: fc.constant([]),
  because: odd,
  source: odd,
});
const run = fc.record({
  nodes: fc.uniqueArray(node, { maxLength: 40, selector: ({ id }) => id }),
  budgetTokens: fc.oneof(fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: 1, max: 900 })),
  format: fc.constantFrom(...FORMATTERS),
  tokenizer: fc.constantFrom(...tokenizers),
  query: odd,
  notes: fc.array(odd, { maxLength: 3 }),
  isFenced: fc.boolean(),
});

const draft = (query: string, notes: readonly string[]): MetaDraft => ({
  ...{ query, notes, workspace: 'main', lens: 'general', assembledAt: '2026-03-01T12:00:00Z', backend: 'index' },
  ...{ backendReason: 'asked for', dataFrom: null, depth: { asked: 2, used: 2 }, embeddingsAvailable: false },
  excluded: { within: 0, tag: 0, age: 0, sampled: 0, unlisted: 0 },
  seeds: [{ text: query, as: 'topic', node: null }],
});

const candidateOf = ({ content, ...told }: ContextNode, at: number): ContextCandidate => ({
  node: told,
  scored: nodeCandidate(
    { path: `tana:main/${told.id}`, title: told.name, text: content },
    { score: told.score, isPinned: at === 0 },
  ),
});

test('T10 T11 S50 a page never costs more than the limit in any format, and every node is printed, listed or counted', () => {
  fc.assert(
    fc.property(run, ({ nodes, budgetTokens, format, tokenizer, query, notes, isFenced }) => {
      const { text, document, unlisted } = printContext(nodes.map(candidateOf), draft(query, notes), {
        ...{ formatter: format, tokenizer, budgetTokens, isFenced },
      });
      const { used, nodesIncluded, nodesSummarized } = document.meta.tokens;
      expect(tokenizer.count(text)).toBeLessThanOrEqual(budgetTokens);
      expect(used).toBeGreaterThanOrEqual(tokenizer.count(text));
      expect(used).toBeLessThanOrEqual(budgetTokens);
      const told = [...document.nodes, ...document.overflow, ...unlisted].map(({ id }) => id);
      expect(told.toSorted()).toEqual(nodes.map(({ id }) => id).toSorted());
      expect([nodesIncluded, nodesSummarized]).toEqual([document.nodes.length, document.overflow.length]);
      if (format.name === 'json' && text !== '') JSON.parse(text);
      if (budgetTokens < DEFAULTS.context.summaryBelow) expect(document.nodes).toEqual([]);
    }),
    { numRuns: Math.min(RUNS, 2000) },
  );
});

test('T20 a cut node on a context page keeps own lines, counts the others, and costs its least tokens', () => {
  const tokenizer = tokenizers[0]!;
  const [formatter] = FORMATTERS;
  fc.assert(
    fc.property(fc.array(node, { maxLength: 12 }), fc.integer({ min: 500, max: 3000 }), (nodes, budgetTokens) => {
      const named = nodes.map((one, at) => ({ ...one, id: `n${at}` }));
      const { document } = printContext(named.map(candidateOf), draft('', []), {
        ...{ formatter: formatter!, tokenizer, budgetTokens, isFenced: false },
      });
      for (const one of document.nodes) {
        const whole = named.find(({ id }) => id === one.id)!;
        if (one.content === whole.content) continue;
        const lines = whole.content.split('\n');
        const kept = one.content.split('\n').slice(0, -1);
        expect(lines).toEqual(expect.arrayContaining(kept));
        expect(one.content).toContain(`… ${lines.length - kept.length} more line`);
        expect(tokenizer.count(`${JSON.stringify(one)}`)).toBeGreaterThanOrEqual(50);
      }
    }),
    { numRuns: Math.min(RUNS, 300) },
  );
});
