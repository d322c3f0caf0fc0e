import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { LRUCache } from 'lru-cache';
import { DEFAULTS } from '../../config/defaults.ts';
import { layoutNamed } from '../../formats/index.ts';
import { commentOf, languageOfPath } from '../../languages/index.ts';
import { budgetOf } from '../../model/budget.ts';
import { ContextError } from '../../model/errors.ts';
import type { ContentFacts } from '../../model/facts.ts';
import { type AssembledContext, assemble as assembleResults, type PrintedAs } from '../../pipeline/assemble-results.ts';
import { printAssembled } from '../../pipeline/print-assembled.ts';
import type { ResultParts } from '../../pipeline/results/score-results.ts';
import type { SearchResult } from '../../pipeline/results/search-result.ts';
import type { Layout } from '../../ports/formatter.ts';
import { hashOf } from '../../reading/read-file.ts';
import { createReader } from '../../reading/reader.ts';
import { createRedact } from '../../reading/redaction/redact.ts';
import { rememberRedact } from '../../reading/redaction/remember-redact.ts';
import { loadTokenizer, tokenizerAtHand } from '../../tokenizers/index.ts';
import { openParser } from '../parts/open-parts.ts';
import { type AssemblerOptions, checkOptions, type FormatOptions, truncatorOf } from './assembler-options.ts';

/** Assembles pages from results; files it has read stay in a bounded cache until it is cleared. */
export interface Assembler {
  assemble(results: readonly SearchResult[]): Promise<AssembledContext>;
  /** Prints what was assembled once more; without options, as this assembler prints. */
  format(context: AssembledContext, options?: FormatOptions): string;
  clearCache(): void;
}

/** An assembler for people who bring their own search results. */
export function createAssembler(options: AssemblerOptions = {}): Assembler {
  const root = realFolder(checkOptions(options).projectRoot);
  let parts = openParts(root);
  return {
    assemble: (results) => assembleWith(parts, root, results, options),
    format: (context, given = {}) => format(context, { ...options, ...given }),
    clearCache: () => {
      parts = openParts(root);
      shared.facts.clear();
    },
  };
}

/** Turns search results from anywhere into a page with sources that costs at most its `budget`. */
export async function assemble(
  results: readonly SearchResult[],
  options: AssemblerOptions = {},
): Promise<AssembledContext> {
  const root = realFolder(checkOptions(options).projectRoot);
  const parts = shared.roots.get(root) ?? openParts(root);
  shared.roots.set(root, parts);
  return assembleWith(parts, root, results, options);
}

/** Prints an assembled context as any page, within `budget` where it is given; the weakest blocks go first. */
export function format(context: AssembledContext, options: FormatOptions = {}): string {
  checkOptions(options);
  const page: PrintedAs = { ...context.printedAs, ...defined(options) };
  const name = options.tokenizer ?? context.tokenizer;
  const tokenizer = tokenizerAtHand(name);
  if (!tokenizer)
    throw new ContextError('BAD_INPUT', `The tokenizer ${name} is not loaded yet: assemble something with it first.`);
  return printAssembled(context, {
    layout: layoutOf(page),
    tokenizer,
    isGrouped: page.groupByType,
    budgetTokens: budgetOf(options) ?? null,
    languageOf,
  });
}

/** What the older page does differently: places are optional, and long blocks are cut. */
const LAYOUTS = {
  query: { withoutPlace: false, charactersPerBlockMax: null },
  'f6.3': { withoutPlace: true, charactersPerBlockMax: DEFAULTS.query.charactersPerBlockMax },
} as const;

// Kept from call to call. Files are looked at again each time, so nothing here can be out of date; nothing is held open.
const shared = {
  roots: new LRUCache<string, ResultParts>({ max: DEFAULTS.assembling.rootsMax }),
  facts: new LRUCache<string, ContentFacts>({ max: DEFAULTS.assembling.factsMax }),
};
let parser: ReturnType<typeof openParser> | null = null;

function openParts(root: string): ResultParts {
  const { cachedBytesMax, redactedCharactersMax } = DEFAULTS.assembling;
  return {
    reader: createReader({ root, ...DEFAULTS.scan, cachedBytesMax }),
    languageOf,
    factsOf,
    redact: rememberRedact(createRedact(), redactedCharactersMax),
  };
}

async function factsOf(text: string, language: string | null): Promise<ContentFacts> {
  const hash = hashOf(Buffer.from(text));
  const key = `${language}:${hash}`;
  const known = shared.facts.get(key);
  if (known) return known;
  // Parses in this thread: it holds nothing open that somebody would have to close.
  parser ??= openParser(0);
  const [parsed] = await parser.parse([{ hash, text, language }]);
  shared.facts.set(key, parsed!.facts);
  return parsed!.facts;
}

function languageOf(path: string): string | null {
  return languageOfPath(path)?.name ?? null;
}

function pageOf(options: FormatOptions): PrintedAs {
  return {
    format: options.format ?? DEFAULTS.pack.format,
    layout: options.layout ?? 'query',
    includeSources: options.includeSources ?? true,
    includeCodeContent: options.includeCodeContent ?? true,
    groupByType: options.groupByType ?? false,
  };
}

function layoutOf({ format: name, layout, includeSources: sources, includeCodeContent: code }: PrintedAs): Layout {
  return layoutNamed(name, layout, { sources, code, scores: true });
}

// What is given as undefined is not given.
function defined(given: FormatOptions): Partial<PrintedAs> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

async function assembleWith(
  parts: ResultParts,
  root: string,
  results: readonly SearchResult[],
  options: AssemblerOptions,
): Promise<AssembledContext> {
  const printedAs = pageOf(options);
  return assembleResults(results, parts, {
    printedAs,
    // Of an unknown layout the printer says what there is.
    ...LAYOUTS[options.layout ?? 'query'],
    query: options.query ?? '',
    roots: [root, resolve(options.projectRoot ?? '')],
    budgetTokens: budgetOf(options) ?? DEFAULTS.query.budgetTokens,
    tokenizer: await loadTokenizer(options.tokenizer ?? DEFAULTS.pack.tokenizer),
    layout: layoutOf(printedAs),
    truncator: truncatorOf(options.truncator),
    commentFor: commentOf,
    isGrouped: printedAs.groupByType,
    contextLines: options.contextLines ?? DEFAULTS.query.contextLines,
    includeImports: options.includeImports ?? DEFAULTS.query.includeImports,
    floors: { units: 0, files: 0, alone: 0 },
    filesMax: Number.MAX_SAFE_INTEGER,
    linesPerFileMax: Number.MAX_SAFE_INTEGER,
    includeSkeletons: true,
    dropsNoise: false,
    tuning: DEFAULTS.budget,
  });
}

// The folder a link leads to may change, so it is looked up at every call.
function realFolder(path = process.cwd()): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats?.isDirectory()) throw new ContextError('NOT_A_FOLDER', `There is no folder ${path}.`);
  return realpathSync.native(path);
}
