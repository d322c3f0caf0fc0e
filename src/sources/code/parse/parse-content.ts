import { languageByName } from '../../../languages/index.ts';
import type { Language, LineRules } from '../../../languages/language.ts';
import type { DocumentSection } from '../../../model/document.ts';
import type { ContentFacts } from '../../../model/facts.ts';
import type { ParseRequest, ParseResult } from '../../../ports/source.ts';
import { redactText } from '../../../reading/redaction/redact.ts';
import { scriptOf } from './embedded-code.ts';
import type { Grammars, Reading } from './grammars.ts';
import { importLinesOf, importsOf } from './imports-of.ts';
import { sectionsOf } from './listed-symbols.ts';
import type { Captures } from './symbols/captures.ts';
import { type LineIndex, lineIndex } from './symbols/line-index.ts';
import { type LineLooks, partition, type UnitLimits } from './symbols/partition.ts';
import { symbolsOf } from './symbols/symbols-of.ts';
import type { UnitReader } from './words/unit-reader.ts';

const CONTINUED = /^\s*(?:[)\]}]|(?:end|else|elif|elsif|except|rescue|catch|finally|ensure)\b)/;
const TAB_COLUMNS = 4;
const QUIET = /^\s*(?:$|\/\/|\/\*|\*|#|--|<!--|[)\]};,]+\s*$|end\s*$)/;

// An interface may define more operations than other data may have keys.
const OPERATIONS_MAX = 5000;

/** Limits of what one content may yield. */
export interface ParseLimits {
  readonly units: UnitLimits;
  readonly symbolsPerFileMax: number;
}

/** What a thread parses with. */
export interface ParseTools {
  readonly grammars: Grammars;
  readonly readUnits: UnitReader;
  readonly limits: ParseLimits;
}

/** Parses one text: symbols and imports where a grammar reads it, units and terms always. */
export async function parseContent(request: ParseRequest, tools: ParseTools): Promise<ParseResult> {
  const index = cleanIndex(request);
  const language = request.language === null ? null : languageByName(request.language);
  const parsed = request.given
    ? { ...NOTHING, isParsed: true, ...request.given }
    : language === null
      ? NOTHING
      : await findFacts(index, language, tools.grammars);
  const result = resultOf(request, index, parsed, tools);
  return request.wantsColors ? { ...result, colors: await findColors(index.text, language, tools.grammars) } : result;
}

async function findColors(text: string, language: Language | null, grammars: Grammars) {
  if (language === null || language.grammar === null || (await grammars.load(language)) !== null) return null;
  return grammars.colors(language, text);
}

/** The result of a text whose symbols could not be found: it is still found by its words. */
export function unparsedContent(request: ParseRequest, note: string, tools: UnitTools): ParseResult {
  return resultOf(request, cleanIndex(request), { ...NOTHING, notes: [note] }, tools);
}

// The text is redacted before it is parsed, so that no secret gets into the index.
function cleanIndex({ text }: ParseRequest): LineIndex {
  return lineIndex(redactText(text).text);
}

type ParsedFacts = Omit<ContentFacts, 'lineCount' | 'isGenerated'> & {
  readonly isParsed: boolean;
  /** The text with the lines blanked whose words do not count; null when all words count. */
  readonly told?: LineIndex | null;
};

const NOTHING: ParsedFacts = {
  isParsed: false,
  symbols: [],
  imports: [],
  importLines: [],
  packageName: null,
  document: null,
  notes: [],
};

type UnitTools = Pick<ParseTools, 'readUnits' | 'limits'>;

function resultOf(
  request: ParseRequest,
  index: LineIndex,
  found: ParsedFacts,
  { readUnits, limits }: UnitTools,
): ParseResult {
  const { isParsed, told, ...rest } = found;
  const isCut = rest.symbols.length > limits.symbolsPerFileMax;
  const facts: ContentFacts = {
    ...rest,
    lineCount: index.count,
    isGenerated: isGenerated(index.text, index.count),
    // Parents stand before their children, so a cut leaves no child without its parent.
    symbols: rest.symbols.slice(0, limits.symbolsPerFileMax),
    notes: isCut
      ? [...rest.notes, `only the first ${limits.symbolsPerFileMax} of ${rest.symbols.length} symbols are kept`]
      : rest.notes,
  };
  const units = partition(facts, limits.units, looksOf(index));
  const redacted = index.text === request.text ? undefined : index.text;
  const words = readUnits({ index: told ?? index, facts, units, path: request.path });
  return { hash: request.hash, isParsed, facts, units, ...words, redacted };
}

function looksOf(index: LineIndex): LineLooks {
  return {
    isQuiet: (line) => QUIET.test(index.lineText(line)),
    isContinued: (line) => CONTINUED.test(index.lineText(line)),
    indent: (line) => {
      const blank = /^[ \t]*/.exec(index.lineText(line))![0];
      return blank.length === index.lineText(line).trimEnd().length
        ? null
        : blank.replaceAll('\t', ' '.repeat(TAB_COLUMNS)).length;
    },
  };
}

async function findFacts(index: LineIndex, language: Language, grammars: Grammars): Promise<ParsedFacts> {
  if (language.layout === 'headings') return findDocument(index, language);
  if (language.layout === 'cells') return findCells(index);
  if (language.layout === 'script-blocks') return findScriptFacts(index, grammars);
  if (language.lines !== null) return findLineFacts(index, language, language.lines);
  if (language.grammar === null) return NOTHING;
  if (isMinified(index.text, index.count)) return { ...NOTHING, notes: ['minified: its symbols were not looked for'] };
  return findCodeFacts(index, index.text, language, grammars);
}

async function findDocument(index: LineIndex, { markup }: Language): Promise<ParsedFacts> {
  // Loaded with the first document: its parsers are of no use to a warm index or to code alone.
  const { readContent } = await import('../../markdown/read-document.ts');
  const { readMarkup } = markup === null ? { readMarkup: null } : await import('../../markdown/body/read-markup.ts');
  const read =
    readMarkup === null || markup === null
      ? readContent(index.text)
      : readContent(index.text, (text, firstLine) => readMarkup(text, firstLine, markup));
  const document = (await isDecision(index.text, read.sections)) ? { ...read, isDecision: true as const } : read;
  const notes = document.notes.map(({ line, message }) => `line ${line}: ${message}`);
  return { ...NOTHING, isParsed: true, symbols: sectionsOf(index, document.sections), document, notes };
}

async function isDecision(text: string, sections: readonly DocumentSection[]): Promise<boolean> {
  // Loaded with the first document that has such a heading.
  if (!/^#{1,6}[ \t].{0,40}\bdecision/im.test(text)) return false;
  const { isDecisionRecord } = await import('../../conversations/decisions.ts');
  return isDecisionRecord(text, sections);
}

async function findCells(index: LineIndex): Promise<ParsedFacts> {
  // Loaded with the first notebook.
  const { readNotebook } = await import('./embedded-code.ts');
  return { ...NOTHING, isParsed: true, ...readNotebook(index) };
}

async function findLineFacts(index: LineIndex, language: Language, rules: LineRules): Promise<ParsedFacts> {
  // Loaded with the first text that is read so.
  const { lineCaptures } = await import('./line-captures.ts');
  const { isInterface, withOperations } = await import('./listed-symbols.ts');
  if (!rules.isOfKeys || !isInterface(index.text)) return foundIn(index, language, lineCaptures(index, rules), false);
  const parsed = foundIn(index, language, lineCaptures(index, { ...rules, definitionsMax: OPERATIONS_MAX }), false);
  return { ...parsed, symbols: withOperations(index, parsed.symbols) };
}

async function findScriptFacts(index: LineIndex, grammars: Grammars): Promise<ParsedFacts> {
  const script = scriptOf(index.text);
  const language = script === null ? null : languageByName(script.language);
  if (script === null || language === null) return { ...NOTHING, isParsed: true };
  return findCodeFacts(index, script.text, language, grammars);
}

async function findCodeFacts(
  index: LineIndex,
  code: string,
  written: Language,
  grammars: Grammars,
): Promise<ParsedFacts> {
  let best: (Reading & { readonly language: Language }) | null = null;
  for (const language of candidates(written, code)) {
    const failure = await grammars.load(language);
    if (failure !== null) return { ...NOTHING, notes: [failure] };
    const reading = readBest(grammars, language, code);
    if (reading !== null && (best === null || !reading.hasError)) best = { ...reading, language };
    if (best !== null && !best.hasError) break;
  }
  if (best === null) return { ...NOTHING, notes: ['the parser gave up: its symbols are not known'] };
  return foundIn(index, best.language, best.captures, best.hasError);
}

// When the grammar fails on the blanked text, the text as written may give more definitions.
function readBest(grammars: Grammars, language: Language, code: string): Reading | null {
  const text = language.blanked?.(code) ?? code;
  const first = grammars.read(language, text);
  if (first === null || !first.hasError || text === code) return first;
  const plain = grammars.read(language, code);
  return plain !== null && plain.captures.definitions.length > first.captures.definitions.length ? plain : first;
}

// A text that looks like a variant is parsed as the variant first, then as its own language.
function candidates(language: Language, code: string): readonly Language[] {
  const variant = languageByName(language.variants.find(({ when }) => when.test(code))?.language ?? '');
  return variant === null ? [language] : [variant, language];
}

function foundIn(index: LineIndex, language: Language, captures: Captures, hasError: boolean): ParsedFacts {
  const placed = symbolsOf(index, language, captures);
  const { packageName, firstError } = captures;
  const where = firstError === null ? '' : `, first at line ${index.lineAt(firstError)}`;
  return {
    isParsed: true,
    symbols: placed.map(({ facts }) => facts),
    imports: importsOf(index, language, captures),
    importLines: importLinesOf(index, captures, placed),
    packageName: packageName === null ? null : index.text.slice(packageName.start, packageName.end),
    document: null,
    notes: hasError ? [`some of it could not be parsed${where}`] : [],
  };
}

const HEADER_CHARACTERS = 1500;
const LONG_LINE = 2000;
const LONG_AVERAGE = 400;
const SMALL = 5000;
// Where compilers of style sheets and scripts name the map of their sources.
const FOOTER_CHARACTERS = 300;
const NAMES_MAP = /^\/[/*][#@] ?sourceMappingURL=\S+(?: ?\*\/)?\s*$/m;
// A comment that compilers keep, at the head of a very long file, is the licence of a library in a bundle.
const KEPT_REMARK = /^[ \t]*\/\*!/m;
const LONG = 100_000;

const SAYS_SO =
  /@generated\b|<auto-?generated|code generated .{0,80}do not edit|(?:file|code|class|module|header) (?:is|was|has been) (?:auto-?|automatically )?generated|^\W*(?:auto-?|automatically )generated (?:by|from|file|code|using)|\bgenerated by .{0,120}(?:do not|don't) (?:edit|modify|change)|(?:do not|don't) (?:edit|modify).{0,80}(?:auto-?|automatically )?generated/im;

/** Whether a machine wrote the text: its header or its end says so, or its lines are too long for people. */
function isGenerated(text: string, lineCount: number): boolean {
  return (
    isMinified(text, lineCount) ||
    SAYS_SO.test(text.slice(0, HEADER_CHARACTERS)) ||
    NAMES_MAP.test(text.slice(-FOOTER_CHARACTERS)) ||
    (text.length > LONG && KEPT_REMARK.test(text.slice(0, HEADER_CHARACTERS)))
  );
}

/** Whether the text is packed into a few very long lines. */
function isMinified(text: string, lineCount: number): boolean {
  if (text.length < SMALL) return false;
  return text.length / Math.max(1, lineCount) > LONG_AVERAGE && longestLine(text) > LONG_LINE;
}

function longestLine(text: string): number {
  let longest = 0;
  let start = 0;
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
    longest = Math.max(longest, end - start);
    start = end + 1;
  }
  return Math.max(longest, text.length - start);
}
