import * as z from 'zod';
import { DEFAULTS } from '../../config/defaults.ts';
import { packFormat } from '../../operations/input/fields.ts';
import { field } from '../../operations/operation.ts';
import type { ToolFace } from './tool-face.ts';

const { depth, depthMax, budgetTokens, lens } = DEFAULTS.context;

/** The fields agents of Tana know: those of `context`, under the names and with the defaults they have there. */
export const tanaContext: ToolFace = {
  input: z.strictObject({
    query: z.string().min(1).describe('A topic, or the id of a node'),
    depth: z.int().min(1).max(depthMax).default(depth).describe(`Steps that are walked, 1 to ${depthMax}`),
    budget: field(z.int().min(1).default(budgetTokens).describe('Tokens the answer may cost'), {
      aliases: ['maxTokens'],
    }),
    lens: z.string().min(1).default(lens).describe('A way of looking at the graph'),
    includeFields: z.boolean().default(true).describe('Print the fields of nodes'),
    format: packFormat.unwrap().default(DEFAULTS.pack.format),
    workspace: z.string().min(1).default(DEFAULTS.graphs.workspace).describe('The graph, by its name'),
  }),
  // The default graph is whichever is one's own; to name it is to name none.
  given: ({ query, workspace, ...same }) => ({
    ...same,
    seeds: [query],
    ...(workspace === DEFAULTS.graphs.workspace ? {} : { workspace }),
  }),
};
