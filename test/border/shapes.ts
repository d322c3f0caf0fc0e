import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A secret as somebody wrote it by hand. */
export interface Shape {
  readonly id: string;
  readonly text: string;
  readonly secrets: readonly string[];
  /** What must stay as it is. */
  readonly stays: readonly string[];
}

/** The shapes of a file in the form of `shapes.txt`, or in that of `tools.txt`, where secrets are enclosed in ⟦ and ⟧. */
export function readShapes(path: string = join(import.meta.dirname, 'shapes.txt')): readonly Shape[] {
  const [, ...shapes] = readFileSync(path, 'utf8').split(/^=== /m);
  return shapes.map((shape) => {
    const [head = '', ...lines] = shape.replace(/\n+$/, '').split('\n');
    if (shape.includes('⟦')) return { id: head.split(' ')[0]!, ...readMarked(lines.join('\n')) };
    const [text = [], secrets = [], stays = []] = cut(lines);
    return { id: head.split(' ')[0]!, text: text.join('\n'), secrets, stays };
  });
}

function cut(lines: readonly string[]): readonly (readonly string[])[] {
  const marks = lines.flatMap((line, at) => (line === '~~~ secret' || line === '~~~ stays' ? [at] : []));
  return [-1, ...marks].map((mark, at) => lines.slice(mark + 1, marks[at] ?? lines.length));
}

function readMarked(marked: string): Omit<Shape, 'id'> {
  return {
    text: marked.replace(/[⟦⟧]/g, ''),
    secrets: [...marked.matchAll(/⟦(.*?)⟧/g)].map(([, secret]) => secret!),
    stays: marked
      .split(/⟦.*?⟧|\n/)
      .map((piece) => piece.trim())
      .filter((piece) => piece !== ''),
  };
}
