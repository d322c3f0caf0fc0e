// The operation `search` for documents, and how its results are printed.
import * as z from 'zod';
import { DEFAULTS } from '../../config/defaults.ts';
import { ContextError } from '../../model/errors.ts';
import type { SearchInput } from '../../ports/knowledge.ts';
import { dataFormat, rowLimit, searchQuery } from '../input/fields.ts';
import { answer, defineOperation, type FieldsOf, field, nothingYet } from '../operation.ts';
import { searchOutput } from '../output/document-output.ts';
import { cutToWidth, table } from '../text-table.ts';
import { listFields, moreLine } from './list.ts';

const EXCERPT_MAX = 100;

export const search = defineOperation({
  input: z.strictObject({
    query: searchQuery,
    limit: rowLimit('Most results', DEFAULTS.list.found, 1000),
    under: listFields.under,
    minScore: field(
      z.number().min(0).max(1).optional().describe('Leave out results below this share of the best score (0 to 1)'),
      { placeholder: 'SCORE' },
    ),
    format: dataFormat,
  } satisfies FieldsOf<SearchInput, 'format'>),
  output: searchOutput,
  positional: 'query',
  question: 'What do you look for?',
  asksAll: true,
  examples: ['knap search "how are webhooks retried"', 'knap search retries --under docs --json'],
  async run(call, { query, limit, under, minScore, format }) {
    if (query === undefined || query.trim() === '') throw new ContextError('NO_TASK', 'There is no question.');
    const engine = await call.engine();
    const { notes, ...value } = await engine.search({ query, limit, under, minScore });
    const { results, total } = value;
    const rows = results.map(({ name, section, location, score, excerpt }) => [
      score.toFixed(2),
      `${location.path}:${location.startLine}`,
      `${section === null || section === name ? name : `${name} > ${section}`}: ${cutToWidth(excerpt, EXCERPT_MAX)}`,
    ]);
    const nothingFound = results.length === 0 ? (nothingYet(notes) ?? 'Nothing relevant was found.') : null;
    const text = [...table(rows, call.columns), ...moreLine(total - results.length)].join('\n');
    return answer(value, { text, format, nothingFound, notes });
  },
});
