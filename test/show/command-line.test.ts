import { expect, test } from 'vitest';
import { knap } from '../surfaces/knap.ts';
import { makeWorld } from '../surfaces/world.ts';
import { doc, named } from './knowledge.ts';

const issue = (fields: Readonly<Record<string, unknown>>, body?: string) =>
  doc({ 'lattice-id': 'LAAAA', name: 'fix-login', 'issue-type': 'bug', status: 'open', priority: 1, ...fields }, body);

const colours: readonly [status: string, code: number][] = [
  ['open', 32],
  ['in_progress', 33],
  ['blocked', 31],
  ['deferred', 35],
  ['pinned', 36],
  ['closed', 90],
];
for (const [status, code] of colours) {
  test(`L37 on a terminal the status ${status} is coloured; in a pipe it is not`, async () => {
    const root = makeWorld({ 'issue.md': issue({ status }, 'Status: open') });
    const { stdout } = await knap(root, ['show', 'LAAAA'], { isTerminal: true, env: { TERM: 'xterm' } });
    expect(stdout).toContain(`\nStatus: \u001b[${code}m${status}\u001b[39m\n`);
    expect(stdout).toContain('\n---\nStatus: open\n');
    expect((await knap(root, ['show', 'LAAAA'])).stdout).not.toContain('\u001b');
  });
}

test('knap show prints control characters of a document visibly on a terminal', async () => {
  const root = makeWorld({ 'a.md': '# A\n\nEvil \u001b[2J text.\n' });
  const { stdout } = await knap(root, ['show', 'a.md'], { isTerminal: true, env: { TERM: 'xterm' } });
  expect(stdout).toBe('# A\nEvil ␛[2J text.\n');
});

const WORLD = {
  'docs/a.md': named('LAAAA', 'a', {}, '[b](LAAAB) [c](LAAAC)'),
  'docs/b.md': named('LAAAB', 'b', { description: 'Bee' }, 'b'.repeat(100)),
  'docs/c.md': named('LAAAC', 'c', { description: 'Sea' }, 'c'.repeat(7000)),
};

const commands: readonly {
  args: readonly string[];
  at?: string;
  has: readonly string[];
  hasNot?: readonly string[];
}[] = [
  { args: ['show', 'LAAAA'], has: ['# b\nbbb', '# References\n- **c** (LAAAC): Sea\n'], hasNot: ['# c\n'] },
  { args: ['show', 'LAAAA', '--no-context'], has: ['# a\n'], hasNot: ['# b\n', '# References'] },
  { args: ['show', 'LAAAA', '--context', '0'], has: ['# a\n'], hasNot: ['# b\n', '# References'] },
  {
    args: ['show', 'LAAAA', '--context', '0', '--references', '40'],
    has: ['- **b** (LAAAB): Bee\n'],
    hasNot: ['# b\n'],
  },
  {
    args: ['show', 'LAAAA', '--context', '50'],
    has: ['- **b** (LAAAB): Bee\n- **c** (LAAAC): Sea\n'],
    hasNot: ['# b\n'],
  },
  { args: ['show', 'LAAAA', '--max-context'], has: ['# b\n', '# c\n'], hasNot: ['# References'] },
  { args: ['show', 'LAAAA', '--brief'], has: ['# b\n', '# c\n'], hasNot: ['# References'] },
  { args: ['show', 'LAAAA', '--max-tokens', '45'], has: ['# a\n'], hasNot: ['# b\n'] },
  { args: ['show', 'a.md'], at: 'docs', has: ['# a\n'] },
  { args: ['show', 'a.md', 'b.md', '--peek'], at: 'docs', has: ['name: "a"', 'name: "b"'], hasNot: ['bbb'] },
  { args: ['show', 'LAAAB', '--raw'], has: ['lattice-id: "LAAAB"'], hasNot: ['# b'] },
  { args: ['show', 'LAAAA', '--format', 'xml'], has: ['<show>', '<context id="LAAAB"', '<reference id="LAAAC"'] },
  { args: ['show', 'LAAAA', '--format', 'plain'], has: ['a\n=\n', 'References\n==========\nc (LAAAC): Sea'] },
  { args: ['list', '--name-contains', 'a'], has: ['LAAAA [doc] a  docs/a.md\n'], hasNot: ['LAAAB'] },
  { args: ['links', 'LAAAB'], has: ['links to LAAAB\n  LAAAA docs/a.md  a (line 5: b)\n'] },
  { args: ['links', 'LAAAA', '--to', 'LAAAC'], has: ['LAAAC docs/c.md'] },
  { args: ['search', 'bee'], has: ['docs/b.md'] },
];
for (const { args, at, has, hasNot } of commands) {
  test(`knap ${args.join(' ')} prints the right parts`, async () => {
    const { code, stdout, stderr } = await knap(makeWorld(WORLD), args, at === undefined ? {} : { at });
    expect(stderr).toBe('');
    expect(code).toBe(0);
    for (const text of has) expect(stdout).toContain(text);
    for (const text of hasNot ?? []) expect(stdout).not.toContain(text);
  });
}

const faults: readonly [args: readonly string[], code: number, message: string][] = [
  [['show'], 2, 'There is nothing to show.'],
  [['show', 'nobody'], 2, 'No document, section or file is called "nobody"'],
  [['show', 'LAAAA', '--context', 'many'], 2, '--context ("many")'],
  [['show', 'LAAAA', '--context', '-1'], 2, 'must be at least 0'],
  [['show', 'LAAAA', '--brief', '--max-context'], 2, '--max-context and --brief exclude each other'],
  [['show', 'LAAAA', '--peek', '--raw'], 2, '--peek and --raw exclude each other'],
  [['show', 'LAAAA', '--max-tokens', '5'], 2, 'needs'],
  [['show', 'LAAAA', '--section', 'x'], 2, 'has no section "x"'],
  [['list', '--status', 'opne'], 2, 'There is no status "opne"'],
  [['list', '--label', 'none'], 3, 'No document is like that.'],
  [['ready'], 3, 'There is no issue here.'],
  [['ready', '--show'], 3, 'There is no issue here.'],
  [['links'], 2, 'No document was named to start from.'],
  [['links', 'LAAAB', '--to', 'LAAAA'], 3, 'No path of links'],
  [['links', 'LAAAB', '--orphans'], 2, '--orphans looks at all documents'],
  [['search'], 2, 'There is no question.'],
];
for (const [args, code, message] of faults) {
  test(`knap ${args.join(' ')} exits with ${code} and says why`, async () => {
    const outcome = await knap(makeWorld(WORLD), args);
    expect(outcome.stderr).toContain(message);
    expect(outcome.code).toBe(code);
  });
}

test('knap check exits with 2 if there are findings, else with 0', async () => {
  const broken = makeWorld({ 'a.md': '# A\n\n[x](nothing.md)\n' });
  const failed = await knap(broken, ['check']);
  expect(failed.code).toBe(2);
  expect(failed.stdout).toBe(
    'a.md:3: E002 link to nothing.md: there is no such document\n1 document: 1 error, 0 warnings\n',
  );
  const asJson = await knap(broken, ['check', '--json']);
  expect(asJson.code).toBe(2);
  expect(JSON.parse(asJson.stdout)).toMatchObject({ errors: 1, findings: [{ code: 'E002', path: 'a.md', line: 3 }] });
  expect((await knap(makeWorld({ 'a.md': '# A\n\n[x](a.md)\n' }), ['check'])).code).toBe(2);
  expect((await knap(makeWorld({ 'a.md': '# A\n\nNothing to find.\n' }), ['check'])).code).toBe(0);
});

test('knap ready lists ready issues, and shows the first or the one with an id', async () => {
  const root = makeWorld({
    'a.md': issue({ 'blocked-by': ['LAAAB'] }, 'First.'),
    'b.md': issue({ 'lattice-id': 'LAAAB', name: 'done', status: 'closed' }, 'How it was done.'),
    'c.md': issue({ 'lattice-id': 'LAAAC', name: 'urgent', priority: 0 }, 'Now.'),
  });
  expect((await knap(root, ['ready'])).stdout).toBe(
    'LAAAC [bug/P0/open] urgent  c.md\nLAAAA [bug/P1/open] fix-login  a.md\n',
  );
  expect((await knap(root, ['ready', '--show'])).stdout).toMatch(/^# urgent\n/);
  expect((await knap(root, ['ready', 'LAAAA', '--context', '1'])).stdout).toContain('# done\nHow it was done.\n');
  const closed = await knap(root, ['ready', 'LAAAB']);
  expect(closed).toMatchObject({ code: 0, stdout: expect.stringContaining('# done\n') });
  expect(closed.stderr).toContain('LAAAB is not ready');
  expect(JSON.parse((await knap(root, ['ready', '--json'])).stdout).documents[0]).toMatchObject({ id: 'LAAAC' });
});

const anywhere: readonly [title: string, yaml: string][] = [
  ['a nested map', 'meta: {design: LDOCAA, more: {why: LDOCBB}}'],
  ['a list of maps', 'refs: [{id: LDOCAA}, {id: ldocbb}]'],
  ['keys of a map', 'related: {LDOCAA: why, LDOCBB: because}'],
  ['a list without commas', 'related: LDOCAA ldocbb'],
  ['a path with an anchor', 'owner: docs/a.md#LDOCAA\nnext: LDOCBB'],
  ['a link', 'seen: "[x](LDOCAA), [y](LDOCBB)"'],
  ['a sentence', 'why: it follows LDOCAA and not LDOCBB (nor lists nor LATERX)'],
];
for (const [title, yaml] of anywhere) {
  test(`L12 L13 an id in the frontmatter is a reference, and its key is not reported: ${title}`, async () => {
    const root = makeWorld({
      'docs/a.md': named('LDOCAA', 'first', { description: 'One.' }),
      'docs/b.md': named('LDOCBB', 'second', { description: 'Two.' }),
      'c.md': `---\nlattice-id: LDOCCC\nname: target\ndescription: Three.\n${yaml}\n---\nText.\n`,
    });
    expect((await knap(root, ['show', 'LDOCCC'])).stdout).toMatch(/# target\n[\s\S]*\n# first\nText\.\n\n# second\n/);
    expect((await knap(root, ['check'])).stdout).toBe('3 documents: 0 errors, 0 warnings\n');
  });
}

test('knap check reports an unknown frontmatter key whose id belongs to no document', async () => {
  const root = makeWorld({ 'c.md': named('LDOCCC', 'target', { description: 'x', odd: { deep: 'LZZZZZ' } }) });
  expect((await knap(root, ['check'])).stdout).toContain('E003 unknown key "odd"');
});

const refused: readonly [args: readonly string[], told: string][] = [
  [['check', 'docz'], 'There is no file or folder docz to check.'],
  [['show', ''], 'The name of what to show is empty.'],
  [['links', ''], 'TARGET (""): must not be empty.'],
  [['search'], 'As in: knap search "how are webhooks retried"'],
  [['links'], 'As in: knap links LAAAB'],
  [['context'], 'As in: knap context "SOC Defender project"'],
  [['import', 'logseq'], 'as in: knap import logseq ~/notes'],
  [['context', 'x', '--depth', '1.5'], '--depth (1.5): must be a whole number.'],
];
for (const [args, told] of refused) {
  test(`knap ${args.join(' ') || '""'} is refused with the reason or an example`, async () => {
    const { code, stderr } = await knap(makeWorld(WORLD), args);
    expect(code).toBe(2);
    expect(stderr).toContain(told);
  });
}

test('knap check PATH prints the number of checked documents', async () => {
  const root = makeWorld({ 'docs/a.md': '# A\n', 'docs/b.md': '[x](gone.md)\n', 'c.md': '# C\n' });
  expect((await knap(root, ['check', 'docs/a.md'])).stdout).toBe('1 document: 0 errors, 0 warnings\n');
  expect((await knap(root, ['check', 'docs'])).stdout).toContain('2 documents: 1 error, 0 warnings\n');
});
