import { commitAll, makeWorld } from './world.ts';

/** A token that the redaction rules recognize; each place has its own, so that a leak tells where it came from. */
const planted = (place: string): string => {
  const letters = Buffer.from(`${place}Kx7Qz2Wv9Rt4Yp8Lm3Nb6`.repeat(4))
    .toString('base64')
    .replaceAll(/[^A-Za-z0-9]/g, '');
  return `ghp_${letters.slice(0, 36)}`;
};

const PLACES = [
  'content',
  'file name',
  'title',
  'heading',
  'description',
  'symbol',
  'comment',
  'commit',
  'lens',
  'task',
  'log',
  'argument',
] as const;
type Place = (typeof PLACES)[number];

export const SECRETS = Object.fromEntries(PLACES.map((place) => [place, planted(place)])) as Record<Place, string>;

/** Control sequences of a terminal, and characters that turn or hide text. */
export const ESCAPES = '\u001b]0;owned\u0007\u001b[2J\u009b31m\u202egnp.\u200b';
export const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069]/;

/** A workspace with a secret in every place that a repository can bring one in. */
export function makePlantedWorld(): string {
  const root = makeWorld({
    'src/payments.ts': `/** Pays with ${SECRETS.comment}. */\nexport function payOrder(order: string): string {\n  const token = '${SECRETS.content}';\n  return order + token;\n}\n\nexport function ${SECRETS.symbol}(): void {}\n`,
    [`src/${SECRETS['file name']}.ts`]: 'export const payOrderLater = 1;\n',
    [`src/pay${ESCAPES}order.ts`]: 'export const payOrderNever = 1;\n',
    'docs/payments.md': `---\nname: Payments ${SECRETS.title}${ESCAPES}\ndescription: How payOrder works ${SECRETS.description}${ESCAPES}\n---\n# Payments ${SECRETS.title}\n\nSee [the rest](./payments.md#retries).\n\n## Retries ${SECRETS.heading}\n\npayOrder is tried again.\n`,
    'docs/other.md': '# Other\n\nSee [[payments]] for payOrder and [nothing](nowhere.md).\n',
    'knap.config.json': JSON.stringify({
      lenses: {
        mine: {
          description: `About ${SECRETS.lens}${ESCAPES}`,
          edges: ['imports'],
          depthMax: 2,
        },
      },
    }),
  });
  commitAll(root, `Mend payOrder with ${SECRETS.commit}${ESCAPES}`);
  return root;
}

export const HOSTILE = {
  task: `payOrder fails with ${SECRETS.task} ${ESCAPES}`,
  log: `Error: payOrder ${SECRETS.log}${ESCAPES}\n    at payOrder (src/payments.ts:3:9)`,
  argument: `${SECRETS.argument}${ESCAPES}`,
};

/** Lists the secrets and escapes in an answer with the path to each. Other tests check the escapes in pages (`isPage`). */
export function leaksIn(what: string, answer: unknown, isPage: (way: string) => boolean = () => false): string[] {
  const leaks: string[] = [];
  const look = (text: string, way: string) => {
    for (const [place, secret] of Object.entries(SECRETS))
      if (text.includes(secret) || text.includes(encodeURIComponent(secret)))
        leaks.push(`${what} ${way}: the secret of the ${place}`);
    if (!isPage(way) && UNSEEN.test(text)) leaks.push(`${what} ${way}: ${JSON.stringify(text.slice(0, 80))}`);
  };
  const walk = (value: unknown, way: string) => {
    if (typeof value === 'string') look(value, way);
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      look(key, `${way}.`);
      walk(inner, way === '' ? key : `${way}.${key}`);
    }
  };
  walk(answer, '');
  return leaks;
}
