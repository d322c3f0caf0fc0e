import { describe, expect, test } from 'vitest';
import { DEFAULTS } from '../../src/config/defaults.ts';
import { tasksFromHistory } from '../../src/evaluation/tasks-from-history.ts';
import { makeWorld } from '../worlds/world.ts';

const options = DEFAULTS.evaluation.history;
const START = { 'src/cart.ts': 'export const cart = [];\nexport function add() {}\nexport function remove() {}\n' };

describe('commits become tasks', () => {
  test('a task takes the message as the question, changed lines as the answer and the parent as the base', async () => {
    using world = makeWorld(START, [
      {
        message: 'Adding to a cart keeps its order\n\nIt was lost.\n\nSigned-off-by: T <t@example.invalid>',
        files: {
          'src/cart.ts': 'export const cart = [];\nexport function add(item) {}\nexport function remove() {}\n',
          'test/cart.test.ts': 'test();\n',
          'README.md': 'words\n',
        },
      },
    ]);
    const { tasks } = await tasksFromHistory(world.root, options);
    expect(tasks).toEqual([
      {
        id: world.git('rev-parse', 'HEAD').slice(0, 10),
        repo: null,
        base: world.git('rev-parse', 'HEAD^').trim(),
        query: 'Adding to a cart keeps its order\n\nIt was lost.',
        gold: [{ path: 'src/cart.ts', ranges: [[2, 2]] }],
      },
    ]);
  });

  test('a commit that only inserts lines becomes a task whose answer is the line before them', async () => {
    const text = `${START['src/cart.ts']}export function count() {}\n`;
    using world = makeWorld(START, [{ message: 'Carts can be counted now', files: { 'src/cart.ts': text } }]);
    expect((await tasksFromHistory(world.root, options)).tasks[0]!.gold).toEqual([
      { path: 'src/cart.ts', ranges: [[3, 3]] },
    ]);
  });

  test('commits that are chores, sweeping, only new files or tests, or without message become no tasks', async () => {
    const changed = (text: string) => ({ 'src/cart.ts': `${START['src/cart.ts']}// ${text}\n` });
    const many = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`src/f${i}.ts`, 'export {};\n']));
    using world = makeWorld({ ...START, ...many }, [
      { message: 'chore: tidy the cart up', files: changed('a') },
      { message: 'wip', files: changed('b') },
      { message: 'Release version two of everything', files: changed('c') },
      { message: 'Upgrade to Shop Boot 4.0', files: changed('d') },
      { message: 'Clean up the classes of the cart', files: changed('e') },
      { message: 'Fix some typos in the cart', files: changed('f') },
      { message: 'A file that was not there before', files: { 'src/new.ts': 'export {};\n' } },
      { message: 'Only tests are changed by this', files: { 'test/cart.test.ts': 'x();\n' } },
      {
        message: 'Every file gets a heading now',
        files: Object.fromEntries(Object.keys(many).map((path) => [path, '// heading\n'])),
      },
    ]);
    expect((await tasksFromHistory(world.root, options)).tasks).toEqual([]);
  });

  test('of the history the newest commits become tasks, oldest first', async () => {
    const change = (text: string) => ({
      message: `The cart learns the word ${text}`,
      files: { 'src/cart.ts': `export const ${text} = 1;\n` },
    });
    using world = makeWorld(START, [change('one'), change('two'), change('three')]);
    const { tasks } = await tasksFromHistory(world.root, { ...options, limit: 2 });
    expect(tasks.map(({ query }) => query.split(' ').at(-1))).toEqual(['two', 'three']);
  });

  test('tasks from a history fail with the reason if there is no git', async () => {
    using world = makeWorld(START);
    await expect(tasksFromHistory(world.root, options)).rejects.toThrow(/^There is no history to replay: /);
  });
});
