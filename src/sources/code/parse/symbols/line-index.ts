// Grammars give offsets, and users read line numbers. This index of a text translates between the two.

/** The lines of a text. Each ends in a newline; the last line may lack it. */
export interface LineIndex {
  readonly text: string;
  readonly count: number;
  /** Returns the 1-based line of an offset. */
  lineAt(offset: number): number;
  /** Returns the offset at which a 1-based line starts; the end of the text for the line after the last. */
  startOf(line: number): number;
  lineText(line: number): string;
}

export function createLineIndex(text: string): LineIndex {
  const starts: number[] = text === '' ? [] : [0];
  for (let index = text.indexOf('\n'); index >= 0 && index + 1 < text.length; index = text.indexOf('\n', index + 1))
    starts.push(index + 1);
  const startOf = (line: number) => starts[line - 1] ?? text.length;
  return {
    text,
    count: starts.length,
    lineAt: (offset) => lineAt(starts, offset),
    startOf,
    lineText: (line) => text.slice(startOf(line), startOf(line + 1)).replace(/\r?\n$/, ''),
  };
}

function lineAt(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
