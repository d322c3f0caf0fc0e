const RANDOM_BITS_MIN = 3.2;
const PASSWORD_BITS_MIN = 2.7;
const LONG_CHARACTERS = 16;
const WORD_CHARACTERS_MIN = 4;

// Words that people write where a secret would stand.
const PLACEHOLDER_WORD =
  /example|sample|placeholder|change[-_ ]?me|dummy|fake|mock|redact|insert|replace|todo|foo|bar(?![a-z]{3})|baz|lorem|passw|secret|passphrase|s3cr3t|p[a@]ss|hunter2|test|your|my[-_]|none|null|undefined|true|false|xxx|\*\*\*|\.\.\.|…|12345|abcd|qwerty|letmein|correct.?horse|not[-_ ]?(?:a|so|real)/i;
const PLACEHOLDER_WHOLE =
  /^(?:(.)\1*|admin|root|usr|pwd|user|username|guest|postgres|mysql|redis|mongo|rabbitmq|elastic|sa|toor|vagrant|docker|localhost)$/i;
// Something that is filled in or looked up later: ${X}, {{ x }}, $X, %s, <x>, #{x}, or a look-up in the environment.
const REFERENCE =
  /\$\{|\{\{|#\{|^\$|%[sd(]|%\w+%|^<|>$|^\{.*\}$|\benv(?:iron)?\b[.[(]|getenv|config[.(]|^vault:|^ref\+|^arn:|^op:\/\/|^!/i;

/** Text that stands where a secret would, and is none. */
export function isPlaceholder(text: string): boolean {
  return REFERENCE.test(text) || PLACEHOLDER_WHOLE.test(text) || PLACEHOLDER_WORD.test(text);
}

/** Whether a text looks drawn by lot: no words, letters and digits mixed, as varied as chance would have it. */
export function isRandom(text: string): boolean {
  return (
    !isPlaceholder(text) && /\d/.test(text) && /[a-z]/i.test(text) && !isWords(text) && bits(text) >= RANDOM_BITS_MIN
  );
}

/** Whether the value of something called a secret is one: a random text, or a short one with several kinds of characters. */
export function isPassword(text: string): boolean {
  if (/\s/.test(text) || isPlaceholder(text)) return false;
  if (/^(?:https?:)?\/\//i.test(text) || /^[./~@]/.test(text) || isWords(text)) return false;
  if (text.length >= LONG_CHARACTERS) return isRandom(text);
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(text)).length;
  return kinds >= 3 && /\d/.test(text) && bits(text) >= PASSWORD_BITS_MIN;
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
