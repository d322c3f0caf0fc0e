/** The line of an offset in a block, asked in ascending order, so that a long paragraph is read once. */
export function lineCounter(content: string, firstLine: number): (offset: number) => number {
  let line = firstLine;
  let next = content.indexOf('\n');
  return (offset) => {
    while (next >= 0 && next < offset) {
      line++;
      next = content.indexOf('\n', next + 1);
    }
    return line;
  };
}
