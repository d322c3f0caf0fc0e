// Sends requests to the server, and turns failures into errors with a code.
import { useEffect, useState } from 'preact/hooks';

/** An error of a request, perhaps with a hint. */
export class PageFault extends Error {
  readonly code: string;
  readonly hint: string | null;
  constructor(code: string, message: string, hint: string | null = null) {
    super(message);
    this.code = code;
    this.hint = hint;
  }
}

/** Turns any error into one with a code. */
export function toPageFault(fault: unknown): PageFault {
  return fault instanceof PageFault ? fault : new PageFault('FAULT', String(fault));
}

/** The answer of an operation. */
export interface Reply<Data> {
  readonly text: string;
  readonly data: Data;
  readonly nothingFound: string | null;
  readonly warnings: readonly string[];
}

export const AWAY = 'AWAY';
export const STOPPED = 'STOPPED';
const KEY = 'knap-token';

/** Calls an operation, such as `/v1/pack`. The signal cancels it. */
export async function ask<Data>(path: string, question: unknown, signal?: AbortSignal): Promise<Reply<Data>> {
  return requestAnswer(path, { method: 'POST', body: JSON.stringify(question), signal: signal ?? null });
}

/** Reads a path that takes no question, such as `/v1/status`. */
export function look<Answer>(path: string): Promise<Answer> {
  return requestAnswer(path, { method: 'GET' });
}

/** Exchanges the one-time code of the address for the token, and keeps the token for this tab. */
export async function enter(code: string): Promise<void> {
  const { token } = await requestAnswer<{ token: string }>('/ui/session', {
    method: 'POST',
    body: JSON.stringify({ code }),
  });
  sessionStorage.setItem(KEY, token);
}

/** Calls back for each event until the server ends the stream; fails if it breaks off or the signal aborts. */
export async function listen(onEvent: (event: unknown) => void, signal: AbortSignal): Promise<void> {
  const response = await sendRequest('/v1/events', { signal });
  if (!response.ok) throw await refusalIn(response, signal);
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  const read = () =>
    reader.read().catch(() => {
      throw faultOf(signal);
    });
  let rest = '';
  for (let part = await read(); !part.done; part = await read()) {
    const lines = (rest + part.value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.startsWith('data: ')) onEvent(JSON.parse(line.slice(6)));
  }
}

async function requestAnswer<Answer>(path: string, init: RequestInit): Promise<Answer> {
  const response = await sendRequest(path, init);
  if (!response.ok) throw await refusalIn(response, init.signal);
  return response.json().catch(() => {
    throw faultOf(init.signal);
  });
}

async function refusalIn(response: Response, signal: AbortSignal | null | undefined): Promise<PageFault> {
  const answer = await response.json().catch(() => null);
  if (!answer?.error) return faultOf(signal);
  const { code, message, hint } = answer.error;
  return new PageFault(code, message, hint);
}

async function sendRequest(path: string, init: RequestInit): Promise<Response> {
  const token = sessionStorage.getItem(KEY);
  const headers = {
    'Content-Type': 'application/json',
    ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
  };
  return fetch(path, { ...init, headers, cache: 'no-store' }).catch(() => {
    throw faultOf(init.signal);
  });
}

function faultOf(signal: AbortSignal | null | undefined): PageFault {
  if (signal?.aborted) return new PageFault(STOPPED, 'A newer question replaced this one.');
  return new PageFault(AWAY, 'The server is away.', 'Start it again in a terminal: knap ui');
}

interface AnswerState<Answer> {
  readonly answer: Answer | null;
  readonly fault: string;
  readonly isAsking: boolean;
}

const WAITING = { answer: null, fault: '', isAsking: true } as const;

/** Asks when the key changes, and aborts the signal of the request before; null asks nothing. */
export function useAsked<Answer>(
  key: string | null,
  request: (signal: AbortSignal) => Promise<Answer>,
): AnswerState<Answer> {
  const [asked, setAsked] = useState<AnswerState<Answer>>(WAITING);
  useEffect(() => {
    if (key === null) return setAsked({ answer: null, fault: '', isAsking: false });
    const stop = new AbortController();
    setAsked((before) => ({ ...before, fault: '', isAsking: true }));
    request(stop.signal).then(
      (answer) => stop.signal.aborted || setAsked({ answer, fault: '', isAsking: false }),
      (error: unknown) => {
        const { message, hint } = toPageFault(error);
        if (!stop.signal.aborted) setAsked({ answer: null, fault: `${message} ${hint ?? ''}`, isAsking: false });
      },
    );
    return () => stop.abort();
  }, [key]);
  return asked;
}
