// Languages without a grammar are read line by line with the patterns of `src/languages/without-grammar.ts`. This file
// finds imports, comments, and where each definition begins and ends, in a time bounded by the length of the text.
import type { LineDefinition, LineRules } from '../../../languages/language.ts';
import type { Captures, DefinitionSpan, ImportSpan, Lead, Span } from './symbols/captures.ts';
import type { LineIndex } from './symbols/line-index.ts';

// Only this beginning of a line is read, so that long lines cost no more than others.
const HEAD_CHARACTERS = 400;
const NAMES_PER_LINE_MAX = 16;

/** A definition whose end is not known yet. */
interface OpenDefinition {
  readonly rule: LineDefinition;
  readonly line: number;
  readonly indent: number;
  readonly names: readonly Span[];
  /** What encloses its body while it is open; a semicolon inside does not end the definition. */
  body: 'dollars' | 'begin' | null;
}

interface LineWalk {
  readonly index: LineIndex;
  readonly rules: LineRules;
  readonly open: OpenDefinition[];
  readonly definitions: DefinitionSpan[];
  readonly seen: Set<string>;
  /** The last line so far that is neither blank nor a comment nor skipped. */
  lastLine: number;
}

/** The beginning of one line, without its indentation. */
interface LineHead {
  readonly line: number;
  readonly start: number;
  readonly indent: number;
  readonly text: string;
  /** Whether the line belongs to a block of text that a line above opened. */
  readonly isText: boolean;
}

/** Returns the definitions, comments and imports of a text, in the form in which grammars give them. */
export function captureLines(index: LineIndex, rules: LineRules): Captures {
  const walk: LineWalk = { index, rules, open: [], definitions: [], seen: new Set(), lastLine: 0 };
  const leads: Lead[] = [];
  const imports: ImportSpan[] = [];
  const froms: Span[] = [];
  let packageName: Span | null = null;
  for (const head of readLineHeads(index, rules)) {
    if (head.isText) {
      walk.lastLine = head.line;
      continue;
    }
    if (rules.remark.test(head.text)) {
      leads.push({ start: head.start, end: head.start + head.text.length, isComment: true });
      continue;
    }
    const rule = hasRoom(walk) ? rules.definitions.find(({ first }) => first.test(head.text)) : undefined;
    closeBefore(walk, head, rule !== undefined);
    if (rule !== undefined && walk.open.length < rules.depthMax) openDefinition(walk, head, rule);
    walk.lastLine = head.line;
    closeAfter(walk, head);
    const from = rules.imports.map((pattern) => groupOf(pattern, head, 'from')).find((span) => span !== null);
    if (from) {
      imports.push({ start: head.start, end: head.start + head.text.length, form: 'plain' });
      froms.push(from);
    }
    packageName ??= rules.package === null ? null : groupOf(rules.package, head, 'package');
  }
  for (const definition of walk.open.splice(0)) closeDefinition(walk, definition, walk.lastLine);
  const nothing = { scopes: [], wraps: [], imported: [], calls: [], firstError: null };
  return { ...nothing, definitions: walk.definitions, leads, imports, froms, packageName };
}

const hasRoom = ({ definitions, rules }: LineWalk) => definitions.length < rules.definitionsMax;

/** Yields the lines that are neither blank nor inside a skipped block. */
function* readLineHeads(index: LineIndex, { skipped, opaque }: LineRules): Generator<LineHead> {
  let until: RegExp | null = null;
  let textBelow = Number.POSITIVE_INFINITY;
  for (let line = 1; line <= index.count; line++) {
    const start = index.startOf(line);
    const whole = index.text.slice(start, Math.min(start + HEAD_CHARACTERS, index.startOf(line + 1)));
    const text = whole.trim();
    if (text === '') continue;
    const indent = whole.length - whole.trimStart().length;
    if (until !== null) {
      if (until.test(text)) until = null;
      continue;
    }
    if (indent > textBelow) {
      yield { line, start: start + indent, indent, text, isText: true };
      continue;
    }
    const gap = skipped.find(([from]) => from.test(text));
    if (gap !== undefined) {
      // A skipped block that begins and ends in one line is that line alone.
      if (!gap[1].test(text.slice(1))) until = gap[1];
      continue;
    }
    textBelow = opaque?.test(text) ? indent : Number.POSITIVE_INFINITY;
    yield { line, start: start + indent, indent, text, isText: false };
  }
}

function openDefinition(walk: LineWalk, head: LineHead, rule: LineDefinition): void {
  const name = groupOf(rule.first, head, 'other') ?? groupOf(rule.first, head, 'name');
  if (name === null) return;
  const written = rule.names === undefined ? [name] : namesIn(walk, rule.names, name);
  const names = written.filter((span) => isNew(walk, span));
  if (names.length === 0 && rule.ends !== 'block') return;
  walk.open.push({ rule, line: head.line, indent: head.indent, names, body: null });
}

function namesIn({ index }: LineWalk, pattern: RegExp, { start, end }: Span): readonly Span[] {
  const matches = [...index.text.slice(start, end).matchAll(pattern)].slice(0, NAMES_PER_LINE_MAX);
  return matches.map((match) => ({ start: start + match.index, end: start + match.index + match[0].length }));
}

function isNew({ index, rules, seen }: LineWalk, { start, end }: Span): boolean {
  if (!rules.isOnce) return true;
  const name = index.text.slice(start, end);
  if (seen.has(name)) return false;
  seen.add(name);
  return true;
}

// Ends the definitions that are over before this line: at this line if it closes them, else at the last line with text.
function closeBefore(walk: LineWalk, { line, indent, text }: LineHead, isDefinition: boolean): void {
  const { open, rules } = walk;
  const isCloser = rules.closes.test(text);
  for (let top = open.at(-1); top !== undefined && indent <= top.indent; top = open.at(-1)) {
    const { ends } = top.rule;
    const isItem = indent === top.indent && text.startsWith('- ');
    const below = open.at(-2);
    const isOutermost = below?.rule.ends !== 'block' || below.indent < indent;
    const closesIt = isCloser && ends === 'block' && (top.indent === indent || isOutermost);
    const isOver = isDefinition || ends === 'line' || (isCloser && ends !== 'next') || (ends === 'indent' && !isItem);
    if (!isOver || (ends === 'statement' && (!isDefinition || top.body !== null))) return;
    open.pop();
    closeDefinition(walk, top, closesIt ? line : walk.lastLine);
    if (closesIt) return;
  }
}

// Ends what is over with this line: a definition of one line, a block that ends in its first line, or a statement.
function closeAfter(walk: LineWalk, { line, indent, text }: LineHead): void {
  const top = walk.open.at(-1);
  if (top === undefined) return;
  const { ends } = top.rule;
  const isFirst = top.line === line;
  const isOver =
    ends === 'statement'
      ? endsStatement(top, indent, text)
      : ends === 'line'
        ? !text.endsWith('\\')
        : ends === 'block' && isFirst && endsInLine(walk.rules, text);
  if (!isOver) return;
  walk.open.pop();
  closeDefinition(walk, top, line);
}

// A body of SQL stands between dollar signs, or between BEGIN and END.
function endsStatement(top: OpenDefinition, indent: number, text: string): boolean {
  if (top.body !== 'begin' && hasOddQuotes(text)) top.body = top.body === null ? 'dollars' : null;
  if (top.body === null && /\bBEGIN$/i.test(text)) top.body = 'begin';
  if (top.body === 'begin') return indent <= top.indent && /^END\b/i.test(text);
  return top.body === null && /;\s*(?:--.*)?$/.test(text);
}

function endsInLine({ whole }: LineRules, text: string): boolean {
  if (whole !== null) return whole.test(text);
  let depth = 0;
  for (const letter of text) {
    if ('{(['.includes(letter)) depth++;
    else if ('})]'.includes(letter)) depth--;
  }
  return depth <= 0 && /[;}]$/.test(text);
}

// `$$` and `$body$` open and close in turn.
function hasOddQuotes(text: string): boolean {
  return (text.match(/\$\w*\$/g)?.length ?? 0) % 2 === 1;
}

function closeDefinition({ index, rules, definitions }: LineWalk, definition: OpenDefinition, lastLine: number): void {
  const last = Math.max(definition.line, lastLine);
  if (last - definition.line + 1 < rules.linesMin) return;
  const start = index.startOf(definition.line) + definition.indent;
  const end = index.startOf(last) + index.lineText(last).length;
  const bodyStart = last > definition.line ? index.startOf(definition.line + 1) : null;
  const { kind } = definition.rule;
  for (const name of definition.names)
    definitions.push({ start, end, kind, condition: null, name, bodyStart, owner: null });
}

function groupOf(pattern: RegExp, { start, text }: LineHead, group: string): Span | null {
  const [from, to] = pattern.exec(text)?.indices?.groups?.[group] ?? [];
  return from === undefined || to === undefined ? null : { start: start + from, end: start + to };
}
