import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Engine } from '../../src/index.ts';
import { makeWorld, type World } from '../worlds/world.ts';

const filler = (name: string, count: number): string =>
  Array.from({ length: count }, (_, at) => `  const ${name}${at} = ${at};\n`).join('');

const MAILER = `import { connect } from './socket.ts';
import { clock } from './clock.ts';

const TRIES = 3;

export class Mailer {
  /** Sends a mail, which is used up by it. */
  async send(mail: Mail): Promise<void> {
    if (await post(mail)) return;
    throw new Error('not sent at ' + clock());
  }

  async later(mail: Mail): Promise<void> {
${filler('wait', 6)}    await this.send(mail);
  }
}

export function post(mail: Mail): Promise<boolean> {
${filler('step', 70)}  return connect().write(mail.text);
}

export function hangUp(): void {
  connect().end();
}
`;

// \`Socket.send\` has the same name and another meaning; \`used\` stands in what the diff takes away, as a word.
const FILES = {
  'src/mail/mailer.ts': MAILER,
  'src/mail/socket.ts':
    'export class Socket {\n  send(bytes: string): void {\n    console.log(bytes);\n  }\n}\nexport function connect(): Socket {\n  return new Socket();\n}\n',
  'src/mail/clock.ts': 'export function clock(): string {\n  return "now";\n}\n',
  'src/mail/usage.ts': 'export function used(count: number): boolean {\n  return count > 0;\n}\n',
  'src/report.ts':
    "import { used } from './mail/usage.ts';\n\nexport function report(count: number): string {\n  return used(count) ? 'used' : 'new';\n}\n",
  'src/order.ts':
    "import { Mailer } from './mail/mailer.ts';\n\nexport async function confirm(mailer: Mailer, mail: Mail): Promise<void> {\n  await mailer.send(mail);\n}\n\nexport function total(prices: number[]): number {\n  return prices.reduce((sum, price) => sum + price, 0);\n}\n",
  'src/chat.ts':
    "import { Socket } from './mail/socket.ts';\n\nexport function say(socket: Socket): void {\n  socket.send('hello');\n}\n",
  'src/review.ts': 'export function review(change: string): string {\n  return change;\n}\n',
  'test/mailer.test.ts':
    "import { Mailer } from '../src/mail/mailer.ts';\n\ntest('sends', async () => {\n  const mailer = new Mailer();\n  await mailer.send({ text: 'hello' });\n});\n",
  'test/chat.test.ts':
    "import { say } from '../src/chat.ts';\n\ntest('says', () => {\n  expect(say).toBeDefined();\n});\n",
};

let world: World;
let engine: Engine;
beforeAll(async () => {
  world = makeWorld(FILES, [{ message: 'Nothing', files: {} }]);
  world.write({
    'src/mail/mailer.ts': MAILER.replace(
      'if (await post(mail)) return;',
      'for (let tried = 0; tried < TRIES; tried++) if (await post(mail)) return;',
    ),
  });
  engine = await world.open();
});
afterAll(async () => {
  await engine.close();
  world[Symbol.dispose]();
});

const asked = { diff: 'HEAD', budget: 4000, format: 'markdown' } as const;

test('the page of a pack for a diff of one line equals test/golden/pack-diff-one-line.md', async () => {
  const { text } = await engine.pack({ ...asked, task: '' });
  await expect(text).toMatchFileSnapshot('../golden/pack-diff-one-line.md');
});

test.each(['review', 'what else must change', 'Review this merge request'])(
  'a task that only speaks of the diff brings no files beyond the diff, its users and tests, at any aim: %s',
  async (task) => {
    for (const aim of ['focused', 'full'] as const) {
      const { pack } = await engine.pack({ ...asked, task, aim });
      expect(pack.blocks.map(({ path }) => path)).toEqual([
        'src/mail/mailer.ts',
        'src/order.ts',
        'test/mailer.test.ts',
      ]);
    }
  },
);

test('a pack for a diff also quotes a function that the task names', async () => {
  const { pack } = await engine.pack({ ...asked, task: 'the total of prices is wrong' });
  expect(pack.blocks.map(({ text }) => text).join('\n')).toMatch(/^\+.*tried(?:.|\n)*function total/m);
});

test('a pack prints only blocks with a changed line as a diff, and puts these first in their file', async () => {
  const { pack } = await engine.pack({ ...asked, task: '`hangUp` does not end it', aim: 'focused' });
  const own = pack.blocks.filter(({ path }) => path === 'src/mail/mailer.ts');
  expect(own.length).toBeGreaterThan(1);
  expect(own.map(({ language, text }) => [language, /^[+-]/m.test(text)])).toEqual([
    ['diff', true],
    ...own.slice(1).map(() => ['typescript', false]),
  ]);
  expect(own.slice(1).every(({ text }) => !text.startsWith(' import'))).toBe(true);
});
