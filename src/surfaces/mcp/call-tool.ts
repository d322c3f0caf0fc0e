// Answers a call of a tool by an agent.
import type { CallToolResult } from '@modelcontextprotocol/server';
import { DEFAULTS } from '../../config/defaults.ts';
import { isTooSmall, requirePage } from '../../model/budget.ts';
import { readInput, withoutUnknown } from '../../operations/input/read-input.ts';
import type { Answer } from '../../operations/operation.ts';
import type { CallOptions } from '../../ports/engine.ts';
import { loadTokenizer } from '../../tokenizers/index.ts';
import { answerQuestion, refuseLarge, servedOperation } from '../serving/answer-question.ts';
import { describeError } from '../serving/describe-error.ts';
import type { ServedWorkspace } from '../serving/serve-workspace.ts';
import { answerOrTooSmall, answerWithin, pageOf, type Room, textsOf } from './fit-answer.ts';
import type { SentMemory } from './sent-memory.ts';
import { findTool, type Tool } from './tools.ts';

type GivenArguments = Readonly<Record<string, unknown>>;

/**
 * Answers a tool call with text only: some clients pass on nothing else, and others would pass on only structured
 * content. `memory` holds what the connection was sent before, if that is remembered.
 */
export async function callTool(
  { name, arguments: asked = {} }: { readonly name: string; readonly arguments?: GivenArguments | undefined },
  workspace: ServedWorkspace,
  memory: SentMemory | null,
  options: CallOptions,
): Promise<CallToolResult> {
  try {
    const tool = await findTool(name);
    refuseLarge(asked);
    const { fields, remembered } = withMemory(asked, tool, memory);
    const { definition, face } = tool;
    const served = servedOperation(definition);
    const { known, notes: unknownNotes } = withoutUnknown(face ?? served, fields);
    const isAsked = tool.required === undefined ? Object.keys(known).length > 0 : tool.required in known;
    const asksNothing = !isAsked && 'budget' in definition.input.shape;
    // Errors use the names that the caller used. Unknown fields are an error only if the known ones ask nothing.
    const checked = readInput(face ?? served, asksNothing || unknownNotes.length === 0 ? fields : known, 'fields');
    const given = face ? face.given(checked) : known;
    const input = face ? readInput(served, given, 'fields') : checked;
    const call = () => workspace.call(options);
    if (!('budget' in definition.input.shape))
      return { content: [{ type: 'text', text: pageOf(await answerQuestion(definition, given, call)) }] };
    const { answer, room } = await answerInRoom(tool, { given, input, call, memory, unknownNotes });
    remembered?.add(tool.sent?.(answer.value) ?? []);
    const [page, ...notes] = textsOf(answer, room);
    // Remembers the notes, but not the page, whose quotes may look like notes.
    for (const note of notes) memory?.addText(note);
    return { content: [page, ...notes].map((text) => ({ type: 'text', text })) };
  } catch (error) {
    // The protocol layer drops the answer to a cancelled request.
    if (options.signal?.aborted) throw error;
    return errorResult(error);
  }
}

/** Adds what the connection was sent before to the `seen` field, if the tool has one and the call sets `remember`. */
function withMemory(
  given: GivenArguments,
  { sent, definition }: Tool,
  memory: SentMemory | null,
): { fields: GivenArguments; remembered: SentMemory | null } {
  if (!sent || memory === null || !('remember' in given)) return { fields: given, remembered: null };
  const { remember, ...fields } = given;
  if (remember !== true && remember !== 'true') return { fields, remembered: null };
  // A tool without `seen` shows what was asked for by name, so it sends it again.
  const seen = 'seen' in definition.input.shape ? [...memory.lines(), ...[fields.seen ?? []].flat()].join('\n') : '';
  return { fields: seen === '' ? fields : { ...fields, seen }, remembered: memory };
}

/** The text is for the model, `_meta` for programs. */
async function errorResult(error: unknown): Promise<CallToolResult> {
  const described = await describeError(error);
  const { code, message, hint } = described;
  return {
    content: [{ type: 'text', text: `${code}: ${message}${hint === null ? '' : `\n${hint}`}` }],
    isError: true,
    _meta: { 'knap/error': described },
  };
}

interface ToolQuestion {
  readonly given: GivenArguments;
  readonly input: GivenArguments;
  readonly call: () => ReturnType<ServedWorkspace['call']>;
  readonly memory: SentMemory | null;
  readonly unknownNotes: readonly string[];
}

async function answerInRoom(
  { definition, alone }: Tool,
  { given, input, call, memory, unknownNotes }: ToolQuestion,
): Promise<{ answer: Answer; room: Room }> {
  const { tokenizer: configuredTokenizer, safetyMargin } = (await call()).config;
  const tokenizer = await loadTokenizer(String(input.tokenizer ?? configuredTokenizer), { safetyMargin });
  const count = (text: string) => (text === '' ? 0 : tokenizer.count(text));
  const usual = input.aim === 'map' ? DEFAULTS.map : DEFAULTS.mcp;
  const room = { budget: Number(input.budget ?? usual.budgetTokens), count };
  const { shape } = definition.input;
  // Each block prints its own place, so the list of sources is left out.
  const toolDefaults = {
    ...('aim' in shape ? { aim: DEFAULTS.mcp.aim } : {}),
    ...('includeSources' in shape ? { includeSources: false } : {}),
  };
  const ask = async (budget: number) => {
    const answer = await answerOrTooSmall(answerQuestion(definition, { ...toolDefaults, ...given, budget }, call));
    if (isTooSmall(answer)) return answer;
    return {
      ...answer,
      warnings: [...unknownNotes, ...answer.warnings],
      notes: memory?.newNotes(answer.notes) ?? answer.notes,
    };
  };
  const fitted = await answerWithin(room, ask);
  if (!isTooSmall(fitted) || !alone || input.budget !== undefined) return { answer: requirePage(fitted), room };
  // The call set no budget: shows the named target whole, without its surroundings.
  const answer = await answerQuestion(definition, alone(given), call);
  return { answer, room: { count, budget: room.budget + count(pageOf(answer)) } };
}
