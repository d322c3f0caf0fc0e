import { DEFAULTS } from '../../config/defaults.ts';
import type { ForgettingEvent, HookClient, PromptEvent } from './clients.ts';

/** Why a prompt is left alone. Nothing has failed: most prompts need nothing. */
export class Silence extends Error {}

/** The prompt a client tells of, or that it has forgotten what it was given. */
export async function readEvent(
  stdin: AsyncIterable<unknown>,
  client: HookClient,
): Promise<PromptEvent | ForgettingEvent> {
  const told = parse(await readAll(stdin));
  const event = client.event.safeParse(told);
  if (event.success) return event.data;
  const forgetting = client.forgetting?.safeParse(told);
  if (forgetting?.success) return forgetting.data;
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
