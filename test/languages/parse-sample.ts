import { copyGrammars, GRAMMARS_DIR } from '../../scripts/copy-grammars.ts';
import { DEFAULTS } from '../../src/config/defaults.ts';
import type { ParseResult, Parser } from '../../src/ports/source.ts';
import { createParser, type ParserSettings } from '../../src/sources/code/parse/create-parser.ts';

/** A parser on the grammars as the package ships them. */
export async function openParser(settings: Partial<ParserSettings> = {}): Promise<Parser> {
  await copyGrammars(GRAMMARS_DIR);
  return createParser({
    units: DEFAULTS.units,
    symbolsPerFileMax: DEFAULTS.indexing.symbolsPerFileMax,
    grammarsDir: GRAMMARS_DIR,
    workers: 2,
    workerUrl: new URL('../../src/sources/code/parse/parse-worker.ts', import.meta.url),
    inlineFilesMax: DEFAULTS.indexing.inlineFilesMax,
    fileTimeoutMs: DEFAULTS.indexing.fileTimeoutMs,
    threadRestMs: DEFAULTS.indexing.threadRestMs,
    ...settings,
  });
}

/** Parses one text. */
export async function parseOne(parser: Parser, language: string | null, text: string): Promise<ParseResult> {
  const [result] = await parser.parse([{ hash: 'h', text, language }]);
  if (result === undefined) throw new Error('no result for the request');
  return result;
}

/** Symbols as a table a person can check: lines, kind, qualified name. */
export function symbolTable({ facts }: ParseResult): readonly string[] {
  return facts.symbols.map(
    ({ startLine, endLine, kind, qualifiedName }) => `${startLine}-${endLine} ${kind} ${qualifiedName}`,
  );
}

/** Imports as a table: line, specifier, names. */
export function importTable({ facts }: ParseResult): readonly string[] {
  return facts.imports.map(({ line, specifier, names }) => [line, specifier, ...names].join(' '));
}

/** The terms of a content as a list: results may share a list that holds those of others too. */
export function ownTerms({ terms }: Pick<ParseResult, 'terms'>): readonly string[] {
  return Array.from(terms.places, (place) => terms.terms[place]!);
}
