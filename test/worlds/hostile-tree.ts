import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DEFAULTS } from '../../src/config/defaults.ts';

/** How bad a tree is. */
export interface Hostility {
  /** Of a file nobody should open. */
  readonly hugeBytes: number;
  /** Of one in a single line. */
  readonly lineBytes: number;
  /** Of files that are just small enough to be opened. */
  readonly openedBytes: number;
  readonly levels: number;
}

/** As bad as it gets, and the same in small. */
export const WORST: Hostility = {
  ...{ hugeBytes: 300e6, lineBytes: 20e6, levels: 300 },
  openedBytes: DEFAULTS.scan.fileBytesMax - 100,
};
export const BAD: Hostility = { hugeBytes: 2e6, lineBytes: 1.2e6, openedBytes: 30_000, levels: 120 };

/** What is asked for in such a tree, and where it is. */
export const WANTED = { task: 'fix `handleWebhook`', path: 'src/webhook.ts' };
const PIECES: Readonly<Record<string, (at: number) => string>> = {
  'generated/symbols.ts': (at) => `export function f${at}() { return ${at}; }\n`,
  'generated/methods.py': (at) => `${at === 0 ? 'class All:\n' : ''}    def m${at}(self): return self.m${at + 1}()\n`,
  'generated/line.js': (at) => `f${at}(${at});`,
  'generated/words.txt': (at) => `word${at} `,
  'generated/deep.json': () => '[',
  'generated/brackets.c': () => '((',
  'generated/imports.ts': (at) => `import { a${at} } from './b${at}.ts';\n`,
  'generated/table.csv': (at) => `${at},"x, y",${at / 7}\n`,
  'generated/heading.md': (at) => `${'#'.repeat(1 + (at % 6))} Part ${at}\n\nSee [part](#part-${at + 1}).\n`,
};

/** Writes a tree of what nobody would write by hand, with one file in it that somebody did. */
export function writeHostileTree(root: string, { hugeBytes, lineBytes, openedBytes, levels }: Hostility): void {
  const write = (path: string, text: string | Buffer) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (const [path, piece] of Object.entries(PIECES)) write(path, repeated(piece, openedBytes));
  write('huge/lines.ts', Buffer.alloc(hugeBytes, 'export const a = 1;\n'));
  write('huge/one-line.js', Buffer.alloc(lineBytes, 'a();'));
  write(`${'d/'.repeat(levels)}deepest.ts`, 'export function deepest() { return 1; }\n');
  write(WANTED.path, 'export function handleWebhook() {\n  return "stripe";\n}\n');
}

function repeated(piece: (at: number) => string, bytes: number): string {
  const pieces: string[] = [];
  for (let at = 0, length = 0; length < bytes; at++) {
    pieces.push(piece(at));
    length += pieces.at(-1)!.length;
  }
  return pieces.slice(0, -1).join('');
}
