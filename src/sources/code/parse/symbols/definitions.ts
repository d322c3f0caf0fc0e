// Several patterns of a query may capture one definition, and wrappers, overloads and comments belong to it without
// being inside it. This file makes one definition of all these, and finds its comment.
import type { Language } from '../../../../languages/language.ts';
import type { Captures, DefinitionSpan, Lead, Span } from './captures.ts';

// Where several patterns match the same name, the kind with more detail wins.
const KIND_DETAIL: Readonly<Record<string, number>> = { constant: 0, type: 1, interface: 3, enum: 3, module: 3 };
const USUAL_DETAIL = 2;
const OVERLOAD_GAP_MAX = 3000;

/** Keeps one definition for each place of a name, with its wrappers; joins overloads, and types with `typedef`s. */
export function chooseDefinitions(
  text: string,
  captures: Captures,
  joins: Language['joins'],
): readonly DefinitionSpan[] {
  const byNameStart = new Map<number, DefinitionSpan>();
  for (const definition of captures.definitions) {
    const other = byNameStart.get(definition.name.start);
    if (other === undefined || rateDetail(definition) > rateDetail(other))
      byNameStart.set(definition.name.start, definition);
  }
  const chosen = includeWrappers(text, [...byNameStart.values()], captures.wraps)
    .filter((definition) => !isImport(text, definition, captures))
    .sort((a, b) => a.start - b.start || b.end - a.end || a.name.start - b.name.start);
  return joins === 'nothing' ? joinTypedefs(chosen) : joinOverloads(text, joinTypedefs(chosen), captures, joins);
}

function rateDetail(definition: DefinitionSpan): number {
  const parts = (definition.bodyStart === null ? 0 : 1) + (definition.owner === null ? 0 : 1);
  return (KIND_DETAIL[definition.kind] ?? USUAL_DETAIL) * 3 + parts;
}

// `const x = require('x')` is an import and does not define a constant of this file.
function isImport(text: string, definition: DefinitionSpan, { imports }: Captures): boolean {
  if (definition.kind !== 'constant') return false;
  const inside = imports.find(({ start, end }) => start > definition.name.end && end <= definition.end);
  return inside !== undefined && /^\s*=\s*(?:await\s+)?$/.test(text.slice(definition.name.end, inside.start));
}

// A wrapper ends where the definition ends (but for a semicolon), and no other definition starts between their starts.
function includeWrappers(
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
  const merged: DefinitionSpan[] = [];
  for (const definition of sorted) {
    const outer = merged.at(-1);
    const isInside = outer?.kind === 'type' && definition.kind !== 'type' && definition.end <= outer.end;
    if (isInside) merged[merged.length - 1] = { ...definition, start: outer.start, end: outer.end, name: outer.name };
    else merged.push(definition);
  }
  return merged;
}

function joinOverloads(
  text: string,
  sorted: readonly DefinitionSpan[],
  { scopes }: Captures,
  joins: Language['joins'],
): readonly DefinitionSpan[] {
  const merged: DefinitionSpan[] = [];
  const around: readonly Span[] = [...scopes, ...sorted];
  for (const definition of sorted) {
    const previous = merged.at(-1);
    const isNext = previous !== undefined && isOverload(text, previous, definition, joins);
    if (isNext && !isSeparatedByScope(previous, definition, around)) {
      const bodyStart = previous.bodyStart ?? definition.bodyStart;
      merged[merged.length - 1] = { ...definition, start: previous.start, bodyStart };
    } else merged.push(definition);
  }
  return merged;
}

function isOverload(text: string, first: DefinitionSpan, next: DefinitionSpan, joins: Language['joins']): boolean {
  const isFunction = first.kind === 'function' || first.kind === 'method';
  const isOpen = first.bodyStart === null || joins === 'clauses';
  if (!isFunction || !isOpen || first.kind !== next.kind || first.end > next.start) return false;
  // Nothing else is defined between them, so a short gap holds little but comments and modifiers.
  return next.start - first.end < OVERLOAD_GAP_MAX && textOf(text, first) === textOf(text, next);
}

// The last definition of one module and the first of the next may have the same name.
function isSeparatedByScope(first: Span, next: Span, around: readonly Span[]): boolean {
  const holds = (outer: Span, inner: Span) => outer.start < inner.start && inner.end <= outer.end;
  return around.some((outer) => holds(outer, first) !== holds(outer, next));
}

const textOf = (text: string, { name }: DefinitionSpan) => text.slice(name.start, name.end);

const DOC_CHARACTERS_MAX = 2000;
// Comments with this beginning speak to a tool and describe no definition.
const DIRECTIVE =
  /^(?:eslint|prettier|biome|tslint|@ts-|ts-|noqa|nolint|type:|pylint|rubocop|go:|c8 |istanbul|#region|phpcs)/;
// Tags of documentation generators.
const MARKUP = /<\/?(?:summary|remarks|para|returns|value|example|inheritdoc|see|c|code)\b[^>]*>/g;
// A line of dashes or the like holds no words.
const RULE = /^\s*[-=*#~_+]{3,}\s*$/;

/**
 * Returns a function that finds the comments, decorators and attributes that belong to a definition: `start` is that of
 * the first, `ownStart` that of the definition itself, after decorators that the grammar puts inside it.
 */
export function createLeadingFinder(text: string, captures: Captures) {
  const byStart = new Map<number, Lead>();
  const byEnd = new Map<number, Lead>();
  for (const lead of captures.leads) {
    byStart.set(lead.start, lead);
    byEnd.set(lastNonSpace(text, lead.end) + 1, lead);
  }
  return (start: number) => {
    let ownStart = start;
    let first = start;
    const comments: string[] = [];
    for (let lead = findLeadBefore(text, byEnd, first); lead !== null; lead = findLeadBefore(text, byEnd, first)) {
      if (lead.isComment) comments.unshift(text.slice(lead.start, lead.end));
      first = lead.start;
    }
    for (let lead = byStart.get(ownStart); lead !== undefined; lead = byStart.get(ownStart)) {
      // Of comments beside an annotation, only a doc comment is about the definition.
      if (text.startsWith('/**', lead.start)) comments.push(text.slice(lead.start, lead.end));
      ownStart = nextNonSpace(text, lead.end);
    }
    return { start: first, ownStart, doc: docOf(comments) };
  };
}

/** Returns the words of comments without their marks; null when no words are left. */
export function docOf(comments: readonly string[]): string | null {
  const lines = comments
    .join('\n')
    .slice(0, 4 * DOC_CHARACTERS_MAX)
    .replace(MARKUP, '')
    .split('\n')
    .map((line) =>
      line
        .replace(/^@\w*doc ~?[sS]?"{1,3}(.*?)"{0,3}$/, '$1')
        .replace(/^\s*(?:\/\*+!?|\*+\/|\*+ ?|\/\/[/!]*|#+!?|--+|"{3})\s?/, '')
        .replace(/(?<!\s)\s*(?<!\*)\*+\/\s*$/, '')
        .trimEnd(),
    )
    .filter((line) => !DIRECTIVE.test(line) && !RULE.test(line));
  const doc = lines.join('\n').trim().slice(0, DOC_CHARACTERS_MAX);
  return doc === '' ? null : doc;
}

/** Returns the offset of the last character before `end` that is not white space. */
export function lastNonSpace(text: string, end: number): number {
  let index = end - 1;
  while (index >= 0 && text.charCodeAt(index) <= 32) index--;
  return index;
}

function nextNonSpace(text: string, from: number): number {
  let index = from;
  while (index < text.length && text.charCodeAt(index) <= 32) index++;
  return index;
}

function findLeadBefore(text: string, byEnd: ReadonlyMap<number, Lead>, start: number): Lead | null {
  const end = lastNonSpace(text, start) + 1;
  const lead = byEnd.get(end);
  if (lead === undefined || lead.start >= start) return null;
  if (!lead.isComment) return lead;
  // Some write a blank line even after a doc comment; any other comment that stands apart is about something else.
  const linesApart = text.slice(end, start).split('\n').length - 2;
  const isApart = linesApart > (text.startsWith('/**', lead.start) ? 1 : 0);
  return isApart || !ownsItsLine(text, lead.start) ? null : lead;
}

function ownsItsLine(text: string, start: number): boolean {
  const previous = lastNonSpace(text, start);
  return previous < 0 || text.slice(previous + 1, start).includes('\n');
}
