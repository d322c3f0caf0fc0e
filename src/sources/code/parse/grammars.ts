import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { gunzipSync } from 'node:zlib';
import { Language as Grammar, Parser, Query, type Tree, type TreeCursor } from 'web-tree-sitter';
import type { Language } from '../../../languages/language.ts';
import { GRAMMAR_MISSING } from '../../../model/facts.ts';
import type { ColoredLine, ColorKind } from '../../../ports/source.ts';
import { REFUSED, readPlainFile } from '../../../reading/plain-file.ts';
import { type Captures, collect } from './symbols/captures.ts';

const PACKED_BYTES_MAX = 16_000_000;

/** Where the grammars are and how long one text may take. */
interface GrammarSettings {
  readonly folder: string;
  /** A text that takes longer is given up: some grammars need a time that grows with the square of odd input. */
  readonly readMsMax: number;
  /** Milliseconds this thread has taken so far. */
  readonly spentMs: () => number;
}

/** Grammars of one thread, loaded when a language is first met. */
export interface Grammars {
  /** Makes the language ready; a sentence when its grammar cannot be had. */
  load(language: Language): Promise<string | null>;
  /** Null when the parser gave up. The language must have been loaded. */
  read(language: Language, text: string): Reading | null;
  /** What each line is made of; null when the parser gave up. The language must have been loaded. */
  colors(language: Language, text: string): readonly ColoredLine[] | null;
  close(): void;
}

export interface Reading {
  readonly captures: Captures;
  readonly hasError: boolean;
}

interface GrammarTool {
  readonly parser: Parser;
  readonly query: Query;
}

/** Opens the folder that holds the grammars' wasm files; nothing is read before a language is met. */
export function openGrammars({ folder, readMsMax, spentMs }: GrammarSettings): Grammars {
  const tools = new Map<string, GrammarTool>();
  const loads = new Map<string, Promise<string | null>>();
  let started: Promise<void> | null = null;
  const start = () => {
    started ??= Parser.init({ locateFile: (name: string) => join(folder, name) });
    return started;
  };
  return {
    load(language) {
      const begun = loads.get(language.name);
      if (begun) return begun;
      const loading = start()
        .then(() => openTool(folder, language))
        .then(
          (tool) => {
            tools.set(language.name, tool);
            return null;
          },
          (error: unknown) => {
            // The next text asks for it again: a busy system may have refused the file for a moment.
            loads.delete(language.name);
            started = tools.size === 0 ? null : started;
            return `${GRAMMAR_MISSING}${language.name} could not be loaded: ${String(error)}`;
          },
        );
      loads.set(language.name, loading);
      return loading;
    },
    read: (language, text) => {
      const tool = tools.get(language.name);
      if (tool === undefined) return null;
      const end = spentMs() + readMsMax;
      return read(tool, text, () => spentMs() > end);
    },
    colors: (language, text) => {
      const tool = tools.get(language.name);
      if (tool === undefined) return null;
      const end = spentMs() + readMsMax;
      const isLate = () => spentMs() > end;
      return parsed(tool.parser, text, isLate, (tree) => colorsOf(tree, text, isLate));
    },
    close() {
      for (const { parser } of tools.values()) parser.delete();
      tools.clear();
      loads.clear();
    },
  };
}

// V8 takes up to three gigabytes to optimise one function of such a grammar. Optimising can be switched off only for all
// grammars loaded later, which then parse a tenth slower.
const NOT_QUICK = ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering'];

// A loaded grammar stays in the memory of its thread for good, so it is loaded once.
const loaded = new Map<string, Promise<Grammar>>();
// Making a query takes longer than reading dozens of files with it.
const queries = new Map<string, Query>();

function grammarAt(path: string): Promise<Grammar> {
  const begun = loaded.get(path);
  if (begun) return begun;
  const loading = loadGrammar(path);
  loaded.set(path, loading);
  loading.catch(() => loaded.delete(path));
  return loading;
}

async function loadGrammar(path: string): Promise<Grammar> {
  const packed = readPlainFile(path, { bytesMax: PACKED_BYTES_MAX, followsLinks: true });
  if (typeof packed === 'string') throw new Error(`its file ${REFUSED[packed]}`);
  return Grammar.load(gunzipSync(packed));
}

async function openTool(folder: string, language: Language): Promise<GrammarTool> {
  if (language.hasLargeGrammar) for (const flag of NOT_QUICK) setFlagsFromString(flag);
  const path = join(folder, `${language.grammar}.wasm.gz`);
  const grammar = await grammarAt(path);
  const source = [language.symbols, language.imports, language.calls, language.package, '(ERROR) @error'].join('\n');
  const key = `${path}\n${source}`;
  const query = queries.get(key) ?? new Query(grammar, source);
  queries.set(key, query);
  const parser = new Parser();
  parser.setLanguage(grammar);
  return { parser, query };
}

function read({ parser, query }: GrammarTool, text: string, isLate: () => boolean): Reading | null {
  return parsed(parser, text, isLate, ({ rootNode: root }) => {
    const matches = query.matches(root, { progressCallback: isLate });
    return isLate() ? null : { captures: collect(matches), hasError: root.hasError };
  });
}

// What is read from the tree of a text, which is freed afterwards; null when the parser gave up.
function parsed<Answer>(
  parser: Parser,
  text: string,
  isLate: () => boolean,
  use: (tree: Tree) => Answer | null,
): Answer | null {
  // Some grammars need the last line to end.
  const whole = text.endsWith('\n') ? text : `${text}\n`;
  const tree = parser.parse(whole, null, { progressCallback: isLate });
  if (tree === null) {
    parser.reset();
    return null;
  }
  try {
    return use(tree);
  } finally {
    tree.delete();
  }
}

const COMMENT = /comment/;
const TEXT = /string|char_literal|character_literal|heredoc|regex|template_literal/;
// Code inside of a text: its tokens have colours of their own.
const INSIDE = /interpolation|substitution|embedded/;
const NUMBER = /^(?:number|integer|float|decimal|int|real)|(?:number|integer|float|int)_literal$|_(?:integer|float)$/;
const VALUE = /^(?:true|false|null|nil|none|None|True|False|undefined|self|this|super)$/;
const WORD = /^[A-Za-z_]+$/;

/** What each line of a text is made of, as its grammar reads it; null when that takes too long. */
function colorsOf(tree: Tree, text: string, isLate: () => boolean): readonly ColoredLine[] | null {
  const starts = [0];
  for (let index = text.indexOf('\n'); index >= 0; index = text.indexOf('\n', index + 1)) starts.push(index + 1);
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
