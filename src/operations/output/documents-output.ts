import * as z from 'zod';
import type { CheckAnswer, LinksAnswer, ListAnswer, SearchAnswer, ShowAnswer } from '../../engine.ts';
import type { Output } from './output.ts';
import { lines, score, texts, withoutNulls } from './output-fields.ts';
import { showOutput } from './show-output.ts';

const text = z.string().optional();
const named = { id: text, name: z.string(), path: z.string() };
const ends = z.array(z.object({ ...named, because: z.string() }));

const issue = z.object({
  type: z.string(),
  status: text,
  priority: z.number().optional(),
  ...{ blocking: texts, blockedBy: texts, discoveredFrom: texts },
  ...{ createdAt: text, updatedAt: text, closedAt: text },
});
const listed = {
  documents: z.array(z.object({ ...named, description: text, labels: texts, issue: issue.optional() })),
  total: z.int(),
};

type WithoutNotes<Value> = Omit<Value, 'notes'>;

/** Documents and issues of a list, and how many there are. */
export const listOutput: Output<WithoutNotes<ListAnswer>> = {
  schema: z.object(listed),
  data: (value) => withoutNulls(value),
};

/** A list, or the one issue that is shown. */
export const readyOutput: Output<WithoutNotes<ListAnswer> | ShowAnswer> = {
  schema: z.object({ ...listed, ...showOutput.schema.shape }).partial(),
  data: (value) => ('pages' in value ? showOutput.data(value) : withoutNulls(value)),
};

export const searchOutput: Output<WithoutNotes<SearchAnswer>> = {
  schema: z.object({
    results: z.array(
      z.object({
        ...{ id: text, name: z.string(), section: text, score, excerpt: z.string() },
        location: z.object({ path: z.string(), ...lines }),
      }),
    ),
    total: z.int(),
  }),
  data: (value) => withoutNulls(value),
};

export const linksOutput: Output<WithoutNotes<LinksAnswer>> = {
  schema: z.object({
    target: z.object({ ...named, because: z.string() }).optional(),
    ...{ linksTo: ends, linkedFrom: ends, orphans: ends, way: ends.optional() },
    broken: z.array(z.object({ target: z.string(), line: z.int() })),
  }),
  data: (value) => withoutNulls(value),
};

export const checkOutput: Output<WithoutNotes<CheckAnswer>> = {
  schema: z.object({
    findings: z.array(
      z.object({
        code: z.string(),
        path: z.string(),
        line: z.int(),
        message: z.string(),
        isFixable: z.boolean(),
      }),
    ),
    ...{ errors: z.int(), fixed: texts, documents: z.int() },
  }),
  data: (value) => withoutNulls(value),
};
