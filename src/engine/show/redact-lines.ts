import type { Redact } from '../../ports/reader.ts';

const LINE_ENDS = /[\r\n\u2028\u2029]+/g;

/** Short texts out of the index with their secrets replaced, each on a line of its own. */
export async function redactLines(texts: readonly string[], redact: Redact): Promise<readonly string[]> {
  if (texts.length === 0) return [];
  const joined = texts.map((text) => text.replace(LINE_ENDS, ' ')).join('\n');
  return (await redact(joined, 'index')).text.split('\n');
}
