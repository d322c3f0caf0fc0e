import { DEFAULTS } from '../../src/config/defaults.ts';
import { FORMATTERS } from '../../src/formats/index.ts';
import { openEngine } from '../../src/index.ts';
import { visible } from '../../src/model/visible-text.ts';
import { loadTokenizer } from '../../src/tokenizers/index.ts';
import { connect, type Result } from './mcp-client.ts';
import { seeded, subjects } from './worlds.ts';

const TOOLS = ['context_pack', 'context_query', 'context_show', 'context_grep', 'context_uses'] as const;
const NAME = /^(?:[-*] )?`?([\w$.]+)`?/;

export interface BudgetsHeld {
  readonly calls: number;
  readonly answered: number;
  /** The number of calls that ended with an error. */
  readonly refused: number;
  readonly over: readonly string[];
  /** The number of packs with the same bytes as those of the library for the same room. */
  readonly packs: number;
  readonly same: number;
  /** The mean share of the budget that was used. */
  readonly used: number;
}

/** Asks random questions with random budgets in every format; measures the cost of everything sent, and compares packs with those of the library. */
export async function checkBudgets(root: string, calls: number, seed: number): Promise<BudgetsHeld> {
  const { count } = await loadTokenizer('o200k');
  const [client, engine] = [await connect(root), await openEngine({ root })];
  await engine.index();
  const below = seeded(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)]!;
  const tasks = subjects(root, 300);
  const words = tasks.flatMap((task) => task.match(/[A-Za-z_]{4,}/g) ?? []);
  const names = namesIn((await client.call('context_query', { query: tasks[0], code: false, limit: 40 })).content);
  const questions: Record<(typeof TOOLS)[number], () => object> = {
    context_pack: () => ({ task: pick(tasks) }),
    context_query: () => ({ query: pick(tasks), limit: 1 + below(40) }),
    context_show: () => ({ targets: [pick(names)] }),
    context_grep: () => ({ pattern: pick(words) }),
    context_uses: () => ({ symbol: pick(names) }),
  };
  const held = { calls, answered: 0, refused: 0, over: [] as string[], packs: 0, same: 0, used: 0 };
  for (let at = 0; at < calls; at++) {
    const name = pick(TOOLS);
    const [budget, format] = [300 + below(7701), pick(FORMATTERS).name];
    const asked = {
      ...questions[name](),
      budget,
      ...(name === 'context_grep' || name === 'context_uses' ? {} : { format }),
    };
    const result = await client.call(name, asked);
    const told = JSON.stringify({ root, name, ...asked });
    if (result.isError) {
      if (!REFUSALS.has(result._meta?.['knap/error']?.code ?? '')) held.over.push(`failed: ${told}`);
      held.refused++;
      continue;
    }
    const sent = sentTokens(result, count);
    held.answered++;
    held.used += sent / budget;
    if (sent > budget) held.over.push(`${sent}: ${told}`);
    if (name !== 'context_pack') continue;
    held.packs++;
    const { task } = asked as unknown as { task: string };
    const [first, notes] = (result.content ?? []).filter(({ type }) => type === 'text').map(({ text = '' }) => text);
    const isSame = async (room: number) =>
      visible((await engine.pack({ task, budget: room, aim: DEFAULTS.mcp.aim, format: format as 'markdown' })).text) ===
      first;
    // Notes beside the page take room from it, so the page is compared with one for the rest.
    if ((await isSame(budget)) || (notes !== undefined && (await isSame(budget - count(notes) - 1)))) held.same++;
    else held.over.push(`another page: ${told}`);
  }
  await client.end();
  await engine.close();
  return { ...held, used: held.used / Math.max(1, held.answered) };
}

const REFUSALS = new Set(['BUDGET_TOO_SMALL', 'NO_SUCH_DOCUMENT', 'NO_SUCH_SYMBOL', 'AMBIGUOUS_NAME']);

/** Everything that the client gets: the texts, and the other content as JSON. */
function sentTokens({ content = [], structuredContent }: Result, count: (text: string) => number): number {
  const texts = content.flatMap(({ type, text }) => (type === 'text' && text ? [text] : []));
  const others = [...content.filter(({ type }) => type !== 'text'), structuredContent ?? []].flat();
  return count(texts.join('\n')) + others.reduce<number>((sum, part) => sum + count(JSON.stringify(part)), 0);
}

function namesIn(content: Result['content']): readonly string[] {
  const text = content?.map((part) => part.text ?? '').join('\n') ?? '';
  const names = [...text.matchAll(/^### \w+: (.+)$/gm)].map((match) => NAME.exec(match[1]!)?.[1] ?? '');
  return names.filter((name) => name !== '');
}
