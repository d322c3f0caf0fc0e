// A user may name a server for embeddings. This embedder speaks the protocol of OpenAI, and asks a server again that is
// busy, fails or cannot be reached.
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import type { EmbedCall, Embedder } from '../ports/embedder.ts';
import { cleanQuestion } from '../search/question-text.ts';
import { toUnitLength } from './builtin/rows.ts';

export interface ServerSettings {
  /** The base address, for instance `http://127.0.0.1:11434/v1`. */
  readonly url: string;
  readonly key: string | null;
  readonly timeoutMs: number;
  /** How often at most a busy or failing server is asked. */
  readonly attempts: number;
  /** The wait before the second attempt, doubled before each further one; the server may ask for a longer one. */
  readonly backOffMs: number;
  readonly model: string;
  /** The length of vectors to ask for; null leaves it to the server. */
  readonly dimensions: number | null;
  readonly batchTexts: number;
  readonly questionCharactersMax: number;
  /** For this time after a fault of the server it is not asked, so that not every question waits for it. */
  readonly restMs: number;
  readonly now: () => number;
}

/** Creates an embedder for a server such as Ollama, LM Studio, vLLM or OpenAI itself. */
export function createOpenaiCompatible(settings: ServerSettings): Embedder {
  const { model, dimensions } = settings;
  let rest: { readonly untilMs: number; readonly cause: unknown } | null = null;

  const embedBatch = async (texts: readonly string[], signal: AbortSignal | undefined) => {
    const body = { model, input: texts, encoding_format: 'float', ...(dimensions === null ? {} : { dimensions }) };
    return readVectors(await ask(settings, body, signal), texts.length);
  };
  const embed = async (texts: readonly string[], { as, signal }: EmbedCall) => {
    if (rest !== null && settings.now() < rest.untilMs) throw rest.cause;
    const prepare = (text: string) => cleanQuestion(text).trim().slice(0, settings.questionCharactersMax);
    const inputs = as === 'document' ? texts : texts.map(prepare);
    const vectors: Float32Array[] = [];
    try {
      for (let start = 0; start < inputs.length; start += settings.batchTexts)
        vectors.push(...(await embedBatch(inputs.slice(start, start + settings.batchTexts), signal)));
      return vectors;
    } catch (error) {
      if (isFaultOfServer(signal, vectors.length)) rest = { untilMs: settings.now() + settings.restMs, cause: error };
      throw error;
    }
  };
  return { name: 'openai-compatible', model: `openai-compatible:${model}`, dimensions, isLocal: false, embed };
}

// An aborted call is no fault of the server, unless the caller's time ran out before the first answer.
function isFaultOfServer(signal: AbortSignal | undefined, done: number): boolean {
  if (!signal?.aborted) return true;
  return done === 0 && signal.reason instanceof Error && signal.reason.name === 'TimeoutError';
}

const MESSAGE_CHARACTERS_MAX = 200;
/** The longest wait between attempts, whatever the server asks for. */
const WAIT_MS_MAX = 10_000;

async function ask(server: ServerSettings, body: object, signal: AbortSignal | undefined): Promise<unknown> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await askOnce(server, body, signal);
    if ('answer' in outcome) return outcome.answer;
    if (!outcome.isTemporary || attempt >= server.attempts) throw outcome.failure;
    const backOff = server.backOffMs * 2 ** (attempt - 1);
    await sleep(Math.min(WAIT_MS_MAX, Math.max(backOff, outcome.waitMs)), undefined, { signal });
  }
}

type AskOutcome =
  | { readonly answer: unknown }
  | { readonly failure: Error; readonly isTemporary: boolean; readonly waitMs: number };

async function askOnce(
  { url, key, timeoutMs }: ServerSettings,
  body: object,
  signal: AbortSignal | undefined,
): Promise<AskOutcome> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(`${url.replace(/\/+$/, '')}/embeddings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key === null ? {} : { authorization: `Bearer ${key}` }) },
      body: JSON.stringify(body),
      // A redirect could send the texts to another address than the configured one.
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    if (response.ok) return { answer: await response.json() };
    const failure = new Error(`the server answered ${response.status}${await reasonOf(response, key)}`);
    const isTemporary = response.status === 408 || response.status === 429 || response.status >= 500;
    return { failure, isTemporary, waitMs: 1000 * (Number(response.headers.get('retry-after')) || 0) };
  } catch (error) {
    signal?.throwIfAborted();
    if (timeout.aborted) return retryLater(`no answer within ${timeoutMs / 1000} s`, error);
    if (error instanceof SyntaxError) return retryLater('the server answered with something that is not JSON', error);
    return retryLater(`the server cannot be reached (${codeOf(error)})`, error);
  }
}

function retryLater(message: string, cause: unknown): AskOutcome {
  return { failure: new Error(message, { cause }), isTemporary: true, waitMs: 0 };
}

// Returns a colon and the message of the server on one line, cut, with the key removed; nothing if there is none.
async function reasonOf(response: Response, key: string | null): Promise<string> {
  const text = await response.text().catch(() => '');
  const message = /"message"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(text)?.[1] ?? '';
  const shown = (key === null ? message : message.replaceAll(key, '…'))
    .replace(/\s+/g, ' ')
    .slice(0, MESSAGE_CHARACTERS_MAX);
  return shown === '' ? '' : `: ${shown}`;
}

function codeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof Error) return 'code' in cause ? String(cause.code) : cause.message;
  return String(error);
}

const answerSchema = z.object({
  data: z.array(z.object({ index: z.int().min(0), embedding: z.array(z.number()).min(1) })),
});

/** Reads the vectors of a server's answer in the order of the texts, and scales them to length one. */
export function readVectors(answer: unknown, count: number): readonly Float32Array[] {
  const parsed = answerSchema.safeParse(answer);
  if (!parsed.success) throw new Error('the server answered with something that holds no vectors');
  const { data } = parsed.data;
  const byIndex = new Map(data.map(({ index, embedding }) => [index, embedding]));
  const vectors = Array.from({ length: count }, (_, index) => byIndex.get(index));
  const given = vectors.filter((vector) => vector !== undefined);
  if (given.length !== count) throw new Error(`the server gave ${data.length} vectors for ${count} texts`);
  const dimensions = given[0]?.length;
  const other = given.find((vector) => vector.length !== dimensions);
  if (other) throw new Error(`the server gave vectors of ${dimensions} and of ${other.length} numbers`);
  return given.map(toUnitLength);
}
