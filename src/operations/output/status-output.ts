import * as z from 'zod';
import type { Status } from '../../engine.ts';
import type { Output } from './output.ts';
import { coverage, texts, withoutNulls } from './output-fields.ts';

const schema = z.object({
  root: z.string(),
  store: z.object({ name: z.string(), path: z.string(), bytes: z.int() }),
  coverage,
  symbols: z.int(),
  edges: z.int(),
  lastIndexedMs: z.number().optional(),
  pending: z.object({ added: z.int(), changed: z.int(), removed: z.int() }),
  notes: texts,
});

/** All of a status: its text holds no more. */
export const statusOutput: Output<Status> = { schema, data: (status) => withoutNulls({ ...status }) };
