// The data of answers that list documents, as programs get it.
import * as z from 'zod';
import type { CheckAnswer, LinksAnswer, ListAnswer, SearchAnswer, ShowAnswer } from '../../ports/knowledge.ts';
import { lines, type Output, outputOf, score, texts, withoutNulls } from './output.ts';
import { showOutput } from './page-output.ts';

const text = z.string().optional();
const named = { id: text, name: z.string(), path: z.string() };
const end = z.object({ ...named, because: z.string() });
const ends = z.array(end);

const issue = z.object({
  ...{ type: z.string(), status: text, priority: z.number().optional() },
  ...{ blocking: texts, blockedBy: texts, discoveredFrom: texts },
  ...{ createdAt: text, updatedAt: text, closedAt: text },
});
const listed = z.object({
  documents: z.array(z.object({ ...named, description: text, labels: texts, issue: issue.optional() })),
  total: z.int(),
});
const searchSchema = z.object({
  results: z.array(
    z.object({
      ...{ id: text, name: z.string(), section: text, score, excerpt: z.string() },
      location: z.object({ path: z.string(), ...lines }),
    }),
  ),
  total: z.int(),
});
const linked = z.object({
  ...{ target: end.optional(), linksTo: ends, linkedFrom: ends, orphans: ends, way: ends.optional() },
  broken: z.array(z.object({ target: z.string(), line: z.int() })),
});
const finding = { code: z.string(), path: z.string(), line: z.int(), message: z.string(), isFixable: z.boolean() };
const checked = z.object({
  findings: z.array(z.object(finding)),
  ...{ errors: z.int(), fixed: texts, documents: z.int() },
});

type WithoutNotes<Value> = Omit<Value, 'notes'>;

export const listOutput = outputOf(listed, (value: WithoutNotes<ListAnswer>) => withoutNulls(value));
export const searchOutput = outputOf(searchSchema, (value: WithoutNotes<SearchAnswer>) => withoutNulls(value));
export const linksOutput = outputOf(linked, (value: WithoutNotes<LinksAnswer>) => withoutNulls(value));
export const checkOutput = outputOf(checked, (value: WithoutNotes<CheckAnswer>) => withoutNulls(value));

export const readyOutput: Output<WithoutNotes<ListAnswer> | ShowAnswer> = {
  schema: z.object({ ...listed.shape, ...showOutput.schema.shape }).partial(),
  data: (value) => ('pages' in value ? showOutput.data(value) : listOutput.data(value)),
};
