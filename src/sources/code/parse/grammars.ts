import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { gunzipSync } from 'node:zlib';
import { Language as Grammar, Parser, Query, type Tree } from 'web-tree-sitter';
import type { Language } from '../../../languages/language.ts';
import { GRAMMAR_MISSING } from '../../../model/facts.ts';
import type { ColoredLine } from '../../../ports/source.ts';
import { REFUSED, readPlainFile } from '../../../reading/plain-file.ts';
import { colorsOf } from './colors.ts';
import type { Captures } from './symbols/captures.ts';
import { collect } from './symbols/captures.ts';

const PACKED_BYTES_MAX = 16_000_000;

/** Where the grammars are and how long one text may take. */
export interface GrammarSettings {
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
      const known = loads.get(language.name);
      if (known) return known;
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

// To make one function of such a grammar quick takes the engine up to three gigabytes. It can be told so only for all that it
// loads from then on, which is read a tenth slower.
const NOT_QUICK = ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering'];

// What was loaded once stays in the memory of its thread whatever becomes of it: a second time would only take as much again.
const loaded = new Map<string, Promise<Grammar>>();
// Making a query takes longer than reading dozens of files with it.
const queries = new Map<string, Query>();

function grammarAt(path: string): Promise<Grammar> {
  const known = loaded.get(path);
  if (known) return known;
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
