import type { Scored } from '../model/candidate.ts';
import type { Block } from '../model/pack.ts';

/** What is said of so many lines with secrets in them. */
export function redactionNotes(lines: number): readonly string[] {
  if (lines === 0) return [];
  return [`${lines} ${lines === 1 ? 'line looks like a secret and is' : 'lines look like secrets and are'} redacted`];
}

/** How many of the quoted lines hold the place of a secret; what was only read does not count. */
export function redactedLines(blocks: readonly Block[], scored: readonly Scored[]): number {
  const redacted = new Map<string, readonly number[]>();
  for (const { path, text } of scored) if (text?.redacted?.length) redacted.set(`${path}\n${text.hash}`, text.redacted);
  if (redacted.size === 0) return 0;
  const quoted = blocks.flatMap((block) => {
    const key = `${block.path}\n${block.hash}`;
    const isQuoted = (line: number) =>
      [...block.lines, ...block.importLines].some(([first, last]) => first <= line && line <= last);
    return (redacted.get(key) ?? []).filter(isQuoted).map((line) => `${key}\n${line}`);
  });
  return new Set(quoted).size;
}
