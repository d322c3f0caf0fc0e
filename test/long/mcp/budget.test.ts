import { expect, test } from 'vitest';
import { FORMATTERS } from '../../../src/formats/index.ts';
import { connect, errorOf } from '../../surfaces/mcp/connect.ts';
import { makeOwnWorld, sentTokens } from '../../surfaces/mcp/sent.ts';

const CALLS = 500;
const WORDS =
  'budget link page token redact secret graph node lens show query pack store index watch parse symbol route error note history commit document section prompt resource server client'.split(
    ' ',
  );

// The same numbers every time.
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test(`each of ${CALLS} MCP calls with random questions, formats and budgets costs at most its budget`, async () => {
  const client = await connect(await makeOwnWorld(['src', 'docs']));
  const below = seeded(12);
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)]!;
  const { resources } = await client.listResources();
  const words = () => Array.from({ length: 1 + below(12) }, () => pick(WORDS)).join(' ');
  const questions: Record<string, () => Record<string, unknown>> = {
    context_pack: () => ({ task: words(), ...(below(4) === 0 && { error: `Error: ${words()}\n`.repeat(below(60)) }) }),
    context_query: () => ({ query: words(), limit: 1 + below(40) }),
    context_show: () => ({ targets: [pick(resources).name], context: below(20_000) }),
  };
  let answered = 0;
  for (let call = 0; call < CALLS; call++) {
    const [name, question] = pick(Object.entries(questions));
    const budget = 300 + below(7701);
    const asked = { ...question(), budget, format: pick(FORMATTERS).name };
    const result = await client.callTool({ name, arguments: asked });
    const told = JSON.stringify({ name, ...asked });
    // A document that alone costs more is refused: it is never cut.
    if (name === 'context_show' && errorOf(result)?.code === 'BUDGET_TOO_SMALL') continue;
    expect(errorOf(result), told).toBeUndefined();
    expect(await sentTokens(result), told).toBeLessThanOrEqual(budget);
    answered++;
  }
  expect(answered).toBeGreaterThan(CALLS * 0.7);
});
