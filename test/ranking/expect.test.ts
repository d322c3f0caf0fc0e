import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commaList } from '../../src/operations/input/fields.ts';
import type { Engine } from '../../src/ports/engine.ts';
import { type Files, makeWorld, type World } from '../worlds/world.ts';

// Twelve files of the same words; what they define differs.
const PARTS = 'batch retry order window socket thread ticket label session route queue worker'.split(' ');
const FILES: Files = Object.fromEntries(
  PARTS.map((name) => [
    `src/${name}/state.ts`,
    `/** Keeps the state of a connection. */\nexport function ${name}State(connection: string): string {\n  return connection.trim() + 'common';\n}\n`,
  ]),
);
let world: World;
let engine: Engine;
beforeAll(async () => {
  world = makeWorld(FILES);
  engine = await world.open();
});
afterAll(async () => {
  await engine.close();
  world[Symbol.dispose]();
});

const TASK = 'the state of a connection is lost';
async function ranked(guesses?: readonly string[]) {
  const { candidates } = await engine.explain({ task: TASK, expect: guesses, every: true });
  return candidates.filter(({ kind }) => kind === 'file');
}

describe('names expected by the caller raise scores', () => {
  const lifted: [guess: string, path: string][] = [
    ['ticketState', 'src/ticket/state.ts'],
    ['label/state.ts', 'src/label/state.ts'],
    ['fn batchState(', 'src/batch/state.ts'],
  ];
  for (const [guess, path] of lifted)
    test(`the expected name \`${guess}\` raises the rank of ${path}, with the expectation as its reason`, async () => {
      const placeOf = async (guesses?: readonly string[]) =>
        (await ranked(guesses)).findIndex((candidate) => candidate.path === path);
      expect(await placeOf([guess])).toBeLessThan(await placeOf());
      const { reasons } = (await ranked([guess]))[await placeOf([guess])]!;
      const said = reasons.map(({ because }) => because).join();
      expect(said).toContain(`you expected \`${guess}\``);
      expect(said).not.toContain('the task names');
    });

  test('an expected name without occurrences changes no score, alone or beside others', async () => {
    const scores = async (guesses?: readonly string[]) =>
      (await ranked(guesses)).map(({ path, score }) => [path, score]);
    expect(await scores(['ZookeeperElection'])).toEqual(await scores());
    expect(await scores(['threadState', 'ZookeeperElection', 'raft/leader.go'])).toEqual(await scores(['threadState']));
  });

  test('an expected name without occurrences raises the score of files that hold its parts', async () => {
    const sums = async (guesses: readonly string[]) =>
      new Map((await ranked(guesses)).map((one) => [one.path, one.sum]));
    const [alone, both] = [await sums(['queueState']), await sums(['queueState', 'threadConnectionState'])];
    const gained = (path: string) => both.get(path)! - alone.get(path)!;
    expect(gained('src/thread/state.ts')).toBeGreaterThan(gained('src/label/state.ts'));
  });

  test('a match of an expected name is explained as expected, not as a word of the task', async () => {
    const { candidates } = await engine.explain({ task: TASK, expect: ['ticketState'], every: true });
    const reasons = candidates.flatMap(({ reasons: own }) => own.filter(({ because }) => because.includes('ticket')));
    expect(reasons.length).toBeGreaterThan(0);
    for (const { because } of reasons) expect(because).toMatch(/^you expected/);
  });

  test('an expected name that occurs in every file hardly changes scores', async () => {
    const before = new Map((await ranked()).map(({ path, sum }) => [path, sum]));
    for (const { path, sum } of await ranked(['common'])) expect(Math.abs(sum - before.get(path)!)).toBeLessThan(0.02);
  });

  test('a query puts the file with an expected name first', async () => {
    const { results } = await engine.query({ query: TASK, expect: ['workerState'] });
    expect(results[0]?.location.path).toBe('src/worker/state.ts');
  });

  test('explain prints no secret of an expected name', async () => {
    const { task } = await engine.explain({ task: TASK, expect: ['ghp_0123456789abcdefghijABCDEFGHIJ012345'] });
    expect(JSON.stringify(task)).not.toContain('ghp_0123456789');
  });
});

describe('a question about another subject is noticed', () => {
  const FOREIGN = 'the Helm operator drops ingress annotations of a Kubernetes connection when its chart reconciles';
  test('a pack for a task about another subject says that it is perhaps not here, in every format', async () => {
    for (const format of ['markdown', 'xml', 'plain']) {
      const { text } = await engine.pack({ task: FOREIGN, format });
      expect(text).toMatch(/(?:Perhaps|Probably) not here: \d+ % likely that nothing in this workspace answers this\./);
    }
    const { pack } = await engine.pack({ task: FOREIGN, format: 'json' });
    expect(pack.task.nothing).toBeGreaterThan(0.35);
  });

  test('a query about another subject begins with the note that it is perhaps not here', async () => {
    for (const [format, first] of [
      ['markdown', /^(?:Perhaps|Probably) not here: \d+ % likely/],
      ['plain', /^(?:Perhaps|Probably) not here: \d+ % likely/],
      ['xml', /^<context>\n<note>(?:Perhaps|Probably) not here: \d+ % likely/],
    ] as const)
      expect((await engine.query({ query: FOREIGN, format })).context).toMatch(first);
    const { context, nothing } = await engine.query({ query: FOREIGN, format: 'json' });
    expect(JSON.parse(context).nothing).toBeCloseTo(nothing!, 2);
    expect(nothing).toBeGreaterThan(0.35);
  });

  test('a pack or query that the workspace answers has no note that it is perhaps not here', async () => {
    const { text, pack } = await engine.pack({ task: 'ticketState trims the connection', format: 'markdown' });
    expect(text).not.toContain('not here');
    expect(pack.task.nothing).toBeLessThan(0.35);
    expect(pack.quoted).toBeGreaterThan(pack.task.nothing!);
    const answer = await engine.query({ query: 'ticketState trims the connection', format: 'json' });
    expect(answer.context).not.toContain('not here');
    expect(JSON.parse(answer.context).nothing).toBeLessThan(0.35);
  });
});

describe('expected names on a command line are split at commas', () => {
  const lists: [text: string, parts: readonly string[]][] = [
    ['a, b,c', ['a', 'b', 'c']],
    ['pay(order, total), Map<string, number>', ['pay(order, total)', 'Map<string, number>']],
    [`("mojo", &["*.mojo"]), join(',')`, ['("mojo", &["*.mojo"])', `join(',')`]],
    [`'a, b', c`, [`'a, b'`, 'c']],
    ['read(, write', ['read(', 'write']],
    [`don't, won't`, [`don't`, `won't`]],
    ['a > b, c < d', ['a > b', 'c < d']],
    [',, a,', ['a']],
  ];
  for (const [text, parts] of lists)
    test(`a list of expected names is split at commas outside brackets and quotes: ${text}`, () =>
      expect(commaList(text)).toEqual(parts));
});
