import { write } from 'node:fs';

const WAITING_MAX = 1000;

/**
 * Writes lines beside the work. A pipe that nobody reads would hold up the whole process: here it only holds up its
 * lines, and those that are too many are counted instead of kept.
 */
export function lineWriter(stream: NodeJS.WritableStream & { readonly fd?: number }): (line: string) => void {
  const { fd } = stream;
  if (fd === undefined) return (line) => void stream.write(`${line}\n`);
  let waiting: string[] = [];
  let dropped = 0;
  let isWriting = false;
  const flush = () => {
    if (isWriting || waiting.length === 0) return;
    const lines = dropped === 0 ? waiting : [...waiting, `${dropped} lines were dropped`];
    [waiting, dropped, isWriting] = [[], 0, true];
    // Whatever becomes of it, the next lines get their turn.
    write(fd, `${lines.join('\n')}\n`, () => {
      isWriting = false;
      flush();
    });
  };
  return (line) => {
    if (waiting.length < WAITING_MAX) waiting.push(line);
    else dropped += 1;
    flush();
  };
}
