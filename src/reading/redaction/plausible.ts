const RANDOM_BITS_MIN = 3.2;
const RANDOM_CHARACTERS_MIN = 16;
const SECRET_CHARACTERS_MIN = 8;
const SHORT_CHARACTERS_MIN = 6;
const PART_CHARACTERS_MIN = 3;
const WORD_CHARACTERS_MIN = 4;

// Words that people write where a secret would stand. Only a text made of nothing else is a placeholder.
const PLACEHOLDER_WORDS =
  /examples?|sample|placeholder|change[-_ ]?(?:me|it|this)|dummy|fake|mock|redacted|insert|replace|todo|foo|bar|baz|qux|lorem|ipsum|passw(?:or)?d|passwd|secrets?|passphrase|s3cr3t|p[a@]ss(?:w0rd)?|hunter2|tests?|testing|your|here|my|the|an?|is|none|null|undefined|true|false|x{3,}|\*+|\.{3}|…|abc(?:d(?:ef)?)?|xyz|qwerty|letmein|correct|horse|battery|staple|not|so|real|valid|invalid|wrong|some|new|old|super|very|user(?:name)?|admin|root|default|value|key|token|api|auth|client|access|id|app|db|database|string|hash(?:ed)?|encrypted|encoded|expected|actual|generated|random|unique|long|short|strong|weak|good|bad|first|second|one|two|login|session|csrf|jwt|oauth|bearer|basic|public|private|refresh|email|account|service|config|guest|postgres|mysql|redis|mongo|rabbitmq|elastic|vagrant|docker|localhost|spring|boot|rails|django|laravel|for|with|and|of|to|from|in|on/gi;
// What may be left of a placeholder: a small number, or the digits in their row.
const LEFT_OF_PLACEHOLDER = /^(?:\d{0,4}|0?1234567?8?9?0?|(.)\1*)$/;
// Something that is filled in or looked up later: ${X}, {{ x }}, $X, %s, <x>, #{x}, or a look-up in the environment.
const REFERENCE =
  /\$\{|\$\(|\{\{|#\{|^\$[A-Za-z_]\w{0,60}$|^%[\w({-]|%[sd@]$|%\w+%|^<|>$|^\{.*\}$|\benv(?:iron)?\b[.[(]|getenv|^vault:|^ref\+|^arn:|^op:\/\/|^![A-Z]|^\*[A-Za-z]|^&[A-Za-z_]|\[redacted: /;

/** Text that stands where a secret would, and is none. */
export function isPlaceholder(text: string): boolean {
  if (REFERENCE.test(text)) return true;
  return LEFT_OF_PLACEHOLDER.test(text.replace(PLACEHOLDER_WORDS, '').replace(/[^A-Za-z0-9]/g, ''));
}

/** Whether a text looks drawn by lot: no words, letters and digits mixed, as varied as chance would have it. */
export function isRandom(text: string): boolean {
  if (text.length < RANDOM_CHARACTERS_MIN || isPlaceholder(text) || !/[a-z]/i.test(text) || isWords(text)) return false;
  if (!/\d/.test(text)) return isRandomLetters(text);
  return bits(text) >= RANDOM_BITS_MIN;
}

/** How a value stands in its text, and how surely its name tells that it is a secret. */
export interface ValuePlace {
  readonly isQuoted: boolean;
  /** The name ends with the telling word; otherwise it may be the name of something about a secret. */
  readonly isExact: boolean;
}

/** Whether the value of something called a secret is one, and not a name, a type, a path or a sentence. */
export function isCredential(value: string, { isQuoted, isExact }: ValuePlace): boolean {
  if (value.length < SHORT_CHARACTERS_MIN || isHarmless(value)) return false;
  if (/\s/.test(value)) return isQuoted && isExact && isPassphrase(value);
  if (isPlaceholder(value)) return false;
  if (!isExact) return isRandom(value);
  if (/^[\d.,_-]+$/.test(value)) return isQuoted && value.length >= SECRET_CHARACTERS_MIN;
  if (!/\d/.test(value)) return isRandomLetters(value);
  return value.length >= SECRET_CHARACTERS_MIN || kindsOf(value) >= 3;
}

const HARMLESS: readonly RegExp[] = [
  // Places: addresses, paths, files, hosts.
  /^(?:[a-z][a-z0-9+.-]{1,20}:)?\/\//i,
  /^(?:classpath|file|resource|urn):/i,
  /^[.~@]{0,2}\/(?:[\w.@-]{1,60}\/){0,20}[\w.@*-]{0,60}$/,
  /^(?:[\w.@-]{2,60}\/){1,20}[\w-]{1,60}\.\w{1,6}$/,
  /^[\w-]{1,80}\.(?:[cm]?[jt]sx?|json|ya?ml|toml|ini|txt|md|html?|css|py|rb|php|go|rs|java|kt|cs|xml|pem|crt|key|png|svg|sql|sh|erb|conf)$/i,
  // Numbers that are told apart by their signs: versions, dates, times.
  /^[v^~<>=]{0,3}\d{1,5}(?:\.\d{1,5}){1,3}[\w.+-]{0,20}$/,
  /^\d{4}-\d\d-\d\d(?:[T ][\d:.]+Z?)?$/,
  // Names: properties of something, types, rules of a form, calls.
  /^[A-Z]{2,30}(?:_[A-Z]{2,30}){0,6}_\d{1,2}$/,
  /\b(?:required|nullable|confirmed|sometimes)\b/,
  /[([{]$/,
  /^[[({]/,
  /^[A-Za-z_$][\w.]{0,60}\(/,
];

function isHarmless(value: string): boolean {
  return HARMLESS.some((pattern) => pattern.test(value)) || isProperty(value);
}

const PROPERTY = /^[A-Za-z_$][\w$]{0,60}(?:(?:\.|::|->|\?\.)[A-Za-z_$][\w$]{0,60}){1,10}$/;

function isProperty(value: string): boolean {
  return PROPERTY.test(value) && !value.split(/\W+/).some(isRandom);
}

const SENTENCE_WORD =
  /\b(?:the|an?|is|are|was|be|been|of|to|in|for|and|or|not|no|must|your|you|please|with|this|that|it|at|as|by|from|can|will|should|has|have|if|too|least|enter|invalid|error)\b/i;

// Several words and a number, as people are told to choose them; a sentence has small words and signs.
function isPassphrase(value: string): boolean {
  return /^(?:[A-Za-z]{3,12} ){2,7}\d{1,6}$/.test(value) && !SENTENCE_WORD.test(value);
}

function kindsOf(text: string): number {
  return [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(text)).length;
}

// `resetPasswordToken` changes between small and capital letters at its words, `KfNeNKfooPfdUkWPr` anywhere.
function isRandomLetters(text: string): boolean {
  if (text.length < 12 || !/^[\w+/=-]+$/.test(text) || !/[a-z]/.test(text) || !/[A-Z]/.test(text)) return false;
  const parts = text.split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/).filter((part) => part !== '');
  const mean = text.length / parts.length;
  const isUnspoken = parts.some((part) => /^[b-df-hj-np-tv-xz]{2,6}$/i.test(part) && /[a-z]/.test(part));
  return mean < PART_CHARACTERS_MIN || (mean < WORD_CHARACTERS_MIN && isUnspoken);
}

// `my-app/token.v2` and `resetPasswordToken` are names: words and small numbers, longer than chance would cut them.
function isWords(text: string): boolean {
  const parts = text.split(/[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])/).filter((part) => part !== '');
  if (text.length / parts.length < WORD_CHARACTERS_MIN) return false;
  return parts.every((part) =>
    /^(?:[A-Z]?[a-z]+|[A-Z]+|[A-Za-z]{0,3}\d{1,4}|[A-Z]?[a-z]{3,}\d{1,2}|[A-Z]{3,}\d{1,2})$/.test(part),
  );
}

/** Shannon entropy of the characters, in bits each. */
function bits(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  const shares = [...counts.values()].map((count) => count / text.length);
  return -shares.reduce((sum, share) => sum + share * Math.log2(share), 0);
}
