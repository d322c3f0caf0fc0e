// table
import { isCredential, isPlaceholder, isRandom } from './plausible.ts';
import type { SecretSpan } from './secret-span.ts';
import type { Signs } from './signs.ts';

/** A way of writing that gives a secret away without a telling name before it. */
interface Form {
  readonly name: string;
  /** The pattern is only tried where one of these occurs. */
  readonly hints: readonly string[];
  /** Global, every repetition bounded. The group `secret` is what is replaced. */
  readonly pattern: RegExp;
  readonly accept: (secret: string) => boolean;
}

const isReal = (secret: string): boolean => !isPlaceholder(secret);
const isPassword = (secret: string): boolean => isCredential(secret, { isQuoted: true, isExact: true });
// A bare value, or one in quotes.
const VALUE = String.raw`(?:(?<=["'])[^"'\r\n]{6,200}(?=["'])|[^\s"'${'`'}]{6,200})`;
const command = (start: string, flag: string): RegExp =>
  new RegExp(String.raw`\b(?:${start})\b[^\r\n]{0,200}?\s(?:${flag})["']?(?<secret>${VALUE})`, 'g');

const FORMS: readonly Form[] = [
  {
    name: 'url-password',
    hints: ['://'],
    pattern: /:\/\/[^\s:@/'"`<>]{0,100}:(?<secret>[^\s@/'"`<>]{3,200})@[\w.[-]/g,
    accept: isReal,
  },
  {
    name: 'url-token',
    hints: ['://'],
    pattern: /:\/\/(?<secret>[A-Za-z0-9_-]{18,200})(?::x-oauth-basic)?@[\w.-]/g,
    accept: isRandom,
  },
  {
    name: 'authorization-header',
    hints: ['earer', 'EARER', 'asic ', 'SSWS ', 'oken '],
    pattern: /\b(?:bearer|basic|ssws|authorization: token)\s{1,2}(?<secret>[A-Za-z0-9._~+/-]{8,2000}={0,2})/gi,
    accept: (secret) =>
      secret.length < 16 ? /\d/.test(secret) && isPassword(secret) : isRandom(secret) || isPassword(secret),
  },
  {
    name: 'command-password',
    hints: ['curl', 'wget', 'http '],
    pattern: command('curl|wget|http', '-u ?|--user[ =]'),
    accept: (pair) => /:/.test(pair) && isPassword(pair.slice(pair.indexOf(':') + 1)),
  },
  {
    name: 'command-password',
    hints: ['mysql', 'mariadb'],
    pattern: command(String.raw`mysql\w{0,12}|mariadb[\w-]{0,12}`, '-p'),
    accept: isPassword,
  },
  {
    name: 'command-password',
    hints: ['sshpass', 'docker login', 'podman login', 'helm registry login', 'az login'],
    pattern: command('sshpass|(?:docker|podman|az|helm registry) login', '-p ?'),
    accept: isPassword,
  },
  { name: 'command-password', hints: ['redis-cli'], pattern: command('redis-cli', '-a '), accept: isPassword },
  {
    name: 'command-password',
    hints: ['htpasswd'],
    pattern: /\bhtpasswd\s+-\w{0,6}b\w{0,6}\s+\S{1,100}\s+\S{1,60}\s+["']?(?<secret>[^\s"']{6,200})/g,
    accept: isPassword,
  },
  {
    name: 'command-password',
    hints: ['chpasswd'],
    pattern: /["']?[\w-]{1,40}:(?<secret>[^\s"':]{6,200})["']?\s{0,4}\|\s{0,4}(?:sudo\s+)?chpasswd/g,
    accept: isPassword,
  },
  {
    name: 'command-password',
    hints: ['pass:'],
    pattern: /\s-pass(?:in|out)?\s+pass:(?<secret>[^\s"']{6,200})/g,
    accept: isPassword,
  },
  {
    name: 'command-password',
    hints: ['sqlplus', 'impdp', 'expdp'],
    pattern: /\b(?:sqlplus|impdp|expdp)\s+(?:-\w+\s+){0,4}[\w$]{1,40}\/(?<secret>[^\s"'@/]{6,100})@/g,
    accept: isPassword,
  },
  {
    name: 'command-password',
    hints: ['ConvertTo-SecureString'],
    pattern: /ConvertTo-SecureString\s+(?:-String\s+)?["'](?<secret>[^"'\r\n]{6,200})["']/g,
    accept: isPassword,
  },
  {
    name: 'redis-password',
    hints: ['requirepass', 'masterauth'],
    pattern: /\b(?:requirepass|masterauth)\s{1,8}(?<secret>[^\s"'`]{6,200})/g,
    accept: isPassword,
  },
  {
    name: 'sql-password',
    hints: ['IDENTIFIED', 'identified'],
    pattern: /\bidentified\s+(?:with\s+\w{1,40}\s+)?(?:by|as)\s+(?:password\s+)?["'](?<secret>[^"'\r\n]{6,200})["']/gi,
    accept: isPassword,
  },
  {
    name: 'dsn-password',
    hints: ['@tcp(', '@unix('],
    pattern: /[\w-]{1,60}:(?<secret>[^\s"'`:@]{4,200})@(?:tcp|unix)\(/g,
    accept: isReal,
  },
  {
    name: 'registry-auth',
    hints: ['auth', '_auth'],
    pattern: /(?:"auth"\s{0,4}:\s{0,4}"|\b_auth(?:Token)?\s{0,2}=\s{0,2}"?)(?<secret>[A-Za-z0-9+/_.-]{8,2000}={0,2})/g,
    accept: isReal,
  },
  {
    name: 'password-hash',
    hints: ['$apr1$', '$1$', '$2a$', '$2b$', '$2x$', '$2y$', '$5$', '$6$', '$y$'],
    pattern:
      /\$(?:apr1|1)\$[\w./-]{2,8}\$[\w./-]{16,24}|\$2[abxy]\$\d\d\$[\w./-]{53}|\$[56y]\$(?:rounds=\d{1,9}\$)?[\w./-]{2,24}(?:\$[\w./-]{8,24})?\$[\w./-]{43,86}/g,
    accept: isReal,
  },
  {
    name: 'azure-key',
    hints: ['sig=', 'Key='],
    pattern: /(?:\bsig|(?:Account|SharedAccess)Key)=(?<secret>[A-Za-z0-9%+/]{40,120}={0,2})/g,
    accept: isReal,
  },
  {
    name: 'signed-url',
    hints: ['X-Amz-S'],
    pattern: /X-Amz-(?:Signature|Security-Token)=(?<secret>[A-Za-z0-9%_+/-]{6,2000}={0,2})/g,
    accept: isReal,
  },
  {
    name: 'webhook',
    hints: ['hooks.zapier.com'],
    pattern: /hooks\.zapier\.com\/hooks\/catch\/(?<secret>\d{3,12}\/[A-Za-z0-9]{5,12})/g,
    accept: isReal,
  },
  {
    name: 'pgpass-line',
    hints: [':5432:', ':6432:', ':5433:', ':*:'],
    pattern: /^[ \t#>*-]{0,8}[\w.*-]{1,100}:(?:\d{4,5}|\*):[\w*-]{1,64}:[\w*-]{1,64}:(?<secret>[^\s:]{6,200})\r?$/gm,
    accept: isReal,
  },
];
/** Where none of these occurs, none of the forms does. */
export const FORM_HINTS: readonly string[] = FORMS.flatMap(({ hints }) => hints);

/** Secrets in commands and addresses. */
export function findInForms(text: string, { hints: seen }: Signs): readonly SecretSpan[] {
  if (seen.size === 0) return [];
  return FORMS.filter(({ hints }) => hints.some((hint) => seen.has(hint))).flatMap((form) => findInForm(text, form));
}

function findInForm(text: string, { name, pattern, accept }: Form): readonly SecretSpan[] {
  const spans: SecretSpan[] = [];
  for (const match of text.matchAll(pattern)) {
    const secret = match.groups?.secret ?? match[0];
    if (!accept(secret)) continue;
    // The secret closes the match or nearly so; searching from the end cannot meet its name by mistake.
    const start = match.index + match[0].lastIndexOf(secret);
    spans.push({ start, end: start + secret.length, rule: name });
  }
  return spans;
}
