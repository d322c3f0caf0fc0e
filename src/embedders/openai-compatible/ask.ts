import { setTimeout as sleep } from 'node:timers/promises';

/** Where a server is, and how patiently it is asked. */
export interface Endpoint {
  /** The base address, for instance `http://127.0.0.1:11434/v1`. */
  readonly url: string;
  readonly key: string | null;
  readonly timeoutMs: number;
  readonly attempts: number;
  /** Waited before the second attempt; twice as long before each further one. */
  readonly backOffMs: number;
}

const MESSAGE_CHARACTERS = 200;
/** A server may ask for more patience than anybody has. */
const WAIT_MS_MAX = 10_000;

/** Posts to the server and gives its answer; busy and failing ones are asked again, a refusal is final. */
export async function ask(endpoint: Endpoint, body: object, signal: AbortSignal | undefined): Promise<unknown> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await askOnce(endpoint, body, signal);
    if ('answer' in outcome) return outcome.answer;
    if (!outcome.isPassing || attempt >= endpoint.attempts) throw outcome.failure;
    const backOff = endpoint.backOffMs * 2 ** (attempt - 1);
    await sleep(Math.min(WAIT_MS_MAX, Math.max(backOff, outcome.waitMs)), undefined, { signal });
  }
}

type AskOutcome =
  | { readonly answer: unknown }
  | { readonly failure: Error; readonly isPassing: boolean; readonly waitMs: number };

async function askOnce(endpoint: Endpoint, body: object, signal: AbortSignal | undefined): Promise<AskOutcome> {
  const { url, key, timeoutMs } = endpoint;
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(`${url.replace(/\/+$/, '')}/embeddings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key === null ? {} : { authorization: `Bearer ${key}` }) },
      body: JSON.stringify(body),
      // Texts and the key go to the address that was configured and to no other.
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    if (response.ok) return { answer: await response.json() };
    const failure = new Error(`the server answered ${response.status}${await reasonOf(response, key)}`);
    const isPassing = response.status === 408 || response.status === 429 || response.status >= 500;
    return { failure, isPassing, waitMs: 1000 * (Number(response.headers.get('retry-after')) || 0) };
  } catch (error) {
    signal?.throwIfAborted();
    if (timeout.aborted) return passing(`no answer within ${timeoutMs / 1000} s`, error);
    if (error instanceof SyntaxError) return passing('the server answered with something that is not JSON', error);
    return passing(`the server cannot be reached (${codeOf(error)})`, error);
  }
}

function passing(message: string, cause: unknown): AskOutcome {
  return { failure: new Error(message, { cause }), isPassing: true, waitMs: 0 };
}

// What the server says is shown, cut, on one line, and without the key should it repeat it.
async function reasonOf(response: Response, key: string | null): Promise<string> {
  const text = await response.text().catch(() => '');
  const said = /"message"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(text)?.[1] ?? '';
  const shown = (key === null ? said : said.replaceAll(key, '…')).replace(/\s+/g, ' ').slice(0, MESSAGE_CHARACTERS);
  return shown === '' ? '' : `: ${shown}`;
}

function codeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof Error) return 'code' in cause ? String(cause.code) : cause.message;
  return String(error);
}
