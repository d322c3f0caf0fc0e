import { expect } from 'vitest';
import type { Block, Pack } from '../../src/model/pack.ts';

/** What a page was made of; what is left out is counted where it is known. */
export type Printed = Pick<Pack, 'blocks'> & Partial<Pick<Pack, 'references' | 'excluded'>>;

/** Text without markup, read line by line by its rules and no others; returns what stands inside the boundaries. */
export function parsePlain(text: string, page: string, pack: Printed): readonly string[] {
  const lines = text === '' ? [] : text.replace(/\n$/, '').split('\n');
  const reader = { lines, at: 0 };
  const bodies = (READERS[page] ?? readQuery)(reader, pack.blocks.length);
  if (page === 'prompt') {
    if (peek(reader) === '') demand(reader, '');
    readLeftOut(reader, page);
    expect(lines.slice(reader.at)).toEqual([]);
    return bodies;
  }
  const left = readLeftOut(reader, page);
  const { references } = pack;
  const excluded: Readonly<Record<string, number>> = pack.excluded ?? {};
  const named = page === 'pack' ? new Set(references?.map(({ path }) => path)).size : references?.length;
  if (references) expect(left).toBe(named! + (Object.values(excluded).some((count) => count > 0) ? 1 : 0));
  if (peek(reader) === 'Sources:') while (/^ {2}- /.test(lines[++reader.at] ?? ''));
  expect(lines.slice(reader.at)).toEqual([]);
  return bodies;
}

/** Headings with what stands inside their boundaries, and every line outside of them. */
export function parseBounded(text: string): { bodies: readonly string[]; outside: readonly string[] } {
  const reader = { lines: text.replace(/\n$/, '').split('\n'), at: 0 };
  const bodies: string[] = [];
  const outside: string[] = [];
  while (peek(reader) !== undefined) {
    const line = take(reader);
    const mark = /^(={3,}) .* \1$/u.exec(line)?.[1];
    if (mark === undefined) outside.push(line);
    else bodies.push(readTo(reader, mark));
  }
  return { bodies, outside };
}

interface Reader {
  readonly lines: readonly string[];
  at: number;
}

const peek = ({ lines, at }: Reader): string | undefined => lines[at];
function take(reader: Reader): string {
  const line = reader.lines[reader.at++];
  if (line === undefined) throw new Error('the page ends too early');
  return line;
}
function demand(reader: Reader, ...expected: readonly string[]): void {
  for (const line of expected) expect(take(reader)).toBe(line);
}

const READERS: Readonly<Record<string, (reader: Reader, blocks: number) => readonly string[]>> = {
  pack: readPack,
  prompt: readPrompt,
  query: readQuery,
  'f6.3': readQuery,
};

function readPrompt(reader: Reader, blocks: number): readonly string[] {
  demand(reader, 'TASK');
  const bodies: string[] = [];
  while (bodies.length < blocks) {
    const line = take(reader);
    // The task is indented, so that no line of it is one of ours.
    if (/^(?: {2}.*|Note: .*|To narrow it: .*|Stops:? .*|FILE .*)?$/u.test(line)) continue;
    const mark = /^(={3,}) .* \1$/u.exec(line)?.[1];
    expect(mark).toBeDefined();
    bodies.push(readTo(reader, mark ?? ''));
  }
  if (blocks > 0) return bodies;
  while (/^(?: {2}.*|Note: .*|To narrow it: .*|Stops:? .*)?$/u.test(peek(reader) ?? 'end')) take(reader);
  demand(reader, 'Nothing here is quoted.');
  return bodies;
}

function readPack(reader: Reader, blocks: number): readonly string[] {
  demand(reader, 'CONTEXT PACK', '', 'TASK');
  while (peek(reader) !== 'ANALYSIS') expect(take(reader)).toMatch(/^(?: {2}.*)?$/u);
  demand(reader, 'ANALYSIS');
  while (peek(reader) !== '') expect(take(reader)).not.toMatch(/^[=A-Z ]+$/);
  demand(reader, '', 'FILES');
  while (peek(reader) !== '') expect(take(reader)).toMatch(/^(?:\d\.\d\d .*|None\.)$/u);
  demand(reader, '', 'CODE');
  if (blocks === 0) demand(reader, 'Nothing was relevant enough to quote.');
  return Array.from({ length: blocks }, (_, index) => {
    if (index > 0) demand(reader, '');
    return readBounded(reader, take(reader), 0);
  });
}

const GROUP = /^=== (?:Relevant Code|Related Documentation|Previous Conversations|Other Context) ===$/;

// Results of both kinds of pages: a heading with facts and a boundary, or a name with its place.
function readQuery(reader: Reader, blocks: number): readonly string[] {
  return Array.from({ length: blocks }, (_, index) => {
    if (index > 0) demand(reader, '');
    if (peek(reader) === '---') demand(reader, '---', '');
    if (GROUP.test(peek(reader) ?? '')) demand(reader, peek(reader) ?? '', '');
    const heading = take(reader);
    if (/^=+ \w+: .* =+$/u.test(heading)) return readBounded(reader, heading, 2);
    expect(heading).toMatch(/^.* \[.*\].*$/u);
    return /^=+$/.test(peek(reader) ?? '') ? readTo(reader, take(reader)) : '';
  });
}

function readBounded(reader: Reader, heading: string, facts: number): string {
  const mark = /^(={3,}) .* \1$/u.exec(heading)?.[1];
  if (mark === undefined) throw new Error(`no heading: ${heading}`);
  if (facts > 0) {
    expect(take(reader)).toMatch(/^File: /);
    if (peek(reader)?.startsWith('Score')) expect(take(reader)).toMatch(/^Score: \d\.\d\d$/);
    while (peek(reader) !== '') expect(take(reader)).toMatch(/^Note: /);
    demand(reader, '');
  }
  return readTo(reader, mark);
}

function readTo(reader: Reader, mark: string): string {
  const inside: string[] = [];
  while (peek(reader) !== mark) {
    // Not even a line that only starts like the boundary is inside it.
    expect(peek(reader)?.startsWith(mark)).toBe(false);
    inside.push(take(reader));
  }
  demand(reader, mark);
  return inside.join('\n');
}

const NAMED_TITLES: Readonly<Record<string, string>> = {
  pack: 'NOT QUOTED, LIKELIEST FIRST',
  prompt: 'NOT QUOTED',
};

function readLeftOut(reader: Reader, page: string): number {
  const title = NAMED_TITLES[page] ?? 'Left out, best first:';
  // Two line ends stand before it, also where there is nothing above.
  if (peek(reader) === '') demand(reader, '', ...(reader.at === 0 ? [''] : []));
  if (peek(reader) !== title) return 0;
  demand(reader, title);
  let count = 0;
  while (peek(reader) !== undefined && peek(reader) !== '') {
    expect(take(reader)).toMatch(page in NAMED_TITLES ? /^(?![=\-#>|*(]).+$/u : /^ {2}\S/u);
    count++;
  }
  if (peek(reader) === '') demand(reader, '');
  return count;
}

/** What a plain page must quote of a block. */
export function quotedPlain(block: Block & { readonly doc?: string | null }, page: string): string {
  if (page === 'f6.3') return block.doc ?? block.text;
  return block.imports === null ? block.text : `${block.imports}\n\n${block.text}`;
}
