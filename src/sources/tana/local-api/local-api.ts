// A running Tana offers a Local API over HTTP. This file asks it, waits out failures that may pass, and checks answers.
import { setTimeout } from 'node:timers/promises';
import * as z from 'zod';
import { ContextError, messageOf } from '../../../model/errors.ts';

export interface LocalApiOptions {
  readonly url: string;
  readonly token: string;
  readonly timeoutMs: number;
  readonly attempts: number;
  readonly backoffMs: number;
  readonly retryAfterMaxMs: number;
  readonly requestsAtOnce: number;
  readonly answerBytesMax: number;
  readonly signal?: AbortSignal | undefined;
}

interface ApiQuestion<Answer> {
  readonly path: string;
  readonly query?: URLSearchParams | undefined;
  readonly answer: z.ZodType<Answer>;
  readonly timeoutMs?: number | undefined;
  /** Whether to try only once, for the question whether Tana is running. */
  readonly isOnce?: boolean | undefined;
}

export type LocalApi = ReturnType<typeof createLocalApi>;

/** Asks Tana. An answer is null if the thing does not exist; other failures of Tana are GRAPH_BACKEND errors. */
export function createLocalApi(options: LocalApiOptions) {
  const runLimited = limitJobs(options.requestsAtOnce);
  return {
    ask: <Answer>(asking: ApiQuestion<Answer>): Promise<Answer | null> =>
      runLimited(async () => {
        const text = await attempt(options, asking);
        return text === null ? null : parseAnswer(text, asking);
      }),
  };
}

/** A failure that may be over after a pause, so that another attempt is worthwhile. */
class TemporaryFailure extends Error {
  /** The pause that Tana asked for. */
  pauseMs: number | null = null;
}

async function attempt(options: LocalApiOptions, asking: ApiQuestion<unknown>): Promise<string | null> {
  const attempts = asking.isOnce ? 1 : options.attempts;
  for (let n = 1; ; n++) {
    try {
      return await askOnce(options, asking);
    } catch (error) {
      options.signal?.throwIfAborted();
      if (!(error instanceof TemporaryFailure)) throw error;
      if (n >= attempts) throw backendError(error.message, error);
      const { signal, backoffMs, retryAfterMaxMs } = options;
      const pauseMs = Math.min(error.pauseMs ?? backoffMs * n * n, retryAfterMaxMs);
      await setTimeout(pauseMs, undefined, { signal }).catch(() => signal?.throwIfAborted());
    }
  }
}

async function askOnce(options: LocalApiOptions, asking: ApiQuestion<unknown>): Promise<string | null> {
  const timeoutMs = asking.timeoutMs ?? options.timeoutMs;
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = options.signal ? AbortSignal.any([timeout, options.signal]) : timeout;
  try {
    const search = asking.query ? `?${asking.query}` : '';
    const response = await fetch(`${options.url.replace(/\/+$/, '')}${asking.path}${search}`, {
      headers: { authorization: `Bearer ${options.token}`, accept: 'application/json' },
      // A redirect could carry the token to another host.
      redirect: 'manual',
      signal,
    });
    return await readResponse(response, options);
  } catch (error) {
    if (error instanceof ContextError || error instanceof TemporaryFailure) throw error;
    const message = timeout.aborted
      ? `did not answer within ${timeoutMs} ms`
      : `cannot be reached (${reasonOf(error)})`;
    throw new TemporaryFailure(message, { cause: error });
  }
}

const TEMPORARY = [429, 502, 503, 504];

async function readResponse(response: Response, { answerBytesMax }: LocalApiOptions): Promise<string | null> {
  const { status } = response;
  if (response.ok) return readText(response, answerBytesMax);
  // An unread body would keep the connection busy.
  await response.body?.cancel();
  if (status === 404) return null;
  if (status === 401 || status === 403) throw backendError(`refused the token (${status}); check KNAP_TANA_TOKEN`);
  if (!TEMPORARY.includes(status)) throw backendError(`answered ${status}`);
  throw Object.assign(new TemporaryFailure(`answered ${status}`), { pauseMs: retryAfterMs(response) });
}

// Reads only seconds, because a date would need a clock.
function retryAfterMs(response: Response): number | null {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null;
}

async function readText(response: Response, bytesMax: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw backendError(`sent an answer of more than ${bytesMax} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseAnswer<Answer>(text: string, { path, answer }: ApiQuestion<Answer>): Answer {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw backendError(`answered ${path} with something that is no JSON`, error);
  }
  const parsed = answer.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw backendError(
    `answered ${path} in another shape (${issue?.path.join('.') || 'the whole'}: ${issue?.message})`,
    parsed.error,
  );
}

const backendError = (message: string, cause?: unknown): ContextError =>
  new ContextError('GRAPH_BACKEND', `The Local API of Tana ${message}.`, { cause });

// `fetch` fails with an error whose cause has the reason.
function reasonOf(error: unknown): string {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = inner instanceof Error && 'code' in inner ? String(inner.code) : '';
  return code || messageOf(inner);
}

/** Starts jobs in the order they come, at most `atOnce` at a time. */
function limitJobs(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await work();
    } finally {
      // The next waiting job takes this place, or the place becomes free.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}

// These schemas describe the Local API's answers as far as knap checks them.
export const healthAnswer = z.object({ status: z.enum(['ok', 'degraded']), nodeSpaceReady: z.boolean() });

export const workspacesAnswer = z.array(z.object({ id: z.string().min(1), name: z.string() }));
export type LiveWorkspace = z.output<typeof workspacesAnswer>[number];

const tag = z.object({ id: z.string(), name: z.string() });

export const tagsAnswer = z.array(tag);

const listed = {
  id: z.string().min(1),
  name: z.string(),
  tags: z.array(tag),
  docType: z.string(),
  description: z.string().nullish(),
  created: z.string(),
  inTrash: z.boolean(),
};

const foundNode = z.object({ ...listed, breadcrumb: z.array(z.string()) });
export const searchAnswer = z.array(foundNode);

const childNode = z.object({ ...listed, childCount: z.number() });
export const childrenAnswer = z.object({ children: z.array(childNode), total: z.int().min(0), hasMore: z.boolean() });
/** A node in a list; only the results of a search have a breadcrumb. */
export type ListedNode = z.output<typeof foundNode> | z.output<typeof childNode>;

export const nodeAnswer = z.object({
  markdown: z.string(),
  name: z.string().nullish(),
  description: z.string().nullish(),
});
