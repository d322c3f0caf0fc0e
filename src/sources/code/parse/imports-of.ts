// This file turns what a grammar or patterns of lines captured as imports into facts: which path or module each
// statement names, which names it takes from there, and on which lines imports stand.
import type { Language } from '../../../languages/language.ts';
import type { ImportFact, LineRange } from '../../../model/facts.ts';
import { mergeRanges } from '../../../model/line-ranges.ts';
import type { Captures, ImportSpan, Span } from './symbols/captures.ts';
import { lastNonSpace } from './symbols/definitions.ts';
import type { LineIndex } from './symbols/line-index.ts';

// What stands before the path in the statements of several languages: `import static`, `use function`, `using X =`.
const STATEMENT =
  /^(?:global\s+)?(?:import|using|use|export)\s+(?:static\s+|function\s+|const\s+|typeof\s+)?(?:[\w]+\s*=\s*)?/;
// What stands before `require(…)` and `import(…)`: the name or the names to which the module is assigned.
const ASSIGNED = /\b(?:const|let|var)\s+([\w$]+|\{[^{}]*\})\s*=\s*(?:await\s+)?$/;
const ASSIGNED_CHARACTERS_MAX = 300;
const IMPORT_CHARACTERS_MAX = 5000;

/** Returns the imports of a content, in order of lines. */
export function importsOf(index: LineIndex, language: Language, captures: Captures): readonly ImportFact[] {
  const froms = captures.froms.toSorted((a, b) => a.start - b.start);
  const imported = captures.imported.toSorted((a, b) => a.start - b.start);
  const seen = new Set<number>();
  const spans = captures.imports.toSorted((a, b) => a.start - b.start || b.end - a.end);
  return spans.flatMap((span) => {
    const names = spansInside(imported, span).map((name) => index.text.slice(name.start, name.end));
    const sources = spansInside(froms, span).filter((from) => !seen.has(from.start));
    for (const from of sources) seen.add(from.start);
    const ownNames = sources.length === 1 ? names : [];
    return sources.flatMap((from) => factsOf(index, language, span, from, ownNames));
  });
}

/** Returns the lines of imports outside every symbol, merged. */
export function importLinesOf(index: LineIndex, captures: Captures, symbols: readonly Span[]): readonly LineRange[] {
  const outside = captures.imports.filter(
    (span) => !symbols.some((symbol) => symbol.start <= span.start && span.end <= symbol.end),
  );
  return mergeRanges(
    outside.map(({ start, end }) => [index.lineAt(start), index.lineAt(lastNonSpace(index.text, end))] as const),
  );
}

function factsOf(
  index: LineIndex,
  language: Language,
  span: ImportSpan,
  from: Span,
  names: readonly string[],
): readonly ImportFact[] {
  // The grammar misread a text that is longer than any import.
  if (from.end - from.start > IMPORT_CHARACTERS_MAX) return [];
  const written = index.text.slice(from.start, from.end).trim();
  const line = index.lineAt(from.start);
  if (span.form === 'child') return [{ specifier: `self::${written}`, names: [written], line }];
  if (span.form === 'relative') return [{ specifier: toRelative(written), names, line }];
  if (span.form === 'file') return fileSpecifier(written).map((specifier) => ({ specifier, names, line }));
  const path = written.replace(STATEMENT, '').replace(/(?<!\s)\s*;$/, '');
  if (language.pathSeparator === null) {
    const importedNames = names.length > 0 ? names : assignedNames(index.text, span.start);
    return [{ specifier: unquote(path), names: importedNames, line }];
  }
  return expandPaths(path, language.pathSeparator).map((fact) => ({ ...fact, line }));
}

// In `const { a, b: c } = require('x')` the imported names are a and b.
function assignedNames(text: string, start: number): readonly string[] {
  const assigned = ASSIGNED.exec(text.slice(Math.max(0, start - ASSIGNED_CHARACTERS_MAX), start))?.[1];
  if (assigned === undefined) return [];
  return assigned
    .replace(/[{}]/g, '')
    .split(',')
    .flatMap((item) => /^\s*([\w$]+)/.exec(item)?.[1] ?? []);
}

function spansInside(spans: readonly Span[], { start, end }: Span): readonly Span[] {
  return spans.filter((span) => span.start >= start && span.end <= end);
}

function toRelative(path: string): string {
  return path.startsWith('.') || path.startsWith('/') ? path : `./${path}`;
}

// `require __DIR__ . '/boot.php'` names a file beside this one; an expression that ends in no literal names none.
function fileSpecifier(expression: string): readonly string[] {
  const literal = /['"]([^'"$]+)['"]\s*\)?$/.exec(expression)?.[1];
  if (literal === undefined) return [];
  return [/__DIR__|dirname/.test(expression) ? `./${literal.replace(/^\/+/, '')}` : literal];
}

export function unquote(text: string): string {
  return text.replace(/^(['"`])(.*)\1$/s, '$2');
}

// ` as other` or ` => other` behind an imported name.
const ALIAS = /(?<!\s)\s+as\s+\S+$|(?<!\s)\s*=>\s*\S+$/;
const WILDCARD = new Set(['*', '_', 'given', '']);

/** Expands `a::{b, c::{d, e as f}}` to a::b, a::c::d, a::c::e; the last part of each is the imported name. */
function expandPaths(path: string, separator: string): readonly Omit<ImportFact, 'line'>[] {
  return expandPath('', path, separator).map((specifier) => {
    const name = specifier.split(separator).at(-1) ?? '';
    return { specifier, names: WILDCARD.has(name) ? [] : [name] };
  });
}

function expandPath(prefix: string, path: string, separator: string): readonly string[] {
  return splitOutsideBraces(path).flatMap((item) => {
    const open = item.indexOf('{');
    if (open >= 0) {
      const close = item.lastIndexOf('}');
      const head = prefix + item.slice(0, open).replaceAll(/\s/g, '');
      return expandPath(head, item.slice(open + 1, close < 0 ? undefined : close), separator);
    }
    const bare = item
      .replace(ALIAS, '')
      .replace(/^(?:function|const)\s+/, '')
      .replaceAll(/\s/g, '');
    // `a::{self}` is `a`; a leading backslash says only that the path is absolute.
    const whole = bare === 'self' && prefix !== '' ? prefix.slice(0, -separator.length) : prefix + bare;
    const specifier = whole.startsWith('\\') ? whole.slice(1) : whole;
    return specifier === '' || bare === '' ? [] : [specifier];
  });
}

function splitOutsideBraces(path: string): readonly string[] {
  const items: string[] = [];
  let depth = 0;
  let start = 0;
  for (let index = 0; index < path.length; index++) {
    const letter = path[index];
    if (letter === '{') depth++;
    else if (letter === '}') depth--;
    else if (letter === ',' && depth === 0) {
      items.push(path.slice(start, index));
      start = index + 1;
    }
  }
  return [...items, path.slice(start)].map((item) => item.trim()).filter((item) => item !== '');
}
