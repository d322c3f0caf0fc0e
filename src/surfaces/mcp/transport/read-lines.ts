const NEWLINE = 0x0a;
/** Of a line that is too long this much of either end is kept: one of them names the question. */
const END_BYTES = 4096;

/** What is left of a line that was too long. */
export interface LineEnds {
  readonly head: string;
  readonly tail: string;
}

export interface LineReceiver {
  line(text: string): void;
  tooLong(ends: LineEnds): void;
}

/** Cuts bytes into lines; a line longer than the limit is dropped as it comes in, and reported when it ends. */
export function createLines(lineBytesMax: number, receiver: LineReceiver): { push(chunk: Buffer): void } {
  let parts: Buffer[] = [];
  let bytes = 0;
  let head: Buffer | null = null;

  const add = (part: Buffer) => {
    parts.push(part);
    bytes += part.length;
    if (bytes <= lineBytesMax && head === null) return;
    const all = Buffer.concat(parts);
    head ??= Buffer.from(all.subarray(0, END_BYTES));
    parts = [Buffer.from(all.subarray(-END_BYTES))];
    bytes = parts[0]!.length;
  };
  const end = () => {
    const text = Buffer.concat(parts).toString('utf8');
    const start = head;
    parts = [];
    bytes = 0;
    head = null;
    if (start === null) receiver.line(text);
    else receiver.tooLong({ head: start.toString('utf8'), tail: text });
  };
  return {
    push: (chunk) => {
      let rest = chunk;
      for (let at = rest.indexOf(NEWLINE); at >= 0; at = rest.indexOf(NEWLINE)) {
        add(rest.subarray(0, at));
        end();
        rest = rest.subarray(at + 1);
      }
      if (rest.length > 0) add(rest);
    },
  };
}
