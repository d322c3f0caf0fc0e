import { ALPHABETS, type Draw, drawFrom } from './drawn.ts';
import { PLACES } from './secret-places.ts';
import { drawToken, shapesOf, TOKEN_KINDS } from './secret-tokens.ts';
import { SPACED_SHAPES, VALUE_SHAPES } from './secret-values.ts';

/** A text with a secret in it. */
export interface SecretCase {
  readonly kind: string;
  readonly path: string;
  readonly text: string;
  /** What nobody may read afterwards. */
  readonly secrets: readonly string[];
}

/** Rules are made while looking at one half; the other half is looked at when they are finished. */
export type Half = 'open' | 'kept';

const SEEDS: Readonly<Record<Half, readonly number[]>> = { open: [2, 4, 6, 8], kept: [1, 3, 5, 7] };

/** All planted cases of a half: every kind of token in every shape, every armoured key, every place with several values. */
export function secretCases(half: Half, rounds = SEEDS[half].length): readonly SecretCase[] {
  return SEEDS[half].slice(0, rounds).flatMap((seed) => {
    const draw = drawFrom(seed);
    return [...tokenCases(draw), ...keyCases(draw), ...placeCases(draw)];
  });
}

/** Whether a text still tells a secret: half of it in a row is enough. */
export function tells(text: string, secret: string): boolean {
  const window = Math.max(6, Math.ceil(secret.length / 2));
  for (let start = 0; start + window <= secret.length; start++) {
    if (text.includes(secret.slice(start, start + window))) return true;
  }
  return text.includes(secret);
}

// Places that say nothing about what stands in them: a token must be known by itself.
const SILENT_PLACES: readonly [path: string, text: (token: string) => string][] = [
  ['src/a.ts', (token) => `call('${token}');`],
  ['src/a.py', (token) => `    call(user, "${token}")`],
  ['docs/a.md', (token) => `Then use \`${token}\` for this.`],
  ['docs/a.md', (token) => `Then use ${token} for this`],
  ['a.yaml', (token) => `  value: ${token}`],
  ['a.log', (token) => `2026-01-02 got ${token}`],
  ['run.sh', (token) => `./call ${token} --now`],
  ['src/a.go', (token) => `x := f("${token}")`],
  ['a.csv', (token) => `a,b,${token},c`],
  ['', (token) => `Remove ${token} from the tree`],
];

function tokenCases(draw: Draw): SecretCase[] {
  return TOKEN_KINDS.flatMap((kind) =>
    Array.from({ length: shapesOf(kind) }, (_, shape) => {
      const token = drawToken(kind, shape, draw);
      const [path, text] = draw.of(SILENT_PLACES);
      return { kind, path, text: text(token.text), secrets: token.drawn };
    }),
  );
}

function placeCases(draw: Draw): SecretCase[] {
  return Object.entries(PLACES).flatMap(([kind, { path, takes, text }]) =>
    Array.from({ length: 2 }, () => {
      const value = drawValue(draw, takes);
      const whole = text(value, draw);
      return { kind, path, text: whole, secrets: [writtenIn(whole, value)] };
    }),
  );
}

// Encoded or cut to length on the way: then the longest run without a blank is what holds it.
function writtenIn(text: string, value: string): string {
  const encoded = Buffer.from(value).toString('base64');
  const written = [value, encoded].find((one) => text.includes(one));
  if (written !== undefined) return written;
  return text
    .split(/[\s"':,$]+/)
    .reduce((longest, piece) => (piece.length > longest.length ? piece : longest), '')
    .replace(/^_auth=/, '');
}

const PLAIN = /^[A-Za-z0-9_-]+$/;

function drawValue(draw: Draw, takes: 'quoted' | 'bare' | 'plain'): string {
  const shapes = Object.values(takes === 'quoted' ? { ...VALUE_SHAPES, ...SPACED_SHAPES } : VALUE_SHAPES);
  for (;;) {
    const value = draw.of(shapes)(draw);
    // A value of digits alone is a number to whoever reads it, unless quoted.
    if (takes !== 'quoted' && /^\d+$/.test(value)) continue;
    if (takes !== 'plain' || PLAIN.test(value)) return value;
  }
}

const ARMOURS = [
  'RSA PRIVATE KEY',
  'EC PRIVATE KEY',
  'OPENSSH PRIVATE KEY',
  'PRIVATE KEY',
  'ENCRYPTED PRIVATE KEY',
  'DSA PRIVATE KEY',
  'PGP PRIVATE KEY BLOCK',
];

function keyCases(draw: Draw): SecretCase[] {
  const body = (count: number) => Array.from({ length: count }, () => draw.text(ALPHABETS.base64, 64));
  const armoured = ARMOURS.map((kind): SecretCase => {
    const lines = body(6);
    const text = [`-----BEGIN ${kind}-----`, ...lines, `-----END ${kind}-----`].join(
      draw.of(['\n', '\r\n', '\n    ', '\\n']),
    );
    return { kind: 'armoured-key', path: draw.of(['a.pem', 'src/a.ts', 'deploy.yaml']), text, secrets: lines };
  });
  const account = body(4);
  const putty = body(3);
  const vpn = Array.from({ length: 4 }, () => draw.text(ALPHABETS.hex, 32));
  return [
    ...armoured,
    {
      kind: 'gcp-service-account',
      path: 'gcp.json',
      text: `{ "type": "service_account", "private_key": "-----BEGIN PRIVATE KEY-----\\n${account.join('\\n')}\\n-----END PRIVATE KEY-----\\n" }`,
      secrets: account,
    },
    {
      kind: 'putty-key',
      path: draw.of(['key.ppk', 'docs/a.md']),
      text: [
        'PuTTY-User-Key-File-3: ssh-rsa',
        'Encryption: none',
        'Comment: deploy',
        'Public-Lines: 1',
        draw.text(ALPHABETS.base64, 64),
        'Private-Lines: 3',
        ...putty,
        `Private-MAC: ${draw.text(ALPHABETS.hex, 64)}`,
      ].join('\n'),
      secrets: putty,
    },
    {
      kind: 'openvpn-key',
      path: 'ta.key',
      text: ['-----BEGIN OpenVPN Static key V1-----', ...vpn, '-----END OpenVPN Static key V1-----'].join('\n'),
      secrets: vpn,
    },
  ];
}
