import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Engine } from '../../src/ports/engine.ts';
import type { ListInput } from '../../src/ports/knowledge.ts';
import { makeWorld, type World } from '../worlds/world.ts';
import { named, orderOf } from './knowledge.ts';

const task = (id: string, name: string, more: Readonly<Record<string, unknown>> = {}, body?: string) =>
  named(id, name, { description: `About ${name}.`, 'task-type': 'task', priority: 2, ...more }, body);

/** A repository of lat's later days: tasks say no status, and closing one moves it. */
const FILES = {
  'shop/shop.md': named('LAAAB', 'shop', { description: 'The shop.' }, '# [Lattice] Context\n\nBe careful.'),
  'shop/docs/pay_design.md': named('LAAAC', 'pay-design', { description: 'How one pays.', 'parent-id': 'LAAAB' }),
  'shop/tasks/add_refunds.md': task('LAAAD', 'add-refunds', { 'parent-id': 'LAAAB', 'blocked-by': ['LAAAE'] }),
  'shop/tasks/.closed/fix_rounding.md': task('LAAAE', 'fix-rounding', {
    blocking: ['LAAAD'],
    'closed-at': '2026-05-21T15:02:44.928640Z',
  }),
  'shop/tasks/add_coupons.md': task(
    'LAAAF',
    'add-coupons',
    { priority: 1, 'blocked-by': ['LAAAD'] },
    'See [the design](../docs/pay_design.md#LAAAC).',
  ),
  'shop/tasks/some_day.md': task('LAAAG', 'some-day', { priority: 4 }),
};

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

const lists: readonly [title: string, input: ListInput, expected: string][] = [
  ['the ready task behind a closed one', { ready: true }, 'add-refunds'],
  ['open tasks', { status: ['open'] }, 'add-coupons add-refunds some-day'],
  ['closed tasks', { status: ['closed'] }, 'fix-rounding'],
  ['urgent tasks of a type', { type: ['task'], priorityMax: 1 }, 'add-coupons'],
  ['documents that are no tasks', { type: ['doc'] }, 'pay-design shop'],
];
for (const [title, input, expected] of lists) {
  test(`list of task documents without a status finds ${title}`, async () =>
    expect((await engine.list(input)).documents.map(({ name }) => name).join(' ')).toBe(expected));
}

test('show prints a task as an issue with its status, without its task type', async () => {
  const { text } = await engine.show({ targets: ['LAAAE'], context: 0 });
  expect(text).toMatch(/^ID: LAAAE\nType: task\nStatus: closed\nPriority: P2\n/m);
  expect(text).not.toMatch(/task type/i);
});

test('a task in the folder .closed appears in a briefing as finished lately', async () => {
  const { pages } = await engine.show({ targets: ['LAAAG'], brief: true });
  expect(orderOf(pages[0]!)).toBe('< some-day > shop, fix-rounding');
});

test('a link with an id after its path is followed, and `check` does not report it', async () => {
  const { linksTo } = await engine.links({ target: 'add-coupons' });
  expect(linksTo.map(({ path }) => path)).toEqual(['shop/docs/pay_design.md', 'shop/tasks/add_refunds.md']);
  expect((await engine.check({})).findings).toEqual([]);
});
