import type { Tree, TreeCursor } from 'web-tree-sitter';
import type { ColoredLine, ColorKind } from '../../../ports/source.ts';

const COMMENT = /comment/;
const TEXT = /string|char_literal|character_literal|heredoc|regex|template_literal/;
// Code inside of a text: its tokens have colours of their own.
const INSIDE = /interpolation|substitution|embedded/;
const NUMBER = /^(?:number|integer|float|decimal|int|real)|(?:number|integer|float|int)_literal$|_(?:integer|float)$/;
const VALUE = /^(?:true|false|null|nil|none|None|True|False|undefined|self|this|super)$/;
const WORD = /^[A-Za-z_]+$/;

/** What each line of a text is made of, as its grammar reads it; null when that takes too long. */
export function colorsOf(tree: Tree, text: string, isLate: () => boolean): readonly ColoredLine[] | null {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  const lines: [number, number, ColorKind][][] = starts.map(() => []);
  let row = 0;
  const add = (start: number, end: number, kind: ColorKind) => {
    while (row + 1 < starts.length && starts[row + 1]! <= start) row++;
    for (let line = row; line < starts.length && starts[line]! < end; line++) {
      const first = starts[line]!;
      const last = (starts[line + 1] ?? text.length + 1) - 1;
      const [from, to] = [Math.max(start, first), Math.min(end, last)];
      if (from < to) lines[line]!.push([from - first, to - first, kind]);
    }
  };
  return walk(tree.walk(), add, isLate) ? lines : null;
}

// From left to right; false when it was given up.
function walk(cursor: TreeCursor, add: (start: number, end: number, kind: ColorKind) => void, isLate: () => boolean) {
  const insideText: boolean[] = [false];
  let steps = 0;
  for (;;) {
    if (++steps % 1000 === 0 && isLate()) return false;
    const type = cursor.nodeType;
    const isText = cursor.nodeIsNamed && TEXT.test(type) ? true : INSIDE.test(type) ? false : insideText.at(-1)!;
    const isComment = COMMENT.test(type);
    if (!isComment && cursor.gotoFirstChild()) {
      insideText.push(isText);
      continue;
    }
    const kind = isComment ? 'comment' : isText ? 'string' : kindOfLeaf(type, cursor.nodeIsNamed);
    if (kind !== null) add(cursor.startIndex, cursor.endIndex, kind);
    while (!cursor.gotoNextSibling()) {
      if (!cursor.gotoParent()) return true;
      insideText.pop();
    }
  }
}

function kindOfLeaf(type: string, isNamed: boolean): ColorKind | null {
  if (isNamed) return NUMBER.test(type) ? 'number' : VALUE.test(type) ? 'keyword' : null;
  return WORD.test(type) ? 'keyword' : null;
}
