// table
import { isPassword, isPlaceholder, isRandom } from './plausible.ts';

/** One kind of secret. The group `secret` of the pattern is what is replaced; without one the whole match is. */
export interface SecretRule {
  readonly name: string;
  /** The pattern is only tried where one of these occurs; searching for them costs almost nothing. */
  readonly hints: readonly string[];
  /** Global; every repetition is bounded, so that no input makes it slow. */
  readonly pattern: RegExp;
  /** False for what only looks like one. */
  readonly accept?: (secret: string) => boolean;
}

const isReal = (secret: string): boolean => !isPlaceholder(secret);
const NAME =
  '(?:secret|token|passw(?:or)?d|passphrase|passwd|pwd|api[_-]?key|apikey|access[_-]?key|auth[_-]?key|private[_-]?key|signing[_-]?key|encryption[_-]?key|credential)';
const ASSIGN = String.raw`["'\]]{0,2}\s{0,4}(?:=>|:=|[:=])\s{0,4}`;

/** Rules of our own, beside those of secretlint. */
export const SECRET_RULES: readonly SecretRule[] = [
  {
    name: 'aws-access-key-id',
    hints: ['AKIA', 'ASIA', 'AGPA', 'AIDA', 'AROA', 'AIPA', 'ANPA', 'ANVA'],
    pattern: /\b(?:AKIA|ASIA|AGPA|AIDA|AROA|AIPA|ANPA|ANVA)[A-Z2-7]{16}\b/g,
    accept: (secret) => !secret.endsWith('EXAMPLE'),
  },
  {
    name: 'aws-secret-access-key',
    hints: ['ecret', 'ECRET', 'ccess', 'CCESS'],
    pattern: new RegExp(
      String.raw`(?:secret|access)[_-]?(?:access)?[_-]?key[\w.-]{0,20}${ASSIGN}["']?(?<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])`,
      'gi',
    ),
    accept: (secret) => isRandom(secret) && !secret.endsWith('EXAMPLEKEY'),
  },
  {
    name: 'jwt',
    hints: ['eyJ'],
    pattern: /\beyJ[A-Za-z0-9_-]{10,2000}\.eyJ[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{10,2000}/g,
  },
  {
    name: 'github-token',
    hints: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'],
    pattern: /\bgh[pousr]_[A-Za-z0-9]{36,255}\b/g,
    accept: isReal,
  },
  { name: 'github-token', hints: ['github_pat_'], pattern: /\bgithub_pat_[A-Za-z0-9_]{22,255}\b/g, accept: isReal },
  {
    name: 'gitlab-token',
    hints: ['glpat-', 'gldt-', 'glrt-', 'glptt-'],
    pattern: /\bgl(?:pat|dt|rt|ptt)-[A-Za-z0-9_-]{20,255}/g,
    accept: isReal,
  },
  {
    name: 'slack-token',
    hints: ['xox', 'xapp-'],
    pattern: /\b(?:xox[abeoprs]|xapp)-[A-Za-z0-9-]{10,250}/g,
    accept: isReal,
  },
  {
    name: 'slack-webhook',
    hints: ['hooks.slack.com'],
    pattern: /hooks\.slack\.com\/(?:services|workflows)\/(?<secret>[A-Za-z0-9/]{20,100})/g,
    accept: isReal,
  },
  {
    name: 'discord-webhook',
    hints: ['/api/webhooks/'],
    pattern: /discord(?:app)?\.com\/api\/webhooks\/\d{17,20}\/(?<secret>[\w-]{60,80})/g,
  },
  {
    name: 'stripe-key',
    hints: ['_live_', '_test_', 'whsec_'],
    pattern: /\b(?:[rs]k_(?:live|test)_|whsec_)[A-Za-z0-9]{20,250}/g,
    accept: isReal,
  },
  { name: 'anthropic-key', hints: ['sk-ant-'], pattern: /\bsk-ant-[A-Za-z0-9_-]{20,250}/g, accept: isReal },
  {
    name: 'openai-key',
    hints: ['sk-'],
    pattern: /\bsk-(?!ant-)(?:(?:proj|svcacct|admin|or-v1)-)?[A-Za-z0-9_-]{32,250}/g,
    accept: isRandom,
  },
  { name: 'google-api-key', hints: ['AIza'], pattern: /\bAIza[A-Za-z0-9_-]{35}/g, accept: isReal },
  {
    name: 'google-oauth',
    hints: ['GOCSPX-', 'ya29.'],
    pattern: /\b(?:GOCSPX-[A-Za-z0-9_-]{28}|ya29\.[A-Za-z0-9_-]{30,2000})/g,
  },
  { name: 'npm-token', hints: ['npm_'], pattern: /\bnpm_[A-Za-z0-9]{36}\b/g, accept: isReal },
  {
    name: 'npm-token',
    hints: ['_authToken', '_auth='],
    pattern: /_auth(?:Token)?=(?<secret>[^\s${}]{16,300})/g,
    accept: isReal,
  },
  { name: 'pypi-token', hints: ['pypi-'], pattern: /\bpypi-AgE[A-Za-z0-9_-]{50,500}/g },
  {
    name: 'sendgrid-key',
    hints: ['SG.'],
    pattern: /\bSG\.[A-Za-z0-9_-]{16,64}\.[A-Za-z0-9_-]{16,64}/g,
    accept: isReal,
  },
  { name: 'twilio-key', hints: ['SK', 'AC'], pattern: /\b(?:SK|AC)[0-9a-f]{32}\b/g },
  { name: 'digitalocean-token', hints: ['do_v1_', 'dop_v1_', 'dor_v1_'], pattern: /\bdo[opr]_v1_[a-f0-9]{64}\b/g },
  { name: 'huggingface-token', hints: ['hf_'], pattern: /\bhf_[A-Za-z0-9]{34,40}\b/g, accept: isRandom },
  { name: 'telegram-token', hints: [':AA'], pattern: /\b\d{8,10}:AA[A-Za-z0-9_-]{33}\b/g },
  {
    name: 'azure-key',
    hints: ['AccountKey=', 'SharedAccessKey='],
    pattern: /(?:Account|SharedAccess)Key=(?<secret>[A-Za-z0-9+/]{40,90}={0,2})/g,
  },
  { name: 'age-key', hints: ['AGE-SECRET-KEY-1'], pattern: /AGE-SECRET-KEY-1[0-9A-Z]{50,70}/g },
  {
    name: 'url-password',
    hints: ['://'],
    pattern: /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:@/'"`<>]{0,100}:(?<secret>[^\s@/'"`<>]{3,200})@[\w.-]/gi,
    accept: isReal,
  },
  {
    name: 'authorization-header',
    hints: ['earer ', 'EARER ', 'asic '],
    pattern: /\b(?:bearer|basic)\s(?<secret>[A-Za-z0-9._~+/-]{16,2000}={0,2})/gi,
    accept: isRandom,
  },
  {
    name: 'secret-assignment',
    hints: [''],
    pattern: new RegExp(
      String.raw`${NAME}[\w.-]{0,40}${ASSIGN}(?:[a-z]{0,2})(["'${'`'}])(?<secret>[^"'${'`'}\r\n]{8,500})\1`,
      'gi',
    ),
    accept: isPassword,
  },
];

/** An unquoted assignment, as settings files write it; in code this would be an expression. */
export const UNQUOTED_RULE: SecretRule = {
  name: 'secret-assignment',
  hints: [''],
  pattern: new RegExp(
    String.raw`${NAME}[\w.-]{0,40}[ \t]{0,4}[:=][ \t]{0,4}(?<secret>[^\s"'#;,<>(){}\[\]]{8,500})[ \t]*(?=\r?$|[#;])`,
    'gim',
  ),
  accept: isPassword,
};

/** Names of files in which values stand without quotes. */
export const SETTINGS_FILE =
  /(?:^|\/)(?:\.env[^/]*|[^/]+\.(?:env|ya?ml|ini|cfg|conf|config|properties|toml|sh|bash|zsh|txt|log|md|tf|http|rest)|[^/.]+)$/i;

/** Secretlint is only loaded for a text that holds one of these. Looking for all at once takes a quarter of the time. */
export const SECRETLINT_HINTS: RegExp = anyOf(
  [
    'AKIA ASIA A3T AGPA AIDA AROA AIPA ANPA ANVA SECRET_ACCESS_KEY secret_access_key SecretAccessKey ACCOUNT_ID account_id',
    'PRIVATE:KEY x-oauth-basic _authToken npm_ xoxb- xoxp- xapp- xoxa- xoxo- xoxr- hooks.slack.com sk-proj- sk-svcacct- sk-admin-',
    'T3BlbkFJ sk-ant-api gsk_ hf_ lin_api_ ntn_ SG. shppa_ shpca_ shpat_ shpss_ sk_live_ sk_test_ rk_live_ rk_test_',
    'ghp_ gho_ ghu_ ghs_ ghr_ github_pat_ glpat- glc_ glsa_ ops_ey mongodb:// mongodb+srv:// mysql:// mysqlx:// postgres:// postgresql://',
    'hvs. hvb. hvr. vcp_ vci_ vca_ vcr_ vck_ dapi dckr_pat_ figd_ cfk_ cfut_ cfat_ tskey-',
  ].flatMap((line) => line.split(' ').map((hint) => hint.replace('PRIVATE:KEY', 'PRIVATE KEY'))),
);

function anyOf(texts: readonly string[]): RegExp {
  return new RegExp(texts.map((text) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('|'));
}
