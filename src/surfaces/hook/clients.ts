import * as z from 'zod';

/** What a client tells about a prompt, whatever its words for it. */
export interface PromptEvent {
  readonly session: string;
  readonly prompt: string;
  readonly cwd: string | undefined;
}

/** How a client tells of a prompt on standard input, and how it is answered on standard output. */
export interface HookClient {
  readonly title: string;
  readonly event: z.ZodType<PromptEvent>;
  /** What the client reads as text beside the prompt. */
  answer(context: string): unknown;
}

const cwd = z.string().optional();

/** The shape three clients share: fields in snake case, and the name of the event among them. */
function named(event: string): Pick<HookClient, 'event' | 'answer'> {
  return {
    event: z
      .object({ hook_event_name: z.literal(event), session_id: z.string().min(1), prompt: z.string(), cwd })
      .transform(({ session_id: session, prompt, cwd: where }) => ({ session, prompt, cwd: where })),
    answer: (additionalContext) => ({ hookSpecificOutput: { hookEventName: event, additionalContext } }),
  };
}

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
  'claude-code': { title: 'Claude Code', ...named('UserPromptSubmit') },
  codex: { title: 'Codex', ...named('UserPromptSubmit') },
  copilot: {
    title: 'Copilot CLI',
    event: copilotEvent,
    answer: (additionalContext) => ({ additionalContext }),
  },
  'gemini-cli': { title: 'Gemini CLI', ...named('BeforeAgent') },
} as const satisfies Readonly<Record<string, HookClient>>;
export type HookClientName = keyof typeof HOOK_CLIENTS;

export const isHookClient = (name: string): name is HookClientName => Object.hasOwn(HOOK_CLIENTS, name);
