import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DEFAULTS } from '../../../src/config/defaults.ts';
import { makeWorld, SHOP, writeFiles } from '../world.ts';
import { connect, ERAS, type Era, errorOf, textOf } from './connect.ts';

type Args = Record<string, unknown>;

const wrong: [what: string, tool: string, args: Args, code: string, says: RegExp][] = [
  ['no such tool', 'context_pakc', {}, 'BAD_INPUT', /did you mean "context_pack"\?/],
  ['a name unlike any', 'x'.repeat(5000), {}, 'BAD_INPUT', /known are context_pack, context_query/],
  ['no task', 'context_pack', {}, 'NO_TASK', /There is no task/],
  ['no question', 'context_query', { query: ' ' }, 'NO_TASK', /There is no question/],
  ['no topic', 'tana_context', {}, 'BAD_INPUT', /^query: is missing/],
  ['no graph', 'tana_context', { query: 'Atlas' }, 'NO_GRAPH', /./],
  ['no target', 'context_show', {}, 'NO_TARGET', /nothing to show/],
  ['a number for a text', 'context_pack', { task: 3 }, 'BAD_INPUT', /^task \(3\): must be a string/],
  ['a text for a number', 'context_pack', { task: 'x', budget: '8k' }, 'BUDGET_INVALID', /^budget \("8k"\)/],
  ['a number for a list', 'context_show', { targets: 7 }, 'BAD_INPUT', /^targets/],
  ['a wrong part of a list', 'context_show', { targets: ['a', 7] }, 'BAD_INPUT', /^targets\.1 \(7\): must be a string/],
  ['a field nobody knows', 'context_query', { querry: 'x' }, 'BAD_INPUT', /no field "querry"; did you mean "query"\?/],
  [
    'an unknown choice',
    'context_pack',
    { task: 'x', tokenizer: 'words' },
    'BAD_INPUT',
    /^tokenizer \("words"\): must be o200k/,
  ],
  ['a way up', 'context_pack', { file: ['../secret.txt'] }, 'OUTSIDE_ROOT', /secret/],
  ['an absolute path', 'context_pack', { file: ['/etc/passwd'] }, 'OUTSIDE_ROOT', /passwd/],
  ['a way up to show', 'context_show', { targets: ['../../etc/passwd'] }, 'OUTSIDE_ROOT', /passwd/],
  ['an absolute path to show', 'context_show', { targets: ['/etc/passwd'] }, 'OUTSIDE_ROOT', /passwd/],
  ['a git ref that is an option', 'context_pack', { diff: '--output=/tmp/x' }, 'NO_SUCH_REF', /./],
  ['seen that is none', 'context_query', { query: 'x', seen: '{"a":1}' }, 'BAD_INPUT', /The field seen/],
  [
    'a huge text',
    'context_pack',
    { task: 'x'.repeat(DEFAULTS.serving.questionCharactersMax + 1) },
    'TOO_LARGE',
    /million/,
  ],
  [
    'a huge list',
    'context_show',
    { targets: Array(DEFAULTS.serving.questionCharactersMax).fill('') },
    'TOO_LARGE',
    /million/,
  ],
];
for (const era of Object.keys(ERAS) as Era[]) {
  test(`every wrong tool call gets its error code in a short text, and the next call is answered (${era})`, async () => {
    const client = await connect(makeWorld(SHOP, { git: true }), { era });
    for (const [what, name, args, code, says] of wrong) {
      const result = await client.callTool({ name, arguments: args });
      const error = errorOf(result);
      expect(error?.code, what).toBe(code);
      expect(error?.message, what).toMatch(says);
      expect(textOf(result), what).toContain(`${code}: ${error?.message}`);
      expect(textOf(result).length, what).toBeLessThan(600);
    }
    const good = await client.callTool({ name: 'context_query', arguments: { query: 'confirmation' } });
    expect(good.isError).toBeFalsy();
  });
}

test('an MCP call to a root that does not exist gives an error, and is answered once the root exists', async () => {
  const root = makeWorld({ 'a.md': '# A\n' });
  const client = await connect(root, { named: join(root, 'later') });
  const ask = () => client.callTool({ name: 'context_query', arguments: { query: 'confirmation' } });
  expect(errorOf(await ask())).toMatchObject({ code: 'NOT_A_FOLDER' });
  expect((await client.listTools()).tools.length).toBeGreaterThan(0);
  writeFiles(join(root, 'later'), SHOP);
  expect(textOf(await ask())).toContain('sendConfirmation');
});

test('a tool call that is cancelled at once gets no answer, and the next call gets one', async () => {
  const client = await connect(makeWorld(SHOP));
  const stop = new AbortController();
  const asked = client.callTool({ name: 'context_pack', arguments: { task: 'fix' } }, { signal: stop.signal });
  stop.abort(new Error('never mind'));
  await expect(asked).rejects.toThrow('never mind');
  expect((await client.callTool({ name: 'context_query', arguments: { query: 'cart' } })).isError).toBeFalsy();
});
