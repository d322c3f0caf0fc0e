import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { evaluate } from '../../src/evaluation/evaluate.ts';
import { evaluationText } from '../../src/operations/evaluation-text.ts';
import { knap } from '../surfaces/knap.ts';
import { makeWorld, type World } from '../worlds/world.ts';
import { COMMITS, inputFor, LONG, START } from './fixes.ts';

describe('given tasks are replayed on mirrors', () => {
  function given(world: World, tasks: readonly object[]) {
    const mirrors = join(world.root, 'mirrors');
    mkdirSync(join(mirrors, 'some+shop'), { recursive: true });
    world.git('clone', '-q', '--bare', world.root, join(mirrors, 'some+shop/repo'));
    const tasksFile = join(world.root, 'tasks.jsonl');
    writeFileSync(tasksFile, tasks.map((task) => JSON.stringify(task)).join('\n'));
    return { tasksFile, mirrors };
  }
  const taskAt = (base: string, id: string, repo = 'some/shop') => ({
    ...{ id, repo, base, lang: 'TypeScript', query: 'verify the webhook' },
    gold: [{ path: 'src/webhook.ts', ranges: [[2, 2]] }],
  });

  test('an evaluation replays given tasks in threads, with a note for each missing mirror', async () => {
    using world = makeWorld(START, COMMITS);
    const base = world.git('rev-parse', 'HEAD~2').trim();
    const tasks = [taskAt(base, 'a'), taskAt(base, 'b', 'no/where')];
    const evaluation = await evaluate(inputFor(world, { given: given(world, tasks), threads: 2 }));
    expect(evaluation.tasks).toBe(1);
    expect(evaluation.systems[0]!.ranking.recallAt1.mean).toBe(1);
    expect(evaluation.notes).toEqual(['no/where has no mirror: its 1 tasks are left out']);
    // Other forms of knap stand between it and the plain searches, which are what it is compared with in words.
    const systems = evaluation.systems.map((one) => (one.units === null ? { ...one, firstRight: 0 } : one));
    expect(evaluationText({ ...evaluation, systems })).toMatch(
      /^Of 1 fix the right file .* in 1, by plain search in 0\./,
    );
  });

  test('an evaluation of given tasks compares knap with plain searches and published rows, and removes its trees', async () => {
    using world = makeWorld({ ...START, ...LONG }, COMMITS);
    const base = world.git('rev-parse', 'HEAD~2').trim();
    const tasks = [
      {
        ...taskAt(base, 'a'),
        functions: ['src/webhook.ts:verifyWebhook'],
        kind: 'bug',
        touched: [],
        expect: ['webhook'],
      },
      { ...taskAt(base, 'b'), functions: ['src/webhook.ts:gone'], kind: 'feature', touched: [] },
      {
        ...{ ...taskAt(base, 'c'), gold: undefined, touched: ['ranker'] },
        marked: [
          { path: 'src/money.ts', start: 1, end: 2, role: 'read' },
          { path: 'src/webhook.ts', start: 2, end: 2, role: 'change' },
          { path: 'src/cart.ts', start: 2, end: 2, role: 'change' },
        ],
      },
    ];
    const { tasksFile, mirrors } = given(world, tasks);
    world.write({
      'guesses.json': '{"b": ["formatMoney"]}',
      'others.json': '[{"name": "a <model>", "files": {"5": 80.4, "10": 84.8}, "says": "no | tests"}]',
    });
    const asked = ['eval', '--tasks', tasksFile, '--mirrors', mirrors, '--threads', '1', '--expect', 'guesses.json'];
    const { stdout, stderr, code } = await knap(world.root, [
      ...asked,
      '--beside',
      'others.json',
      '--picture',
      'p.svg',
    ]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const rows = stdout.split('\n').filter((line) => line.startsWith('| '));
    const cells = rows.map((row) => row.slice(2, -2).split(' | '));
    expect(cells.map(([group, system]) => [group, system])).toEqual([
      ['tasks', ''],
      ['---', '---'],
      ...[['all (3)', 'knap'], ...parts(3), ['', 'a \\<model>, published']],
      ...[['untouched (2)', 'knap'], ...parts(2)],
      ...[['1 file (2)', 'knap'], ...parts(2)],
      ...[['bug (1)', 'knap'], ...parts(1)],
      ...[['feature (1)', 'knap'], ...parts(1)],
    ]);
    const of = (group: string) => cells.find(([name]) => name === group)!.slice(2);
    // Of the two files of the third one shares no word with the task; the second names a function that is not there.
    const means = (group: string) => of(group).map((cell) => cell.split(' ')[0]);
    expect(means('all (3)')).toEqual(['66.7', '66.7', '66.7', '33.3', '33.3', '']);
    expect(means('untouched (2)')).toEqual(['100.0', '100.0', '100.0', '50.0', '50.0', '']);
    expect(cells.find(([, name]) => name === 'BM25 over files')!.at(-1)).toMatch(/^-?\d+\.\d \[.* \/ .* \/ /);
    expect(cells.find(([, name]) => name?.startsWith('a '))!.slice(2)).toEqual([
      ...['', '80.4', '84.8', '', '', 'no \\| tests'],
    ]);
    const picture = readFileSync(join(world.root, 'p.svg'), 'utf8');
    expect(picture).toContain('>a &lt;model&gt; (published)</text>');
    expect(picture).toContain('>knap with guesses (2)</text>');
    expect(existsSync(join(world.root, '.knap/eval/some+shop'))).toBe(false);
  });

  function parts(tasks: number): readonly (readonly [string, string])[] {
    const guessed = { 1: 'knap with guesses', 2: 'knap with guesses', 3: 'knap with guesses (2)' }[tasks]!;
    const names = ['knap without meaning', 'knap, signals alone', guessed, 'BM25 over files', 'keyword count'];
    return names.map((name) => ['', name] as const);
  }

  test('a given task that cannot be replayed is noted, and the others run', async () => {
    using world = makeWorld(START, COMMITS);
    const base = world.git('rev-parse', 'HEAD~2').trim();
    const tasks = [taskAt('0'.repeat(40), 'a'), taskAt(base, 'b')];
    const { tasks: replayed, notes } = await evaluate(inputFor(world, { given: given(world, tasks) }));
    expect(replayed).toBe(1);
    expect(notes).toEqual([expect.stringMatching(/^the task a could not be replayed: Git has no commit 0{40}/)]);
  });

  test('an evaluation that was stopped continues, and refuses other settings', async () => {
    using world = makeWorld(START, COMMITS);
    const base = world.git('rev-parse', 'HEAD~2').trim();
    const options = { given: given(world, [taskAt(base, 'a'), taskAt(base, 'b')]) };
    const resultsFile = join(world.root, 'results.jsonl');
    const whole = await evaluate(inputFor(world, { ...options, resultsFile }));
    const lines = readFileSync(resultsFile, 'utf8').split('\n');
    // The head and what was found out about the first task; the next line was cut in the middle.
    writeFileSync(resultsFile, `${lines.slice(0, 2).join('\n')}\n[{"task":"b","rep`);
    const ran: number[] = [];
    const again = await evaluate(inputFor(world, { ...options, resultsFile, onProgress: (done) => ran.push(done) }));
    expect(ran).toEqual([0, 1, 2]);
    const without = ({ systems }: typeof whole) => systems.map(({ milliseconds: _, ...rest }) => rest);
    expect(without(again)).toEqual(without(whole));
    await expect(evaluate(inputFor(world, { ...options, resultsFile, budgets: [2000, 500] }))).rejects.toThrow(
      /has results of a run with other settings/,
    );
  });

  test('a limited evaluation chooses given tasks by their ids, whatever their order', async () => {
    using world = makeWorld(START, COMMITS);
    const base = world.git('rev-parse', 'HEAD~2').trim();
    // By SHA-1 of the id the order is d, a, b.
    const tasks = [taskAt(base, 'b', 'no/where'), taskAt(base, 'a', 'no/where'), taskAt(base, 'd')];
    const { notes } = await evaluate(inputFor(world, { given: { ...given(world, tasks), limit: 2 } }));
    expect(notes).toEqual(['no/where has no mirror: its 1 tasks are left out']);
  });

  test.each([
    ['no JSON', '{"id"', /line 1 is not JSON/],
    ['no task', '{"id":"a"}', /line 1 is not a valid task: repo/],
    ['nothing', '\n', /contains no tasks/],
  ])('a file with %s is refused', async (_, text, message) => {
    using world = makeWorld(START, COMMITS);
    const tasksFile = join(world.root, 'tasks.jsonl');
    writeFileSync(tasksFile, text);
    await expect(evaluate(inputFor(world, { given: { tasksFile, mirrors: world.root } }))).rejects.toThrow(message);
  });
});
