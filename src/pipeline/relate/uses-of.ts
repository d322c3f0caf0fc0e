// Finds the names that a unit uses, each with its receiver (`this.books` in `this.books.create()`), in its text.
import type { Scored, SourceText } from '../../model/candidate.ts';
import type { SymbolFacts } from '../../model/facts.ts';

/** A name that a unit calls, constructs or refers to, with its receiver. */
export interface Use {
  readonly name: string;
  /** `['this', 'books']` for `this.books.create`; empty for a bare name. */
  readonly receiver: readonly string[];
}

/** A receiver without a name: the result of a call, an element, a literal. */
export const EXPRESSION = '()';

const SEGMENTS_MAX = 4;
const WORD = /[$@]?[\p{L}_][\p{L}\p{N}_$]*/gu;
// The sign between receiver and member, with the signs for optional and asserted values in front of it.
const ACCESS = /(?:\?->|->|::|\?\.|&\.|!!\.|!\.|(?<!\.)\.)\s*$/;
const SEGMENT = /[$@]*([\p{L}_][\p{L}\p{N}_$]*)[?!]?\s*$/u;
// The most characters of one access, with spaces and one name.
const LOOK_BACK = 160;

/** Lists the uses in a unit in order; the parser found the names in a symbol, the receivers are read from the text. */
export function usesOf(unit: Scored): readonly Use[] {
  // The parser lists the calls of symbols; elsewhere a receiver marks a member, and a capital a class.
  if (symbolOf(unit) === null) return usesInRegion(textWithoutImports(unit));
  const names = new Set(symbolsIn(unit).flatMap((symbol) => symbol.calls));
  if (names.size === 0) return [];
  const text = textOf(unit);
  const uses = new Map<string, Use>();
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (!names.has(word)) continue;
    const receiver = receiverBefore(text, index);
    uses.set([...receiver, word].join('.'), { name: word, receiver });
  }
  return [...uses.values()];
}

/** A use and its line. */
export interface PlacedUse extends Use {
  readonly line: number;
}

/** The uses of these names in the code of a unit; a plain word that the parser did not list must be called. */
export function usesNamed(
  unit: Scored,
  names: ReadonlySet<string>,
  isCode: (line: number) => boolean,
): readonly PlacedUse[] {
  const text = textOf(unit);
  const called = new Set(symbolsIn(unit).flatMap((symbol) => symbol.calls));
  const uses: PlacedUse[] = [];
  let [line, from] = [unit.entity.location.startLine, 0];
  for (const { 0: name, index } of text.matchAll(WORD)) {
    if (!names.has(name)) continue;
    for (let end = text.indexOf('\n', from); end >= 0 && end < index; end = text.indexOf('\n', from)) {
      from = end + 1;
      line++;
    }
    const isCalled = called.has(name) || text.startsWith('(', index + name.length);
    if (!isCode(line) || isImport(unit, line) || !(isCalled || isCompound(name))) continue;
    uses.push({ name, receiver: receiverBefore(text, index), line });
  }
  return uses;
}

/** Whether a name is more than one word: `rateOf`, `MAX_TRIES`, `HttpServer`. */
export function isCompound(name: string): boolean {
  return /[\p{L}\p{N}]_+[\p{L}\p{N}]|\p{Ll}\p{Lu}/u.test(name);
}

function usesInRegion(text: string): readonly Use[] {
  const uses = new Map<string, Use>();
  for (const { 0: name, index } of text.matchAll(WORD)) {
    const receiver = receiverBefore(text, index);
    if (receiver.length > 0 || /^\p{Lu}.*\p{Ll}/u.test(name))
      uses.set([...receiver, name].join('.'), { name, receiver });
  }
  return [...uses.values()];
}

/** The symbols that lie in a unit: itself, and the members of a class that is quoted as one. */
export function symbolsIn(unit: Scored): readonly SymbolFacts[] {
  const { startLine, endLine } = unit.entity.location;
  const symbols = unit.text?.facts.symbols ?? [];
  return symbols.filter(
    (symbol) => isSymbolOf(unit, symbol) || (symbol.startLine >= startLine && symbol.endLine <= endLine),
  );
}

/** Returns the symbol that a unit is, or is a part of; null for a region. */
export function symbolOf(unit: Scored): SymbolFacts | null {
  return unit.text?.facts.symbols.find((symbol) => isSymbolOf(unit, symbol)) ?? null;
}

export function textOf({ entity, text }: Scored): string {
  const { startLine, endLine } = entity.location;
  return (text as SourceText).lines.slice(startLine - 1, endLine).join('\n');
}

// Leaves out import lines, because they do not use the names they bind.
function textWithoutImports(unit: Scored): string {
  const { startLine, endLine } = unit.entity.location;
  return (unit.text as SourceText).lines
    .slice(startLine - 1, endLine)
    .filter((_, index) => !isImport(unit, startLine + index))
    .join('\n');
}

function isImport({ text }: Scored, line: number): boolean {
  return text!.facts.importLines.some(([first, last]) => first <= line && line <= last);
}

function isSymbolOf(unit: Scored, symbol: SymbolFacts): boolean {
  const { startLine, endLine } = unit.entity.location;
  return (
    symbol.qualifiedName === unit.entity.qualifiedName && symbol.startLine <= endLine && symbol.endLine >= startLine
  );
}

function receiverBefore(text: string, index: number): readonly string[] {
  const segments: string[] = [];
  let end = index;
  while (segments.length < SEGMENTS_MAX) {
    const access = ACCESS.exec(text.slice(Math.max(0, end - LOOK_BACK), end));
    if (!access) break;
    end -= access[0].length;
    const segment = SEGMENT.exec(text.slice(Math.max(0, end - LOOK_BACK), end));
    if (!segment) return [EXPRESSION, ...segments];
    segments.unshift(segment[1]!);
    end -= segment[0].length;
  }
  return segments;
}
