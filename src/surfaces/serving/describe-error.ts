// Describes errors for callers of servers: without stacks and secrets, with fields in place of options.
import { type ContextError, ERRORS, type ErrorCode, toContextError } from '../../model/errors.ts';
import { cleanLine } from './clean-lines.ts';

export interface DescribedError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint: string | null;
}

export async function describeError(error: unknown): Promise<DescribedError> {
  const { message, ...refused } = describeClean(toContextError(error));
  return { ...refused, message: await cleanLine(message) };
}

/** As `describeError`, for a message without text from the workspace, which needs no cleaning. */
export function describeClean({ code, message }: ContextError): DescribedError {
  return { code, message: inFields(message), hint: code in HINTS ? HINTS[code]! : ERRORS[code].hint };
}

// Hints for callers of a server, who use fields and tools instead of commands.
const HINTS: Readonly<Partial<Record<ErrorCode, string | null>>> = {
  NO_TASK:
    'Give the text in a field: task for context_pack, query for context_query, pattern for context_grep, seeds for /v1/context.',
  NO_TARGET: 'Give ids, paths or names in the field targets.',
  NO_SUCH_DOCUMENT: 'Look for it by its words with context_query.',
  NO_SUCH_SECTION: 'See them with sections: true.',
  NO_SUCH_REF: 'Give a branch, tag or commit that git knows, or a unified diff in the field patch.',
  NO_GIT: 'This workspace is not a git repository; send a unified diff in the field patch.',
  BUDGET_INVALID: 'Give a whole number of tokens, for example 8000.',
  NO_SUCH_WORKSPACE: 'See them with context_status.',
  WHOLE_DISK: 'This client does not say which folder is open. Name it after "mcp" in the arguments of the server.',
  NO_GRAPH: 'No knowledge graph is imported in this workspace.',
  GRAPH_DAMAGED: 'The operator of the server must import the graph again.',
  STORE_DAMAGED: 'The operator of the server must remove the folder .knap: the index is only a cache.',
  GRAPH_BACKEND: 'Ask again with offline: true to read the imported graph.',
};

// Converts options into fields: `--max-files` into maxFiles, and `--no-context` into context: false.
function inFields(message: string): string {
  return message.replace(
    /(?<![\w-])--(no-)?([a-z]+(?:-[a-z]+)*)(?: [A-Z]{2,}\b)?/g,
    (_, no: string | undefined, flag: string) => {
      const field = flag.replace(/-([a-z])/g, (_dash, letter: string) => letter.toUpperCase());
      return no === undefined ? field : `${field}: false`;
    },
  );
}
