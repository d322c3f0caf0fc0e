import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Engine } from '../../src/ports/engine.ts';
import type { ListedDocument, ListInput, SearchAnswer } from '../../src/ports/knowledge.ts';
import { knap } from '../surfaces/knap.ts';
import { makeWorld, type World } from '../worlds/world.ts';
import { doc, named, onWorld, orderOf } from './knowledge.ts';

const issue = (id: string, name: string, fields: Readonly<Record<string, unknown>>, body?: string) =>
  named(id, name, { 'issue-type': 'task', status: 'open', priority: 2, ...fields }, body);

const ISSUES = {
  'issues/later.md': issue('LAAAB', 'later', { priority: 3, labels: ['auth'] }),
  'issues/soon.md': issue('LAAAC', 'soon', { priority: 1, 'created-at': '2026-02-01' }),
  'issues/older.md': issue('LAAAD', 'older', { priority: 1, 'created-at': '2026-01-01', labels: ['auth', 'web'] }),
  'issues/pinned.md': issue('LAAAE', 'pinned', { status: 'pinned', priority: 0 }),
  'issues/backlog.md': issue('LAAAF', 'backlog', { priority: 4 }),
  'issues/running.md': issue('LAAAG', 'running', { status: 'in_progress', 'issue-type': 'bug' }),
  'issues/blocked.md': issue('LAAAH', 'waits', { 'blocked-by': ['LAAAG'] }),
  'issues/unblocked.md': issue(
    'LAAAI',
    'waited',
    { 'blocked-by': ['LAAAJ', 'gone.md'] },
    'Go.\n\n[design](../docs/d.md)',
  ),
  'issues/closed.md': issue('LAAAJ', 'done', { status: 'closed' }, 'It was done like this.'),
  'docs/d.md': doc({ labels: ['web'] }, 'A design.'),
};

let world: World;
let shared: Engine;
beforeAll(async () => {
  world = makeWorld(ISSUES);
  shared = await world.open();
});
afterAll(async () => {
  await shared.close();
  world[Symbol.dispose]();
});

const names = async (input: ListInput) => (await shared.list(input)).documents.map(({ name }) => name).join(' ');

test('L42 ready issues are listed by priority, then age; blocked, running and backlog issues are not ready', async () => {
  expect(await names({ ready: true })).toBe('pinned older soon waited later');
});

const filters: readonly [title: string, input: ListInput, expected: string][] = [
  ['documents of a workspace, sorted by path', {}, 'd backlog waits done later older pinned running soon waited'],
  ['documents of a status', { status: ['closed', 'pinned'] }, 'done pinned'],
  ['issues from a priority on', { priorityMin: 3 }, 'backlog later'],
  ['issues up to a priority', { priorityMax: 1 }, 'older pinned soon'],
  ['issues of a type', { type: ['bug'] }, 'running'],
  ['documents that are not issues', { type: ['doc'] }, 'd'],
  ['documents with all labels', { label: ['auth', 'web'] }, 'older'],
  ['documents with a label of several, in any case', { labelAny: ['WEB', 'auth'] }, 'd later older'],
  ['documents by a part of the name', { nameContains: 'AIT' }, 'waits waited'],
  ['documents of a folder', { under: 'docs/' }, 'd'],
  [
    'issues sorted by priority',
    { sort: 'priority', status: ['open'], priorityMax: 3 },
    'older soon waits waited later',
  ],
  ['issues sorted by name in reverse', { sort: 'name', reverse: true, priorityMax: 1 }, 'soon pinned older'],
  ['issues sorted by newest', { sort: 'created', priorityMax: 1 }, 'soon older pinned'],
  ['documents up to a limit', { limit: 2, sort: 'name' }, 'backlog d'],
  ['ready issues of a label, sorted by priority', { ready: true, label: ['auth'] }, 'older later'],
];
for (const [title, input, expected] of filters) {
  test(`list finds exactly the ${title}`, async () => expect(await names(input)).toBe(expected));
}

test('list finds documents of a folder whose name begins with a dot', async () => {
  await onWorld({ '.github/notes.md': '# Notes', 'github/other.md': '# Other' }, async (engine) => {
    const pathsUnder = async (under: string) => (await engine.list({ under })).documents.map(({ path }) => path);
    expect(await pathsUnder('.github')).toEqual(['.github/notes.md']);
    expect(await pathsUnder('./github')).toEqual(['github/other.md']);
    expect(await pathsUnder('.')).toHaveLength(2);
  });
});

test('L41 show with blockers prints the blockers of an issue, whatever their length, before other context', async () => {
  await onWorld(
    { ...ISSUES, 'issues/closed.md': `${ISSUES['issues/closed.md']}${'x'.repeat(9000)}` },
    async (engine) => {
      const ready = await engine.show({ targets: ['LAAAI'], withBlockers: true });
      expect(orderOf(ready.pages[0]!)).toBe('< waited > done');
      expect(ready.pages[0]!.references.map(({ path }) => path)).toEqual(['docs/d.md']);
      const shown = await engine.show({ targets: ['LAAAI'] });
      expect(orderOf(shown.pages[0]!)).toBe('< waited > d');
    },
  );
});

// The relation is told by the issue that blocks, by the one that waits, by a path, or by both.
const BLOCKING = {
  'issues/first.md': issue('LBAAA', 'first', { blocking: ['LBAAB', 'third.md', 'LBAAD'] }),
  'issues/second.md': issue('LBAAB', 'second', { priority: 0 }),
  'issues/third.md': issue('LBAAC', 'third', {}),
  'issues/fourth.md': issue('LBAAD', 'fourth', { 'blocked-by': ['../issues/first.md'] }),
  'issues/done.md': issue('LBAAE', 'done', { status: 'closed', blocking: ['LBAAF'] }),
  'issues/free.md': issue('LBAAF', 'free', {}),
  'docs/note.md': named('LBAAG', 'note', { blocking: ['LBAAF'] }),
};

test('L41 L42 an issue is blocked by another issue that says so, and is ready once that issue is closed', async () => {
  using blocking = makeWorld(BLOCKING);
  const listed = async (...args: readonly string[]) =>
    JSON.parse((await knap(blocking.root, [...args, '--json'])).stdout).documents;
  expect((await listed('ready')).map(({ id }: { id: string }) => id)).toEqual(['LBAAA', 'LBAAF']);
  const sides = (await listed('list', '--type', 'task')).map((one: ListedDocument) => [
    one.name,
    one.issue?.blocking.join(' '),
    one.issue?.blockedBy.join(' '),
  ]);
  expect(sides).toEqual([
    ['done', 'LBAAF', ''],
    ['first', 'LBAAB third.md LBAAD', ''],
    ['fourth', '', '../issues/first.md'],
    ['free', '', 'LBAAE'],
    ['second', '', 'LBAAA'],
    ['third', '', 'LBAAA'],
  ]);
  const shown = await knap(blocking.root, ['ready', 'LBAAC']);
  expect(shown.stdout).toContain('# first\n');
  expect(shown.stderr).toContain('LBAAC is not ready');
  expect((await knap(blocking.root, ['show', 'LBAAC'])).stdout).not.toContain('# first\n');
});

test('a briefing prints blockers, links, roots, backlinks and issues finished beside it lately', async () => {
  const files = {
    ...ISSUES,
    'issues/!root.md': named('LAAAK', 'root'),
    'issues/recent.md': issue('LAAAL', 'recent', { status: 'closed', 'closed-at': '2026-05-20' }),
    'issues/ancient.md': issue('LAAAM', 'ancient', { status: 'closed', 'closed-at': '2025-05-20' }),
    'docs/about.md': '# About\n\nSee [it](../issues/unblocked.md).\n',
  };
  const { pages } = await onWorld(files, (engine) => engine.show({ targets: ['LAAAI'], brief: true }));
  expect(orderOf(pages[0]!)).toBe('< waited > done, d, root, About, recent');
});

test('search finds sections of documents, also within a folder, and no code', async () => {
  const files = {
    'src/retry.ts': 'export function retryWebhook() {\n  return "retry the webhook";\n}\n',
    'docs/payments.md': named(
      'LAAAA',
      'payments',
      {},
      `# Payments\n\n${'A line of an introduction.\n'.repeat(40)}\n## Retries\n\nA webhook is tried again for three days.`,
    ),
    'docs/mail.md': '# Mail\n\nNothing of the kind.\n',
    'other/webhook.md': '# Webhook\n\nElsewhere: the webhook.\n',
  };
  await onWorld(files, async (engine) => {
    const { results } = await engine.search({ query: 'webhook retries', under: 'docs' });
    expect(results.map(({ name, section, location }) => `${name} > ${section} ${location.path}`)).toContain(
      'payments > Retries docs/payments.md',
    );
    expect(new Set(results.map(({ location }) => location.path))).toEqual(new Set(['docs/payments.md']));
    const all = await engine.search({ query: 'webhook' });
    expect(all.results.map(({ location }) => location.path)).not.toContain('src/retry.ts');
    expect(all.results.map(({ location }) => location.path)).toContain('other/webhook.md');
  });
});

test('search finds notes with the name of a person, the best first, and counts the rest', async () => {
  const days = Object.fromEntries(
    Array.from({ length: 260 }, (_, day) => [
      `Daily/${day}.md`,
      `Yesterday: [[${day - 1}]]\n\n## Log\n\nTalked with [[${day % 5 === 0 ? 'Grace Hopper' : 'Alan Turing'}]].\n\n## Tomorrow\n\nRest.\n`,
    ]),
  );
  using vault = makeWorld({
    ...days,
    'People/Grace Hopper.md':
      '---\naliases: [Amazing Grace Hopper]\n---\n# Grace Hopper\n\nAn admiral.\n\n## Contact\n\nBy mail.\n',
    'People/Grace Kelly.md': '# Grace Kelly\n\nAn actress.\n',
  });
  const search = async (...args: readonly string[]) =>
    JSON.parse((await knap(vault.root, ['search', 'Grace Hopper', '--json', ...args])).stdout) as SearchAnswer;
  const all = await search('--limit', '100');
  const places = all.results.map(({ location, section }) => `${location.path} ${section}`);
  expect(places[0]).toBe('People/Grace Hopper.md Grace Hopper');
  expect(places.filter((place) => place.startsWith('Daily/'))).toHaveLength(52);
  expect(places.filter((place) => place.startsWith('Daily/') && !place.endsWith(' Log'))).toEqual([]);
  expect(places.at(-1)).toBe('People/Grace Kelly.md Grace Kelly');
  expect([places.length, all.total]).toEqual([54, 54]);
  const short = await knap(vault.root, ['search', 'Grace Hopper', '--limit', '3']);
  expect(short.stdout.trimEnd().split('\n').slice(3)).toEqual(['51 more']);
  const near = await search('--min-score', '0.9');
  expect(near.results.map(({ location }) => location.path)).toEqual(['People/Grace Hopper.md']);
  expect(near.total).toBe(1);
});

const LINKED = {
  'a.md': named(
    'LAAAA',
    'a',
    { 'blocked-by': ['LAAAD'] },
    '[b](LAAAB) [again](b.md#part) [gone](gone.md) [code](src/x.ts)',
  ),
  'b.md': named('LAAAB', 'b', {}, '[c](c.md)\n\n## Part\n\nx'),
  'c.md': '# C\n\n[a](a.md)\n',
  'd.md': named('LAAAD', 'd'),
  'e.md': '# E\n\n[itself](e.md)\n',
  'README.md': '# Top\n',
  'src/x.ts': 'export const x = 1;\n',
};

test('links lists outgoing, incoming and broken links of a document', async () => {
  const { linksTo, linkedFrom, broken } = await onWorld(LINKED, (engine) => engine.links({ target: 'LAAAA' }));
  expect(linksTo.map(({ path, because }) => `${path} ${because}`)).toEqual([
    'b.md line 6: b',
    'src/x.ts line 6: code',
    'd.md blocked-by',
  ]);
  expect(linkedFrom.map(({ path }) => path)).toEqual(['c.md']);
  expect(broken).toEqual([{ target: 'gone.md', line: 6 }]);
});

test('links gives the shortest way between two documents, or none', async () => {
  await onWorld(LINKED, async (engine) => {
    const way = async (target: string, to: string) => (await engine.links({ target, to })).way?.map(({ path }) => path);
    expect(await way('a.md', 'C')).toEqual(['a.md', 'b.md', 'c.md']);
    expect(await way('a.md', 'a.md')).toEqual(['a.md']);
    expect(await way('d.md', 'a.md')).toBeUndefined();
  });
});

test('links lists a document linked only from itself as an orphan, but not the index document of a folder', async () => {
  const { orphans } = await onWorld(LINKED, (engine) => engine.links({ orphans: true }));
  expect(orphans.map(({ path }) => path)).toEqual(['e.md']);
});

test('links lists no document of other markup as an orphan, because it does not follow the links to such ones', async () => {
  const world = { 'README.md': '[b](b.rst)\n', 'b.rst': 'B\n=\n\n`c <c.rst>`_\n', 'c.rst': 'C\n=\n' };
  expect((await onWorld(world, (engine) => engine.links({ orphans: true }))).orphans).toEqual([]);
});

test('links counts all of hundreds of links of a document', async () => {
  const count = 300;
  const others = Object.fromEntries(Array.from({ length: count }, (_, index) => [`n/${index}.md`, `Note ${index}.\n`]));
  const all = Object.keys(others).map((path) => `[x](${path})`);
  await onWorld({ ...others, 'index.md': `${all.join('\n')}\n` }, async (engine) => {
    expect((await engine.links({ orphans: true })).orphans).toEqual([]);
    expect((await engine.links({ target: 'index.md' })).linksTo).toHaveLength(count);
  });
});
