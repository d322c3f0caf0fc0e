import { languageByName } from '../../../languages/index.ts';
import { isOfSystem } from '../../../model/errors.ts';
import type { ParseRequest, ParseResult, Parser } from '../../../ports/source.ts';
import { spentHere } from '../../../threads/processor-time.ts';
import { type Grammars, openGrammars } from './grammars.ts';
import { type ParseLimits, parseContent, unparsedContent } from './parse-content.ts';
import { ParseThreads } from './parse-threads.ts';
import { createUnitReader, type UnitReader, type VectorTable } from './words/unit-reader.ts';

// More than this is not done in the caller's thread, however few the files.
const INLINE_CHARACTERS_MAX = 1_000_000;
// Large grammars ask seldom whether to go on, Swift's for minutes not: only a thread can be ended.
const STOPPABLE_CHARACTERS_MAX = 2000;

export interface ParserSettings extends ParseLimits {
  /** Folder with the grammars' wasm files. */
  readonly grammarsDir: string;
  readonly workers: number;
  readonly workerUrl: URL;
  /** Up to this many files are parsed in the caller's thread: starting workers costs more. */
  readonly inlineFilesMax: number;
  /** A file that takes longer is left without symbols. */
  readonly fileTimeoutMs: number;
  /** Threads without work for so long are ended. */
  readonly threadRestMs: number;
  /** Asked for when the first text is parsed; without it results have no vectors. */
  readonly vectorTable?: (() => VectorTable) | undefined;
}

/** A parser that loads a grammar or starts a thread when it is first needed, and not before. */
export function createParser(settings: ParserSettings): Parser {
  const limits: ParseLimits = { units: settings.units, symbolsPerFileMax: settings.symbolsPerFileMax };
  let reader: UnitReader | null = null;
  const readUnits: UnitReader = (content) => {
    reader ??= createUnitReader(settings.vectorTable?.() ?? null);
    return reader(content);
  };
  const givenUp = (request: ParseRequest, note: string) => unparsedContent(request, note, { readUnits, limits });
  let grammars: Grammars | null = null;
  let pool: ParseThreads | null = null;
  // Set when a grammar's memory was damaged in this thread; only fresh threads parse from then on.
  let isDamaged = false;

  const parseInline = async (request: ParseRequest): Promise<ParseResult> => {
    grammars ??= openGrammars({
      folder: settings.grammarsDir,
      readMsMax: settings.fileTimeoutMs / 2,
      spentMs: spentHere,
    });
    try {
      return await parseContent(request, { grammars, readUnits, limits });
    } catch (error) {
      // What the disk refused once says nothing about the text, and must not be kept as if it did.
      if (isOfSystem(error)) throw error;
      isDamaged = true;
      return givenUp(request, `the parser failed: ${String(error)}`);
    }
  };

  const openPool = (): ParseThreads => {
    pool ??= new ParseThreads({ ...settings, vectors: settings.vectorTable?.() ?? null, limits, givenUp });
    return pool;
  };
  const parseInWorkers = (requests: readonly ParseRequest[]) => openPool().parse(requests);

  return {
    prepare(languages) {
      if (settings.workers > 0) openPool().start(languages);
    },
    async parse(requests) {
      const characters = requests.reduce((sum, { text }) => sum + text.length, 0);
      const isSmall = requests.length <= settings.inlineFilesMax && characters <= INLINE_CHARACTERS_MAX;
      // Threads that run already are ready sooner than this one, which would have to load the grammars once more.
      const isHere = isSmall && !pool?.isRunning && requests.every(isStoppable);
      if (!isHere && settings.workers > 0) return parseInWorkers(requests);
      const results: ParseResult[] = [];
      for (const [at, request] of requests.entries()) {
        if (isDamaged && settings.workers > 0) return [...results, ...(await parseInWorkers(requests.slice(at)))];
        results.push(await parseInline(request));
      }
      return results;
    },
    async close() {
      await pool?.close();
      if (!isDamaged) grammars?.close();
      pool = null;
      grammars = null;
    },
  };
}

function isStoppable({ language, text }: ParseRequest): boolean {
  return text.length <= STOPPABLE_CHARACTERS_MAX || !(language && languageByName(language)?.hasLargeGrammar);
}
