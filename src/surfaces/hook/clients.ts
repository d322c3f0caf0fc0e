import * as z from 'zod';
import { DEFAULTS } from '../../config/defaults.ts';

/** What a client tells about a prompt, whatever its words for it. */
export interface PromptEvent {
  readonly session: string;
  readonly prompt: string;
  readonly cwd: string | undefined;
}

/** A client tells that it made the conversation shorter: what was given is not in it any more. */
export type ForgettingEvent = Omit<PromptEvent, 'prompt'>;

/** A client tells that the agent is about to end its turn. */
export interface EndingEvent extends ForgettingEvent {
  /** The turn was to end before, and a hook made it go on. */
  readonly isAgain: boolean;
}

/** How a client tells of a prompt on standard input, and how it is answered on standard output. */
export interface HookClient {
  readonly title: string;
  readonly event: z.ZodType<PromptEvent>;
  /** Missing where a client does not say so. */
  readonly forgetting?: z.ZodType<ForgettingEvent>;
  readonly ending: z.ZodType<EndingEvent>;
  /** What the client reads as text beside the prompt. */
  answer(context: string): unknown;
  /** What makes the client go on with the turn once more, with this to read. */
  goOn(reason: string): unknown;
}

const cwd = z.string().optional();

/** The shape three clients share: fields in snake case, and the name of the event among them. */
function named<More extends z.ZodRawShape>(event: string, more: More) {
  return z
    .object({ hook_event_name: z.literal(event), session_id: z.string().min(1), cwd })
    .transform(({ session_id: session, cwd: where }) => ({ session, cwd: where }))
    .and(z.object(more));
}

/** What is answered to a prompt, under the name of its event. */
function prompted(event: string): Pick<HookClient, 'event' | 'answer'> {
  return {
    event: named(event, { prompt: z.string() }),
    answer: (additionalContext) => ({ hookSpecificOutput: { hookEventName: event, additionalContext } }),
  };
}

/** The event before a turn ends, and the word that keeps it from ending. */
function ending(event: string, decision: 'block' | 'deny'): Pick<HookClient, 'ending' | 'goOn'> {
  return {
    ending: named(event, { stop_hook_active: z.boolean().default(false) }).transform(
      ({ stop_hook_active: isAgain, ...told }) => ({ ...told, isAgain }),
    ),
    goOn: (reason) => ({ decision, reason }),
  };
}

// Copilot does not tell that a turn goes on because of a hook: what was told of a turn is kept, so that it is told once.
const copilotEnding = z
  .object({ sessionId: z.string().min(1), stopReason: z.string(), cwd })
  .transform(({ sessionId: session, cwd: where }) => ({ session, isAgain: false, cwd: where }));

// Copilot names no event: a prompt that a session starts with comes with its start, later ones come by themselves.
const copilotEvent = z
  .object({ sessionId: z.string().min(1), prompt: z.string().optional(), initialPrompt: z.string().optional(), cwd })
  .refine(({ prompt, initialPrompt }) => prompt !== undefined || initialPrompt !== undefined)
  .transform(({ sessionId: session, prompt, initialPrompt, cwd: where }) => ({
    session,
    prompt: prompt ?? initialPrompt ?? '',
    cwd: where,
  }));

/** Every client whose prompts can be answered before it reads them. */
export const HOOK_CLIENTS = {
  'claude-code': {
    title: 'Claude Code',
    ...prompted('UserPromptSubmit'),
    ...ending('Stop', 'block'),
    forgetting: named('SessionStart', { source: z.literal('compact') }),
  },
  codex: {
    title: 'Codex',
    ...prompted('UserPromptSubmit'),
    ...ending('Stop', 'block'),
    forgetting: named('PostCompact', {}),
  },
  copilot: {
    title: 'Copilot CLI',
    event: copilotEvent,
    ending: copilotEnding,
    answer: (additionalContext) => ({ additionalContext }),
    goOn: (reason) => ({ decision: 'block', reason }),
  },
  'gemini-cli': {
    title: 'Gemini CLI',
    ...prompted('BeforeAgent'),
    ...ending('AfterAgent', 'deny'),
    forgetting: named('PreCompress', {}),
  },
} as const satisfies Readonly<Record<string, HookClient>>;
export type HookClientName = keyof typeof HOOK_CLIENTS;

export const isHookClient = (name: string): name is HookClientName => Object.hasOwn(HOOK_CLIENTS, name);

/** Why a prompt is left alone. Nothing has failed: most prompts need nothing. */
export class Silence extends Error {}

export type HookEvent =
  | { readonly kind: 'prompt'; readonly told: PromptEvent }
  | { readonly kind: 'forgetting'; readonly told: ForgettingEvent }
  | { readonly kind: 'ending'; readonly told: EndingEvent };

/** The prompt a client tells of, that it has forgotten what it was given, or that a turn is about to end. */
export async function readEvent(stdin: AsyncIterable<unknown>, client: HookClient): Promise<HookEvent> {
  const read = parse(await readAll(stdin));
  const prompt = client.event.safeParse(read);
  if (prompt.success) return { kind: 'prompt', told: prompt.data };
  const forgetting = client.forgetting?.safeParse(read);
  if (forgetting?.success) return { kind: 'forgetting', told: forgetting.data };
  const ending = client.ending.safeParse(read);
  if (ending.success) return { kind: 'ending', told: ending.data };
  throw new Silence(`this is no event of a prompt as ${client.title} sends it`);
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new Silence('standard input holds no JSON');
  }
}

async function readAll(stdin: AsyncIterable<unknown>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of stdin) {
    const part = typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Uint8Array);
    bytes += part.length;
    if (bytes > DEFAULTS.hook.eventBytesMax) throw new Silence('the event is too large');
    chunks.push(part);
  }
  return Buffer.concat(chunks);
}
