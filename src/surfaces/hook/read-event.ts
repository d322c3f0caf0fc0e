import { DEFAULTS } from '../../config/defaults.ts';
import type { EndingEvent, ForgettingEvent, HookClient, PromptEvent } from './clients.ts';

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
