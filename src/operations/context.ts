// The operation `context`: its options and its output.
import * as z from 'zod';
import { DEFAULTS } from '../config/defaults.ts';
import { ContextError } from '../model/errors.ts';
import type { ContextInput } from '../ports/context.ts';
import { GRAPH_BACKENDS } from '../ports/graph.ts';
import { budgetField, checkLens, copy, duration, joinWithOr, lens, packFormat, tokenizer } from './input/fields.ts';
import { defineOperation, type FieldsOf, field, optional } from './operation.ts';
import { contextOutput } from './output/document-output.ts';

const { depth, depthMax } = DEFAULTS.context;
const input = z.strictObject({
  seeds: optional.texts('A topic, or the id of a node; with several, nodes near to all of them score higher', {
    placeholder: 'TOPIC|ID',
  }),
  id: optional.yesNo('Read every argument as an id'),
  query: optional.yesNo('Read every argument as a topic, even if it looks like an id'),
  depth: optional.number(`Steps to walk, 1 to ${depthMax} (default: ${depth})`, [1, depthMax]),
  budget: budgetField(DEFAULTS.context.budgetTokens),
  lens,
  includeFields: z.boolean().default(true).describe('Print the fields of nodes'),
  workspace: optional.text('Name of the graph to ask', { placeholder: 'NAME' }),
  excludeTag: optional.texts('Leave out nodes with this tag (repeatable)', { placeholder: 'TAG', hasCommas: true }),
  maxAge: field(duration.optional().describe('Leave out nodes last changed longer ago than this: 12h, 90d'), {
    placeholder: 'TIME',
  }),
  offline: optional.yesNo('Ask the imported graph, never a live interface'),
  backend: optional.choice(GRAPH_BACKENDS, `Read only from this backend: ${joinWithOr(GRAPH_BACKENDS)}`, {
    placeholder: 'NAME',
  }),
  sources: optional.texts('Also search these: code, markdown, conversations', {
    placeholder: 'NAMES',
    hasCommas: true,
  }),
  tokenizer,
  format: packFormat,
  copy,
  fenced: optional.yesNo('Quote nodes in fences that their text cannot close, as servers always do', { isLocal: true }),
} satisfies FieldsOf<ContextInput, 'id' | 'query' | 'copy'>);

export const context = defineOperation({
  input,
  output: contextOutput,
  positional: 'seeds',
  question: 'What do you want to know about?',
  details:
    'If the text is the id of a node, the walk starts at that node; otherwise knap searches for the text and starts at the best hit. Exit status 3: nothing was found.',
  examples: [
    'knap context "SOC Defender project"',
    'knap context abc123def456 --depth 3',
    'knap context "quarterly planning" --max-tokens 8000 --lens planning',
  ],
  async run(call, { seeds = [], id, query, fenced, copy: isCopied, ...asked }) {
    if (seeds.every((seed) => seed.trim() === ''))
      throw new ContextError('NO_TASK', 'There is no topic and no node to start from.');
    if (id && query) throw new ContextError('BAD_INPUT', '--id and --query exclude each other.');
    checkLens(asked.lens, call.config);
    const engine = await call.engine();
    const value = await engine.context({
      ...asked,
      seeds,
      seedsAre: id ? 'ids' : query ? 'topics' : undefined,
      format: asked.format ?? call.config.format,
      fenced: fenced || call.isServed,
    });
    const { text, nothingFound, warnings, document } = value;
    if (isCopied) call.copy?.(text);
    return { value, text, nothingFound, warnings, notes: document.meta.notes };
  },
});
