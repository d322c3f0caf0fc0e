// The lines that a result of another search states may have moved since. This file finds them in the current file, by
// their text or name.
import { categoryOf } from '../../model/entity.ts';
import type { ContentFacts, LineRange, SymbolFacts } from '../../model/facts.ts';
import { contains, countLines, linesOf, mergeRanges, overlaps, sharedLines } from '../../model/line-ranges.ts';
import type { ResultEntity, ResultPlace } from './search-result.ts';

interface FileLines {
  readonly lines: readonly string[];
  readonly facts: ContentFacts | null;
}

// Kinds whose names do not occur in their lines.
const NAMELESS: ReadonlySet<string> = new Set(['file', 'module', 'region']);

/**
 * Finds the lines of a result that hold its text or name, the stated or others; null if there are none. Of a result
 * without a text and with a kind that has no names, the stated lines are taken.
 */
export function findLines(entity: ResultEntity, place: ResultPlace, file: FileLines): LineRange | null {
  const stated = statedLines(place, file.lines);
  return linesByText(entity, stated, place, file.lines) ?? linesByName(entity, stated, place, file);
}

/** Returns the lines that a result states, as far as the file has them. */
export function statedLines({ startLine, endLine }: ResultPlace, lines: readonly string[]): LineRange | null {
  return startLine >= 1 && startLine <= lines.length ? [startLine, Math.min(endLine, lines.length)] : null;
}

/** Whether the lines of a result must hold its name, because it is code whose name is an identifier. */
export function isNameExpected({ type, name }: ResultEntity): boolean {
  return categoryOf(type) === 'code' && /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(bareName(name));
}

function linesByText(
  entity: ResultEntity,
  stated: LineRange | null,
  { startLine }: ResultPlace,
  lines: readonly string[],
): LineRange | null {
  const stored = trimmedLines(entity.content ?? '');
  if (stored.length === 0) return null;
  if (stated && startsWith(lines.slice(stated[0] - 1, stated[1]), stored)) return stated;
  const places = placesOf(lines, stored);
  const moved = places.toSorted((a, b) => Math.abs(a - startLine) - Math.abs(b - startLine))[0];
  return moved === undefined ? null : [moved, moved + stored.length - 1];
}

// Prefers a symbol of that name in the stated lines, then stated lines that hold the name, then a symbol elsewhere.
function linesByName(
  entity: ResultEntity,
  stated: LineRange | null,
  place: ResultPlace,
  { lines, facts }: FileLines,
): LineRange | null {
  const { named, isQualified } = symbolsNamed(entity, facts?.symbols ?? []);
  const isHeld = stated !== null && holdsName(lines.slice(stated[0] - 1, stated[1]), bareName(entity.name));
  const here = stated && bestOf(named, entity, (symbol) => sharedPart(stated, linesOf(symbol)));
  if (here && sharedPart(stated, linesOf(here)) > 0) {
    const range = linesOf(here);
    const isAround = place.hasEnd && contains(stated, range);
    return isAround || (isHeld && contains(range, stated)) ? stated : range;
  }
  // If the qualified name is defined elsewhere, lines with the bare name may be about a namesake.
  if (isHeld && !isQualified) return stated;
  const closeness = (symbol: SymbolFacts) =>
    place.startLine === 0 ? 0 : -Math.abs(symbol.startLine - place.startLine);
  const elsewhere = bestOf(named, entity, closeness);
  if (elsewhere) return linesOf(elsewhere);
  // Stated lines without the stored text or the name are not quoted, unless a nameless kind brings no text.
  return (entity.content ?? '').trim() === '' && NAMELESS.has(entity.type) ? stated : null;
}

// Prefers symbols whose qualified name matches, since several may share a bare name.
function symbolsNamed(
  entity: ResultEntity,
  symbols: readonly SymbolFacts[],
): { readonly named: readonly SymbolFacts[]; readonly isQualified: boolean } {
  const full = [entity.qualifiedName, entity.name].flatMap((name) => (name ? [withDots(name)] : []));
  const named = symbols.filter(({ name }) => name === entity.name || name === bareName(entity.name));
  const dottedNames = named.map((symbol) => ({ symbol, name: withDots(symbol.qualifiedName) }));
  const qualified = dottedNames.filter(
    ({ symbol, name }) => name !== symbol.name && full.some((fullName) => `.${fullName}`.endsWith(`.${name}`)),
  );
  if (qualified.length === 0) return { named, isQualified: false };
  const longest = Math.max(...qualified.map(({ name }) => name.length));
  return { named: qualified.flatMap(({ symbol, name }) => (name.length === longest ? symbol : [])), isQualified: true };
}

function bestOf(
  symbols: readonly SymbolFacts[],
  { type }: ResultEntity,
  worth: (symbol: SymbolFacts) => number,
): SymbolFacts | null {
  const isOfKind = (symbol: SymbolFacts) => Number(symbol.kind === type);
  return symbols.toSorted((a, b) => worth(b) - worth(a) || isOfKind(b) - isOfKind(a))[0] ?? null;
}

// Rates how much two ranges overlap: 1 for equal ones, 0 for ones apart.
function sharedPart(a: LineRange, b: LineRange): number {
  return overlaps(a, b) ? countLines([sharedLines(a, b)]) / countLines(mergeRanges([a, b])) : 0;
}

// Whether lines begin with the stored ones; white space at line ends does not count.
function startsWith(lines: readonly string[], stored: readonly string[]): boolean {
  return stored.every((line, index) => lines[index]?.trimEnd() === line);
}

// Lists the first line of each place that holds the stored lines.
function placesOf(lines: readonly string[], stored: readonly string[]): readonly number[] {
  return lines.flatMap((line, index) =>
    line.trimEnd() === stored[0] && startsWith(lines.slice(index, index + stored.length), stored) ? [index + 1] : [],
  );
}

function trimmedLines(text: string): readonly string[] {
  const lines = text.split(/\r\n?|\n/).map((line) => line.trimEnd());
  const first = lines.findIndex((line) => line !== '');
  const last = lines.findLastIndex((line) => line !== '');
  return first < 0 ? [] : lines.slice(first, last + 1);
}

const LETTER = /[\p{L}\p{N}_$]/u;

// Whether lines hold a name as a whole word: `target` does not hold `get`.
function holdsName(lines: readonly string[], name: string): boolean {
  if (name === '') return false;
  const isApart = (before: string, after: string) =>
    !(LETTER.test(before) && LETTER.test(name[0]!)) && !(LETTER.test(after) && LETTER.test(name.at(-1)!));
  return lines.some((line) => {
    for (let index = line.indexOf(name); index >= 0; index = line.indexOf(name, index + 1))
      if (isApart(line[index - 1] ?? '', line[index + name.length] ?? '')) return true;
    return false;
  });
}

// Writes `src/a.ts::Shop#pay` as `src.a.ts.Shop.pay`, so that names of several tools can be compared.
function withDots(name: string): string {
  return name.replaceAll(/::|[#:/]/g, '.');
}

function bareName(name: string): string {
  return name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf(':'), name.lastIndexOf('#')) + 1) || name;
}
