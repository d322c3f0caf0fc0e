import type { Config } from '../../config/schema.ts';
import { ContextError } from '../../model/errors.ts';
import { loadTokenizer } from '../../tokenizers/index.ts';

export interface RowsRoom {
  readonly budget: number;
  readonly config: Pick<Config, 'tokenizer' | 'safetyMargin'>;
}

/** As many of the first rows as fit into a budget, printed with a word about those that do not. */
export async function fitRows<Row>(
  rows: readonly Row[],
  { budget, config }: RowsRoom,
  print: (shown: readonly Row[]) => string,
): Promise<{ readonly text: string; readonly shown: readonly Row[] }> {
  const tokenizer = await loadTokenizer(config.tokenizer, { safetyMargin: config.safetyMargin });
  const fits = (count: number) => tokenizer.count(print(rows.slice(0, count))) <= budget;
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  if (low === 0 && rows.length > 0)
    throw new ContextError('BUDGET_TOO_SMALL', `Not even one line costs as little as ${budget} tokens.`);
  const shown = rows.slice(0, low);
  return { text: print(shown), shown };
}
