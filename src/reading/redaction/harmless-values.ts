// table
import { hasWordShape, isMadeOfWords, splitWords } from './letter-frequencies.ts';

/** A kind of value that may stand under the name of a secret and is plainly none. */
interface HarmlessKind {
  readonly id: string;
  /** Texts of this kind. A test checks each of them. */
  readonly examples: readonly string[];
  readonly holds: (value: string) => boolean;
}

// Words that people write in place of a secret: a text of such words alone is a placeholder.
const PLACEHOLDER_WORDS =
  /examples?|sample|placeholder|change[-_ ]?(?:me|it|this)|dummy|fake|mock|redacted|insert|replace|todo|foo|bar|baz|qux|lorem|ipsum|passw(?:or)?[dt]|passwd|secrets?|passphrase|pass|hunter2|tests?|testing|your|here|my|the|none|null|nil|undefined|unknown|true|false|x{3,}|\*+|\.{3}|…|abc(?:d(?:ef)?)?|xyz|qwerty|letmein|correct|horse|battery|staple|not|some|so|real|valid|invalid|wrong|new|old|super|very|user(?:name)?|admin|root|default|value|key|token|api|auth|client|access|id|app|db|database|string|hash(?:ed)?|encrypted|encoded|expected|actual|generated|random|unique|long|short|strong|weak|good|bad|first|second|one|two|login|session|csrf|jwt|oauth|bearer|basic|public|private|refresh|email|account|service|config|guest|postgres|mysql|redis|mongo|rabbitmq|elastic|vagrant|docker|localhost|spring|boot|rails|django|laravel|for|with|and|of|to|from|in|on|is|an?/gi;
// What may remain of a placeholder without those words: a small number, the digits in their order, or one repeated sign.
const PLACEHOLDER_REMAINDER = /^(?:\d{0,4}|0?1234567?8?9?0?|(.)\1*)$/;
// `Password1!` satisfies rules for passwords, so people use it as one.
const isMixed = (value: string): boolean =>
  /\d/.test(value) &&
  /[A-Za-z]/.test(value) &&
  /[!@#$%^&*?+=~]/.test(value) &&
  !/^[<%{[$]|x{4}|\*{3}|\.{3}/.test(value);

// Texts that a program fills in or looks up later: pieces of a value, and whole values.
const REFERENCE =
  /\$\{[^{}]{0,200}\}|\$\([^()]{0,200}\)|\$?\{\{.{0,200}?\}\}|#\{[^{}]{0,200}\}|(?<![a-z](?=\{[A-Z]))\{\$?[A-Za-z_][\w.$>[\]'-]{0,60}\}|\{\d{0,2}\}|%\([\w.]{1,40}\)[sd]|%[A-Z_]{3,40}%|%[sdvq@](?!\w)|(?<![A-Za-z0-9\\`])\$(?<name>[A-Za-z_][\w.>[\]-]{1,60})|<[%?]=?.{0,200}?[%?]>|\\\([\w.]{1,60}\)/g;
const LOOKED_UP =
  /^\$[A-Z_][A-Z0-9_]{1,60}$|^\$[({][A-Za-z_]|^%[\w.():-]{2,60}%$|^[$*&@][A-Za-z_][\w.-]{1,60}$|\benv(?:iron)?\b[.[(]|getenv|^(?:vault|secret|ssm|aws-?sm|gcp-?sm|sops|keyring|env|file):|^ref\+|^arn:|^op:\/\/|^!(?:[A-Z][a-z]\w{1,20}|vault|env_?var|secret|reference|tagged_iterator|env)(?=[\s.]|$)|\[redacted: /;

/** A word for a password, a key or another secret. */
export const PASSWORD_WORD =
  /^keys?$|pass(?:wor[dt]|wd|phrase|code|e|es)?$|secrets?$|tokens?$|credentials?$|pwd$|(?:api|access|private|public)keys?$|^pass|^token|^secret|kennwort|wachtwoord|l[oö]senord|passord|^(?:contrase|senha|clave|parol|heslo|lozinka|geslo|jelsz|has[lł]o|[sş]ifre|salasan|adgangsk|parool|slapta|sandi)|κωδικ|пароль|密|口令|パス|비밀/i;

const PLACEHOLDER: HarmlessKind = {
  id: 'placeholder',
  examples: ['changeme', 'your-api-key-1234', 'xxxxxxxxxxxx', '<your-token>', '********', 'test-password-123'],
  holds: (value) =>
    /^<[\w .:|/-]{1,80}>$|^'?\[[A-Za-z][\w -]{1,60}\]'?$|^[*•.xX#_-]{6,400}$|\*{4}|x{6}|^\w{0,40}EXAMPLE\w{0,40}$|^\$ANSIBLE_VAULT;|^a-?b-?c-?d-?e-?f-?g-?h|^%5B\w{1,40}%5D$/i.test(
      value,
    ) ||
    (!isMixed(value) && PLACEHOLDER_REMAINDER.test(value.replace(PLACEHOLDER_WORDS, '').replace(/[^\p{L}\d]/gu, ''))),
};

const FILLED_IN: HarmlessKind = {
  id: 'reference',
  examples: [
    `$${'{'}DB_PASSWORD}`,
    '$TOKEN',
    '{{ secrets.x }}',
    '#{token}',
    '%kernel.secret%',
    '%s',
    '*anchor',
    '!Ref Password',
  ],
  holds: (value) => {
    // Jenkins keeps what it has encrypted between braces.
    if (/^\{[A-Za-z0-9+/]{24,}={0,2}\}$/.test(value) && !isMadeOfWords(value)) return false;
    if (LOOKED_UP.test(value))
      return !/^[$*&@]/.test(value) || /^[$@][A-Z_]+$/.test(value) || isMadeOfWords(value.slice(1));
    const left = value.replace(REFERENCE, (whole, name) => (name === undefined || isMadeOfWords(name) ? ' ' : whole));
    return left !== value && (!/[A-Za-z0-9]/.test(left) || isMadeOfWords(left) || isPath(left.trim()));
  },
};

/** These kinds do not depend on the syntax of a value. */
export const HARMLESS_KINDS: readonly HarmlessKind[] = [
  PLACEHOLDER,
  FILLED_IN,
  {
    id: 'address',
    examples: [
      'https://shop.dev/oauth/v2/token',
      '//cdn.shop.dev/x',
      'urn:ietf:params:oauth:token',
      '0x4f4f0022537de947cc60d98a7a22eaafd352a4c5',
      'anna@shop.dev',
      'classpath:keys/a2.pem',
    ],
    holds: (value) =>
      /^(?:[a-z][a-z0-9+.-]{1,20}:)?\/\/[^\s:@]{0,200}(?:$|[:/?#][^@]*$)|^(?:classpath|file|resource|urn|mailto|tel|data):[\w:/@]|^[a-z0-9-]{1,60}(?:\.[a-z0-9-]{1,60}){1,4}\/[\w./-]{1,120}$|^[\w.+-]{1,60}@[\w-]{1,60}(?:\.[a-z]{2,10}){1,3}$|^0x[0-9a-f]{40}$/i.test(
        value,
      ),
  },
  {
    id: 'path',
    examples: [
      '/etc/ssl/private/key2.pem',
      './certs/token-v2.json',
      'certs/token2.json',
      '~/.ssh/id_rsa',
      'C:\\keys\\a.pfx',
      'id_rsa2.pem',
    ],
    holds: isPath,
  },
  {
    id: 'number-with-signs',
    examples: ['1.2.3', 'CD594A00', '^9.0.10', '2026-01-02', '2026-01-02T10:00:00Z', '10.0.0.1'],
    holds: (value) =>
      /^(?:npm:)?[v^~<>=]{0,3}\d{1,5}(?:\.\d{1,5}){1,3}[\w.+-]{0,20}$|^\d{4}-\d\d-\d\d(?:[T ][\d:.]+Z?)?$|^-?\d{1,9}\.\d{1,9}$|^[\w.-]{1,60}==\d|^-?0x[0-9a-f]{1,16}$/i.test(
        value,
      ) || /^(?=\d*[A-F])(?=[A-F]*\d)[0-9A-F]{8}$/.test(value),
  },
  {
    id: 'pattern',
    examples: ['^[A-Z0-9]{8}$', '\\d+', '[a-z0-9]+', 'required|string|min:8', '(?<token>.+)', '1*tchar'],
    holds: (value) =>
      /\[\^?[aA0]-[zZ9]|\\[dws][+*{]|\(\?[:<=!P]|\b(?:required|nullable)\b|^\d\*[a-z]+$|^(?:[a-z]{2,30}\.){2,8}[A-Z]\w{2,60}$/.test(
        value,
      ),
  },
  {
    id: 'code',
    examples: ['getToken(user1)', 'make_password(raw)', 'Token<string>', 'Foo::bar(', 'options.password!', '[]string'],
    holds: isCode,
  },
  {
    id: 'name-of-a-secret',
    examples: [
      'user_password',
      'csrf_token',
      'ApiKeyAuth',
      'ephemeral_5m_input_tokens',
      'API_KEY',
      'Mot de passe',
      'id=npm_token',
    ],
    holds: (value) =>
      !isMixed(value) &&
      !/\d$/.test(value) &&
      /^!?[\w.$:/\\ =,[\]\u00c0-\uffff-]{1,80}!?$/.test(value) &&
      splitWords(value).some((word) => PASSWORD_WORD.test(word)) &&
      hasWordShape(value),
  },
  {
    id: 'constant',
    examples: ['FORBIDDEN_VALUE', 'SSL_CLIENT_S_DN', 'TLS_PSK_WITH_AES_128_CBC_CCM8', 'PARAM_1'],
    holds: (value) => /^[A-Z][A-Z0-9]{0,14}(?:_[A-Z0-9]{1,14}){1,10}$/.test(value) && /[A-Z]{3}/.test(value),
  },
];

/** Says whether a value is plainly no secret, even under the name of one. */
export function isHarmless(value: string): boolean {
  return HARMLESS_KINDS.some(({ holds }) => holds(value));
}

/** Says whether a text only stands in place of a secret. */
export function isPlaceholder(value: string): boolean {
  return PLACEHOLDER.holds(value) || FILLED_IN.holds(value);
}

const isBase64 = (value: string): boolean => value.length > 60 && !isMadeOfWords(value.slice(0, 60));

// Recognizes code, such as a call, an index, a type with parameters or a chain of names.
function isCode(value: string): boolean {
  if (/^[a-z_]{2,30}(?:(?:\.|::|->)[a-zA-Z_]{1,30}){0,4}\([^()]{0,200}\)[;,]?$/.test(value)) return true;
  if (/^ENC\([\w+/=]{16,400}\)$|^\p{Lu}\p{Ll}+\{\p{Lu}\p{Ll}+\}$/u.test(value)) return false;
  const match = /^(?:[$@?*&!(<[\]]{0,3}?)([A-Za-z_$][\w$.:?>-]{0,80}?)[([{<].{0,400}$/.exec(value);
  if (match && /[)\]}>([{,]$|[)\]}>].{0,200}[!?;:]$|[)\]}>][!?]?(?:\.[\w$]{1,40}){1,3}$/.test(value))
    return /[A-Za-z]{3}/.test(match[1]!) && isMadeOfWords(match[1]!);
  if (
    /^[?*&[\]]{1,4}[A-Za-z_][\w.]{1,60}$|^[A-Za-z_$][\w$]{0,60}(?:(?:\?\.|::|->|!\.)[A-Za-z_$][\w$]{0,60}){1,10}[!?]?$/.test(
      value,
    )
  )
    return isMadeOfWords(value);
  // The quote before the value closed a string instead of opening one.
  if (/^[a-z]{1,20}:"/.test(value)) return true;
  if (
    !/^[)\]]{0,2}[.+,)\]]\s?[$A-Za-z_(].{0,400}[([+.,=&|{ ]$|^[([{<].{0,400}[)\]}>([{,;]$|^[A-Za-z_$][\w$]{0,60}(?:\.[\w$]{1,60}){1,6}[!?]$/.test(
      value,
    )
  )
    return false;
  const words = splitWords(value).filter((word) => word.length > 3);
  return words.length === 0
    ? value.length < 8
    : splitWords(value).length < 2 * words.length + 2 && words.every(isMadeOfWords);
}

function isPath(value: string): boolean {
  return (
    /^[.~@]{0,2}\/(?:[\w.@-]{1,60}\/){1,20}[\w.@*-]{0,60}$|^[.~]{1,2}\/[\w.@-]{1,60}$|^[A-Z]:\\[\w\\. -]{1,200}$|^(?:[\w.@-]{2,60}[/\\]){1,20}[\w.-]{1,80}\.\w{1,6}$|^[\w-]{1,80}\.(?:[cm]?[jt]sx?|json|ya?ml|toml|ini|txt|md|html?|css|py|rb|php|go|rs|java|kt|cs|xml|pem|crt|cert?|der|key|pub|p12|pfx|jks|gpg|asc|png|svg|sql|sh|erb|conf|cfg|env|twig)$/i.test(
      value,
    ) && !isBase64(value)
  );
}
