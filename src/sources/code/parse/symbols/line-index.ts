// Grammars give offsets, and users read line numbers. This index of a text translates between the two.

/** The lines of a text, counted from one. Each ends in a newline; the last line may lack it. */
export type LineIndex = ReturnType<typeof createLineIndex>;

export function createLineIndex(text: string) {
  const starts: number[] = text === '' ? [] : [0];
  for (let index = text.indexOf('\n'); index >= 0 && index + 1 < text.length; index = text.indexOf('\n', index + 1))
    starts.push(index + 1);
  const startOf = (line: number) => starts[line - 1] ?? text.length;
  return {
    text,
    count: starts.length,
    /** Returns the line of an offset. */
    lineAt: (offset: number) => lineAt(starts, offset),
    /** Returns the offset at which a line starts; the end of the text for the line after the last. */
    startOf,
    lineText: (line: number) => text.slice(startOf(line), startOf(line + 1)).replace(/\r?\n$/, ''),
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
