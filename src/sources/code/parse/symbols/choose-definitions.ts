import type { Language } from '../../../../languages/language.ts';
import type { Captures, DefinitionSpan, Span } from './captures.ts';

// Where several patterns name the same thing, the one that says more wins.
const SAYS: Readonly<Record<string, number>> = { constant: 0, type: 1, interface: 3, enum: 3, module: 3 };
const SAYS_USUALLY = 2;
const OVERLOAD_GAP_MAX = 3000;

/** One definition per name: doubles dropped, wrappers included, overloads and `typedef`s joined with what they name. */
export function chooseDefinitions(
  text: string,
  captures: Captures,
  joins: Language['joins'],
): readonly DefinitionSpan[] {
  const byName = new Map<number, DefinitionSpan>();
  for (const definition of captures.definitions) {
    const known = byName.get(definition.name.start);
    if (known === undefined || says(definition) > says(known)) byName.set(definition.name.start, definition);
  }
  const chosen = unwrapped(text, [...byName.values()], captures.wraps)
    .filter((definition) => !isImport(text, definition, captures))
    .sort((a, b) => a.start - b.start || b.end - a.end || a.name.start - b.name.start);
  return joins === 'nothing' ? joinTypedefs(chosen) : joinOverloads(text, joinTypedefs(chosen), captures, joins);
}

function says(definition: DefinitionSpan): number {
  const parts = (definition.bodyStart === null ? 0 : 1) + (definition.owner === null ? 0 : 1);
  return (SAYS[definition.kind] ?? SAYS_USUALLY) * 3 + parts;
}

// `const x = require('x')` is an import and no constant of this file.
function isImport(text: string, definition: DefinitionSpan, { imports }: Captures): boolean {
  if (definition.kind !== 'constant') return false;
  const inside = imports.find(({ start, end }) => start > definition.name.end && end <= definition.end);
  return inside !== undefined && /^\s*=\s*(?:await\s+)?$/.test(text.slice(definition.name.end, inside.start));
}

// A wrapper ends where the definition ends, give or take a semicolon, with no other definition starting between them.
function unwrapped(
  text: string,
  definitions: readonly DefinitionSpan[],
  wraps: readonly Span[],
): readonly DefinitionSpan[] {
  const endOf = ({ end }: Span) => (text.charCodeAt(end - 1) === 59 ? end - 1 : end);
  const startsByEnd = Map.groupBy(definitions, endOf);
  const wrapsByEnd = Map.groupBy(wraps, endOf);
  return definitions.map((definition) => {
    const around = wrapsByEnd.get(endOf(definition)) ?? [];
    if (around.length === 0) return definition;
    const others = (startsByEnd.get(endOf(definition)) ?? []).map(({ start }) => start);
    const outer = Math.max(-1, ...others.filter((start) => start < definition.start));
    const starts = around.map(({ start }) => start).filter((start) => start > outer && start <= definition.start);
    return { ...definition, start: Math.min(definition.start, ...starts) };
  });
}

// `typedef struct tag { … } Name;` is one thing, known by the last name.
function joinTypedefs(sorted: readonly DefinitionSpan[]): readonly DefinitionSpan[] {
  const joined: DefinitionSpan[] = [];
  for (const definition of sorted) {
    const outer = joined.at(-1);
    const isInside = outer?.kind === 'type' && definition.kind !== 'type' && definition.end <= outer.end;
    if (isInside) joined[joined.length - 1] = { ...definition, start: outer.start, end: outer.end, name: outer.name };
    else joined.push(definition);
  }
  return joined;
}

function joinOverloads(
  text: string,
  sorted: readonly DefinitionSpan[],
  { scopes }: Captures,
  joins: Language['joins'],
): readonly DefinitionSpan[] {
  const joined: DefinitionSpan[] = [];
  const around: readonly Span[] = [...scopes, ...sorted];
  for (const definition of sorted) {
    const previous = joined.at(-1);
    if (
      previous !== undefined &&
      isOverload(text, previous, definition, joins) &&
      !isApart(previous, definition, around)
    ) {
      const bodyStart = previous.bodyStart ?? definition.bodyStart;
      joined[joined.length - 1] = { ...definition, start: previous.start, bodyStart };
    } else joined.push(definition);
  }
  return joined;
}

function isOverload(text: string, first: DefinitionSpan, next: DefinitionSpan, joins: Language['joins']): boolean {
  const isFunction = first.kind === 'function' || first.kind === 'method';
  const isOpen = first.bodyStart === null || joins === 'clauses';
  if (!isFunction || !isOpen || first.kind !== next.kind || first.end > next.start) return false;
  // Nothing else is defined between them, so only comments and modifiers can be.
  return next.start - first.end < OVERLOAD_GAP_MAX && textOf(text, first) === textOf(text, next);
}

// The last of one module and the first of the next may bear one name.
function isApart(first: Span, next: Span, around: readonly Span[]): boolean {
  const holds = (outer: Span, inner: Span) => outer.start < inner.start && inner.end <= outer.end;
  return around.some((outer) => holds(outer, first) !== holds(outer, next));
}

const textOf = (text: string, { name }: DefinitionSpan) => text.slice(name.start, name.end);
