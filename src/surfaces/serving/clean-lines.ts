import { oneLine } from '../../model/visible-text.ts';
import type { Redact } from '../../ports/reader.ts';

let loading: Promise<Redact> | null = null;

/** Replaces secrets. Loaded with the first answer: whoever connects is greeted before anything heavy starts. */
export const redact: Redact = async (text, path) => {
  loading ??= import('../../reading/redaction/redact.ts').then(({ createRedact }) => createRedact());
  return (await loading)(text, path);
};

/** Names and messages as they may leave: one line each, nothing unseen in them, secrets replaced. */
export async function cleanLines(texts: readonly string[]): Promise<readonly string[]> {
  if (texts.length === 0) return [];
  // All at once: redaction keeps the number of lines.
  return (await redact(texts.map(oneLine).join('\n'), 'message')).text.split('\n');
}

export async function cleanLine(text: string): Promise<string> {
  return (await cleanLines([text])).join(' ');
}

/** Data with every text in it cleaned; what it is called by stays. */
export async function cleanData<Data>(data: Data): Promise<Data> {
  const found: string[] = [];
  visit(data, (text) => {
    found.push(text);
    return text;
  });
  const clean = (await cleanLines(found)).values();
  return visit(data, () => clean.next().value ?? '') as Data;
}

function visit(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((one) => visit(one, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, visit(one, change)]));
}
