// The public functions `assemble` and `format`, for programs that have results of their own search and want one page of
// them. They check the options, then use the stages of `src/pipeline`.
import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { LRUCache } from 'lru-cache';
import { DEFAULTS } from '../config/defaults.ts';
import { refuseUnknownFields } from '../config/did-you-mean.ts';
import { type FormatName, findLayout } from '../formats/index.ts';
import { commentOf, languageOfPath } from '../languages/index.ts';
import { budgetOf, type TokenLimit } from '../model/budget.ts';
import { ContextError } from '../model/errors.ts';
import type { ContentFacts } from '../model/facts.ts';
import { isRecord } from '../model/records.ts';
import {
  type AssembledContext,
  assemble as assembleResults,
  type PrintedAs,
  printAssembled,
} from '../pipeline/assemble-results.ts';
import type { ResultParts } from '../pipeline/results/score-results.ts';
import type { SearchResult } from '../pipeline/results/search-result.ts';
import type { Layout } from '../ports/formatter.ts';
import type { Truncator } from '../ports/truncator.ts';
import { hashOf } from '../reading/read-file.ts';
import { createReader } from '../reading/reader.ts';
import { cacheRedact, createRedact } from '../reading/redaction/redact.ts';
import { type TokenizerName, tokenizerAtHand } from '../tokenizers/index.ts';
import type { TruncatorName } from '../truncators/index.ts';
import { openParser } from './open/open-parts.ts';
import { PROFILES, preparePage } from './questions/profiles.ts';

/** Assembles pages from search results. Files that it has read stay in a bounded cache until `clearCache`. */
export interface Assembler {
  assemble(results: readonly SearchResult[]): Promise<AssembledContext>;
  /** Prints an assembled context again. Options that are not given come from this assembler. */
  format(context: AssembledContext, options?: FormatOptions): string;
  clearCache(): void;
}

/**
 * Creates an assembler for callers who have their own search results.
 *
 *     const assembler = createAssembler({ projectRoot: '.', maxTokens: 4000 });
 *     const { context, sources } = await assembler.assemble(results);
 */
export function createAssembler(options: AssemblerOptions = {}): Assembler {
  const root = realFolder(checkOptions(options).projectRoot);
  let parts = openParts(root);
  return {
    assemble: (results) => assembleWith(parts, root, results, options),
    format: (context, changed = {}) => format(context, { ...options, ...changed }),
    clearCache: () => {
      parts = openParts(root);
      shared.facts.clear();
    },
  };
}

/**
 * Turns search results from anywhere into a page with sources that costs at most its `budget`.
 *
 *     const results = [{ entity: { name: 'pay', type: 'function', filePath: 'src/pay.ts', startLine: 3 }, score: 0.9 }];
 *     const { context } = await assemble(results, { budget: 4000, format: 'xml' });
 */
export async function assemble(
  results: readonly SearchResult[],
  options: AssemblerOptions = {},
): Promise<AssembledContext> {
  const root = realFolder(checkOptions(options).projectRoot);
  const parts = shared.roots.get(root) ?? openParts(root);
  shared.roots.set(root, parts);
  return assembleWith(parts, root, results, options);
}

/**
 * Prints an assembled context as any page, within `budget` if given: leaves out references, then the weakest blocks.
 *
 *     format(await assemble(results), { format: 'plain', budget: 1000 });
 */
export function format(context: AssembledContext, options: FormatOptions = {}): string {
  checkOptions(options);
  const page: PrintedAs = { ...context.printedAs, ...definedOptions(options) };
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

// Where the layouts differ: f6.3 prints each result as a separate block, cuts long ones at a number of characters and
// marks the cut its own way.
const LAYOUTS = {
  query: { isApart: false, charactersPerBlockMax: null },
  'f6.3': {
    isApart: true,
    charactersPerBlockMax: DEFAULTS.query.charactersPerBlockMax,
    commentFor: (language: string | null) => (text: string) =>
      commentOf(language)(text.startsWith('…') ? '... (truncated)' : text),
  },
} as const;

// Caches that outlast a call: readers for `assemble`, facts also for assemblers. Readers check each file again, so no
// entry is out of date; no file stays open.
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
    redact: cacheRedact(createRedact(), redactedCharactersMax),
  };
}

async function factsOf(text: string, language: string | null): Promise<ContentFacts> {
  const hash = hashOf(Buffer.from(text));
  const key = `${language}:${hash}`;
  const cached = shared.facts.get(key);
  if (cached) return cached;
  // Parses in this thread, so that there is nothing to close.
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
  return findLayout(name, layout, { sources, code, scores: true });
}

// An option that is undefined counts as not given.
function definedOptions(options: FormatOptions): Partial<PrintedAs> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

async function assembleWith(
  parts: ResultParts,
  root: string,
  results: readonly SearchResult[],
  options: AssemblerOptions,
): Promise<AssembledContext> {
  const printedAs = pageOf(options);
  const { includeSources: sources, includeCodeContent: code, layout } = printedAs;
  const { contextLines = layout === 'f6.3' ? 0 : undefined, truncator: asked } = options;
  const truncator = typeof asked === 'object' ? checkedTruncator(asked) : asked;
  const page = await preparePage(
    { ...PROFILES.assemble, page: layout },
    { ...options, contextLines, imports: options.includeImports, truncator },
    { tokenizer: DEFAULTS.pack.tokenizer, safetyMargin: 0, shown: { sources, code, scores: true } },
  );
  return assembleResults(results, parts, {
    ...page,
    printedAs,
    // An unknown layout is refused by the printer, which lists the layouts there are.
    ...LAYOUTS[options.layout ?? 'query'],
    ...(options.order === 'given' ? { keepsOrder: true, isApart: true } : { keepsOrder: false }),
    query: options.query ?? '',
    roots: [root, resolve(options.projectRoot ?? '')],
  });
}

// The target of a link may change, so each call of `assemble` resolves it again; an assembler resolves it once.
function realFolder(path = process.cwd()): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats?.isDirectory()) throw new ContextError('NOT_A_FOLDER', `There is no folder ${path}.`);
  return realpathSync.native(path);
}

export interface FormatOptions extends TokenLimit {
  readonly format?: FormatName | undefined;
  /** The page layout: that of `knap query`, or `f6.3`, the older one. */
  readonly layout?: 'query' | 'f6.3' | undefined;
  readonly includeSources?: boolean | undefined;
  readonly includeCodeContent?: boolean | undefined;
  readonly groupByType?: boolean | undefined;
  readonly tokenizer?: TokenizerName | undefined;
}

export interface AssemblerOptions extends FormatOptions {
  readonly includeImports?: boolean | undefined;
  readonly contextLines?: number | undefined;
  /** The folder outside which nothing is read; by default the current folder of the process. */
  readonly projectRoot?: string | undefined;
  /** The name of a truncator of knap, or your own truncator. */
  readonly truncator?: TruncatorName | Truncator | undefined;
  readonly query?: string | undefined;
  /** `score` (the default) sorts results; `given` keeps the order of the caller, for instance that of a re-ranker. */
  readonly order?: 'score' | 'given' | undefined;
}

function checkOptions<Options extends FormatOptions>(options: Options): Options {
  if (typeof options !== 'object' || options === null) throw bad(`Options must be an object, not ${String(options)}`);
  refuseUnknownFields('An assembler', options, ['budget', 'maxTokens', ...CHECKS.map(([name]) => name)]);
  for (const [name, isRight, wanted] of CHECKS) {
    const value = (options as Readonly<Record<string, unknown>>)[name];
    if (value !== undefined && !isRight(value)) throw bad(`${name} must be ${wanted}, not ${String(value)}`);
  }
  return options;
}

const isBoolean = (value: unknown) => typeof value === 'boolean';
const isText = (value: unknown) => typeof value === 'string';
const isTruncator = (value: unknown) =>
  isText(value) || (isRecord(value) && isText(value.name) && typeof value.truncate === 'function');
const CHECKS: readonly (readonly [name: string, isRight: (value: unknown) => boolean, wanted: string])[] = [
  ['contextLines', (value) => Number.isSafeInteger(value) && Number(value) >= 0, 'a whole number of lines, 0 or more'],
  ['projectRoot', isText, 'the path of a folder'],
  ['query', isText, 'a text'],
  ['order', (value) => value === 'score' || value === 'given', "'score' or 'given'"],
  ['format', isText, 'the name of a format'],
  ['layout', isText, 'the name of a layout'],
  ['tokenizer', isText, 'the name of a tokenizer'],
  ['truncator', isTruncator, 'a name, or an object with `name` and `truncate`'],
  ...['includeSources', 'includeCodeContent', 'groupByType', 'includeImports'].map(
    (name) => [name, isBoolean, 'true or false'] as const,
  ),
];

// Checks each result, so that the author of a truncator learns from the error what it must return.
function checkedTruncator(truncator: Truncator): Truncator {
  return {
    name: truncator.name,
    truncate: (input, fits) => {
      const cut: unknown = truncator.truncate(input, fits);
      if (cut === null || cut === undefined) return null;
      if (isRecord(cut) && typeof cut.text === 'string' && Array.isArray(cut.kept) && cut.kept.every(isRange))
        return { text: cut.text, kept: cut.kept };
      throw bad(`The truncator "${truncator.name}" must return { text, kept: [[first, last], …] } or null`);
    },
  };
}

function isRange(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && value.every((line) => Number.isSafeInteger(line) && line >= 1);
}

function bad(fault: string): ContextError {
  return new ContextError('BAD_INPUT', `${fault}.`);
}
