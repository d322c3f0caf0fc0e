import { nearest } from '../../config/did-you-mean.ts';
import { ContextError, invariant } from '../../model/errors.ts';
import { OPERATIONS } from '../../operations/index.ts';
import type { Operation } from '../../operations/operation.ts';
import type { Output } from '../../operations/output/output.ts';

/** A tool is an operation under the name agents know, with when to call it. */
interface ToolRow {
  readonly name: string;
  /** The words of its command. */
  readonly operation: string;
  readonly title: string;
  readonly description: string;
}

/** The tools in the order they are listed. */
export const TOOLS: readonly ToolRow[] = [
  {
    name: 'context_pack',
    operation: 'pack',
    title: 'Pack the context of a task',
    description:
      'Call first for any change, bug, stack trace, log or diff: one answer with the code, docs and history that matter, within a token budget. Send back ids and hashes of its blocks as "seen" to get only news.',
  },
  {
    name: 'context_query',
    operation: 'query',
    title: 'Search the workspace',
    description: 'Call to find where something is or how it works: the best pieces of code and text for a question.',
  },
  {
    name: 'context_show',
    operation: 'show',
    title: 'Show a document, issue or piece of code',
    description:
      'Call when you know its id, name or path (docs/a.md#anchor, src/a.ts:12-40, src/a.ts#Shop.pay): it in full, with what its authors say belongs to it.',
  },
  {
    name: 'context_status',
    operation: 'status',
    title: 'What is indexed',
    description: 'Call when answers look incomplete: files, languages, history, and what is not indexed yet.',
  },
];

export interface Tool extends ToolRow {
  readonly definition: Operation & { readonly output: Output };
}

/** A tool by its name, with its operation loaded. */
export async function toolNamed(name: string): Promise<Tool> {
  const row = TOOLS.find((tool) => tool.name === name);
  if (row) return loadTool(row);
  const names = TOOLS.map((tool) => tool.name);
  const near = nearest(name, names);
  throw new ContextError(
    'BAD_INPUT',
    `There is no tool "${name.slice(0, 80)}"; ${near === null ? `there are ${names.join(', ')}` : `did you mean ${near}?`}`,
  );
}

/** All tools, loaded. */
export function allTools(): Promise<readonly Tool[]> {
  return Promise.all(TOOLS.map(loadTool));
}

async function loadTool(row: ToolRow): Promise<Tool> {
  const definition = await OPERATIONS.find(({ name }) => name.join(' ') === row.operation)?.load();
  invariant(definition?.output, 'a tool is an operation that answers with data');
  return { ...row, definition: { ...definition, output: definition.output } };
}
