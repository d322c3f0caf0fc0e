// Finds the names of secrets, and the values that code, settings, documents, logs and commands assign to them.
import { type AssignmentSyntax, SYNTAXES_BY_FIRST_CHARACTER } from './assignment-syntax.ts';
import { findBlockEnd, readBareValue, readLinesAround } from './bare-values.ts';
import { isCredential, type Trust, type ValuePlace } from './credential-check.ts';
import { readDashes, readEntries, readQuotedValue, readWords } from './enclosed-values.ts';
import { matchAt, type SearchHints, type SecretName, type SecretSpan, spanOf } from './search-hints.ts';
import { readName } from './secret-names.ts';
import { findInColumns } from './table-columns.ts';

const RULE = 'secret-assignment';
const BEFORE_CHARACTERS = 80;
const LIST_ITEMS_MAX = 100;
// A random value counts only this near behind a name.
const NEAR_CHARACTERS = 200;

export function findNamedValues(text: string, hints: SearchHints): readonly SecretSpan[] {
  const { words, runs } = hints;
  if (words.length === 0) return [];
  const names: SecretName[] = [];
  const spans: SecretSpan[] = [];
  // A name within a replaced value belongs to that value.
  let done = 0;
  let run = 0;
  for (const index of words) {
    if (index < done) continue;
    while (run < runs.length && runs[run]![1] <= index) run++;
    const hasRun = run < runs.length && runs[run]![0] < index + NEAR_CHARACTERS;
    const name = readName(text, index, hasRun);
    if (name === null) continue;
    names.push(name);
    const found = readValuesAfter(text, name, hasRun);
    spans.push(...found, ...readValueBefore(text, name));
    done = found.at(-1)?.end ?? done;
  }
  return [...spans, ...findInColumns(text, names, hints)];
}

function readValuesAfter(text: string, name: SecretName, hasRun: boolean): readonly SecretSpan[] {
  const behind = text[name.end] ?? '\n';
  // The word ends a title between quotes, which is no name.
  if ((behind === '"' || behind === "'") && text[name.start - 1] === ' ') return [];
  const syntaxes = SYNTAXES_BY_FIRST_CHARACTER.get(behind) ?? [];
  for (const syntax of syntaxes) {
    if (syntax.trust === 'long-random' && !hasRun) continue;
    const match = matchAt(syntax.pattern, text, name.end);
    if (!match || !matchesContext(text, name, syntax)) continue;
    // In a structure of Go the type stands behind the name and a blank.
    if (name.trust === 'long-random' && match[0].trim() === '') continue;
    const start = name.end + match[0].length;
    const found = readValue(text, { name, syntax, start, quote: match.groups?.quote ?? '' });
    // A PIN has digits.
    if (found.length > 0)
      return /^pin$/i.test(text.slice(name.start, name.end).replace(/^.*[._-]/, ''))
        ? found.filter(({ start, end }) => /\d/.test(text.slice(start, end)))
        : found;
  }
  return [];
}

function matchesContext(text: string, { start, end }: SecretName, { follows, named }: AssignmentSyntax): boolean {
  if (named && !named.test(text.slice(start, end))) return false;
  return !follows || follows.test(text.slice(Math.max(0, start - BEFORE_CHARACTERS), start));
}

interface ValueStart {
  readonly name: SecretName;
  readonly syntax: AssignmentSyntax;
  readonly start: number;
  readonly quote: string;
}

function readValue(text: string, valueStart: ValueStart): readonly SecretSpan[] {
  const { name, syntax, start, quote } = valueStart;
  const place = (reading: ValuePlace['reading'], trust = syntax.trust): ValuePlace => ({
    trust: pickWeaker(name.trust, trust ?? 'any'),
    reading,
    isPassword: name.isPassword,
    mayBeLabel: /[:>(]/.test(text.slice(name.end, start)),
    isAssigned:
      !text.slice(name.end, start).includes(':') && /=|^--?\w|[A-Za-z][_-]/.test(text.slice(name.start, start)),
    isSetting: CONSTANT.test(text.slice(name.start, name.end)) && /^\s?=\s?["']?$/.test(text.slice(name.end, start)),
  });
  if (syntax.value === 'quoted') return readQuotedSpan(text, start, quote, place('quoted'));
  if (syntax.value === 'list')
    return readList(text, valueStart, place('quoted', name.isPassword ? syntax.trust : 'marked'));
  if (syntax.value === 'dashes')
    return readDashes(text, start, RULE).filter(({ start, end }) =>
      isCredential(text.slice(start, end).replaceAll(' ', ''), place('setting', name.isPassword ? 'any' : 'marked')),
    );
  if (syntax.value === 'words' || syntax.value === 'map') {
    const trust = syntax.value === 'map' && !/^passw/i.test(text.slice(name.start, name.end)) ? 'marked' : 'any';
    const read = syntax.value === 'words' ? readWords : readEntries;
    return read(text, start, RULE).filter((span) =>
      isCredential(text.slice(span.start, span.end), place('setting', trust)),
    );
  }
  const bare = readBareValue(text, name, syntax, start);
  // Without quotes a seed or a mnemonic is a secret only as several words.
  if (
    bare === null ||
    (/^(?:seed|mnemonic)/i.test(text.slice(name.start, name.end)) && !bare.value.includes(' ')) ||
    !isCredential(bare.value, {
      ...place(bare.reading, pickWeaker(syntax.trust ?? 'any', bare.trust ?? 'any')),
      ...(bare.isSetting && { isSetting: true }),
    })
  )
    return [];
  const end = syntax.value === 'block' ? findBlockEnd(text, start) : start + bare.lead + bare.value.length;
  return [{ start: start + bare.lead, end, rule: RULE }];
}

const CONSTANT = /^[A-Z][A-Z0-9_]*$/;
const ORDER: readonly Trust[] = ['any', 'marked', 'random', 'long-random'];
const pickWeaker = (a: Trust, b: Trust): Trust => (ORDER.indexOf(a) > ORDER.indexOf(b) ? a : b);

function readQuotedSpan(text: string, start: number, quote: string, place: ValuePlace): readonly SecretSpan[] {
  const value = readQuotedValue(text, start, quote);
  if (value === null || !isCredential(value.text.trim(), place)) return [];
  if (
    /\s/.test(value.text) &&
    (place.mayBeLabel || QUOTED_NAME.test(text.slice(start - 8, start))) &&
    isAmongMessages(text, start, value.end)
  )
    return [];
  // `${NAME:value}` holds the value for when there is no such name; the second value of `"old" -> "new"` counts too.
  const lead = /^\s*(?:\$\{[\w.]{1,60}:[-=]?(?=[^{}]{6,200}\}$))?/.exec(value.text)![0];
  const end = lead.includes('{') ? value.end - 1 : value.end;
  const next = matchAt(CHANGED, text, value.end + quote.length);
  const more = next ? readQuotedSpan(text, CHANGED.lastIndex, next[1]!, place) : [];
  return [{ start: start + lead.length, end, rule: RULE }, ...more];
}

const CHANGED = /[ \t]?(?:->|=>|\|\||\?\?|or|to|:)[ \t]?(["'])/y;
const QUOTED_NAME = /["'] {0,3}= {0,3}@?["']$/;
const MESSAGE_LINE = /[:=>][ \t]{0,8}["'\x60][^"'\x60\r\n]{1,200}[^\s"'\x60] [^\s"'\x60]/;

// Several words are a message if the lines around them hold several words between quotes too.
function isAmongMessages(text: string, start: number, end: number): boolean {
  const [before, after] = readLinesAround(text, text.lastIndexOf('\n', start - 1) + 1, end);
  return [...before, ...after].filter((line) => MESSAGE_LINE.test(line)).length > 1;
}

function readList(text: string, { start, quote }: ValueStart, place: ValuePlace): readonly SecretSpan[] {
  const spans: SecretSpan[] = [];
  const next = /(?:\s{0,40},|\s)\s{0,40}(?:["']?[\w.@-]{1,40}["']?\s{0,4}(?::|=>?)\s{0,4})?(["'`])/y;
  let [at, close] = [start, quote];
  for (let item = 0; item < LIST_ITEMS_MAX; item++) {
    const value = readQuotedValue(text, at, close);
    if (value === null) break;
    // This literal is the key of a map.
    if (/^\s{0,4}(?::|=>)/.test(text.slice(value.end + close.length, value.end + close.length + 8))) break;
    if (isCredential(value.text, place)) spans.push({ start: at, end: value.end, rule: RULE });
    const match = matchAt(next, text, value.end + close.length);
    if (!match) break;
    [at, close] = [next.lastIndex, match[1]!];
  }
  return spans;
}

const RECORD_BEFORE =
  /(?:["']?(?:[a-z]{1,12}_?)?(?:value|val|content)["']?\s{0,4}(?:[:=]|=>)|(?:setObject|setValue|addValue|setString):|\b(?:set|save|store|write)\()\s{0,4}@?(["'])(?<value>[^"'\r\n]{6,300})\1\s{0,4}(?:,|where)?\s{0,40}["']?(?:[a-z]{1,12}_?)?(?:key|name|variable|id|forKey|forHTTPHeaderField|field)["']?\s{0,4}(?:[:=]|=>)\s{0,4}@?["'](?:X-[\w-]{0,30})?$/i;
// An attribute above a field holds its default: #[arg(default_value = "…")], [DefaultValue("…")].
const DEFAULT_ABOVE =
  /(?:^|\n)[ \t]{0,40}[#@[][^\r\n]{0,200}?\b(?:default|[dD]efault_?[vV]alue)(?:_t)?\s?[=(]\s?"(?<value>[^"\r\n]{6,200})"[^"\r\n]{0,80}\r?\n[ \t]{0,40}(?:(?:pub(?:lic)?|private|protected|internal|final|readonly|String|string) ){0,4}$/;
// A comment names the value before it: f("…")  # the password of the gate
const COMMENT_BEHIND =
  /["'](?<value>(?=[^"'\s]{0,60}[\d!#$%^&*+?@~])[^"'\s]{8,60}?)(?:\\n)?["'][^"'\r\n]{0,20}[ \t](?:#|\/\/|--|\/\*)[ \t]?[^"'\r\n]{0,40}$/;
const NAME_FIELD = /(?:key|name|variable|id|field)["']?\s{0,4}(?:[:=]|=>)\s{0,4}@?["']$/i;

// Reads a value that stands before its name: {"value": "…", "key": "DB_PASSWORD"}.
function readValueBefore(text: string, name: SecretName): readonly SecretSpan[] {
  const { start, trust, isPassword } = name;
  const before = text.slice(Math.max(0, start - 400), start);
  const value = trust === 'any' || trust === 'marked' ? readNoted(before, isPassword) : undefined;
  if (value !== undefined && isCredential(value, { trust, reading: 'quoted', isPassword }))
    return [spanOf(text.lastIndexOf(value, start), value, RULE)];
  return readRecordBefore(text, name, before);
}

function readNoted(before: string, isPassword: boolean): string | undefined {
  const above = before.includes('efault') ? DEFAULT_ABOVE.exec(before)?.groups?.value : undefined;
  if (above !== undefined) return above;
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const noted = /#|\/[/*]|--/.test(line) ? COMMENT_BEHIND.exec(line)?.groups?.value : undefined;
  return noted !== undefined && isCredential(noted, { trust: 'marked', reading: 'quoted', isPassword })
    ? noted
    : undefined;
}

function readRecordBefore(
  text: string,
  { start, trust, isPassword }: SecretName,
  before: string,
): readonly SecretSpan[] {
  const sign = text[start - 1];
  if ((sign !== '"' && sign !== "'") || !NAME_FIELD.test(text.slice(Math.max(0, start - 24), start))) return [];
  const match = RECORD_BEFORE.exec(before);
  const value = match?.groups?.value;
  if (!match || value === undefined || !isCredential(value, { trust, reading: 'quoted', isPassword })) return [];
  return [spanOf(start - before.length + match.index + match[0].indexOf(value), value, RULE)];
}
