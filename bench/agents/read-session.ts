import { stemOf } from '../../src/model/paths.ts';
import { redactText } from '../../src/reading/redaction/redact.ts';
import { readJsonLines } from '../../src/sources/conversations/files/read-json.ts';
import { formatOf } from '../../src/sources/conversations/formats/index.ts';
import { parseTime } from '../../src/sources/conversations/transcript/draft.ts';
import { createLeftOut } from '../../src/sources/conversations/transcript/left-out.ts';
import type { AgentCall, AgentSession } from './agent-session.ts';
import { SESSION_EVENTS, type SessionEvent } from './session-events.ts';
import { toolCall } from './tool-call.ts';

const HEAD_BYTES = 256 * 1024;

/** Reads the work of an agent from the bytes of a transcript; returns the reason if that is not possible. */
export function readSession(
  path: string,
  pieces: Iterator<Buffer>,
  limits: { readonly recordBytesMax: number },
): AgentSession | { readonly why: string } {
  const first = pieces.next().value;
  const format = first === undefined ? null : formatOf(path, first.subarray(0, HEAD_BYTES));
  if (first === undefined || format === null) return { why: 'in no known format' };
  const eventsOf = Object.hasOwn(SESSION_EVENTS, format.name) ? SESSION_EVENTS[format.name]! : null;
  if (eventsOf === null) return { why: `of the format ${format.name}, which keeps no calls of tools` };
  const draft = createSession();
  for (const { record } of readJsonLines(followed(first, pieces), limits, createLeftOut()))
    for (const event of eventsOf(record)) draft.see(event);
  return draft.finish(stemOf(path), format.name);
}

function createSession() {
  let about = { id: null as string | null, folder: null as string | null, commit: null as string | null };
  let startedMs: number | null = null;
  let prompt: string | null = null;
  let turn = 0;
  let within: string | null = null;
  let isAnswered = true;
  const calls: (Omit<AgentCall, 'text'> & { text: string })[] = [];
  const open = new Map<string, (typeof calls)[number]>();

  const see: { readonly [Is in SessionEvent['is']]: (event: Extract<SessionEvent, { is: Is }>) => void } = {
    about: ({ id, folder, time, commit = null }) => {
      about = { id: about.id ?? id, folder: about.folder ?? folder, commit: about.commit ?? commit };
      startedMs ??= parseTime(time);
    },
    prompt: ({ text }) => {
      if (text.trim() !== '') prompt ??= redactText(text).text.trim();
    },
    call: (event) => {
      // Parallel calls are in one answer of the model. If the calls do not name it, it ends at the first answer of a tool.
      const isSame = event.within === null ? !isAnswered : event.within === within;
      if (!isSame) turn++;
      [within, isAnswered] = [event.within, false];
      const sent = typeof event.input === 'string' ? event.input : JSON.stringify(event.input ?? {});
      const call = { turn, ...toolCall(event.name, event.input), text: sent };
      calls.push(call);
      if (event.id !== null) open.set(event.id, call);
    },
    answer: ({ id, text }) => {
      isAnswered = true;
      const call = id === null ? undefined : open.get(id);
      if (call) call.text += `\n${text}`;
    },
  };
  return {
    see: (event: SessionEvent) => (see[event.is] as (one: SessionEvent) => void)(event),
    finish: (stem: string, format: string): AgentSession => ({
      ...about,
      id: about.id ?? stem,
      format,
      startedMs,
      prompt,
      calls,
    }),
  };
}

function* followed(first: Buffer, rest: Iterator<Buffer>): Generator<Buffer> {
  yield first;
  for (let next = rest.next(); !next.done; next = rest.next()) yield next.value;
}
