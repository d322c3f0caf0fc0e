// This file parses one text: it redacts secrets, finds symbols and imports in the way its language asks for, and cuts
// the text into units with their search terms.
import { languageByName } from '../../../languages/index.ts';
import type { Language, LineRules } from '../../../languages/language.ts';
import type { DocumentSection } from '../../../model/document.ts';
import type { ContentFacts } from '../../../model/facts.ts';
import type { ParseRequest, ParseResult } from '../../../ports/source.ts';
import { redactText } from '../../../reading/redaction/redact.ts';
import type { GrammarReading, Grammars } from './grammars.ts';
import { importLinesOf, importsOf } from './imports-of.ts';
import { describesApi, operationsAsFunctions, readNotebook, scriptOf, symbolsOfSections } from './structured-texts.ts';
import type { Captures } from './symbols/captures.ts';
import { createLineIndex, type LineIndex } from './symbols/line-index.ts';
import { type CutHints, cutIntoUnits, type UnitLimits } from './symbols/partition.ts';
import { symbolsOf } from './symbols/symbols-of.ts';
import type { UnitReader } from './words/unit-reader.ts';

const CONTINUED_LINE = /^\s*(?:[)\]}]|(?:end|else|elif|elsif|except|rescue|catch|finally|ensure)\b)/;
const TAB_COLUMNS = 4;
const QUIET_LINE = /^\s*(?:$|\/\/|\/\*|\*|#|--|<!--|[)\]};,]+\s*$|end\s*$)/;

// An API description may have more operations than other data may have keys.
const OPERATIONS_MAX = 5000;

export interface ParseLimits {
  readonly units: UnitLimits;
  readonly symbolsPerFileMax: number;
}

export interface ParseTools {
  readonly grammars: Grammars;
  readonly readUnits: UnitReader;
  readonly limits: ParseLimits;
}

/** Parses one text. Only some languages give symbols and imports; units and terms are always made. */
export async function parseContent(request: ParseRequest, tools: ParseTools): Promise<ParseResult> {
  const index = cleanIndex(request);
  const language = request.language === null ? null : languageByName(request.language);
  const parsed = request.given
    ? { ...NO_FACTS, isParsed: true, ...request.given }
    : language === null
      ? NO_FACTS
      : await findFacts(index, language, tools.grammars);
  const result = resultOf(request, index, parsed, tools);
  return request.wantsColors ? { ...result, colors: await findColors(index.text, language, tools.grammars) } : result;
}

async function findColors(text: string, language: Language | null, grammars: Grammars) {
  if (language === null || language.grammar === null || (await grammars.load(language)) !== null) return null;
  return grammars.colors(language, text);
}

/** Makes the result of a text that could not be parsed: searches still find it by its words. */
export function describeUnparsed(request: ParseRequest, note: string, tools: UnitTools): ParseResult {
  return resultOf(request, cleanIndex(request), { ...NO_FACTS, notes: [note] }, tools);
}

// The text is redacted before it is parsed, so that no secret gets into the index.
function cleanIndex({ text }: ParseRequest): LineIndex {
  return createLineIndex(redactText(text).text);
}

type ParsedFacts = Omit<ContentFacts, 'lineCount' | 'isGenerated'> & {
  readonly isParsed: boolean;
  /** The text with all lines blanked that should give no search terms; without it the whole text gives terms. */
  readonly searchable?: LineIndex | null;
};

const NO_FACTS: ParsedFacts = {
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
  parsed: ParsedFacts,
  { readUnits, limits }: UnitTools,
): ParseResult {
  const { isParsed, searchable, ...rest } = parsed;
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
  const units = cutIntoUnits(facts, limits.units, createCutHints(index));
  const redacted = index.text === request.text ? undefined : index.text;
  const words = readUnits({ index: searchable ?? index, facts, units, path: request.path });
  return { hash: request.hash, isParsed, facts, units, ...words, redacted };
}

function createCutHints(index: LineIndex): CutHints {
  return {
    isQuiet: (line) => QUIET_LINE.test(index.lineText(line)),
    isContinued: (line) => CONTINUED_LINE.test(index.lineText(line)),
    indent: (line) => {
      const text = index.lineText(line);
      const blank = /^[ \t]*/.exec(text)![0];
      return blank.length === text.trimEnd().length ? null : blank.replaceAll('\t', ' '.repeat(TAB_COLUMNS)).length;
    },
  };
}

async function findFacts(index: LineIndex, language: Language, grammars: Grammars): Promise<ParsedFacts> {
  if (language.layout === 'headings') return findDocument(index, language);
  if (language.layout === 'cells') return { ...NO_FACTS, isParsed: true, ...readNotebook(index) };
  if (language.layout === 'script-blocks') return findScriptFacts(index, grammars);
  if (language.lines !== null) return findLineFacts(index, language, language.lines);
  if (language.grammar === null) return NO_FACTS;
  if (isMinified(index.text, index.count)) return { ...NO_FACTS, notes: ['minified: its symbols were not looked for'] };
  return findCodeFacts(index, index.text, language, grammars);
}

async function findDocument(index: LineIndex, { markup }: Language): Promise<ParsedFacts> {
  // Loaded with the first document, because a run over code alone does not need its parsers.
  const { readContent } = await import('../../markdown/read-document.ts');
  const { readMarkup } = markup === null ? { readMarkup: null } : await import('../../markdown/body/read-markup.ts');
  const read = readContent(
    index.text,
    readMarkup && markup ? (text, firstLine) => readMarkup(text, firstLine, markup) : undefined,
  );
  const document = (await isDecision(index.text, read.sections)) ? { ...read, isDecision: true as const } : read;
  const notes = document.notes.map(({ line, message }) => `line ${line}: ${message}`);
  return { ...NO_FACTS, isParsed: true, symbols: symbolsOfSections(index, document.sections), document, notes };
}

async function isDecision(text: string, sections: readonly DocumentSection[]): Promise<boolean> {
  // Loaded with the first document that has such a heading.
  if (!/^#{1,6}[ \t].{0,40}\bdecision/im.test(text)) return false;
  const { isDecisionRecord } = await import('../../conversations/decisions.ts');
  return isDecisionRecord(text, sections);
}

async function findLineFacts(index: LineIndex, language: Language, rules: LineRules): Promise<ParsedFacts> {
  // Loaded with the first text that is read so.
  const { captureLines } = await import('./line-captures.ts');
  const isApi = rules.isOfKeys && describesApi(index.text);
  const captures = captureLines(index, isApi ? { ...rules, definitionsMax: OPERATIONS_MAX } : rules);
  const parsed = factsFromCaptures(index, language, captures, false);
  return isApi ? { ...parsed, symbols: operationsAsFunctions(index, parsed.symbols) } : parsed;
}

async function findScriptFacts(index: LineIndex, grammars: Grammars): Promise<ParsedFacts> {
  const script = scriptOf(index.text);
  const language = script === null ? null : languageByName(script.language);
  if (script === null || language === null) return { ...NO_FACTS, isParsed: true };
  return findCodeFacts(index, script.text, language, grammars);
}

async function findCodeFacts(
  index: LineIndex,
  code: string,
  written: Language,
  grammars: Grammars,
): Promise<ParsedFacts> {
  let best: (GrammarReading & { readonly language: Language }) | null = null;
  for (const language of languagesToTry(written, code)) {
    const failure = await grammars.load(language);
    if (failure !== null) return { ...NO_FACTS, notes: [failure] };
    const reading = readBest(grammars, language, code);
    if (reading !== null && (best === null || !reading.hasError)) best = { ...reading, language };
    if (best !== null && !best.hasError) break;
  }
  if (best === null) return { ...NO_FACTS, notes: ['the parser gave up: its symbols are not known'] };
  return factsFromCaptures(index, best.language, best.captures, best.hasError);
}

// Reads the blanked text; when the grammar fails on it, the text as written may give more definitions.
function readBest(grammars: Grammars, language: Language, code: string): GrammarReading | null {
  const text = language.blanked?.(code) ?? code;
  const first = grammars.read(language, text);
  if (first === null || !first.hasError || text === code) return first;
  const plain = grammars.read(language, code);
  return plain !== null && plain.captures.definitions.length > first.captures.definitions.length ? plain : first;
}

// Returns the variant of the language that the text looks like, if any, and then the language itself.
function languagesToTry(language: Language, code: string): readonly Language[] {
  const variant = languageByName(language.variants.find(({ when }) => when.test(code))?.language ?? '');
  return variant === null ? [language] : [variant, language];
}

function factsFromCaptures(index: LineIndex, language: Language, captures: Captures, hasError: boolean): ParsedFacts {
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
// Compilers of style sheets and scripts name the source map near the end of what they write.
const FOOTER_CHARACTERS = 300;
const NAMES_MAP = /^\/[/*][#@] ?sourceMappingURL=\S+(?: ?\*\/)?\s*$/m;
// In a very long file, a comment marked to be kept is mostly the licence of a library in a bundle.
const KEPT_REMARK = /^[ \t]*\/\*!/m;
const LONG = 100_000;

const GENERATED_MARK =
  /@generated\b|<auto-?generated|code generated .{0,80}do not edit|(?:file|code|class|module|header) (?:is|was|has been) (?:auto-?|automatically )?generated|^\W*(?:auto-?|automatically )generated (?:by|from|file|code|using)|\bgenerated by .{0,120}(?:do not|don't) (?:edit|modify|change)|(?:do not|don't) (?:edit|modify).{0,80}(?:auto-?|automatically )?generated/im;

/** Returns whether the text looks written by a program: by a mark near its start or end, or by very long lines. */
function isGenerated(text: string, lineCount: number): boolean {
  return (
    isMinified(text, lineCount) ||
    GENERATED_MARK.test(text.slice(0, HEADER_CHARACTERS)) ||
    NAMES_MAP.test(text.slice(-FOOTER_CHARACTERS)) ||
    (text.length > LONG && KEPT_REMARK.test(text.slice(0, HEADER_CHARACTERS)))
  );
}

/** Returns whether a large text has lines that are long on average, and a very long one among them. */
function isMinified(text: string, lineCount: number): boolean {
  if (text.length < SMALL) return false;
  // Only a text whose lines are long on average is split.
  const isDense = text.length / Math.max(1, lineCount) > LONG_AVERAGE;
  return isDense && text.split('\n').some((line) => line.length > LONG_LINE);
}
