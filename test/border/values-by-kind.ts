// table
import { ALPHABETS, type Draw } from './drawn.ts';

const SMALL = 'abcdefghijklmnopqrstuvwxyz';
const SIGNS = '!@#$%^&*';
const PUNCTUATION = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';
const WORDS =
  'acid anchor apple arrow autumn badge bamboo basket beacon bishop blanket border bridge bronze butter cabin camel candle canyon carpet castle cedar cherry circus clover cobalt copper coral cotton cradle crystal dagger daisy desert dragon eagle ember engine falcon feather fiddle forest galaxy garden ginger glacier goblet hammer harbor helmet honey island ivory jacket jungle juniper kettle kitten ladder lantern lemon linen lobster magnet maple marble meadow mirror monkey needle nutmeg ocean olive orbit orchid oyster paddle panda parrot pebble pepper pillow planet pocket pumpkin quartz rabbit raven ribbon river rocket saddle saffron salmon shadow silver spider summer sunset tiger timber tulip tunnel velvet violet walnut willow window winter yellow zephyr'.split(
    ' ',
  );
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Values as people choose them and as password managers and clouds make them. */
export const VALUES_BY_KIND: Readonly<Record<string, (draw: Draw) => string>> = {
  '16 small letters': (draw) => draw.text(SMALL, 16),
  '24 capitals': (draw) => draw.text(SMALL.toUpperCase(), 24),
  'four words with dashes': (draw) => Array.from({ length: 4 }, () => draw.of(WORDS)).join('-'),
  'words and signs': (draw) =>
    Array.from({ length: 3 }, () => capital(draw.of(WORDS)) + draw.of([...SIGNS, '?', '+', '=', '-', '.'])).join(''),
  '16 printable signs': (draw) => draw.text(ALPHABETS.alnum + PUNCTUATION, 16),
  '32 as AWS Secrets Manager makes them': (draw) => draw.text(ALPHABETS.alnum + PUNCTUATION, 32),
  '50 as Django makes them': (draw) => draw.text(`${ALPHABETS.lower}!@#$%^&*(-_=+)`, 50),
  '14 with signs above the digits': (draw) => draw.text(ALPHABETS.alnum + SIGNS, 14),
  '8 digits': (draw) => draw.text(ALPHABETS.digits, 8),
  '16 digits': (draw) => draw.text(ALPHABETS.digits, 16),
  '32 hexadecimal digits': (draw) => draw.text(ALPHABETS.hex, 32),
  '12 to 20 letters and digits': (draw) => draw.text(ALPHABETS.alnum, 12 + draw.number(9)),
  'a key of 2,272 in base64': (draw) => `${draw.text(ALPHABETS.base64, 2270)}==`,
  'with a dollar': (draw) => {
    const [value, at] = [draw.text(ALPHABETS.alnum, 15), draw.number(16)];
    return `${value.slice(0, at)}$${value.slice(at)}`;
  },
};

/** How a value is written, or null where it cannot be. */
export const WAYS: Readonly<Record<string, (name: string, value: string) => string | null>> = {
  quoted: (name, value) => (/["\\]/.test(value) ? null : `${name} = "${value}"`),
  'in .env': (name, value) => (/^["'`#]/.test(value) ? null : `${constant(name)}=${value}`),
  'in yaml': (name, value) => (/^["'#|>[\]{},&*!%@`?-]|: | #/.test(value) ? null : `${name}: ${value}`),
};

const constant = (name: string): string => name.replace(/(?<=[a-z])(?=[A-Z])|-/g, '_').toUpperCase();

/** Twenty names that tell. */
export const SECRET_NAMES: readonly string[] = [
  ...['password', 'db_password', 'DB_PASSWORD', 'passwd', 'smtpPasswd', 'pwd', 'admin_pwd', 'passphrase', 'secret'],
  ...['clientSecret', 'client_secret', 'SECRET_KEY', 'token', 'access_token', 'authToken', 'api_key', 'apiKey'],
  ...['private_key', 'credentials', 'jwt-secret'],
];

/** A drawn value of a kind under a drawn name, written in a way that can hold it. */
export function drawWritten(draw: Draw, kind: string, way: string): { readonly text: string; readonly value: string } {
  for (;;) {
    const value = VALUES_BY_KIND[kind]!(draw);
    const text = WAYS[way]!(draw.of(SECRET_NAMES), value);
    if (text !== null) return { text, value };
  }
}
