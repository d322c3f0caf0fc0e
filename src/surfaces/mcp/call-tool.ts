import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server';
import { oneLine, visible, visibleData } from '../../model/visible-text.ts';
import type { Quote } from '../../operations/output/output.ts';
import { readInput } from '../../operations/read-input.ts';
import type { CallOptions } from '../../ports/engine.ts';
import { answerQuestion } from '../serving/answer-question.ts';
import { describeError } from '../serving/describe-error.ts';
import { refuseLarge } from '../serving/refuse-large.ts';
import type { ServedWorkspace } from '../serving/serve-workspace.ts';
import { mimeTypeOf } from './mime-type.ts';
import { uriOf, workspaceName } from './resource-uri.ts';
import { toolNamed } from './tools.ts';

export interface Asked {
  readonly name: string;
  readonly arguments?: Readonly<Record<string, unknown>> | undefined;
}

/** Answers a call: the text once, the data without it, and a link to every place it quotes. */
export async function callTool(
  asked: Asked,
  workspace: ServedWorkspace,
  options: CallOptions,
): Promise<CallToolResult> {
  try {
    const { definition, face } = await toolNamed(asked.name);
    const said = asked.arguments ?? {};
    refuseLarge(said);
    const given = face ? face.given(readInput(face, said, 'fields')) : said;
    const answer = await answerQuestion(definition, given, () => workspace.call(options));
    const { output } = definition;
    const name = workspaceName((await workspace.call()).root);
    const links = answer.nothingFound === null ? (output.quotes?.(answer.value) ?? []) : [];
    return {
      content: [
        { type: 'text', text: visible(answer.nothingFound ?? answer.text) },
        ...links.map((quote) => linkTo(name, quote)),
      ],
      structuredContent: visibleData(output.data(answer.value)),
    };
  } catch (error) {
    // Whoever gave up hears nothing; the protocol sees to that.
    if (options.signal?.aborted) throw error;
    return errorResult(error);
  }
}

/** What went wrong as an answer: for the model in words, for the program in `_meta`, which no output schema speaks of. */
export function errorResult(error: unknown): CallToolResult {
  const described = describeError(error);
  const { code, message, hint } = described;
  return {
    content: [{ type: 'text', text: `${code}: ${message}${hint === null ? '' : `\n${hint}`}` }],
    isError: true,
    _meta: { 'knap/error': described },
  };
}

function linkTo(workspace: string, { path, startLine, endLine, hash, name, because }: Quote): ContentBlock {
  return {
    type: 'resource_link',
    uri: uriOf(workspace, { path, lines: [startLine, endLine], hash }),
    name: oneLine(name),
    mimeType: mimeTypeOf(path),
    description: oneLine(because),
  };
}
