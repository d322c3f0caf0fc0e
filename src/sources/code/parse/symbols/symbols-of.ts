import type { Language } from '../../../../languages/language.ts';
import type { EntityKind } from '../../../../model/entity.ts';
import type { SymbolFacts } from '../../../../model/facts.ts';
import { callsOf } from '../calls-of.ts';
import type { Captures, DefinitionSpan, ScopeSpan } from './captures.ts';
import { chooseDefinitions } from './choose-definitions.ts';
import { docOf, lastNonSpace, leadingFinder } from './leading.ts';
import type { LineIndex } from './line-index.ts';
import { type Name, nameOf } from './name-of.ts';
import { signatureOf } from './signature.ts';

// Below this a function inside a function is an inner detail, not something to look for.
const INNER_LINES_MIN = 5;
const DOCSTRING = /^[rRuUbBfF]{0,2}("""|'''|"|')([\s\S]*?)\1/;

/** A symbol with the offsets it spans. */
export interface Placed {
  readonly facts: SymbolFacts;
  readonly start: number;
  readonly end: number;
}

/** Something that holds definitions: a symbol, or a scope that only lends its name. */
interface Frame {
  readonly start: number;
  readonly end: number;
  readonly qualifier: string;
  readonly symbol: number | null;
  readonly kind: EntityKind | 'type-scope' | null;
}

const OUTSIDE: Frame = { start: -1, end: Number.POSITIVE_INFINITY, qualifier: '', symbol: null, kind: null };

/** Symbols of a tree in order of appearance, parents first, each with a qualified name of its own. */
export function symbolsOf(index: LineIndex, language: Language, captures: Captures): readonly Placed[] {
  const { text } = index;
  const leading = leadingFinder(text, captures);
  const definitions = chooseDefinitions(text, captures, language.joins);
  const entries = [...definitions, ...captures.scopes].sort((a, b) => a.start - b.start || b.end - a.end);
  const placed: Placed[] = [];
  const taken = new Map<string, number>();
  const stack: Frame[] = [OUTSIDE];
  for (const entry of entries) {
    while (!holds(stack.at(-1) ?? OUTSIDE, entry)) stack.pop();
    const outer = stack.at(-1) ?? OUTSIDE;
    const name = nameOf(text, entry.name, 'owner' in entry ? entry.owner : null, language.hasWholeNames);
    if ('isType' in entry) stack.push(scopeFrame(entry, name, outer));
    else if (name !== null && isKept(entry, name, index, outer)) {
      const kind = kindOf(entry.kind, outer, name, language);
      const { start, ownStart, doc } = leading(entry.start);
      const { bodyStart, end } = entry;
      const signature = signatureOf(index, {
        kind,
        start: ownStart,
        end: bodyStart ?? end,
        tail: language.signatureTail,
      });
      const qualifier = joined(outer.qualifier, name.qualified);
      const facts: SymbolFacts = {
        name: name.name,
        qualifiedName: unique(qualifier, taken),
        kind,
        startLine: index.lineAt(start),
        endLine: lastLine(index, end),
        signatureLines: signature.lines,
        signature: signature.text,
        doc: docstring(text, language, bodyStart) ?? doc,
        parent: outer.symbol,
        calls: [],
      };
      stack.push({ start: entry.start, end, qualifier, symbol: placed.length, kind });
      placed.push({ facts, start: entry.start, end });
    }
  }
  const calls = callsOf(text, placed, captures);
  return placed.map((symbol, at) => ({ ...symbol, facts: { ...symbol.facts, calls: calls[at] ?? [] } }));
}

// Two names of one declaration span the same text; neither holds the other.
function holds(frame: Frame, entry: { readonly start: number; readonly end: number }): boolean {
  if (frame.symbol !== null && frame.start === entry.start && frame.end === entry.end) return false;
  return entry.start < frame.end;
}

function scopeFrame({ start, end, isType }: ScopeSpan, name: Name | null, outer: Frame): Frame {
  const qualifier = name === null ? outer.qualifier : joined(outer.qualifier, name.qualified);
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

// A definition that starts its line without indentation stands at the top of the file.
function isOwnStatement({ start }: DefinitionSpan, index: LineIndex): boolean {
  return index.startOf(index.lineAt(start)) === start;
}

function kindOf(kind: EntityKind, outer: Frame, name: Name, language: Language): EntityKind {
  if (kind !== 'function') return kind;
  const isMember =
    outer.kind === 'type-scope' || language.methodContainers.some((container) => container === outer.kind);
  return isMember || name.qualified !== name.name ? 'method' : kind;
}

function joined(qualifier: string, name: string): string {
  return qualifier === '' ? name : `${qualifier}.${name}`;
}

// An id is a path and a qualified name, so overloads are told apart by their number.
function unique(name: string, taken: Map<string, number>): string {
  const count = (taken.get(name) ?? 0) + 1;
  taken.set(name, count);
  return count === 1 ? name : `${name}~${count}`;
}

function docstring(text: string, language: Language, bodyStart: number | null): string | null {
  if (!language.hasDocstrings || bodyStart === null) return null;
  const found = DOCSTRING.exec(text.slice(bodyStart, bodyStart + 4000));
  return found?.[2] === undefined ? null : docOf([found[2]]);
}

function lastLine(index: LineIndex, end: number): number {
  return index.lineAt(lastNonSpace(index.text, end));
}
