/** The values of an event; the events below follow documents and recordings of the clients. */
export interface Prompted {
  readonly session: string;
  readonly prompt: string;
  readonly cwd: string;
}

interface Recorded {
  readonly record: (prompted: Prompted) => unknown;
  readonly contextIn: (answer: unknown) => string;
}

interface Specific {
  readonly hookSpecificOutput: { readonly hookEventName: string; readonly additionalContext: string };
}

// The name of the event must come back, or the client refuses the answer.
const specific = (name: string) => (answer: unknown) => {
  const { hookEventName, additionalContext } = (answer as Specific).hookSpecificOutput;
  if (hookEventName !== name) throw new Error(`answered as ${hookEventName}`);
  return additionalContext;
};

/** A prompt in Claude Code. */
export const eventOf = ({ session, prompt, cwd }: Prompted) => ({
  session_id: session,
  transcript_path: '/home/ada/.claude/projects/shop/00893aaf.jsonl',
  cwd,
  permission_mode: 'default',
  hook_event_name: 'UserPromptSubmit',
  prompt,
});

/** The events by which clients report that they shortened a conversation. */
export const FORGETTING: Readonly<Record<string, (told: Omit<Prompted, 'prompt'>) => unknown>> = {
  'claude-code': ({ session, cwd }) => ({
    session_id: session,
    transcript_path: '/home/ada/.claude/projects/shop/00893aaf.jsonl',
    cwd,
    hook_event_name: 'SessionStart',
    source: 'compact',
    model: 'claude-sonnet-5',
  }),
  codex: ({ session, cwd }) => ({
    session_id: session,
    turn_id: '019d036d-c7fa',
    transcript_path: null,
    cwd,
    hook_event_name: 'PostCompact',
    model: 'gpt-5.6-sol',
    trigger: 'auto',
  }),
  'gemini-cli': ({ session, cwd }) => ({
    session_id: session,
    transcript_path: '/home/ada/.gemini/tmp/shop/chats/session.json',
    cwd,
    hook_event_name: 'PreCompress',
    timestamp: '2026-11-16T02:00:00.000Z',
    trigger: 'manual',
  }),
};

export const EVENTS = {
  'claude-code': { record: eventOf, contextIn: specific('UserPromptSubmit') },
  codex: {
    record: (prompted) => ({
      ...eventOf(prompted),
      transcript_path: null,
      turn_id: '019d036d-c7fa',
      model: 'gpt-5.6-sol',
    }),
    contextIn: specific('UserPromptSubmit'),
  },
  copilot: {
    record: ({ session, prompt, cwd }) => ({ sessionId: session, timestamp: 1_794_787_200_000, cwd, prompt }),
    contextIn: (answer) => (answer as { additionalContext: string }).additionalContext,
  },
  'gemini-cli': {
    record: ({ session, prompt, cwd }) => ({
      session_id: session,
      transcript_path: '/home/ada/.gemini/tmp/shop/chats/session.json',
      cwd,
      hook_event_name: 'BeforeAgent',
      timestamp: '2026-11-16T02:00:00.000Z',
      prompt,
    }),
    contextIn: specific('BeforeAgent'),
  },
} as const satisfies Readonly<Record<string, Recorded>>;

interface Ended {
  readonly session: string;
  readonly cwd: string;
  readonly isAgain?: boolean;
}

interface RecordedEnd {
  readonly record: (ended: Ended) => unknown;
  /** The text in an answer with which the client continues. */
  readonly reasonIn: (answer: unknown) => string;
}

const decided = (decision: string) => (answer: unknown) => {
  const told = answer as { readonly decision: string; readonly reason: string };
  if (told.decision !== decision) throw new Error(`decided ${told.decision}`);
  return told.reason;
};

const stopOf = ({ session, cwd, isAgain = false }: Ended) => ({
  session_id: session,
  transcript_path: '/home/ada/.claude/projects/shop/00893aaf.jsonl',
  cwd,
  permission_mode: 'acceptEdits',
  hook_event_name: 'Stop',
  stop_hook_active: isAgain,
  last_assistant_message: 'Done.',
});

/** The events by which clients report that a turn is about to end. */
export const ENDINGS: Readonly<Record<keyof typeof EVENTS, RecordedEnd>> = {
  'claude-code': { record: stopOf, reasonIn: decided('block') },
  codex: {
    record: (ended) => ({ ...stopOf(ended), transcript_path: null, turn_id: '019d036d-c7fa', model: 'gpt-5.6-sol' }),
    reasonIn: decided('block'),
  },
  copilot: {
    record: ({ session, cwd }) => ({
      ...{ sessionId: session, timestamp: 1_794_787_260_000, cwd, stopReason: 'end_turn' },
      transcriptPath: '/home/ada/.copilot/session-state/00893aaf/events.jsonl',
    }),
    reasonIn: decided('block'),
  },
  'gemini-cli': {
    record: ({ session, cwd, isAgain = false }) => ({
      session_id: session,
      transcript_path: '/home/ada/.gemini/tmp/shop/chats/session.json',
      cwd,
      hook_event_name: 'AfterAgent',
      timestamp: '2026-11-16T02:01:00.000Z',
      prompt: 'fix it',
      prompt_response: 'Done.',
      stop_hook_active: isAgain,
    }),
    reasonIn: decided('deny'),
  },
};
