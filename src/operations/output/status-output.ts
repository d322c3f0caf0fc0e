import * as z from 'zod';
import { VERSION } from '../../config/version.ts';
import type { GraphStatus, Status } from '../../engine.ts';
import type { Output } from './output.ts';
import { coverage, texts, withoutNulls } from './output-fields.ts';

const part = z.object({ name: z.string(), structure: z.int(), words: z.int(), leftOut: z.int() });

const schema = z.object({
  version: z.string(),
  root: z.string(),
  store: z.object({ name: z.string(), path: z.string(), bytes: z.int() }),
  coverage,
  reading: z.object({ languages: z.array(part), folders: z.array(part) }),
  symbols: z.int(),
  edges: z.int(),
  lastIndexedMs: z.number().optional(),
  graphs: z.array(z.object({ workspace: z.string(), source: z.string(), path: z.string(), nodes: z.int().optional() })),
  pending: z.object({ added: z.int(), changed: z.int(), removed: z.int() }),
  notes: texts,
});

/** All of a status: its text holds no more. */
export const statusOutput: Output<Status> = {
  schema,
  data: ({ graphs, ...status }) => withoutNulls({ version: VERSION, ...status, graphs: graphs.map(graphData) }),
};

function graphData({ workspace, source, path, imported }: GraphStatus) {
  return { workspace, source, path, nodes: imported?.nodes };
}
