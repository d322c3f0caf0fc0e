import fc from 'fast-check';
import { expect, test } from 'vitest';
import { command, startServer } from '../../surfaces/beside-server.ts';
import { makeWorld, SHOP } from '../../surfaces/world.ts';

const COMMANDS = 200;

// Words that stand in the shop, words that do not, places, and what nobody should type.
const word = fc.constantFrom(
  ...['webhook', 'sendConfirmation', 'payments', 'stripe retries', 'nowhere', 'src/payments/webhook.ts', 'docs'],
  ...['docs/payments.md', 'src/mail', '../..', '*.ts', '', '-', 'é\u202e', '[', 'handleWebhook'],
);
const format = fc.constantFrom('markdown', 'xml', 'plain', 'json');
const some = (...options: readonly fc.Arbitrary<readonly string[]>[]) =>
  fc
    .subarray([...options.keys()])
    .chain((chosen) => fc.tuple(...chosen.map((at) => options[at]!)).map((all) => all.flat()));
const asked = (name: string, ...options: readonly fc.Arbitrary<readonly string[]>[]) =>
  fc.tuple(word, some(...options)).map(([said, more]) => [name, said, ...more]);
const under = word.map((said) => ['--under', said]);
const json = fc.constant(['--json']);
const budget = fc.constantFrom('1', '300', '1000', '4000').map((said) => ['--budget', said]);
const limit = fc.constantFrom('1', '3', '20').map((said) => ['--limit', said]);
const anyCommand = fc.oneof(
  asked(
    'pack',
    format.map((said) => ['--format', said]),
    budget,
    under,
    word.map((said) => ['--pin', said]),
  ),
  asked('query', limit, under, json),
  asked('explain', under, json),
  asked('show', json, budget),
  asked('search', limit, json),
  asked('grep', limit, under, json, fc.constant(['--regex'])),
  asked('uses', limit, under, json),
  asked('links', json),
  some(json).map((more) => ['list', ...more]),
  some(json).map((more) => ['ready', ...more]),
);

test('200 random commands print the same bytes with the same status beside a server and alone', async () => {
  const root = makeWorld(SHOP, { git: true });
  await command(root, ['index']);
  const { end } = await startServer(root);
  const seen = { answered: 0, statuses: new Map<number | null, number>() };
  try {
    for (const args of fc.sample(anyCommand, { numRuns: COMMANDS, seed: 7 })) {
      // A pack without a format becomes a folder named after the moment.
      const given = args[0] === 'pack' && !args.includes('--format') ? [...args, '--format', 'markdown'] : args;
      const alone = await command(root, given, { alone: true });
      const served = await command(root, given);
      expect(served, JSON.stringify(given)).toEqual(alone);
      seen.statuses.set(served.code, (seen.statuses.get(served.code) ?? 0) + 1);
    }
    const told = await command(root, ['grep', 'webhook', '--verbose']);
    expect(told.stderr).toContain('answered by the server of this workspace');
  } finally {
    await end();
  }
  console.log(`statuses: ${JSON.stringify([...seen.statuses])}`);
});
