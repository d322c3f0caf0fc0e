import type { CallToolResult } from '@modelcontextprotocol/server';
import { DEFAULTS } from '../../config/defaults.ts';
import { demanded, isTooSmall } from '../../model/budget.ts';
import { readInput, withoutUnknown } from '../../operations/input/read-input.ts';
import type { Answer } from '../../operations/operation.ts';
import type { CallOptions } from '../../ports/engine.ts';
import { loadTokenizer } from '../../tokenizers/index.ts';
import { answerQuestion, servedOperation } from '../serving/answer-question.ts';
import { describeError } from '../serving/describe-error.ts';
import { refuseLarge } from '../serving/refuse-large.ts';
import type { ServedWorkspace } from '../serving/serve-workspace.ts';
import { answerOrTooSmall, answerWithin, pageOf, type Room, textsOf } from './fit-answer.ts';
import type { SentMemory } from './sent-memory.ts';
import { type Tool, toolNamed } from './tools.ts';

export interface ToolAsked {
  readonly name: string;
  readonly arguments?: Readonly<Record<string, unknown>> | undefined;
}

type GivenArguments = Readonly<Record<string, unknown>>;

/** Answers a call with text alone: some clients hand on nothing else, others would hand on only what stands beside it. */
export async function callTool(
  asked: ToolAsked,
  { workspace, memory }: ToolConnection,
  options: CallOptions,
): Promise<CallToolResult> {
  try {
    const tool = await toolNamed(asked.name);
    refuseLarge(asked.arguments ?? {});
    const { said, remembered } = withMemory(asked.arguments ?? {}, tool, memory);
    const { definition, face } = tool;
    const served = servedOperation(definition);
    const { known, notes: aside } = withoutUnknown(face ?? served, said);
    const isAsked = tool.required === undefined ? Object.keys(known).length > 0 : tool.required in known;
    const asksNothing = !isAsked && 'budget' in definition.input.shape;
    // A fault is told by the name that was used, and a field nobody knows is one where nothing is left to answer.
    const checked = readInput(face ?? served, asksNothing || aside.length === 0 ? said : known, 'fields');
    const given = face ? face.given(checked) : known;
    const input = face ? readInput(served, given, 'fields') : checked;
    const call = () => workspace.call(options);
    if (!('budget' in definition.input.shape))
      return { content: [{ type: 'text', text: pageOf(await answerQuestion(definition, given, call)) }] };
    const { answer, room } = await answerInRoom(tool, { given, input, call, memory, aside });
    remembered?.add(tool.sent?.(answer.value) ?? []);
    const [page, ...notes] = textsOf(answer, room);
    // What the page quotes tells nothing.
    for (const note of notes) memory?.told(note);
    return { content: [page, ...notes].map((text) => ({ type: 'text', text })) };
  } catch (error) {
    // Whoever gave up hears nothing; the protocol sees to that.
    if (options.signal?.aborted) throw error;
    return errorResult(error);
  }
}

/** Who asks, and what it was sent before where that is known. */
export interface ToolConnection {
  readonly workspace: ServedWorkspace;
  readonly memory: SentMemory | null;
}

/** A question that leaves out what the connection has, where it asks for that. */
function withMemory(
  given: GivenArguments,
  { sent, definition }: Tool,
  memory: SentMemory | null,
): { said: GivenArguments; remembered: SentMemory | null } {
  if (!sent || memory === null || !('remember' in given)) return { said: given, remembered: null };
  const { remember, ...said } = given;
  if (remember !== true && remember !== 'true') return { said, remembered: null };
  // What is asked for by name is sent again, and known from then on.
  const seen = 'seen' in definition.input.shape ? [...memory.lines(), ...[said.seen ?? []].flat()].join('\n') : '';
  return { said: seen === '' ? said : { ...said, seen }, remembered: memory };
}

/** What went wrong as an answer: for the model in words, for the program in `_meta`. */
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
  /** What is told of fields that there are not. */
  readonly aside: readonly string[];
}

async function answerInRoom(
  { definition, alone }: Tool,
  { given, input, call, memory, aside }: ToolQuestion,
): Promise<{ answer: Answer; room: Room }> {
  const { tokenizer: counting, safetyMargin } = (await call()).config;
  const tokenizer = await loadTokenizer(String(input.tokenizer ?? counting), { safetyMargin });
  const count = (text: string) => (text === '' ? 0 : tokenizer.count(text));
  const usual = input.aim === 'map' ? DEFAULTS.map : DEFAULTS.mcp;
  const room = { budget: Number(input.budget ?? usual.budgetTokens), count };
  const { shape } = definition.input;
  // Every block says itself where it stands.
  const own = {
    ...('aim' in shape ? { aim: DEFAULTS.mcp.aim } : {}),
    ...('includeSources' in shape ? { includeSources: false } : {}),
  };
  const ask = async (budget: number) => {
    const answer = await answerOrTooSmall(answerQuestion(definition, { ...own, ...given, budget }, call));
    if (isTooSmall(answer)) return answer;
    return { ...answer, warnings: [...aside, ...answer.warnings], notes: memory?.news(answer.notes) ?? answer.notes };
  };
  const fitted = await answerWithin(room, ask);
  if (!isTooSmall(fitted) || !alone || input.budget !== undefined) return { answer: demanded(fitted), room };
  // Nobody said what it may cost: what was asked for by name is shown whole and priced apart.
  const answer = await answerQuestion(definition, alone(given), call);
  return { answer, room: { count, budget: room.budget + count(pageOf(answer)) } };
}
