// The operation `query`: its options and its output.
import * as z from 'zod';
import { DEFAULTS } from '../config/defaults.ts';
import { ENTITY_KINDS } from '../model/entity.ts';
import { ContextError } from '../model/errors.ts';
import type { QueryAnswer, QueryInput } from '../ports/engine.ts';
import { STRATEGIES } from '../strategies/index.ts';
import { currentFolder, near, under } from './input/caller-paths.ts';
import { budgetField, copy, expect, packFormat, searchQuery, seen, tokenizer } from './input/fields.ts';
import { readSeen, unreadSeen } from './input/read-seen.ts';
import { defineOperation, type FieldsOf, field, nothingYet, optional } from './operation.ts';
import { queryOutput } from './output/code-output.ts';

const strategies = STRATEGIES.map(({ name }) => name);

export const query = defineOperation({
  input: z.strictObject({
    query: searchQuery,
    expect,
    strategies: optional.choices(strategies, `Search strategies: ${strategies.join(', ')}`, {
      placeholder: 'NAMES',
      isFine: true,
      hasCommas: true,
    }),
    types: optional.texts('Only entities of these kinds: function, class, section …', {
      placeholder: 'KINDS',
      hasCommas: true,
      aliases: ['includeTypes'],
      offered: ENTITY_KINDS,
    }),
    limit: optional.number('Most results', [1, 1000], { usual: DEFAULTS.query.limit }),
    minScore: field(z.number().min(0).max(1).optional().describe('Leave out results below this score (0 to 1)'), {
      placeholder: 'SCORE',
      usual: DEFAULTS.query.minScore,
      isFine: true,
    }),
    near,
    under,
    budget: budgetField(DEFAULTS.query.budgetTokens),
    format: packFormat,
    tokenizer,
    groupByType: optional.yesNo('Group results by kind', { isFine: true }),
    sources: optional.texts('Search only these: code, markdown, conversations', {
      placeholder: 'NAMES',
      hasCommas: true,
      isFine: true,
    }),
    includeSources: field(z.boolean().default(true).describe('Name the source of each result'), {
      flag: 'sources',
      isFine: true,
    }),
    code: field(z.boolean().default(true).describe('Quote code'), { isFine: true }),
    scores: field(z.boolean().default(false).describe('Print the score of each result'), { isFine: true }),
    imports: z.boolean().default(true).describe('Quote the imports of each file once'),
    contextLines: optional.number('Lines to quote around each block', [0, 1000]),
    seen,
    copy,
  } satisfies FieldsOf<Omit<QueryInput, 'seen'>, 'seen' | 'copy'>),
  output: queryOutput,
  positional: 'query',
  question: 'What do you look for?',
  asksAll: true,
  examples: ['knap query "where are webhooks verified"', 'knap query handleWebhook --types function,method --json'],
  async run(call, { query: text, seen: seenText, format, copy: isCopied, ...same }) {
    if (text === undefined || text.trim() === '') throw new ContextError('NO_TASK', 'There is no question.');
    const engine = await call.engine();
    const value = await engine.query({
      ...same,
      near: same.near ?? currentFolder(call),
      query: text,
      format: format ?? call.config.format,
      seen: readSeen(seenText),
    });
    if (isCopied) call.copy?.(value.context);
    const nothingFound = value.results.length === 0 ? (nothingYet(value.notes) ?? 'Nothing relevant was found.') : null;
    return {
      value,
      text: value.context,
      nothingFound,
      notes: value.notes,
      warnings: [...unreadSeen(seenText), ...tooBig(value)],
    };
  },
});

// Explains a page without results of a search that found some: none fits the budget.
function tooBig({ results, summary, budget }: QueryAnswer): readonly string[] {
  const [best] = results;
  if (best === undefined || summary.entitiesIncluded > 0 || !summary.truncated) return [];
  const { path, startLine, endLine } = best.location;
  const count = results.length === 1 ? '1 was found' : `${results.length} were found`;
  return [`${count}, too big for ${budget} tokens; the best is ${path}:${startLine}-${endLine}.`];
}
