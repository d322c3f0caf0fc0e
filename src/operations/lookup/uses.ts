import * as z from 'zod';
import { DEFAULTS } from '../../config/defaults.ts';
import { ContextError } from '../../model/errors.ts';
import { type NameUse, USE_KINDS, type UseKind, type UsesAnswer, type UsesInput } from '../../ports/lookup.ts';
import { budgetField, dataFormat, roomFor } from '../input/fields.ts';
import { nothingYet } from '../nothing-yet.ts';
import { answer, defineOperation, type FieldsOf, field } from '../operation.ts';
import { usesOutput } from '../output/query-output.ts';
import { fitHits, hitLines, moreLine } from './hit-lines.ts';

const input = z.strictObject({
  symbol: field(z.string().min(1).optional().describe('A name: handleWebhook, or Shop.pay'), { placeholder: 'NAME' }),
  only: field(
    z
      .array(z.enum(USE_KINDS))
      .optional()
      .describe(`Only these: ${USE_KINDS.join(', ')}`),
    {
      placeholder: 'KINDS',
      hasCommas: true,
    },
  ),
  under: field(z.string().min(1).optional().describe('Only in this folder, file or pattern (*.go)'), {
    placeholder: 'PATH',
    isPath: true,
    aliases: ['path'],
  }),
  limit: field(z.int().min(1).max(10_000).optional().describe('Uses at most'), {
    placeholder: 'N',
    usual: DEFAULTS.grep.limit,
  }),
  budget: budgetField(DEFAULTS.grep.budgetTokens),
  format: dataFormat,
} satisfies FieldsOf<UsesInput, 'only' | 'budget' | 'format'>);

const TITLES: Readonly<Record<UseKind, string>> = {
  definition: 'Defined in',
  call: 'Called in',
  test: 'In tests',
  reference: 'Named in',
};

/** Where a name is defined, called, tested and named. */
export const uses = defineOperation<typeof input, Omit<UsesAnswer, 'notes'>>({
  input,
  output: usesOutput,
  positional: 'symbol',
  asksAll: true,
  details:
    'By the name alone: two things that are called the same are not told apart. Exit status 3: nothing was found.',
  examples: ['knap uses handleWebhook', 'knap uses Shop.pay --only call,test'],
  async run(call, { symbol, only, under, limit, budget: tokens, format }) {
    if (symbol === undefined) throw new ContextError('NO_SUCH_SYMBOL', 'There is no name to look for.');
    const engine = await call.engine();
    const wide = only === undefined ? limit : DEFAULTS.grep.usesMax;
    const found = await engine.uses({ symbol, under, limit: wide });
    const wanted = found.uses.filter(({ kind }) => only === undefined || only.includes(kind)).slice(0, limit);
    const total = only === undefined ? found.total : wanted.length;
    const print = (shown: readonly NameUse[]) =>
      format === 'json' ? JSON.stringify({ uses: shown, total }, null, 2) : usesText(shown, total);
    const { text, shown } = fitHits(wanted, await roomFor(tokens ?? DEFAULTS.grep.budgetTokens, call.config), print);
    const nothingFound =
      wanted.length === 0
        ? (nothingYet(found.notes) ??
          `Nothing here uses the name "${symbol.slice(0, 100)}"${only ? ` as ${only.join(' or ')}` : ''}.`)
        : null;
    return answer({ uses: shown, total }, { text, format, nothingFound, notes: found.notes });
  },
});

function usesText(shown: readonly NameUse[], total: number): string {
  const groups = Map.groupBy(shown, ({ kind }) => kind);
  return [
    ...[...groups].flatMap(([kind, some]) => [
      `${TITLES[kind]} (by name)`,
      ...hitLines(some).map((line) => `  ${line}`),
    ]),
    ...moreLine(shown.length, total, 'uses'),
  ].join('\n');
}
