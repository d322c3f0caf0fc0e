import type { EntityKind } from '../../../../model/entity.ts';
import type { LineRange } from '../../../../model/facts.ts';
import type { LineIndex } from './line-index.ts';

const SIGNATURE_CHARACTERS_MAX = 2000;
// What may follow a signature is looked for at its end: each place before it costs a try.
const TAIL_CHARACTERS_MAX = 300;
// A constant or type of this many lines is its own signature; of a longer one the first line stands for it.
const VALUE_LINES_MAX = 3;

export interface Signature {
  readonly text: string;
  readonly lines: LineRange;
}

export interface SignatureInput {
  readonly kind: EntityKind;
  readonly start: number;
  /** Start of the body, or the end of a definition without one. */
  readonly end: number;
  readonly tail: RegExp;
}

/** Everything from the definition's start to its body, however many lines that takes. */
export function signatureOf(index: LineIndex, { kind, start, end, tail }: SignatureInput): Signature {
  const stop = Math.min(end, start + SIGNATURE_CHARACTERS_MAX);
  const tailStart = Math.max(start, stop - TAIL_CHARACTERS_MAX);
  const written = index.text.slice(start, tailStart) + index.text.slice(tailStart, stop).replace(tail, '');
  const isValue = kind === 'constant' || kind === 'type';
  const lines = written.split('\n');
  const kept = isValue && lines.length > VALUE_LINES_MAX ? lines.slice(0, 1) : lines;
  const firstLine = index.lineAt(start);
  const indent = start - index.startOf(firstLine);
  return {
    text: kept.map((line, at) => (at === 0 ? line : dedent(line, indent)).trimEnd()).join('\n'),
    lines: [firstLine, firstLine + kept.length - 1],
  };
}

function dedent(line: string, indent: number): string {
  const blank = line.length - line.trimStart().length;
  return line.slice(Math.min(blank, indent));
}
