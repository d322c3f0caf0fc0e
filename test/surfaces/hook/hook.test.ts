import { existsSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadTokenizer } from '../../../src/tokenizers/index.ts';
import { finished, knap, startKnap } from '../knap.ts';
import { commitAll, makeWorld, SHOP, shareWorld } from '../world.ts';
import { EVENTS, eventOf, FORGETTING } from './events.ts';

const PROMPT = 'The Stripe webhook handler must not send a confirmation twice: fix handleWebhook';
const root = shareWorld(SHOP, { git: true });
const elsewhere = { HOME: join(tmpdir(), 'nobody') };
let sessions = 0;
const newSession = () => `session-${++sessions}`;

/** Calls the hook as an agent does, with as much time as a busy machine may need. */
const hook = (at: string, input: string | Buffer, args: readonly string[] = ['claude-code', '--within', '60000']) => {
  const child = startKnap(at, ['hook', ...args, '--verbose'], { stdin: 'pipe', env: elsewhere });
  // Ignores the error of writing to a hook that has already ended.
  child.stdin!.on('error', () => undefined).end(input);
  return finished(child);
};

/** The same in this process, for events that end before any search. */
const hookHere = (input: string, args: readonly string[] = ['claude-code', '--within', '60000']) =>
  knap(root, ['hook', ...args, '--verbose'], { input, env: elsewhere });

for (const [client, { contextIn, record }] of Object.entries(EVENTS)) {
  test(`the hook answers a prompt of ${client} in its format with the code, within 10,000 bytes and 2,000 tokens`, async () => {
    const event = record({ session: newSession(), prompt: PROMPT, cwd: root });
    const { code, stdout, stderr } = await hook(root, JSON.stringify(event), [client, '--within', '60000']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const context = contextIn(JSON.parse(stdout));
    expect(context).toContain("if (event.id === '') throw new Error('webhook without id');");
    expect(context).toMatch(/^Background .* This is no request/);
    expect(context).not.toContain(PROMPT);
    expect(Buffer.byteLength(context)).toBeLessThan(10_000);
    expect((await loadTokenizer('o200k')).count(context)).toBeLessThanOrEqual(2000);
  });
}

test('the hook does not give a session the same block twice, and gives it to another session', async () => {
  const [first, second] = [newSession(), newSession()];
  const ask = (session: string, prompt: string) => hook(root, JSON.stringify(eventOf({ session, prompt, cwd: root })));
  expect((await ask(first, PROMPT)).stdout).toContain('webhook without id');
  expect(await ask(first, PROMPT)).toMatchObject({
    code: 0,
    stdout: '',
    stderr: expect.stringContaining('already has all'),
  });
  expect((await ask(second, PROMPT)).stdout).toContain('webhook without id');
  const { stdout } = await ask(first, 'And Cart.addItem in src/cart/cart.ts must refuse an empty item');
  expect(stdout).toContain('addItem(item: string)');
  expect(stdout).not.toContain('webhook without id');
});

test('the hook adds to "now add a test for it" the tests of code the session got, and nothing in a new session', async () => {
  const session = newSession();
  const ask = (asking: string, prompt: string) =>
    hook(root, JSON.stringify(eventOf({ session: asking, prompt, cwd: root })));
  expect((await ask(session, PROMPT.replace('handleWebhook', 'verifySignature'))).stdout).toContain('verifySignature');
  const { stdout, stderr } = await ask(session, 'now add a test for it');
  expect({ stdout: stdout.includes('a webhook sends one confirmation'), stderr }).toEqual({ stdout: true, stderr: '' });
  expect(JSON.parse(stdout).hookSpecificOutput.additionalContext).toMatch(
    /^### test\/webhook\.test\.ts@\w+: you pinned it$/m,
  );
  for (const [asking, prompt] of [
    [session, 'run the tests please'],
    [newSession(), 'now add a test for it'],
  ] as const)
    expect(await ask(asking, prompt)).toMatchObject({ stdout: '', stderr: expect.stringContaining('no name') });
});

test('the hook lists names and lines of likely places by file, and quotes no code, when many files match alike', async () => {
  const files = (count: number, name: string, word: string) =>
    Array.from({ length: count }, (_, at) => [
      `src/${name}-${at}.ts`,
      `export function ${name}${at}(value: number): number {\n${`  const ${word} = value * ${at};\n`.repeat(25)}  return value;\n}\n`,
    ]);
  const weather = Object.fromEntries([...files(12, 'forecast', 'barometer'), ...files(40, 'invoice', 'total')]);
  const wide = makeWorld(weather, { git: true });
  const { stdout, stderr } = await hook(
    wide,
    JSON.stringify(eventOf({ session: newSession(), prompt: 'Round the barometer forecast', cwd: wide })),
  );
  expect(stderr).toBe('');
  const context: string = JSON.parse(stdout).hookSpecificOutput.additionalContext;
  expect(context).toContain('Likely places, best first');
  expect(context).not.toContain('```');
  const lines = context.split('\n').filter((line) => line.startsWith('- '));
  expect(lines.length).toBeGreaterThan(3);
  for (const line of lines) expect(line).toMatch(/^- src\/forecast-\d+\.ts.*: forecast\d+ \d+-\d+$/);
});

for (const [client, forgotten] of Object.entries(FORGETTING))
  test(`${client} gets blocks again after it has shortened the conversation`, async () => {
    const [first, second] = [newSession(), newSession()];
    const { record } = EVENTS[client as keyof typeof EVENTS];
    const send = (event: unknown) => hook(root, JSON.stringify(event), [client, '--within', '60000']);
    const ask = (session: string) => send(record({ session, prompt: PROMPT, cwd: root }));
    for (const session of [first, second]) expect((await ask(session)).stdout).toContain('webhook without id');
    const told = await send(forgotten({ session: first, cwd: root }));
    expect(told).toMatchObject({ code: 0, stdout: '', stderr: expect.stringContaining('shortened') });
    expect((await ask(first)).stdout).toContain('webhook without id');
    expect((await ask(second)).stdout).toBe('');
  });

test('the hook ignores the start of a session that did not shorten its conversation', async () => {
  const started = { session_id: 's', cwd: root, hook_event_name: 'SessionStart', source: 'startup' };
  expect(await hookHere(JSON.stringify(started))).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('not an event'),
  });
});

describe('the hook prints nothing, exits with 0 and gives its reason with --verbose', () => {
  const prompt = (text: string) => JSON.stringify(eventOf({ session: 's', prompt: text, cwd: root }));
  const cases: [name: string, input: string, why: RegExp, args?: readonly string[]][] = [
    ['an empty prompt', prompt('  \n'), /empty/],
    ['a word of thanks', prompt('Thanks, that looks great!'), /small talk/],
    ['a request to go on', prompt('yes please continue'), /small talk/],
    ['a command of the client', prompt('/compact keep the plan'), /command of the client/],
    ['a line for the shell', prompt('!ls -la'), /shell/],
    ['a shell command', prompt('git push --force origin main'), /shell/],
    ['a prompt about another subject', prompt('Who won the football match in Lisbon on Saturday?'), /no name/],
    [
      'a request for work on the repository',
      prompt('commit this, bump the version and write the release notes'),
      /no name/,
    ],
    [
      'a request for work on code just written',
      prompt('can you clean up the code you just wrote and run the tests?'),
      /no name/,
    ],
    ['a question about programming', prompt('Explain the difference between a mutex and a semaphore'), /no name/],
    ['a prompt with quoted names that do not occur here', prompt('rename the variable `foo` to `bar`'), /no name/],
    ['binary input', '\u0000\u0001\u0002\ufffd{', /not JSON/],
    ['empty input', '', /not JSON/],
    ['a JSON list', '[1, 2]', /not an event/],
    ['an event of another version', '{"version": 9, "event": {"kind": "prompt", "text": "fix it"}}', /not an event/],
    [
      'an event before a tool is used',
      JSON.stringify({ ...eventOf({ session: 's', prompt: PROMPT, cwd: root }), hook_event_name: 'PreToolUse' }),
      /not an event/,
    ],
    [
      'a prompt that is a number',
      JSON.stringify({ ...eventOf({ session: 's', prompt: '', cwd: root }), prompt: 7 }),
      /not an event/,
    ],
    ['the prompt of an unknown agent', prompt(PROMPT), /no hook for an agent "vim"/, ['vim']],
    ['a prompt without an agent', prompt(PROMPT), /no hook for an agent ""/, []],
    ['a prompt whose time limit is 1 ms', prompt(PROMPT), /longer than 1 ms/, ['claude-code', '--within', '1']],
    ['a call with an unknown option', prompt(PROMPT), /unknown option/, ['claude-code', '--fast']],
    [
      'a prompt in a folder that does not exist',
      JSON.stringify(eventOf({ session: 's', prompt: PROMPT, cwd: join(root, 'gone') })),
      /gone|ENOENT/,
    ],
  ];
  for (const [name, input, why, args] of cases)
    test(`the hook adds nothing to ${name}`, async () => {
      const { code, stdout, stderr } = await hookHere(input, args);
      expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
      expect(stderr).toMatch(why);
    });

  test('the hook prints no reason without --verbose', async () => {
    const quiet = await knap(root, ['hook', 'claude-code'], { input: prompt('hi') });
    expect(quiet).toEqual({ code: 0, stdout: '', stderr: '' });
  });
});

test('the hook adds nothing to input that is not UTF-8', async () => {
  const { code, stdout, stderr } = await hook(root, Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x00, 0xff, 0xfe, 0x7b]));
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  expect(stderr).toContain('not JSON');
});

test('the hook answers a prompt that begins with the name of a program but is no shell command', async () => {
  const { stdout, stderr } = await hook(
    root,
    JSON.stringify(eventOf({ session: newSession(), prompt: 'node crashes when handleWebhook gets no id', cwd: root })),
  );
  expect({ stdout: stdout.includes('handleWebhook'), stderr }).toEqual({ stdout: true, stderr: '' });
});

test('the hook answers a prompt of 200 kB whose first line names the code', async () => {
  const prompt = `${PROMPT}\n${'2026-11-16 12:00:00 INFO nothing happened here\n'.repeat(4300)}`;
  const { code, stdout } = await hook(root, JSON.stringify(eventOf({ session: newSession(), prompt, cwd: root })));
  expect(code).toBe(0);
  expect(stdout).toContain('webhook without id');
});

test('the hook keeps its answer within 9,500 bytes for a function that is longer', async () => {
  const deep = Array.from({ length: 60 }, (_, at) => `${' '.repeat(400)}settle(${at});`);
  const files = { ...SHOP, 'src/ledger/settle-all.ts': `export function settleLedger() {\n${deep.join('\n')}\n}\n` };
  const world = makeWorld(files, { git: true });
  const event = eventOf({ session: newSession(), prompt: 'why is settleLedger so slow?', cwd: world });
  const context = EVENTS['claude-code'].contextIn(JSON.parse((await hook(world, JSON.stringify(event))).stdout));
  expect(context).toContain('src/ledger/settle-all.ts');
  expect(Buffer.byteLength(context)).toBeLessThanOrEqual(9500);
});

test('the hook gives no answer and makes no index in a folder without git or in a home folder', async () => {
  const bare = makeWorld(SHOP);
  const ask = (env: Record<string, string>) =>
    knap(bare, ['hook', 'claude-code', '--verbose'], {
      input: JSON.stringify(eventOf({ session: 's', prompt: PROMPT, cwd: bare })),
      env,
    });
  expect(await ask(elsewhere)).toMatchObject({
    code: 0,
    stdout: '',
    stderr: expect.stringContaining('not a repository'),
  });
  commitAll(bare, 'Start');
  expect(await ask({ HOME: bare })).toMatchObject({ code: 0, stdout: '', stderr: expect.stringContaining('home') });
  expect(existsSync(join(bare, '.knap'))).toBe(false);
});

test('the hook answers despite a damaged record of the session, and keeps twenty files of records', async () => {
  const world = makeWorld(SHOP, { git: true });
  const folder = join(world, '.knap', 'hooks');
  const session = newSession();
  const ask = () => hook(world, JSON.stringify(eventOf({ session, prompt: PROMPT, cwd: world })));
  await ask();
  const [record] = readdirSync(folder);
  writeFileSync(join(folder, record!), '{"given": [');
  for (let index = 0; index < 40; index++) {
    const old = join(folder, `${index}.json.killed`);
    writeFileSync(old, 'x');
    utimesSync(old, 1000 + index, 1000 + index);
  }
  expect((await ask()).stdout).toContain('webhook without id');
  expect(readdirSync(folder)).toHaveLength(20);
  expect(readdirSync(folder)).toContain(record);
});

test('the hook ends when input stays open, and answers with the lines on disk during a branch switch', async () => {
  const waiting = startKnap(root, ['hook', 'codex', '--within', '300'], { stdin: 'pipe' });
  waiting.stdin!.write('{"hook_event_name": "UserPromptSubmit",');
  expect(await finished(waiting)).toEqual({ code: 0, stdout: '', stderr: '' });

  const world = makeWorld(SHOP, { git: true });
  await knap(world, ['index'], { env: elsewhere });
  const switching = startKnap(world, ['hook', 'codex', '--within', '60000'], { stdin: 'pipe', env: elsewhere });
  writeFileSync(join(world, '.git', 'HEAD'), 'ref: refs/heads/other\n');
  writeFileSync(join(world, '.git', 'index.lock'), '');
  writeFileSync(join(world, 'src/payments/webhook.ts'), `// moved\n${SHOP['src/payments/webhook.ts']}`);
  switching.stdin!.end(JSON.stringify(eventOf({ session: newSession(), prompt: PROMPT, cwd: world })));
  const { code, stdout } = await finished(switching);
  expect(code).toBe(0);
  // The lines are those on the disk now.
  expect(EVENTS.codex.contextIn(JSON.parse(stdout))).toContain('// moved');
});
