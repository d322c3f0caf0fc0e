// table
import { ALPHABETS, type Draw } from './drawn.ts';
import { drawUuid } from './secret-tokens.ts';

/** What people choose or are given as a password or a key, which only its name gives away. */
export const VALUE_SHAPES: Readonly<Record<string, (draw: Draw) => string>> = {
  base64: (draw) => `${draw.text(ALPHABETS.base64, 43)}=`,
  'base64-long': (draw) => `${draw.text(ALPHABETS.base64, 86)}==`,
  camel: (draw) => `${capital(word(draw))}${capital(word(draw))}${draw.text(ALPHABETS.digits, 2)}`,
  digits: (draw) => draw.text(ALPHABETS.digits, 12),
  hex32: (draw) => draw.text(ALPHABETS.hex, 32),
  hex64: (draw) => draw.text(ALPHABETS.hex, 64),
  leet: (draw) => `${capital(word(draw)).replace('a', '4').replace('o', '0')}${draw.text(ALPHABETS.digits, 3)}!`,
  passphrase: (draw) => [word(draw), word(draw), word(draw), draw.text(ALPHABETS.digits, 2)].join('-'),
  random20: (draw) => draw.text(ALPHABETS.alnum, 20),
  random40: (draw) => draw.text(ALPHABETS.alnum, 40),
  short: (draw) => `${draw.text(ALPHABETS.lower, 7)}${draw.text(ALPHABETS.digits, 1)}`,
  symbols: (draw) =>
    `${draw.text(ALPHABETS.alnum, 4)}#${draw.text(ALPHABETS.alnum, 3)}!${draw.text(ALPHABETS.digits, 2)}%x`,
  url: (draw) => `${draw.text(ALPHABETS.alnum, 1)}${draw.text(ALPHABETS.url, 30)}${draw.text(ALPHABETS.alnum, 1)}`,
  uuid: drawUuid,
  'with-foo': (draw) => `${draw.text(ALPHABETS.alnum, 6)}foo${draw.text(ALPHABETS.alnum, 9)}`,
  'with-test': (draw) => `${draw.text(ALPHABETS.alnum, 5)}test${draw.text(ALPHABETS.alnum, 11)}`,
};

/** Blanks inside; only between quotes or tags. */
export const SPACED_SHAPES: Readonly<Record<string, (draw: Draw) => string>> = {
  'passphrase-spaced': (draw) =>
    [word(draw), word(draw), word(draw), word(draw), draw.text(ALPHABETS.digits, 2)].join(' '),
};

const OWNERS = [
  '',
  '',
  'db',
  'smtp',
  'redis',
  'admin',
  'stripe',
  'prod',
  'billing',
  'jenkins',
  'ldap',
  'shop',
  'datadog',
  'algolia',
  'cohere',
  'mistral',
];
const PASSWORDS = ['password', 'passwd', 'pass', 'pwd', 'passphrase'];
const KEYS = [
  'api_key',
  'apikey',
  'api_secret',
  'secret',
  'secret_key',
  'client_secret',
  'app_secret',
  'token',
  'access_token',
  'auth_token',
  'refresh_token',
  'private_key',
  'signing_key',
  'encryption_key',
  'fernet_key',
  'master_key',
  'jwt_secret',
  'webhook_secret',
  'access_key',
  'auth_key',
  'hmac_key',
  'session_secret',
  'secret_key_base',
  'bot_token',
  'account_key',
  'admin_key',
  'credentials',
];

type Style = 'snake' | 'camel' | 'kebab' | 'upper' | 'dotted' | 'header' | 'pascal';

const STYLES: Readonly<Record<Style, (words: readonly string[]) => string>> = {
  snake: (words) => words.join('_'),
  kebab: (words) => words.join('-'),
  upper: (words) => words.join('_').toUpperCase(),
  dotted: (words) => words.join('.'),
  header: (words) => ['X', ...words.map(capital)].join('-'),
  pascal: (words) => words.map(capital).join(''),
  camel: ([first = '', ...others]) => first + others.map(capital).join(''),
};

/** A telling name in one of some ways of writing. */
export function drawName(draw: Draw, styles: readonly Style[], of: 'password' | 'any' = 'any'): string {
  const owner = draw.of(OWNERS);
  const core = draw.of(of === 'password' || draw.number(2) === 0 ? PASSWORDS : KEYS);
  const words = [...(owner === '' ? [] : [owner]), ...core.split('_')];
  return STYLES[draw.of(styles)](words);
}

const WORDS =
  'tulip orbit maple willow anchor copper lantern meadow pebble raven saffron timber velvet walnut zephyr harbor ember cobalt juniper falcon'.split(
    ' ',
  );

const word = (draw: Draw): string => draw.of(WORDS);

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
