import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine, QueryInput } from '../../src/ports/engine.ts';
import { loadTokenizer } from '../../src/tokenizers/index.ts';
import { SHOP } from '../worlds/shop.ts';
import { makeWorld, type World } from '../worlds/world.ts';

const MANY = Object.fromEntries(
  Array.from({ length: 30 }, (_, i) => [
    `src/invoices/invoice-${i}.ts`,
    `// about invoices\n\n\n\nexport function printInvoice${i}(total: number): string {\n  return 'invoice ' + total;\n}\n`,
  ]),
);
let world: World;
let engine: Engine;
beforeAll(async () => {
  world = makeWorld({ ...SHOP, ...MANY });
  engine = await world.open();
});
afterAll(async () => {
  await engine.close();
  world[Symbol.dispose]();
});

const WIDE = 'verify the signature of a stripe webhook event before handling payment, then print the order total';
const names = async (input: QueryInput) => (await engine.query(input)).results.map((result) => result.entity.name);

describe('query answers a question', () => {
  test('S40 query gives ten results by default, or the number of the limit', async () => {
    expect((await engine.query({ query: 'print invoice', budget: 20_000 })).summary.entitiesIncluded).toBe(10);
    expect((await engine.query({ query: 'print invoice', budget: 20_000, limit: 3 })).summary.entitiesIncluded).toBe(3);
  });

  test('S40 query takes its budget from `budget`, or from the old name `maxTokens`', async () => {
    for (const given of [{ budget: 300 }, { maxTokens: 300 }, { budget: 300, maxTokens: 900 }])
      expect(await engine.query({ query: 'print invoice', ...given })).toMatchObject({ budget: 300 });
  });

  test('query searches only the sources that the caller names', async () => {
    const paths = async (...sources: string[]) => {
      const { results } = await engine.query({ query: 'webhook retries payments', minScore: 0, limit: 50, sources });
      return [...new Set(results.map(({ location }) => location.path.endsWith('.md')))];
    };
    expect([await paths('code'), await paths('markdown'), (await paths()).length]).toEqual([[false], [true], 2]);
    await expect(engine.query({ query: 'webhook', sources: ['mail'] })).rejects.toThrow(/no source "mail"/);
  });

  test('S40 query leaves out results below 0.3 of the scale, unless the caller lowers the floor', async () => {
    const wide = { query: WIDE, limit: 50, strategies: ['keyword'] };
    const scores = (await engine.query({ ...wide })).results.map((result) => result.score);
    const all = (await engine.query({ ...wide, minScore: 0 })).results.map((result) => result.score);
    expect(Math.min(...scores)).toBeGreaterThanOrEqual(0.3);
    expect(Math.max(...scores)).toBe(1);
    expect(Math.min(...all)).toBeLessThan(0.3);
  });

  test('S40 query gives only the kinds that the caller names', async () => {
    const { results } = await engine.query({ query: 'webhook retries payments', types: ['section'] });
    expect(new Set(results.map((result) => result.entity.type))).toEqual(new Set(['section']));
    await expect(engine.query({ query: 'webhook', types: ['functoin'] })).rejects.toThrow(
      /no kind of entity "functoin"/,
    );
  });

  test('S40 query sorts results and gives the requested number, in the answer and on the page', async () => {
    for (const limit of [1, 5, 8]) {
      const answer = await engine.query({ query: WIDE, limit, minScore: 0, budget: 20_000, format: 'json' });
      const page = JSON.parse(answer.context);
      for (const results of [answer.results, page.results as typeof answer.results]) {
        const scores = results.map(({ score }) => score);
        expect(scores).toHaveLength(limit);
        expect(scores).toEqual(scores.toSorted((a, b) => b - a));
      }
      expect(page.summary.entitiesIncluded).toBe(limit);
    }
  });

  test('S40 query finds a member by its kind, also if its class is quoted whole', async () => {
    const { results } = await engine.query({ query: 'find products by words', types: ['method'] });
    expect(results.map(({ entity }) => entity.qualifiedName)).toContain('ProductSearch.find');
    expect(results[0]?.location).toEqual({ path: 'src/catalog/search.ts', startLine: 3, endLine: 5 });
  });

  test('a query about tests gives a test among its first three results', async () => {
    const { results } = await engine.query({ query: 'which tests cover the webhook' });
    expect(results.slice(0, 3).map(({ location }) => location.path)).toContain('test/webhook.test.ts');
  });

  test('S40 query keeps to its budget and reports the tokens of its page', async () => {
    const tokenizer = await loadTokenizer('o200k');
    const { context, tokenCount } = await engine.query({ query: 'print invoice', budget: 300 });
    expect(tokenizer.count(context)).toBeLessThanOrEqual(300);
    expect(tokenCount).toBe(tokenizer.count(context));
  });

  test('S40 query uses the strategies that the caller names, and says which of them cannot answer', async () => {
    const { notes } = await engine.query({ query: 'stripe webhook', strategies: ['keyword', 'graph'] });
    expect(notes).toContain('no graph search: the query names no known symbol');
    await expect(engine.query({ query: 'x', strategies: ['keywrd'] })).rejects.toThrow(
      /no strategy "keywrd"; did you mean "keyword"/,
    );
  });

  test('S40 the graph strategy brings callers and callees of a named entity', async () => {
    const found = await names({ query: '`handleWebhook`', strategies: ['graph'], minScore: 0, limit: 20 });
    expect(found[0]).toBe('handleWebhook');
    expect(found).toEqual(expect.arrayContaining(['sendConfirmation', 'findOrder']));
  });

  test('S41 query prints markdown with imports and context lines by default, both of which can be switched off', async () => {
    const usual = (await engine.query({ query: '`verifySignature`', limit: 1 })).context;
    expect(usual).toMatch(/^### function: verifySignature$/m);
    expect(usual).toContain('**Imports:**');
    expect(usual).toContain('await sendConfirmation(order);');
    const bare = (await engine.query({ query: '`verifySignature`', limit: 1, imports: false, contextLines: 0 }))
      .context;
    expect(bare).not.toContain('**Imports:**');
    expect(bare).not.toContain('await sendConfirmation(order);');
  });

  test('a query for which nothing is relevant has no results and no confidence', async () => {
    const answer = await engine.query({ query: 'quaternion spline' });
    expect(answer.results).toEqual([]);
    expect(answer.confidence).toBe(0);
    expect(answer.summary).toMatchObject({ entitiesIncluded: 0, entitiesExcluded: 0, truncated: false });
  });

  test('a query with one unknown word of two has a confidence between 0.3 and 0.7', async () => {
    const sure = (await engine.query({ query: 'stripe webhook' })).confidence;
    const unsure = (await engine.query({ query: 'stripe quaternion' })).confidence;
    expect(sure).toBe(1);
    expect(unsure).toBeLessThan(0.7);
    expect(unsure).toBeGreaterThan(0.3);
  });

  test('a pack leaves out a block that the caller has seen, until its hash changes', async () => {
    const { pack } = await engine.pack({ task: 'fix `verifySignature`' });
    const seen = pack.blocks.map(({ id, hash }) => ({ id, hash }));
    const again = (await engine.pack({ task: 'fix `verifySignature`', seen })).pack;
    expect(again.blocks.map((block) => block.id)).not.toContain(seen[0]!.id);
    const changed = seen.map(({ id }) => ({ id, hash: '0'.repeat(40) }));
    expect(
      (await engine.pack({ task: 'fix `verifySignature`', seen: changed })).pack.blocks.map((block) => block.id),
    ).toContain(seen[0]!.id);
  });

  test('S54 five queries about a file of 9,000 lines take less than 500 MB of memory', async () => {
    using big = makeWorld({
      'src/big.ts': `${Array.from({ length: 9000 }, (_, i) => `export const value${i} = 'number ${i}';`).join('\n')}\n`,
    });
    const own = await big.open();
    const before = process.memoryUsage().rss;
    for (let i = 0; i < 5; i++)
      expect((await own.query({ query: `value${i * 1000}`, limit: 1 })).context).toContain(`value${i * 1000}`);
    await own.close();
    expect(process.memoryUsage().rss - before).toBeLessThan(500e6);
  });
});

/** A small real embedder: letter trigrams counted into 256 places. */
const trigrams = {
  name: 'trigrams',
  model: 'trigrams-256',
  dimensions: 256,
  isLocal: false,
  async embed(texts: readonly string[]) {
    return texts.map((text) => {
      const vector = new Float32Array(256);
      const letters = text.toLowerCase();
      for (let i = 0; i + 2 < letters.length; i++)
        vector[(letters.charCodeAt(i) * 31 + letters.charCodeAt(i + 1) * 7 + letters.charCodeAt(i + 2)) % 256]! += 1;
      const length = Math.hypot(...vector) || 1;
      return vector.map((value) => value / length);
    });
  },
};

test('semantic search sends redacted texts to the embedder, and a query notes if the embedder fails', async () => {
  const secret = `ghp_${'aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5'}`;
  using own = makeWorld({ ...SHOP, 'src/keys.ts': `export const webhookKey = '${secret}';\n` });
  const seen: string[] = [];
  const listen = (texts: readonly string[]) => {
    seen.push(...texts);
    return trigrams.embed(texts);
  };
  const embedder = { ...trigrams, embed: listen };
  const known = await own.open({ embedder });
  const found = await known.query({ query: 'verify webhook signatures', strategies: ['semantic'], minScore: 0 });
  await known.close();
  expect(found.results.map((result) => result.entity.name)).toContain('verifySignature');
  expect(seen.join('\n')).toContain('webhookKey');
  expect(seen.join('\n')).not.toContain(secret);
  const broken = await own.open({ embedder: { ...trigrams, embed: () => Promise.reject(new Error('no such model')) } });
  const answer = await broken.query({ query: 'verify webhook signatures' });
  await broken.close();
  expect(answer.notes).toContain('no meaning: trigrams failed: no such model');
  expect(answer.results.length).toBeGreaterThan(0);
});

test('C1 a pack knows type and named symbol of its task, and quotes the file of that symbol first', async () => {
  const { pack, text } = await engine.pack({ task: 'Fix the Stripe webhook: `handleWebhook` confirms twice' });
  expect(pack.task.changeType).toBe('bugfix');
  expect(pack.task.mentions.map((mention) => mention.text)).toContain('handleWebhook');
  expect(pack.files[0]?.path).toBe('src/payments/webhook.ts');
  expect(pack.blocks[0]?.path).toBe('src/payments/webhook.ts');
  expect(text).toContain('export async function handleWebhook');
});
