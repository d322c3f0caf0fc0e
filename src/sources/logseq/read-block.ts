import { type Part, readInline, type Target } from './read-inline.ts';
import type { Property, ReadBlock } from './read-page.ts';

/** A block's text taken apart. */
export interface BlockText {
  readonly parts: readonly Part[];
  readonly isDone: boolean | null;
  /** It holds code: its lines are kept. */
  readonly code: string | null;
  /** It is nothing but a reference or an embedding. */
  readonly only: Target | null;
  /** Properties that stand in the text itself. */
  readonly properties: readonly Property[];
}

const OPEN = 'TODO DOING NOW LATER WAITING WAIT STARTED IN-PROGRESS';
const CLOSED = 'DONE CANCELED CANCELLED';
const MARKER = new RegExp(`^(${[OPEN, CLOSED].join(' ').replaceAll(' ', '|')})(?:\\s+|$)`);
const HEADING = /^#{1,6}\s+/;
const PRIORITY = /^\[#([A-C])\]\s*/;
const FENCE = /^\s*(`{3,}|~{3,})/;

export function readBlock({ lines }: ReadBlock): BlockText {
  const text = lines.join('\n').trim();
  if (lines.some((line) => FENCE.test(line)))
    return { parts: [], isDone: null, code: codeOf(lines), only: null, properties: [] };
  const headless = text.replace(HEADING, '');
  const marker = MARKER.exec(headless)?.[1];
  const rest = headless.replace(MARKER, '').replace(HEADING, '');
  const priority = PRIORITY.exec(rest)?.[1];
  const parts = readInline(rest.replace(PRIORITY, ''));
  return {
    parts,
    isDone: marker === undefined ? null : CLOSED.split(' ').includes(marker),
    code: null,
    only: marker === undefined ? onlyTarget(parts) : null,
    properties: priority === undefined ? [] : [{ name: 'priority', value: priority }],
  };
}

function onlyTarget(parts: readonly Part[]): Target | null {
  const telling = parts.filter((part) => typeof part !== 'string' || part.trim() !== '');
  const [part] = telling;
  return telling.length === 1 && typeof part === 'object' && 'target' in part && part.label === null
    ? part.target
    : null;
}

// A block that is all code goes without its fences; one that talks about code keeps them.
function codeOf(lines: readonly string[]): string {
  const told = lines.filter((line, place) => place > 0 || line.trim() !== '');
  const [first, last] = [told[0] ?? '', told.at(-1) ?? ''];
  const isAll = FENCE.test(first) && FENCE.test(last) && told.filter((line) => FENCE.test(line)).length === 2;
  return (isAll ? told.slice(1, -1) : told).join('\n').trimEnd();
}
