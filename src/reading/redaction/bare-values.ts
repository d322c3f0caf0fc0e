// Reads values without quotes. Their end, and whether they are values at all, follows from their line and those around.
import type { AssignmentSyntax } from './assignment-syntax.ts';
import { isCredential, PASSWORD, type Trust, type ValuePlace } from './credential-check.ts';
import { isWordLike } from './letter-frequencies.ts';
import { matchAt, type SecretName } from './search-hints.ts';

/** A value without quotes, and what its line says about it. */
export interface BareValue {
  readonly value: string;
  /** The number of characters between the start and the value. */
  readonly lead: number;
  readonly reading: ValuePlace['reading'];
  readonly trust?: Trust;
  /** The value is that of a setting, so several words are no message to a reader. */
  readonly isSetting?: boolean;
}

const LINE_CHARACTERS_MAX = 200;
const BLOCK_CHARACTERS_MAX = 20_000;
const WORD = /(?![=:]|--)(?:[^\s"'`,;<>(){}[\]|&\\]|&(?=\w[^\s"'`=&]{0,40}(?:$|[\s"'`]))){6,500}/y;
const TAGGED = /[^<>\r\n]{6,4000}(?=\s{0,40}(?:<\/|\]\]>))/y;
const CDATA = /[^\r\n]{6,4000}?(?=\]\]>)/y;
const BRACED = /[^\s{}"'](?:[^\s{}"']| (?=[^}\r\n]{1,60}\})){4,500}[^\s{}"'](?=[ \t]?[}"'])/y;
const CELL = /(?:[a-z]{4}(?: [a-z]{4}){3}|[^\s|`]{6,500})(?=[`*"]{0,3}[ \t]{0,40}\|)/y;
const RUN = /(?!["'`])(?:\\ |[^\s]){6,500}/y;
const APP_PASSWORD = /(?:[a-z]{4}(?: [a-z]{4}){3}|(?:[a-z]{3,8} ){11,23}[a-z]{3,8})(?=[ \t]*(?:$|[\r\n]))/y;
// A value with small and capital letters, a digit and a sign is neither a word of a sentence nor code.
const MIXED =
  /(?=[^\s"'`<>(),;]{8,64}(?:[\s<"'`),;]|$))(?=\S{0,64}[a-z])(?=\S{0,64}[A-Z])(?=\S{0,64}\d)(?=\S{0,64}[!#$%^*@+?~])(?!\S{0,64}(?:\w\.\w|->|=>|::|\$\{|\{\{))[^\s"'`<>(),;]{8,64}/y;
// The pairs of a connection string that stand before the current pair.
const PAIRS = /["'](?:[A-Za-z][\w ]{1,40}=[^;"'\r\n]{0,80}; ?)*$/;
const PAIR = /[^;"'\r\n]{6,200}(?=[;"'])/y;
const QUOTED_PAIR = /[^"'\r\n]{6,200}(?=["'])/y;
const FLOW = /[^\s"'`,<>(){}[\]]{6,200}(?=[ \t]?[,}])/y;
const REST_OF_RUN = /[^\s]{0,1000}/y;
const EXPRESSION = /[([{]|<(?!\/)|\.\w|->|=>/y;

/** Reads the value that begins at `start`; returns null if none does. */
export function readBareValue(
  text: string,
  name: SecretName,
  syntax: AssignmentSyntax,
  start: number,
): BareValue | null {
  if (syntax.value === 'tagged')
    return matchValue(text, text.startsWith('<![CDATA[', start - 9) ? CDATA : TAGGED, start, 'quoted');
  if (syntax.value === 'braced') return matchValue(text, BRACED, start, 'quoted');
  if (syntax.value === 'cell') return matchValue(text, CELL, start, 'quoted');
  if (syntax.value === 'block') {
    const lead = /[ \t]*/.exec(text.slice(start, start + 60))![0].length;
    const words = matchValue(text, WORDS, start + lead, 'quoted', lead);
    if (name.isPassword && words !== null) return words;
    const found = matchValue(text, RUN, start + lead, 'setting', lead);
    // A block of `name=value` lines is read line by line, not as one value.
    return found !== null && /^[A-Za-z_][\w-]{0,40}[=:][^=]/.test(found.value) ? null : found;
  }
  if (syntax.value === 'line' && syntax.reading !== undefined) return matchValue(text, RUN, start, syntax.reading);
  if (syntax.value === 'line') return readLine(text, name, start) ?? readPiece(text, name, start);
  const word = (syntax.named && readFlagValue(text, start)) || readWord(text, start);
  // A short small word behind a flag belongs to a sentence about the flag.
  return word !== null &&
    syntax.reading !== undefined &&
    !(syntax.named && /^[a-z]{1,9}$/.test(word.value) && isWordLike(word.value))
    ? { ...word, reading: syntax.reading }
    : word;
}

// `--password hZ(xa^8~5*r9`: behind a flag, brackets are part of the value unless they write a call or open it.
function readFlagValue(text: string, start: number): BareValue | null {
  const found = matchValue(text, RUN, start, 'setting');
  return found !== null &&
    /[\d,!#%^*+]/.test(found.value) &&
    /^[^\s"'`$<>;|]+[^\s"'`$<>;|,)\]}.]$/.test(found.value) &&
    !/\w\(.*\)|^[[({]/.test(found.value)
    ? found
    : null;
}

function matchValue(
  text: string,
  pattern: RegExp,
  start: number,
  reading: BareValue['reading'],
  lead = 0,
): BareValue | null {
  const value = matchAt(pattern, text, start)?.[0].trimEnd();
  return value === undefined ? null : { value, lead, reading };
}

// Reads a value within a line. The password of an address has a rule of its own in secret-formats, and behind a colon
// without a blank, which may also join two names, a value must look random.
function readPiece(text: string, name: SecretName, start: number): BareValue | null {
  if (/:\/\/[^\s'"`]{0,60}$/.test(text.slice(Math.max(0, name.start - 66), name.start)) && text[name.end] === ':')
    return null;
  if (PAIRS.test(text.slice(Math.max(0, name.start - LINE_CHARACTERS_MAX), name.start)) && text[name.end] === '=') {
    const isVariable = /["']/.test(text[name.start - 1]!) && /^[A-Z][A-Z0-9_]+$/.test(text.slice(name.start, name.end));
    const pair = matchValue(text, isVariable ? QUOTED_PAIR : PAIR, start, 'quoted');
    if (pair && (isVariable || text[name.start - 1] === ';' || pair.value.includes(' ')))
      return pair.value.includes(' ') ? pair : { ...pair, reading: 'setting' };
  }
  const flag = text[name.start] === '-' && text[name.end] === '=' ? readFlagValue(text, start) : null;
  if (flag !== null) return flag;
  const found = (name.isPassword ? matchValue(text, MIXED, start, 'setting') : null) ?? readWord(text, start);
  const flow = text.startsWith(': ', name.end) ? matchValue(text, FLOW, start, 'setting') : null;
  if (flow !== null && isInFlowMap(text, name, flow.value, start + flow.value.length)) return flow;
  if (found !== null && isCommandPair(text, name, start + found.value.length)) return { ...found, reading: 'setting' };
  const isJoined = text.slice(name.end, start) === ':' && !/^pass$/i.test(text.slice(name.start, name.end));
  return isJoined && found?.reading === 'code' ? { ...found, trust: 'random' } : found;
}

// Recognizes `env: { DB_PASSWORD: x }` of YAML. A name that may also stand in code needs a value that is no code.
function isInFlowMap(text: string, { start, end }: SecretName, value: string, valueEnd: number): boolean {
  return (
    (/^[A-Z][A-Z0-9_]+$/.test(text.slice(start, end)) ||
      /^[^()=|]{1,200}[\p{L}\d][!#%&*+@~^;-][\p{L}\d][^()=|]{0,200}$/u.test(value)) &&
    /(?:^|\n)[ \t]{0,40}(?:- )?[\w-]{1,40}: \{[^{}();\r\n]{0,200}$/.test(text.slice(Math.max(0, start - 260), start)) &&
    /^(?:, [^{}();\r\n]{0,200})?[ \t]?\}[ \t]*(?:$|[\r\n])/.test(text.slice(valueEnd, valueEnd + 210))
  );
}

// Recognizes the pairs of a command or an address, which unlike named arguments of a call are no code: `--password=x`,
// `-e DB_PASSWORD=x`, `;Pwd=x;`.
function isCommandPair(text: string, { start, end }: SecretName, valueEnd: number): boolean {
  const close = text[valueEnd] ?? '\n';
  if (text[end] === ':' && text[end + 1] === ' ') return /["']/.test(close) && text[start - 1] === close;
  const before = text.slice(Math.max(0, start - 40), start);
  if (text[start - 1] === '/' && text[end] === ':') return /\s/.test(close) && /\s\/$/.test(before);
  if (text[end] === '=' && /\w=[^\s,=]{1,40},$/.test(before)) return /[,\s"']/.test(close);
  if (close === ',' && text[end] === '=')
    return /^,[\w.]{1,60}=/.test(text.slice(valueEnd, valueEnd + 62)) && /\s[\w.]{0,40}$/.test(before);
  if (text[end] !== '=' || !/[\s"'`;&|#]/.test(close)) return false;
  return text[start] === '-' || (/[\s"'`;&?=]$/.test(before) && !/(?:^|\n)[ \t]*$|[(,][ \t]?$/.test(before));
}

// Reads a value within a line, up to the first sign that may end a value there.
function readWord(text: string, start: number): BareValue | null {
  const found = matchValue(text, WORD, start, 'code');
  if (found === null) return null;
  if (matchAt(EXPRESSION, text, start + found.value.length)) return null;
  // A last period, colon or question mark belongs to the sentence around the value.
  return { ...found, value: found.value.replace(/[.:?]$/, '') };
}

// The text that may stand before a name at the beginning of its line.
const LINE_HEAD =
  /^[ \t\u00a0]{0,60}(?:(?:export|setx?|ENV|ARG|local|readonly|declare|typeset|env)[ \t]{1,4}(?:-x[ \t])?|[-*+>#;%'][ \t]{0,4}|\/\/[ \t]?|<!--[ \t]|\{#[ \t]|REM[ \t]|\$env:|-e[ \t])*(?:\[?\d\d?:\d\d\]? )?(?:<?\w{1,20}[>:] )?(?:[A-Za-z][\w'-]{0,20} ){0,4}["'`*]{0,2}$/;
const AFTER_VALUE = /[ \t]{0,40}(?:$|\r?\n|[ \t](?:#|\/\/|--|;))/y;

const LISTED =
  /^[ \t]{0,40}[a-z][a-z\d_.-]{0,60}[ \t]{1,20}(?!(?:string|u?int\d*|bool|boolean|byte|error|any|float\d*|date|time\w*|text|json)$|[[*]|\w+[.([])[^\s;{}()]{0,100}[^\s,;{}()]$/;
// The text before a name that begins its line: only then may the value have several words.
const ALONE = /^[ \t]{0,60}(?:- )?[\w.-]{0,40}$/;
const LONE_QUOTE = /(?:'[^'\r\n]{6,80}|"[^"\r\n]{6,80})(?=[\r\n]|$)/y;
const WORDS = /(?:[^\s"'`#]|\b'\b){1,40}(?:[ \t](?:[^\s"'`#]|\b'\b){1,40}){1,5}(?=[ \t]*(?:$|[\r\n]))/y;

// Reads a value that takes the rest of its line: `NAME=value`, and `name: value` unless the lines around are code.
function readLine(text: string, name: SecretName, start: number): BareValue | null {
  const head = /[^\n]*$/.exec(text.slice(Math.max(0, name.start - LINE_CHARACTERS_MAX), name.start))![0];
  if (!LINE_HEAD.test(head)) return null;
  const spaced = matchAt(APP_PASSWORD, text, start)?.[0];
  if (spaced !== undefined) return { value: spaced, lead: 0, reading: 'quoted' };
  if (CODE_LINE.test(head)) return null;
  const gap = text.slice(name.end, start);
  const words = ALONE.test(head) ? matchAt(WORDS, text, start)?.[0] : undefined;
  let value = matchAt(RUN, text, start)?.[0] ?? words;
  const isConstant = /^[A-Z0-9_.-]+$/.test(text.slice(name.start, name.end));
  const lone = value === undefined && gap === '=' && isConstant ? matchAt(LONE_QUOTE, text, start) : null;
  if (lone) return { value: lone[0], lead: 0, reading: 'quoted', isSetting: true };
  if (value === undefined) return null;
  const quote = /["'`]$/.exec(head)?.[0] ?? /`$/.exec(gap)?.[0];
  if (quote !== undefined && value.includes(quote)) value = value.slice(0, value.indexOf(quote));
  const read = readToEnd(text, start, value);
  const spoken =
    words !== undefined && isCredential(words, { ...PASSWORD, isPassword: name.isPassword, isSetting: true })
      ? words
      : null;
  if (!/[,(){]$/.test(value) && gap === '=' && isConstant && (spoken === null || !isAmongPairs(text, head, start)))
    return setting(read);
  const isWhole = quote !== undefined || matchAt(AFTER_VALUE, text, start + read.length) !== null;
  if ((/^=/.test(value) && text[start - 1] === '=') || !(isWhole || spoken)) return null;
  const [before, after] = readLinesAround(text, name.start - head.length, start + (spoken ?? read).length);
  const isProperty = gap === '=' && (text.slice(name.start, name.end).match(/\./g)?.length ?? 0) > 1;
  // Identifiers have no dashes, so words joined by dashes in a block of settings are a value.
  const isCode = (line: string) =>
    CODE_LINE.test(line.replace(/\{\{.{0,200}?\}\}|\bENC\([^()]{0,400}\)/g, '')) &&
    !(DASHED.test(read) && BLOCK_LINE.test(line)) &&
    !(isProperty && /^[\w.-]{1,80}=/.test(line));
  if ([...before, ...after].some(isCode)) return null;
  // Outside a list of such lines `name value` must be `marked`. If several lines hold several words, they are messages.
  const nearest = [...before.slice(-1), ...after.slice(0, 1)];
  const isListed = gap.trim() !== '' || (nearest.length > 0 && nearest.every((line) => LISTED.test(line)));
  if (spoken !== null) {
    const others = [...before, ...after];
    const spaced = others.filter((line) =>
      /^[ \t]*(?:- )?\w[\w.-]*(?:[ \t]*[=:][ \t]*|[ \t]+)[^\s=:#]\S* [^\s#]/.test(line),
    ).length;
    const isSetting =
      spaced === 0 && others.filter((line) => /^[ \t]*[\w.-]+(?:[ \t]?[=:]|[ \t])/.test(line)).length > 1;
    return isListed && (spaced < 2 || (gap.trim() !== '' && /[&+#;!]/.test(spoken)))
      ? { value: spoken, lead: 0, reading: 'quoted', isSetting }
      : null;
  }
  return isListed ? setting(read) : { ...setting(read), trust: 'marked' };
}

// A shell may run a command behind `NAME=value` and a blank, but a file of such pairs has no commands.
const PAIR_LINE = /^[ \t]{0,20}(?:[\w.]+[ \t]?=|\[[\w .-]+\]$)/;
function isAmongPairs(text: string, head: string, start: number): boolean {
  const [before, after] = readLinesAround(text, text.lastIndexOf('\n', start) + 1, start);
  const others = [...before, ...after].filter((line) => line.trim() !== '');
  return /^[ \t]*$/.test(head) && others.length > 1 && others.every((line) => PAIR_LINE.test(line));
}

// A comma or semicolon at the end separates values and belongs to neither.
const setting = (value: string): BareValue => ({
  value: value.replace(/[,;]$/, ''),
  lead: 0,
  reading: value.includes('\\ ') ? 'quoted' : 'setting',
});

// Reads on until the value ends, because one match holds at most 500 characters.
function readToEnd(text: string, start: number, head: string): string {
  let value = head;
  while (value.length >= 500) {
    const more = matchAt(REST_OF_RUN, text, start + value.length)?.[0] ?? '';
    if (more === '') break;
    value += more;
  }
  return value;
}

const NEIGHBOURS = 4;
const AROUND_CHARACTERS = 600;
const CODE_LINE =
  /[;{(,[]$|^[\s)}\]]{0,40}[)}\]][;,)\w.]{0,40}$|^\s{0,80}(?:import|from|def|class|function|return|const|let|var|public|private|protected|package|use|if|elif|else|for|while|func|fn|type|interface|struct|end|module|try|except|throw|raise|assert|expect|await|async|static|final|void|readonly|case|switch|with|elsif|do|begin|then|fi|done|echo|print)\b(?!:[ \t]\S|=\S)|=>|->|\w\(.{0,200}\)|^\s{0,80}(?:@|<(?!<:))|&&|\|\||\s=\s(?:None|True|False|null|nil|\[\]|\{\})$|"""/;
const BLOCK_LINE = /^\s{0,40}[\w.-]{1,40}(?:\s[\w.:"*/-]{1,60})?\s?\{$|^\s{0,40}\}$/;
const DASHED = /^\p{L}[\p{L}\d]*(?:-[\p{L}\d]+)+$/u;
const COMMENT_LINE = /^\s{0,80}(?:#|\/\/|;|\*|--|$)/;

/** Returns the nearest lines before and behind a setting, without comments and empty lines. */
export function readLinesAround(
  text: string,
  lineStart: number,
  valueEnd: number,
): readonly [readonly string[], readonly string[]] {
  const before = text.slice(Math.max(0, lineStart - AROUND_CHARACTERS), Math.max(0, lineStart - 1)).split(/\r?\n/);
  const after = text.slice(valueEnd, valueEnd + AROUND_CHARACTERS).split(/\r?\n/);
  if (lineStart > AROUND_CHARACTERS) before.shift();
  const isText = (line: string) => !COMMENT_LINE.test(line);
  return [before.filter(isText).slice(-NEIGHBOURS), after.slice(1).filter(isText).slice(0, NEIGHBOURS)];
}

/** Finds the end of the indented lines that begin at `start`. */
export function findBlockEnd(text: string, start: number): number {
  const window = text.slice(start, start + BLOCK_CHARACTERS_MAX);
  const indent = /^[ \t]*/.exec(window)![0];
  let end = 0;
  for (let at = 0; at < window.length && window.startsWith(indent, at); ) {
    const next = window.indexOf('\n', at);
    end = next === -1 ? window.length : next;
    if (next === -1) break;
    at = next + 1;
  }
  return start + window.slice(0, end).trimEnd().length;
}
