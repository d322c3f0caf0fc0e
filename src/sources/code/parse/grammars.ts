// This file loads tree-sitter grammars (wasm) and reads texts with them: the captures of the query of a language, and
// the kinds of tokens for colours. Each thread has its own grammars.
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { gunzipSync } from 'node:zlib';
import { Language as Grammar, Parser, Query, type Tree, type TreeCursor } from 'web-tree-sitter';
import type { Language } from '../../../languages/language.ts';
import { GRAMMAR_MISSING } from '../../../model/facts.ts';
import type { ColoredLine, ColorKind } from '../../../ports/source.ts';
import { REFUSED, readPlainFile } from '../../../reading/plain-file.ts';
import { type Captures, collectCaptures } from './symbols/captures.ts';

const PACKED_BYTES_MAX = 16_000_000;

interface GrammarSettings {
  readonly folder: string;
  /** The parser gives up a text that takes longer: for odd input some grammars need a time that grows quadratically. */
  readonly readMsMax: number;
  /** Returns the processor time of this thread so far, in milliseconds. */
  readonly spentMs: () => number;
}

/** The grammars of one parser in one thread. */
export type Grammars = ReturnType<typeof openGrammars>;

export interface GrammarReading {
  readonly captures: Captures;
  readonly hasError: boolean;
}

interface GrammarTool {
  readonly parser: Parser;
  readonly query: Query;
}

/** Opens a folder of grammars; each is read when its language is loaded. */
export function openGrammars({ folder, readMsMax, spentMs }: GrammarSettings) {
  const tools = new Map<string, GrammarTool>();
  const loads = new Map<string, Promise<string | null>>();
  let started: Promise<void> | null = null;
  const useTree = <Answer>(language: Language, text: string, use: (parsed: ParsedTree) => Answer | null) => {
    const tool = tools.get(language.name);
    const end = spentMs() + readMsMax;
    return tool === undefined ? null : parseWith(tool, text, () => spentMs() > end, use);
  };
  return {
    /** Loads the grammar of a language; returns null, or a sentence that says why it cannot be loaded. */
    load(language: Language): Promise<string | null> {
      const pending = loads.get(language.name);
      if (pending) return pending;
      started ??= Parser.init({ locateFile: (name: string) => join(folder, name) });
      const opened = started.then(() => openTool(folder, language)).then((tool) => void tools.set(language.name, tool));
      const loading = opened.then(
        () => null,
        (error: unknown) => {
          // The next text tries again: a busy system may have refused the file for a moment.
          loads.delete(language.name);
          started = tools.size === 0 ? null : started;
          return `${GRAMMAR_MISSING}${language.name} could not be loaded: ${String(error)}`;
        },
      );
      loads.set(language.name, loading);
      return loading;
    },
    /** Reads a text; returns null when the parser gave up. The language must have been loaded. */
    read: (language: Language, text: string) => useTree(language, text, readCaptures),
    /** Returns the kinds of tokens on each line; null when the parser gave up. The language must have been loaded. */
    colors: (language: Language, text: string) =>
      useTree(language, text, ({ tree, isLate }) => colorsOf(tree, text, isLate)),
    close() {
      for (const { parser } of tools.values()) parser.delete();
      tools.clear();
      loads.clear();
    },
  };
}

// V8 takes up to three gigabytes to optimise one function of a large grammar. Optimising can be switched off only for
// all grammars loaded later, which then parse a tenth slower.
const OPTIMISE_LESS = ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering'];

// A loaded grammar never leaves the memory of its thread, so each is loaded once.
const loadedGrammars = new Map<string, Promise<Grammar>>();
// Making a query takes longer than reading dozens of files with it.
const queries = new Map<string, Query>();

async function loadGrammar(path: string): Promise<Grammar> {
  const packed = readPlainFile(path, { bytesMax: PACKED_BYTES_MAX, followsLinks: true });
  if (typeof packed === 'string') throw new Error(`its file ${REFUSED[packed]}`);
  return Grammar.load(gunzipSync(packed));
}

async function openTool(folder: string, language: Language): Promise<GrammarTool> {
  if (language.hasLargeGrammar) for (const flag of OPTIMISE_LESS) setFlagsFromString(flag);
  const path = join(folder, `${language.grammar}.wasm.gz`);
  const loading = loadedGrammars.get(path) ?? loadGrammar(path);
  loadedGrammars.set(path, loading);
  loading.catch(() => loadedGrammars.delete(path));
  const grammar = await loading;
  const source = [language.symbols, language.imports, language.calls, language.package, '(ERROR) @error'].join('\n');
  const key = `${path}\n${source}`;
  const query = queries.get(key) ?? new Query(grammar, source);
  queries.set(key, query);
  const parser = new Parser();
  parser.setLanguage(grammar);
  return { parser, query };
}

/** A parsed text; the tree lives only during the call that gets it. */
interface ParsedTree {
  readonly tree: Tree;
  readonly query: Query;
  readonly isLate: () => boolean;
}

function readCaptures({ tree: { rootNode: root }, query, isLate }: ParsedTree): GrammarReading | null {
  const matches = query.matches(root, { progressCallback: isLate });
  return isLate() ? null : { captures: collectCaptures(matches), hasError: root.hasError };
}

// Parses a text, hands its tree to `use` and frees it afterwards; returns null when the parser gave up.
function parseWith<Answer>(
  { parser, query }: GrammarTool,
  text: string,
  isLate: () => boolean,
  use: (parsed: ParsedTree) => Answer | null,
): Answer | null {
  // Some grammars need the last line to end.
  const whole = text.endsWith('\n') ? text : `${text}\n`;
  const tree = parser.parse(whole, null, { progressCallback: isLate });
  if (tree === null) {
    parser.reset();
    return null;
  }
  try {
    return use({ tree, query, isLate });
  } finally {
    tree.delete();
  }
}

// These match the kinds of nodes as the grammars of several languages name them.
const COMMENT = /comment/;
const TEXT = /string|char_literal|character_literal|heredoc|regex|template_literal/;
// Code inside a string has tokens with colours of their own.
const EMBEDDED = /interpolation|substitution|embedded/;
const NUMBER = /^(?:number|integer|float|decimal|int|real)|(?:number|integer|float|int)_literal$|_(?:integer|float)$/;
const VALUE = /^(?:true|false|null|nil|none|None|True|False|undefined|self|this|super)$/;
const WORD = /^[A-Za-z_]+$/;

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

// Visits the leaves of the tree from left to right; returns false when that takes too long.
function walk(cursor: TreeCursor, add: (start: number, end: number, kind: ColorKind) => void, isLate: () => boolean) {
  const insideText: boolean[] = [false];
  let steps = 0;
  for (;;) {
    if (++steps % 1000 === 0 && isLate()) return false;
    const type = cursor.nodeType;
    const isText = cursor.nodeIsNamed && TEXT.test(type) ? true : EMBEDDED.test(type) ? false : insideText.at(-1)!;
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
