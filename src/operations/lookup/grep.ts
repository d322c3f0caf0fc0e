import * as z from 'zod';
import { DEFAULTS } from '../../config/defaults.ts';
import type { GrepAnswer, GrepInput } from '../../ports/lookup.ts';
import { budgetField, dataFormat, roomFor } from '../input/fields.ts';
import { nothingYet } from '../nothing-yet.ts';
import { answer, defineOperation, type FieldsOf, field } from '../operation.ts';
import { grepOutput } from '../output/query-output.ts';
import { fitHits, hitLines, moreLine } from './hit-lines.ts';

const input = z.strictObject({
  pattern: field(
    z
      .string()
      .min(1)
      .optional()
      .describe('A text as it is written; where no line holds it, or with regex, a regular expression'),
    {
      placeholder: 'PATTERN',
    },
  ),
  regex: z.boolean().optional().describe('Read the pattern as a regular expression'),
  ignoreCase: field(z.boolean().optional().describe('Upper and lower case are the same'), { short: 'i' }),
  word: field(z.boolean().optional().describe('Only where it is a word of its own'), { short: 'w' }),
  under: field(z.string().min(1).optional().describe('Only in this folder, file or pattern (*.go)'), {
    placeholder: 'PATH',
    isPath: true,
    aliases: ['path'],
  }),
  limit: field(z.int().min(1).max(10_000).optional().describe('Lines at most'), {
    placeholder: 'N',
    usual: DEFAULTS.grep.limit,
  }),
  budget: budgetField(DEFAULTS.grep.budgetTokens),
  format: dataFormat,
} satisfies FieldsOf<GrepInput, 'budget' | 'format'>);

/** Lines of the workspace by their text, each with what it stands in. */
export const grep = defineOperation<typeof input, Omit<GrepAnswer, 'notes'>>({
  input,
  output: grepOutput,
  positional: 'pattern',
  asksAll: true,
  question: 'Which text do you look for?',
  details:
    'Searches what is indexed, with secrets replaced. Regular expressions are those of RE2, which take linear time: neither look-around nor references to groups. Exit status 3: nothing was found.',
  examples: ['knap grep "webhook without id"', 'knap grep "handle\\w+\\(" --regex --under src'],
  async run(call, { pattern = '', budget: tokens, format, ...same }) {
    const engine = await call.engine();
    const { notes, ...found } = await engine.grep({ ...same, pattern });
    const print = (hits: GrepAnswer['hits']) =>
      format === 'json'
        ? JSON.stringify({ ...found, hits }, null, 2)
        : [...hitLines(hits), ...moreLine(hits.length, found.total, 'lines')].join('\n');
    const { text, shown } = fitHits(
      found.hits,
      await roomFor(tokens ?? DEFAULTS.grep.budgetTokens, call.config),
      print,
    );
    const nothingFound =
      found.total === 0
        ? (nothingYet(notes) ??
          `No line holds ${JSON.stringify(pattern.slice(0, 100))}, neither as a text nor as a regular expression.`)
        : null;
    return answer({ ...found, hits: shown }, { text, format, nothingFound, notes });
  },
});
