// This file turns the definitions of a text into symbols: their qualified names, kinds, signatures, comments and the
// names they call.
import type { Language } from '../../../../languages/language.ts';
import type { EntityKind } from '../../../../model/entity.ts';
import type { SymbolFacts } from '../../../../model/facts.ts';
import { unquote } from '../imports-of.ts';
import type { Captures, DefinitionSpan, ScopeSpan, Span } from './captures.ts';
import { chooseDefinitions, createLeadingFinder, docOf, lastNonSpace } from './definitions.ts';
import type { LineIndex } from './line-index.ts';

// A definition that is a detail, such as a function in a function, is a symbol only if it has this many lines.
const INNER_LINES_MIN = 5;
// The first string in a body of Python, with its prefix and quotes.
const DOCSTRING = /^[rRuUbBfF]{0,2}("""|'''|"|')([\s\S]*?)\1/;

/** A symbol with the offsets it spans. */
export interface PlacedSymbol extends Span {
  readonly facts: SymbolFacts;
}

/** A range that holds definitions: a symbol, or a scope, which is no symbol but may add its name to theirs. */
interface Frame extends Span {
  readonly qualifier: string;
  readonly symbol: number | null;
  readonly kind: EntityKind | 'type-scope' | null;
}

const OUTSIDE: Frame = { start: -1, end: Number.POSITIVE_INFINITY, qualifier: '', symbol: null, kind: null };

/** Returns the symbols of a text in order of appearance, parents first, each with a unique qualified name. */
export function symbolsOf(index: LineIndex, language: Language, captures: Captures): readonly PlacedSymbol[] {
  const { text } = index;
  const leading = createLeadingFinder(text, captures);
  const definitions = chooseDefinitions(text, captures, language.joins);
  const entries = [...definitions, ...captures.scopes].sort((a, b) => a.start - b.start || b.end - a.end);
  const placed: PlacedSymbol[] = [];
  const counts = new Map<string, number>();
  const stack: Frame[] = [OUTSIDE];
  for (const entry of entries) {
    while (!holds(stack.at(-1)!, entry)) stack.pop();
    const outer = stack.at(-1)!;
    const name = nameOf(text, entry.name, 'owner' in entry ? entry.owner : null, language.hasWholeNames);
    if ('isType' in entry) stack.push(scopeFrame(entry, name, outer));
    else if (name !== null && isKept(entry, name, index, outer)) {
      const kind = kindOf(entry.kind, outer, name, language);
      const { start, ownStart, doc } = leading(entry.start);
      const { bodyStart, end } = entry;
      const qualifier = joinQualifier(outer.qualifier, name.qualified);
      const facts: SymbolFacts = {
        name: name.name,
        qualifiedName: makeUnique(qualifier, counts),
        kind,
        startLine: index.lineAt(start),
        endLine: lastLine(index, end),
        ...signatureOf(index, kind, { start: ownStart, end: bodyStart ?? end }, language.signatureTail),
        doc: readDocstring(text, language, bodyStart) ?? doc,
        parent: outer.symbol,
        calls: [],
      };
      stack.push({ start: entry.start, end, qualifier, symbol: placed.length, kind });
      placed.push({ facts, start: entry.start, end });
    }
  }
  const calls = callsOf(text, placed, captures);
  return placed.map((symbol, position) => ({ ...symbol, facts: { ...symbol.facts, calls: calls[position]! } }));
}

// Two names of one declaration span the same text, and then neither contains the other.
function holds(frame: Frame, entry: Span): boolean {
  if (frame.symbol !== null && frame.start === entry.start && frame.end === entry.end) return false;
  return entry.start < frame.end;
}

function scopeFrame({ start, end, isType }: ScopeSpan, name: Name | null, outer: Frame): Frame {
  const qualifier = name === null ? outer.qualifier : joinQualifier(outer.qualifier, name.qualified);
  return { start, end, qualifier, symbol: outer.symbol, kind: isType ? 'type-scope' : outer.kind };
}

function isKept(definition: DefinitionSpan, { name }: Name, index: LineIndex, outer: Frame): boolean {
  const { kind, condition } = definition;
  const isInFunction = outer.kind === 'function' || outer.kind === 'method';
  if (kind === 'constant' || kind === 'type')
    return !isInFunction && (condition !== 'upper' || name === name.toUpperCase());
  const isLoose = condition === 'inner' && outer.kind === null && !isOwnStatement(definition, index);
  const isDetail = isInFunction || isLoose || condition === 'long';
  return !isDetail || lastLine(index, definition.end) - index.lineAt(definition.start) + 1 >= INNER_LINES_MIN;
}

// A definition that starts its line without indentation stands at the top level.
function isOwnStatement({ start }: DefinitionSpan, index: LineIndex): boolean {
  return index.startOf(index.lineAt(start)) === start;
}

function kindOf(kind: EntityKind, outer: Frame, name: Name, language: Language): EntityKind {
  if (kind !== 'function') return kind;
  const isMember = outer.kind === 'type-scope' || language.methodContainers.some((each) => each === outer.kind);
  return isMember || name.qualified !== name.name ? 'method' : kind;
}

function joinQualifier(qualifier: string, name: string): string {
  return qualifier === '' ? name : `${qualifier}.${name}`;
}

/** Numbers a repeated qualified name, because an id is a path and a qualified name; `counts` holds earlier names. */
export function makeUnique(name: string, counts: Map<string, number>): string {
  const count = (counts.get(name) ?? 0) + 1;
  counts.set(name, count);
  if (count === 1) return name;
  const numbered = `${name}~${count}`;
  if (counts.has(numbered)) return makeUnique(name, counts);
  counts.set(numbered, 1);
  return numbered;
}

function readDocstring(text: string, language: Language, bodyStart: number | null): string | null {
  if (!language.hasDocstrings || bodyStart === null) return null;
  const string = DOCSTRING.exec(text.slice(bodyStart, bodyStart + 4000));
  return string?.[2] === undefined ? null : docOf([string[2]]);
}

function lastLine(index: LineIndex, end: number): number {
  return index.lineAt(lastNonSpace(index.text, end));
}

const NAME_CHARACTERS_MAX = 200;

interface Name {
  readonly name: string;
  /** The name with the owner that the definition itself names: `Shop.pay`. */
  readonly qualified: string;
}

/** Returns a definition's name without quotes, type arguments, `exports.` and the like; null for no usable one. */
function nameOf(text: string, span: Span | null, owner: Span | null, isWhole = false): Name | null {
  if (span === null || span.end - span.start > NAME_CHARACTERS_MAX) return null;
  const written = text.slice(span.start, span.end);
  if (isWhole) {
    const name = unquote(written);
    return { name, qualified: name };
  }
  // A dot or a bracket in the name of an operator does not separate parts.
  const isOperator = written.includes('operator') || !/[\p{L}\p{N}_$]/u.test(written);
  const parts = isOperator ? written.split('::') : partsOf(written);
  const name = parts.at(-1);
  if (name === undefined || name === '' || /\s|^_$/.test(name)) return null;
  const owners = owner === null ? parts.slice(0, -1) : [text.slice(owner.start, owner.end), ...parts.slice(0, -1)];
  return { name, qualified: [...owners, name].join('.') };
}

function partsOf(written: string): readonly string[] {
  const bare = unquote(written);
  // A quoted name, as of an ambient module, stays whole.
  if (bare !== written) return [bare];
  return bare
    .replace(/^([^<]*)<.*>/s, '$1')
    .replace(/^(?:module\.)?exports\./, '')
    .replace(/^module\.exports$/, 'exports')
    .replace(/\.prototype(?=\.|$)/, '')
    .replace(/^(?:this|self)\.|^(?:script|global|local|private):(?!:)/i, '')
    .split(/::|\??\./);
}

const SIGNATURE_CHARACTERS_MAX = 2000;
// The pattern that strips the end of a signature is tried only near the end, because each position costs time.
const TAIL_CHARACTERS_MAX = 300;
// A constant or type of up to this many lines is its own signature; of a longer one the signature is the first line.
const VALUE_LINES_MAX = 3;

/** Returns the text from the start of a definition to its body, or to its end if it has no body. */
function signatureOf(
  index: LineIndex,
  kind: EntityKind,
  { start, end }: Span,
  tail: RegExp,
): Pick<SymbolFacts, 'signature' | 'signatureLines'> {
  const stop = Math.min(end, start + SIGNATURE_CHARACTERS_MAX);
  const tailStart = Math.max(start, stop - TAIL_CHARACTERS_MAX);
  const written = index.text.slice(start, tailStart) + index.text.slice(tailStart, stop).replace(tail, '');
  const isValue = kind === 'constant' || kind === 'type';
  const lines = written.split('\n');
  const shown = isValue && lines.length > VALUE_LINES_MAX ? lines.slice(0, 1) : lines;
  const firstLine = index.lineAt(start);
  const indent = start - index.startOf(firstLine);
  return {
    signatureLines: [firstLine, firstLine + shown.length - 1],
    signature: shown.map((line, position) => (position === 0 ? line : dedent(line, indent)).trimEnd()).join('\n'),
  };
}

function dedent(line: string, indent: number): string {
  const blank = line.length - line.trimStart().length;
  return line.slice(Math.min(blank, indent));
}

const CALLS_PER_SYMBOL_MAX = 300;

/** Returns for each symbol the names called or referred to in it (outside inner symbols), unique and as they appear. */
function callsOf(text: string, placed: readonly Span[], captures: Captures): readonly (readonly string[])[] {
  const names = new Set(captures.definitions.map((definition) => definition.name.start));
  const calls = placed.map(() => new Set<string>());
  const open: number[] = [];
  let next = 0;
  for (const offset of captures.calls.toSorted((a, b) => a - b)) {
    for (let symbol = placed[next]; symbol !== undefined && symbol.start <= offset; symbol = placed[++next]) {
      closeSymbols(open, placed, symbol.start);
      open.push(next);
    }
    closeSymbols(open, placed, offset);
    const owner = open.at(-1);
    if (owner === undefined || names.has(offset)) continue;
    const called = calls[owner]!;
    const name = wordAt(text, offset);
    // One letter is mostly a type parameter or a throw-away name.
    if (name.length > 1 && called.size < CALLS_PER_SYMBOL_MAX) called.add(name);
  }
  return calls.map((names) => [...names]);
}

function closeSymbols(open: number[], placed: readonly Span[], offset: number): void {
  while (open.length > 0 && (placed[open.at(-1) ?? 0]?.end ?? 0) <= offset) open.pop();
}

const WORD = /[\w$\u0080-\uffff]*/y;

function wordAt(text: string, start: number): string {
  WORD.lastIndex = start;
  return WORD.exec(text)![0];
}
