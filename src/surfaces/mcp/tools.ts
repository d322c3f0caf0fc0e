// The list of tools for agents: operations under other names, one also with other fields.
import * as z from 'zod';
import { DEFAULTS } from '../../config/defaults.ts';
import { pickByName } from '../../config/did-you-mean.ts';
import { registeredGraphs } from '../../engine/graphs/registered-graphs.ts';
import { LENSES } from '../../lenses/index.ts';
import { invariant } from '../../model/errors.ts';
import { operationOf } from '../../operations/index.ts';
import { packFormat } from '../../operations/input/fields.ts';
import { type Call, field, type Operation } from '../../operations/operation.ts';
import type { PackResult } from '../../operations/output/code-output.ts';
import type { Output } from '../../operations/output/output.ts';
import type { QueryAnswer } from '../../ports/engine.ts';
import type { ShowAnswer } from '../../ports/knowledge.ts';
import { quotedPlaces, type SentPlace, shownPlaces } from '../serving/sent-places.ts';

/** Replaces the fields of an operation by those under which agents know the tool. */
export interface ToolFace {
  readonly input: z.ZodObject;
  /** Converts them to the input of the operation. */
  readonly given: (said: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
}

interface ToolRow {
  readonly name: string;
  /** The name of its command, or any name if `load` is set. */
  readonly operation: string;
  /** Loads the operation if it has no command. */
  readonly load?: () => Promise<Operation>;
  readonly title: string;
  readonly description: string;
  readonly face?: ToolFace;
  /** The field that every call must set. */
  readonly required?: string;
  /** Further names: a call that has no tool's name is matched by the last word of its name. */
  readonly also?: readonly string[];
  /** The places that an answer sent, so that later answers can leave them out. */
  readonly sent?: (value: unknown) => readonly SentPlace[];
  /** Whether the tool is useful in a workspace. A tool that is not is answered but not listed. */
  readonly isUseful?: (call: Call) => boolean | Promise<boolean>;
  /** Reduces a call without a budget to its target alone, for a target that exceeds the default budget. */
  readonly alone?: (given: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
}

const { depth, depthMax, budgetTokens, lens } = DEFAULTS.context;

/** The fields of `context` under the names and with the defaults that agents of Tana know. */
const tanaContext: ToolFace = {
  input: z.strictObject({
    query: z.string().min(1).describe('A topic, or the id of a node'),
    depth: z.int().min(1).max(depthMax).default(depth).describe(`Steps that are walked, 1 to ${depthMax}`),
    maxTokens: field(z.int().min(1).default(budgetTokens).describe('Tokens the answer may cost'), {
      aliases: ['budget'],
    }),
    lens: z
      .string()
      .min(1)
      .default(lens)
      .describe(`${LENSES.map(({ name }) => name).join(', ')}, or one of your own`),
    includeFields: z.boolean().default(true).describe('Print the fields of nodes'),
    format: packFormat.unwrap().default(DEFAULTS.pack.format),
    workspace: z.string().min(1).default(DEFAULTS.graphs.workspace).describe('The graph, by its name'),
  }),
  // The name of the default graph means the workspace's only graph, like no name.
  given: ({ query, workspace, maxTokens, ...same }) => ({
    ...same,
    budget: maxTokens,
    seeds: [query],
    ...(workspace === DEFAULTS.graphs.workspace ? {} : { workspace }),
  }),
};

const TOOLS: readonly ToolRow[] = [
  {
    name: 'context_pack',
    operation: 'pack',
    title: 'Pack the context of a task',
    description:
      'Call first for any change, bug, stack trace, log or diff: the code, docs and history that matter, within a token budget. Send "remember": true to all tools that take it to get only news.',
    // `pack` returns this type, which the table of tools cannot express.
    sent: (value) => quotedPlaces((value as PackResult).pack.blocks),
  },
  {
    name: 'context_query',
    operation: 'query',
    required: 'query',
    also: ['search', 'find', 'ask', 'lookup', 'semantic'],
    title: 'Search the workspace',
    description: 'Call to find where something is or how it works: the best pieces of code and text for a question.',
    sent: (value) => quotedPlaces((value as QueryAnswer).quoted),
  },
  {
    name: 'context_show',
    operation: 'show',
    required: 'targets',
    also: ['read', 'open', 'get', 'view', 'file', 'symbol', 'outline'],
    title: 'Show code, a document, an issue or a folder',
    description:
      'Call for an id, name or path you know (docs/a.md#anchor, src/a.ts:12-40, Shop.pay): all of it, with what belongs to it. A folder, or a file too long for the budget, is an outline.',
    sent: (value) => shownPlaces(value as ShowAnswer),
    alone: ({ context: _room, maxContext: _most, brief: _brief, ...given }) => ({
      ...given,
      withContext: false,
      references: 0,
    }),
  },
  {
    name: 'context_grep',
    operation: 'grep',
    required: 'pattern',
    also: ['regex', 'rg', 'text'],
    title: 'Find lines by their text',
    description:
      'Call for an exact text or regular expression (handle\\w+\\(): each line with the symbol around it. Secrets are replaced.',
  },
  {
    name: 'context_uses',
    operation: 'uses',
    required: 'symbol',
    also: ['references', 'usages', 'callers', 'refs'],
    title: 'Where a name is used',
    description:
      'Call before changing a function, class or constant: where its name is defined, called, tested and named ({"symbol": "Shop.pay", "only": "test"}). By name: things called the same are not told apart.',
  },
  {
    name: 'tana_context',
    operation: 'context',
    title: 'What a knowledge graph knows',
    description: 'Call for a topic or node of an imported knowledge graph: it and what lies near.',
    face: tanaContext,
    isUseful: ({ root, config: { graphs } }) => registeredGraphs(root, graphs).length > 0,
  },
  {
    name: 'context_documents',
    operation: 'documents',
    load: async () => (await import('../../operations/documents/documents.ts')).documents,
    required: 'verb',
    also: ['ready', 'list', 'links', 'check', 'issues'],
    title: 'Issues and documents of the knowledge base',
    description:
      'Call for what to work on next, for documents by label or words, for who links to one, for broken links.',
    isUseful: async ({ engine }) => (await (await engine()).list({ isIdentified: true, limit: 1 })).total > 0,
  },
  {
    name: 'context_status',
    operation: 'status',
    title: 'What is indexed',
    description: 'Call when answers look incomplete: what is indexed, and what not yet.',
  },
];

export interface Tool extends ToolRow {
  readonly definition: Operation & { readonly output: Output };
}

export async function findTool(name: string): Promise<Tool> {
  const word = name
    .toLowerCase()
    .split(/[_.:-]+/)
    .at(-1);
  const row =
    TOOLS.find((tool) => tool.name === name) ??
    TOOLS.find(({ operation, also }) => [operation, ...(also ?? [])].includes(word ?? ''));
  // pickByName refuses an unknown name and suggests the nearest.
  return loadTool(row ?? pickByName(TOOLS, name.slice(0, 80), 'tool'));
}

export function allTools(): Promise<readonly Tool[]> {
  return Promise.all(TOOLS.map(loadTool));
}

async function loadTool(row: ToolRow): Promise<Tool> {
  const definition = await (row.load?.() ?? operationOf(row.operation).load());
  invariant(definition.output, 'every tool is an operation with an output schema');
  return { ...row, definition: { ...definition, output: definition.output } };
}
