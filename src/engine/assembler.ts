import { LRUCache } from 'lru-cache';
import { DEFAULTS } from '../config/defaults.ts';
import { layoutNamed } from '../formats/index.ts';
import { commentOf, languageOfPath } from '../languages/index.ts';
import type { ContentFacts } from '../model/facts.ts';
import { type AssembledContext, assemble, format } from '../pipeline/assemble-results.ts';
import type { SearchResult } from '../pipeline/results/search-result.ts';
import { hashOf } from '../reading/read-file.ts';
import { createReader } from '../reading/reader.ts';
import { createRedact } from '../reading/redaction/redact.ts';
import { loadTokenizer } from '../tokenizers/index.ts';
import { truncatorNamed } from '../truncators/index.ts';
import { openParser } from './open-parts.ts';

/** How results of somebody else's search become a page. */
export interface AssemblerOptions {
  readonly maxTokens?: number;
  readonly format?: 'markdown' | 'xml' | 'plain' | 'json';
  /** The page: that of `knap query`, or the older one with groups and a list of sources. */
  readonly layout?: 'query' | 'f6.3';
  readonly includeSources?: boolean;
  readonly includeCodeContent?: boolean;
  readonly groupByType?: boolean;
  readonly includeImports?: boolean;
  readonly contextLines?: number;
  /** Nothing outside this folder is read; without one, the folder the process runs in. */
  readonly projectRoot?: string;
  readonly tokenizer?: string;
  readonly truncator?: string;
  readonly query?: string;
}

/** Assembles pages from results; files it has read stay in a bounded cache until it is cleared. */
export interface Assembler {
  assemble(results: readonly SearchResult[]): Promise<AssembledContext>;
  format(context: AssembledContext): string;
  clearCache(): void;
}

/** What the older page does differently: places are optional, and long blocks are cut. */
const LAYOUTS = {
  query: { withoutPlace: false, charactersPerBlockMax: null },
  'f6.3': { withoutPlace: true, charactersPerBlockMax: DEFAULTS.query.charactersPerBlockMax },
} as const;

/** An assembler for people who bring their own search results. */
export function createAssembler(options: AssemblerOptions = {}): Assembler {
  const root = options.projectRoot ?? process.cwd();
  const openReader = () => createReader({ root, ...DEFAULTS.scan, ...DEFAULTS.reader });
  let reader = openReader();
  // Parses in this thread: it holds nothing open that somebody would have to close.
  const parser = openParser(0, Date.now);
  const facts = new LRUCache<string, ContentFacts>({ max: DEFAULTS.reader.cachedFactsMax });
  const factsOf = async (text: string, language: string | null): Promise<ContentFacts> => {
    const hash = hashOf(Buffer.from(text));
    const known = facts.get(hash);
    if (known) return known;
    const [parsed] = await parser.parse([{ hash, text, language }]);
    facts.set(hash, parsed!.facts);
    return parsed!.facts;
  };
  const languageOf = (path: string) => languageOfPath(path)?.name ?? null;
  const redact = createRedact();
  return {
    assemble: async (results) =>
      assemble(
        results,
        { reader, languageOf, factsOf, redact },
        await pageOptions(root, options.layout ?? 'query', options),
      ),
    format,
    clearCache: () => {
      reader = openReader();
      facts.clear();
    },
  };
}

async function pageOptions(root: string, layout: keyof typeof LAYOUTS, options: AssemblerOptions) {
  const { sources, code } = { sources: options.includeSources ?? true, code: options.includeCodeContent ?? true };
  return {
    ...LAYOUTS[layout],
    query: options.query ?? '',
    root,
    budgetTokens: options.maxTokens ?? DEFAULTS.query.budgetTokens,
    tokenizer: await loadTokenizer(options.tokenizer ?? DEFAULTS.pack.tokenizer),
    layout: layoutNamed(options.format ?? DEFAULTS.pack.format, layout, { sources, code }),
    truncator: truncatorNamed(options.truncator ?? DEFAULTS.budget.truncator),
    commentFor: commentOf,
    isGrouped: options.groupByType ?? false,
    contextLines: options.contextLines ?? DEFAULTS.query.contextLines,
    includeImports: options.includeImports ?? DEFAULTS.query.includeImports,
    floors: { units: 0, files: 0, alone: 0 },
    filesMax: Number.MAX_SAFE_INTEGER,
    linesPerFileMax: Number.MAX_SAFE_INTEGER,
    includeSkeletons: true,
    tuning: DEFAULTS.budget,
  };
}
