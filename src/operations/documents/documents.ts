// The tool `documents` for agents: one tool for five operations on documents, because each tool costs an agent context.
import * as z from 'zod';
import { requirePage } from '../../model/budget.ts';
import { fitRows } from '../../pipeline/fit.ts';
import { budgetField, roomFor } from '../input/fields.ts';
import { type Answer, type Call, defineOperation, field, type Operation, optional } from '../operation.ts';
import type { Output } from '../output/output.ts';
import { check } from './check.ts';
import { links } from './links.ts';
import { list, moreLine } from './list.ts';
import { ready } from './ready.ts';
import { search } from './search.ts';

const names = z.array(z.string().min(1)).optional();

const input = z.strictObject({
  verb: z
    .enum(['ready', 'list', 'search', 'links', 'check'])
    .describe(
      'ready: issues that can be started, or the issue in target with its blockers. search: sections with the words of query. links: of target. check: faults in documents',
    ),
  query: z.string().min(1).optional(),
  target: optional.text('An id, path or name', { isPath: true }),
  under: optional.text('Only in this folder', { isPath: true, aliases: ['path'] }),
  status: field(names, { hasCommas: true }),
  type: field(names, { hasCommas: true }),
  label: field(names, { hasCommas: true }),
  limit: z.int().min(1).max(1000).optional(),
  budget: budgetField(),
});
type DocumentsInput = z.output<typeof input>;

interface Verb {
  readonly operation: Operation;
  /** The fields that the operation shares with this one. */
  readonly fields: readonly (keyof DocumentsInput)[];
  /** Makes the fields of the operation that this one lacks. */
  readonly given?: ((asked: DocumentsInput) => Readonly<Record<string, unknown>>) | undefined;
}

const LIST_FIELDS = ['under', 'status', 'type', 'label', 'limit'] as const;

// Drops the types of the operations, because the schema of each checks its input.
const defineVerb = (operation: unknown, fields: Verb['fields'], given?: Verb['given']): Verb => {
  return { operation: operation as Operation, fields, given };
};

const VERBS: Readonly<Record<DocumentsInput['verb'], Verb>> = {
  ready: defineVerb(ready, [...LIST_FIELDS, 'budget'], ({ target }) => ({ issue: target })),
  list: defineVerb(list, LIST_FIELDS),
  search: defineVerb(search, ['query', 'under', 'limit']),
  links: defineVerb(links, ['target'], ({ target }) => ({ orphans: target === undefined ? true : undefined })),
  check: defineVerb(check, [], ({ target, under }) => ({
    paths: target === undefined && under === undefined ? undefined : [target ?? under],
  })),
};

export const documents = defineOperation({
  input,
  output: { schema: z.looseObject({}), data: (value) => value as Readonly<Record<string, unknown>> } satisfies Output,
  examples: [],
  async run(call, asked) {
    const { operation, fields, given } = VERBS[asked.verb];
    const fieldsGiven = { ...Object.fromEntries(fields.map((name) => [name, asked[name]])), ...given?.(asked) };
    const answer = await operation.run(call, operation.input.parse(fieldsGiven));
    const isPage = asked.verb === 'ready' && asked.target !== undefined;
    return isPage || asked.budget === undefined ? answer : shortenList(answer, asked.budget, call);
  },
});

async function shortenList(answer: Answer, budget: number, { config }: Call): Promise<Answer> {
  const rows = answer.text.split('\n');
  const print = (shown: readonly string[]) => [...shown, ...moreLine(rows.length - shown.length)].join('\n');
  return { ...answer, text: requirePage(fitRows(rows, await roomFor(budget, config), print)).text };
}
