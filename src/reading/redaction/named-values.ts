import { findInColumns } from './columns.ts';
import { isCredential, isRandom } from './plausible.ts';
import type { SecretSpan, TellingName } from './secret-span.ts';
import type { Signs } from './signs.ts';
import { GAPS, type Gap } from './value-gaps.ts';

const RULE = 'secret-assignment';
// The whole of what a telling word is the beginning of.
const CORE = /pass(?:w(?:or)?d|wd|phrase|code)?|pwd|pw|secret|token|credential|key/iy;
// A key alone opens anything; these open what must stay shut.
const KEY_OF =
  /(?:api|access|private|secret|signing|sign|encrypt|encryption|fernet|master|auth|hmac|account|admin|client|session|shared|storage|service|crypto|cipher|aes|webhook|bot|app|ssh|deploy|license|jwt|rsa|write|server|read)[_.\- ]?$/i;
const SUFFIX = /[\w.-]{0,40}/y;
// What may stand behind the telling word and leave it telling.
const EXACT =
  /^s?(?:[_.-]?(?:keys?|base|values?|data|string|text|plain|raw|prod(?:uction)?|dev|staging|test|live|old|new|\d{1,2}|b64|base64|hex|default|confirm(?:ation)?|[a-z](?![a-z]))){0,3}[.-]?$/i;
const NAME_CHARACTER = /[\w.-]/;
const NAME_CHARACTERS_MAX = 60;
const VALUE_CHARACTERS_MAX = 500;
const BEFORE_CHARACTERS = 80;

/** Values under names that tell what they are: in code, settings, documents, logs and commands. */
export function findNamedValues(text: string, { words }: Signs): readonly SecretSpan[] {
  if (words.length === 0) return [];
  const names = words.map((index) => nameAt(text, index)).filter((name) => name !== null);
  return [...names.flatMap((name) => valueAfter(text, name) ?? []), ...findInColumns(text, names)];
}

function nameAt(text: string, index: number): TellingName | null {
  CORE.lastIndex = index;
  const core = CORE.exec(text)?.[0] ?? '';
  SUFFIX.lastIndex = index + core.length;
  const suffix = SUFFIX.exec(text)?.[0] ?? '';
  if (core.length === 3 && core.toLowerCase() === 'key' && !KEY_OF.test(text.slice(Math.max(0, index - 12), index)))
    return null;
  if (core.length === 4 && core.toLowerCase() === 'pass' && !isWordOfItsOwn(text, index, suffix)) return null;
  return { start: startOf(text, index), end: index + core.length + suffix.length, isExact: EXACT.test(suffix) };
}

// `db_pass`, `dbPass` and `DB_PASS`, but neither `bypass` nor `passing`.
function isWordOfItsOwn(text: string, index: number, suffix: string): boolean {
  const before = text[index - 1] ?? ' ';
  const isCapital = text[index] === 'P';
  const startsWord = !/[A-Za-z]/.test(before) || (isCapital && /[a-z]/.test(before));
  return startsWord && !/^[a-z]/.test(suffix);
}

function startOf(text: string, index: number): number {
  let start = index;
  while (start > 0 && index - start < NAME_CHARACTERS_MAX && NAME_CHARACTER.test(text[start - 1]!)) start--;
  return start;
}

function valueAfter(text: string, name: TellingName): SecretSpan | null {
  for (const gap of GAPS) {
    gap.pattern.lastIndex = name.end;
    const match = gap.pattern.exec(text);
    if (!match || !fits(text, name, gap)) continue;
    const start = name.end + match[0].length;
    const value = valueAt(text, start, { gap, quote: match.groups?.quote ?? '' });
    if (value === null) continue;
    const isQuoted = gap.value === 'quoted' || gap.value === 'tagged';
    if (isCredential(value, { isQuoted, isExact: name.isExact && !gap.isLoose }))
      return { start, end: start + value.length, rule: RULE };
  }
  return null;
}

function fits(text: string, { start, end }: TellingName, { follows, named }: Gap): boolean {
  if (named && !named.test(text.slice(start, end))) return false;
  return !follows || follows.test(text.slice(Math.max(0, start - BEFORE_CHARACTERS), start));
}

const BARE = /[^\s"'`,;<>(){}[\]|&\\]{6,500}/y;
const TAGGED = /[^<>\r\n]{6,500}(?=<)/y;
const EXPRESSION = /[([{<]|\.\w|->|=>/y;

function valueAt(text: string, start: number, { gap, quote }: { gap: Gap; quote: string }): string | null {
  if (gap.value === 'quoted') return quotedAt(text, start, quote);
  const pattern = gap.value === 'tagged' ? TAGGED : BARE;
  pattern.lastIndex = start;
  const value = pattern.exec(text)?.[0] ?? null;
  if (value === null || gap.value === 'tagged') return value?.trimEnd() ?? null;
  EXPRESSION.lastIndex = start + value.length;
  if (EXPRESSION.test(text) || isName(value)) return null;
  // A sentence or an address ends with its sign, not the value.
  return value.replace(/[.:?]$/, '');
}

function quotedAt(text: string, start: number, quote: string): string | null {
  const window = text.slice(start, start + VALUE_CHARACTERS_MAX);
  const end = window.indexOf(quote);
  if (end <= 0) return null;
  const value = window.slice(0, end);
  return /[\r\n]/.test(value) ? null : value;
}

// `password = password2`, `token: AccessToken2`: what bears a telling name itself is a name.
function isName(value: string): boolean {
  const isLikeOne =
    /^[A-Za-z_$][\w$.-]*$/.test(value) && /pass|secret|token|key|credential|user|string|config/i.test(value);
  return isLikeOne && !isRandom(value);
}
