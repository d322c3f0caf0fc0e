// How each agent calls a hook: the events it sends, and the answers it understands.
import * as z from 'zod';
import { DEFAULTS } from '../../config/defaults.ts';
import { parseJson, readBytes } from '../serving/read-stream.ts';

export interface PromptEvent {
  readonly session: string;
  readonly prompt: string;
  readonly cwd: string | undefined;
}

/** The client shortens the conversation, which loses what knap added. */
export type CompactionEvent = Omit<PromptEvent, 'prompt'>;

/** The event before the agent ends its turn. */
export interface TurnEndEvent extends CompactionEvent {
  /** A hook has already continued this turn once. */
  readonly wasContinued: boolean;
}

export interface HookClient {
  readonly title: string;
  readonly prompt: z.ZodType<PromptEvent>;
  /** Absent if the client does not send this event. */
  readonly compaction?: z.ZodType<CompactionEvent>;
  readonly turnEnd: z.ZodType<TurnEndEvent>;
  /** The answer that adds text to the prompt. */
  answer(context: string): unknown;
  /** The answer that continues the turn once more with this text. */
  continueTurn(reason: string): unknown;
}

const cwd = z.string().optional();

/** Events with fields in snake case, one of them the name of the event. */
function namedEvent<More extends z.ZodRawShape>(event: string, more: More) {
  return z
    .object({ hook_event_name: z.literal(event), session_id: z.string().min(1), cwd })
    .transform(({ session_id: session, cwd: where }) => ({ session, cwd: where }))
    .and(z.object(more));
}

function promptEvent(event: string): Pick<HookClient, 'prompt' | 'answer'> {
  return {
    prompt: namedEvent(event, { prompt: z.string() }),
    answer: (additionalContext) => ({ hookSpecificOutput: { hookEventName: event, additionalContext } }),
  };
}

function turnEndEvent(event: string, decision: 'block' | 'deny'): Pick<HookClient, 'turnEnd' | 'continueTurn'> {
  return {
    turnEnd: namedEvent(event, { stop_hook_active: z.boolean().default(false) }).transform(
      ({ stop_hook_active: wasContinued, ...rest }) => ({ ...rest, wasContinued }),
    ),
    continueTurn: (reason) => ({ decision, reason }),
  };
}

// Copilot does not say that a hook continued the turn; the session state prevents a second answer.
const copilotTurnEnd = z
  .object({ sessionId: z.string().min(1), stopReason: z.string(), cwd })
  .transform(({ sessionId: session, cwd: where }) => ({ session, wasContinued: false, cwd: where }));

// Copilot's events have no name: the first prompt arrives with the start of the session, later ones in events of their
// own.
const copilotPrompt = z
  .object({ sessionId: z.string().min(1), prompt: z.string().optional(), initialPrompt: z.string().optional(), cwd })
  .refine(({ prompt, initialPrompt }) => prompt !== undefined || initialPrompt !== undefined)
  .transform(({ sessionId: session, prompt, initialPrompt, cwd: where }) => ({
    session,
    prompt: prompt ?? initialPrompt ?? '',
    cwd: where,
  }));

/** The clients that can call knap with a prompt before their model reads it. */
export const HOOK_CLIENTS = {
  'claude-code': {
    title: 'Claude Code',
    ...promptEvent('UserPromptSubmit'),
    ...turnEndEvent('Stop', 'block'),
    compaction: namedEvent('SessionStart', { source: z.literal('compact') }),
  },
  codex: {
    title: 'Codex',
    ...promptEvent('UserPromptSubmit'),
    ...turnEndEvent('Stop', 'block'),
    compaction: namedEvent('PostCompact', {}),
  },
  copilot: {
    title: 'Copilot CLI',
    prompt: copilotPrompt,
    turnEnd: copilotTurnEnd,
    answer: (additionalContext) => ({ additionalContext }),
    continueTurn: (reason) => ({ decision: 'block', reason }),
  },
  'gemini-cli': {
    title: 'Gemini CLI',
    ...promptEvent('BeforeAgent'),
    ...turnEndEvent('AfterAgent', 'deny'),
    compaction: namedEvent('PreCompress', {}),
  },
} as const satisfies Readonly<Record<string, HookClient>>;
export type HookClientName = keyof typeof HOOK_CLIENTS;

export const isHookClient = (name: string): name is HookClientName => Object.hasOwn(HOOK_CLIENTS, name);

/** Thrown with the reason why the hook adds nothing, which is no fault. */
export class NothingToAdd extends Error {}

export async function readEvent(stdin: AsyncIterable<unknown>, client: HookClient) {
  const bytes = await readBytes(stdin, DEFAULTS.hook.eventBytesMax, new NothingToAdd('the event is too large'));
  const read = parse(bytes);
  const prompt = client.prompt.safeParse(read);
  if (prompt.success) return { kind: 'prompt' as const, event: prompt.data };
  const compaction = client.compaction?.safeParse(read);
  if (compaction?.success) return { kind: 'compaction' as const, event: compaction.data };
  const turnEnd = client.turnEnd.safeParse(read);
  if (turnEnd.success) return { kind: 'turnEnd' as const, event: turnEnd.data };
  throw new NothingToAdd(`standard input is not an event of ${client.title}`);
}

function parse(bytes: Buffer): unknown {
  try {
    return parseJson(bytes);
  } catch {
    throw new NothingToAdd('standard input is not JSON');
  }
}
