import { type ContextError, ERRORS, type ErrorCode, toldError } from '../../model/errors.ts';
import { cleanLine } from './clean-lines.ts';

/** What went wrong, as every served surface says it. */
export interface DescribedError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint: string | null;
}

/** A fault of the caller or the world as it is; one of ours without its insides. What it quotes is cleaned. */
export async function describeError(error: unknown): Promise<DescribedError> {
  const { message, ...refused } = refusalOf(toldError(error));
  return { ...refused, message: await cleanLine(message) };
}

/** The same for a message that holds nothing but words of ours. */
export function refusalOf({ code, message }: ContextError): DescribedError {
  return { code, message: inFields(message), hint: code in HINTS ? HINTS[code]! : ERRORS[code].hint };
}

// Whoever asks a server types no command: what helps there is a field or a tool.
const HINTS: Readonly<Partial<Record<ErrorCode, string | null>>> = {
  NO_TASK:
    'Say it in words: task for context_pack, query for context_query, pattern for context_grep, seeds for /v1/context.',
  NO_TARGET: 'Give ids, paths or names in the field targets.',
  NO_SUCH_DOCUMENT: 'Look for it by its words with context_query.',
  NO_SUCH_SECTION: 'See them with sections: true.',
  NO_SUCH_REF: 'Give a branch, tag or commit that git knows, or a unified diff in the field patch.',
  NO_GIT: 'This workspace is no git repository; send a unified diff in the field patch.',
  BUDGET_INVALID: 'Give a whole number of tokens, for example 8000.',
  NO_SUCH_WORKSPACE: 'See them with context_status.',
  WHOLE_DISK:
    'This client does not say which folder is open. Whoever set the server up must name it behind "mcp" in its arguments.',
  NO_GRAPH: 'No knowledge graph is imported in this workspace.',
  GRAPH_DAMAGED: 'Whoever runs the server must import the graph again.',
  STORE_DAMAGED: 'Whoever runs the server must remove the folder .knap: the index is only a cache.',
  GRAPH_BACKEND: 'Ask again with offline: true to read what was imported.',
};

// `--max-files` is the field maxFiles, and `--no-context` means context: false.
function inFields(message: string): string {
  return message.replace(
    /(?<![\w-])--(no-)?([a-z]+(?:-[a-z]+)*)(?: [A-Z]{2,}\b)?/g,
    (_, no: string | undefined, flag: string) => {
      const field = flag.replace(/-([a-z])/g, (_dash, letter: string) => letter.toUpperCase());
      return no === undefined ? field : `${field}: false`;
    },
  );
}
