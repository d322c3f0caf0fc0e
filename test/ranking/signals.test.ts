import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine, PackInput } from '../../src/ports/engine.ts';
import { SIGNAL_TIERS } from '../../src/ports/signal-finder.ts';
import { SIGNALS } from '../../src/signals/index.ts';
import { SHOP } from '../worlds/shop.ts';
import { makeWorld, type World } from '../worlds/world.ts';

let world: World;
let engine: Engine;
beforeAll(async () => {
  world = makeWorld(SHOP, [
    {
      message: 'Fix duplicate confirmation on retries',
      files: { 'src/payments/webhook.ts': `${SHOP['src/payments/webhook.ts']}// once\n` },
    },
    {
      message: 'Tidy up',
      files: {
        'src/catalog/zebra.ts': `${SHOP['src/catalog/zebra.ts']}// a\n`,
        'src/mail/smtp.ts': `${SHOP['src/mail/smtp.ts']}// a\n`,
      },
    },
    {
      message: 'Tidy up more',
      files: {
        'src/catalog/zebra.ts': `${SHOP['src/catalog/zebra.ts']}// b\n`,
        'src/mail/smtp.ts': `${SHOP['src/mail/smtp.ts']}// b\n`,
      },
    },
    {
      message: 'Send confirmation again when bounced',
      files: { 'src/payments/webhook.ts': `${SHOP['src/payments/webhook.ts']}// twice\n` },
    },
  ]);
  engine = await world.open();
});
afterAll(async () => {
  await engine.close();
  world[Symbol.dispose]();
});

const reasonsFor = async (input: PackInput, path: string) => {
  const { candidates } = await engine.explain({ ranker: 'signals', ...input, target: path });
  return candidates.find((candidate) => candidate.path === path)?.reasons ?? [];
};
const TRACE = `TypeError: order is undefined
    at sendConfirmation (src/mail/confirmation.ts:6:14)
    at handleWebhook (src/payments/webhook.ts:8:9)`;
const PATCH = `--- a/src/orders/order.ts
+++ b/src/orders/order.ts
@@ -8 +8 @@
-  return { id, email: '', total: 0 };
+  return { id, email: '', total: 1 };
`;

const cases: [name: string, input: PackInput, path: string, signal: string, because: RegExp][] = [
  [
    'C41 the signal stacktraceHit finds a file in the stack trace',
    { task: 'crash', error: TRACE },
    'src/mail/confirmation.ts',
    'stacktraceHit',
    /failed at line 6, in sendConfirmation/,
  ],
  [
    'C42 the signal diffHit finds a file that the diff changes',
    { task: 'review', patch: PATCH },
    'src/orders/order.ts',
    'diffHit',
    /modified in the diff/,
  ],
  [
    'C43 the signal fileHintExact finds a file that the task names',
    { task: 'clean up webhook.ts' },
    'src/payments/webhook.ts',
    'fileHintExact',
    /named in the task \(src\/payments\/webhook\.ts\)/,
  ],
  [
    'C44 the signal exactSymbolMention finds the file that defines a named symbol',
    { task: 'rename `handleWebhook`' },
    'src/payments/webhook.ts',
    'exactSymbolMention',
    /^defines `handleWebhook`, which the task names$/,
  ],
  [
    'C45 the signal symbolMatch finds symbols named after words of the task',
    { task: 'search products by price' },
    'src/catalog/search.ts',
    'symbolMatch',
    /symbols named after/,
  ],
  [
    'C46 the signal keywordMatch finds a file that mentions words of the task',
    { task: 'stripe webhook retries' },
    'src/payments/webhook.ts',
    'keywordMatch',
    /^mentions .*webhook/,
  ],
  [
    'C47 the signal graphRelated finds a file that a candidate imports',
    { task: 'rename `handleWebhook`' },
    'src/orders/order.ts',
    'graphRelated',
    /imported by src\/payments\/webhook\.ts/,
  ],
  [
    'C48 the signal gitHotspot finds a file that changed in several commits',
    { task: 'stripe webhook' },
    'src/payments/webhook.ts',
    'gitHotspot',
    /changed in 3 commits/,
  ],
  [
    'the signal expectedName finds the file that defines an expected name',
    { task: 'stripes', expect: ['findOrder()'] },
    'src/orders/order.ts',
    'expectedName',
    /^you expected `findOrder\(\)`: defined here$/,
  ],
  [
    'the signal expectedFile finds a file with an expected path',
    { task: 'stripes', expect: ['orders/Order.ts'] },
    'src/orders/order.ts',
    'expectedFile',
    /^you expected `orders\/Order.ts`: called so$/,
  ],
  [
    'the signal expectedWords finds a file that holds expected words',
    { task: 'stripes', expect: ['payment_intent.succeeded'] },
    'src/payments/webhook.ts',
    'expectedWords',
    /^you expected `payment_intent` and `succeeded`: found here$/,
  ],
  [
    'the signal changedWith finds a file that changed together with a candidate',
    { task: 'zebra stripes' },
    'src/mail/smtp.ts',
    'changedWith',
    /changed with src\/catalog\/zebra\.ts in 3 commits/,
  ],
  [
    'the signal historyMatch finds a file that similar commits changed',
    { task: 'duplicate confirmation' },
    'src/payments/webhook.ts',
    'historyMatch',
    /similar commit/,
  ],
];
describe('each signal is measured', () => {
  for (const [name, input, path, signal, because] of cases)
    test(name, async () => {
      const reason = (await reasonsFor(input, path)).find((one) => one.signal === signal);
      expect(reason?.because).toMatch(because);
      expect(reason?.value).toBeGreaterThan(0);
      expect(reason?.value).toBeLessThanOrEqual(1);
    });

  test('a file without evidence has no signal, only the reason that all code fits', async () => {
    const reasons = await reasonsFor({ task: 'webhook retries', aim: 'full' }, 'src/catalog/zebra.ts');
    // It is quoted all the same: so little code fits whole.
    expect(reasons.map(({ because }) => because)).toEqual(['all code of the workspace fits']);
  });
});

test('explain gives a unit the reasons of its file', async () => {
  const asked: PackInput = { task: 'tidy', file: ['src/catalog/zebra.ts'], ranker: 'signals' };
  const { candidates } = await engine.explain({ ...asked, target: 'src/catalog/zebra.ts' });
  const [file, unit] = candidates.map(({ reasons }) => reasons.map(({ because }) => because));
  expect(unit).toEqual(expect.arrayContaining(file!));
});

describe('the weights of signals are ordered by tier', () => {
  const lightest = (tier: string) =>
    Math.min(...SIGNALS.filter((signal) => signal.tier === tier).map((signal) => signal.weight));
  const heaviest = (tier: string) =>
    Math.max(...SIGNALS.filter((signal) => signal.tier === tier).map((signal) => signal.weight));
  for (const [index, tier] of SIGNAL_TIERS.slice(0, -1).entries()) {
    const next = SIGNAL_TIERS[index + 1]!;
    test(`C59 each ${tier} signal weighs more than each ${next} signal`, () =>
      expect(lightest(tier)).toBeGreaterThan(heaviest(next)));
  }

  test('C58 a score is the sum of weight × value over the greatest sum the task could give', async () => {
    const input: PackInput = { task: 'rename `handleWebhook`', ranker: 'signals' };
    const { candidates } = await engine.explain({ ...input, target: 'src/payments/webhook.ts' });
    const { score, reasons } = candidates[0]!;
    // Evidence that a task of words and a name can give, without a file, trace, diff, message, address or guess.
    const ASKED =
      'exactSymbolMention keywordMatch symbolMatch historyMatch graphRelated relatedFile changedWith gitHotspot';
    const possible = SIGNALS.filter((signal) => ASKED.split(' ').includes(signal.kind)).reduce(
      (sum, signal) => sum + signal.weight,
      0,
    );
    const reached = reasons.reduce((sum, reason) => sum + reason.weight * reason.value, 0);
    expect(score, 'a new signal that applies to every task belongs in ASKED').toBeCloseTo(reached / possible, 5);
  });
});

describe('files are ranked by their scores', () => {
  const order = async (input: PackInput) => (await engine.pack(input)).pack.files.map((file) => file.path);

  test('C60 the files of a pack are sorted by score, best first', async () => {
    const scores = (await engine.pack({ task: 'stripe webhook confirmation' })).pack.files.map((file) => file.score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(scores.length).toBeGreaterThan(2);
  });

  test('C56–C57 the signal graphRelated has a greater value for a file fewer steps away', async () => {
    const near = (await reasonsFor({ task: 'rename `handleWebhook`' }, 'src/mail/confirmation.ts')).find(
      (one) => one.signal === 'graphRelated',
    );
    const far = (await reasonsFor({ task: 'rename `handleWebhook`' }, 'src/mail/smtp.ts')).find(
      (one) => one.signal === 'graphRelated',
    );
    expect(near!.value).toBeGreaterThan(far!.value);
    expect(far!.value).toBeGreaterThan(0);
  });

  test.each(['learned', 'signals'])(
    'C62 a test is listed in a pack below the code it tests, by the ranker %s',
    async (ranker) => {
      const files = await order({ task: 'stripe webhook', ranker });
      expect(files).toContain('test/webhook.test.ts');
      expect(files.indexOf('src/payments/webhook.ts')).toBeLessThan(files.indexOf('test/webhook.test.ts'));
    },
  );

  test.each(['learned', 'signals'])(
    'C62 `include` of tests raises the score of a test, by the ranker %s',
    async (ranker) => {
      const score = async (include: string[]) =>
        (await engine.pack({ task: 'stripe webhook', include, ranker })).pack.files.find(
          (file) => file.path === 'test/webhook.test.ts',
        )!.score;
      expect(await score(['tests'])).toBeGreaterThan(await score([]));
    },
  );

  test('C63 a configuration file is in a pack only if words of the task occur in it', async () => {
    expect(await order({ task: 'payments webhook retries secret' })).toContain('config/payments.json');
    expect(await order({ task: 'zebra stripes' })).not.toContain('config/payments.json');
  });

  test('C61 `maxFiles` limits the files of a pack', async () => {
    expect(await order({ task: 'stripe webhook confirmation order', maxFiles: 2 })).toHaveLength(2);
  });

  test('C43 a file that the task names comes first, although another matches more words', async () => {
    expect((await order({ task: 'stripe webhook payments confirmation retries, see zebra.ts' }))[0]).toBe(
      'src/catalog/zebra.ts',
    );
  });

  test('a file given in `file` is quoted even under a small budget', async () => {
    const { pack } = await engine.pack({
      task: 'stripe webhook payments confirmation retries',
      file: ['src/catalog/zebra.ts'],
      budget: 700,
    });
    expect(pack.blocks.map((block) => block.path)).toContain('src/catalog/zebra.ts');
  });

  test('a pack made twice for the same task is the same to the byte', async () => {
    const [one, two] = [await engine.pack({ task: 'stripe webhook' }), await engine.pack({ task: 'stripe webhook' })];
    expect(two.text).toBe(one.text);
  });

  test('`exclude` leaves the files of a folder out of a pack', async () => {
    expect(await order({ task: 'stripe webhook', exclude: ['test/', '*.md'] })).not.toContain('test/webhook.test.ts');
  });

  test('the lens coding follows calls to other files, the lens planning does not', async () => {
    const kinds = async (lens: string) =>
      (await reasonsFor({ task: 'rename `handleWebhook`', lens }, 'src/mail/smtp.ts')).map((one) => one.signal);
    expect(await kinds('coding')).toContain('graphRelated');
    expect(await kinds('planning')).not.toContain('graphRelated');
  });
});

test('a pack for a named class and method quotes the method whole, and no outline of the class', async () => {
  const method = (n: number) => `  step${n}(): number {\n${'    this.count += 1;\n'.repeat(20)}    return ${n};\n  }\n`;
  const members = Array.from({ length: 40 }, (_, n) => method(n)).join('\n');
  using own = makeWorld({ 'src/machine.ts': `export class StateMachine {\n  count = 0;\n\n${members}}\n` });
  const machine = await own.open();
  try {
    const { pack } = await machine.pack({ task: '`StateMachine.step33` of `StateMachine` counts twice', budget: 1500 });
    const text = pack.blocks.map((block) => block.text).join('\n');
    expect(text).toContain('step33(): number {');
    expect(text).toContain('return 33;');
    expect(pack.blocks.every((block) => block.level !== 'skeleton')).toBe(true);
  } finally {
    await machine.close();
  }
});
