import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withoutRights } from '../worlds/without-rights.ts';
import { type Files, makeWorld } from '../worlds/world.ts';
import { doc, named, onWorld } from './knowledge.ts';

const issue = (id: string, name: string, blockedBy: string) =>
  named(id, name, { 'issue-type': 'task', status: 'open', priority: 1, 'blocked-by': [blockedBy], description: 'x' });

/** What `check` finds, and what `show` prints of the first document all the same. */
const cases: readonly { title: string; files: Files; findings: readonly string[]; shown: string; target?: string }[] = [
  {
    title: 'a duplicate id',
    files: { 'a.md': named('LAAAA', 'a', { description: 'x' }), 'b.md': named('laaaa', 'b', { description: 'x' }) },
    findings: ['a.md:2 E001', 'b.md:2 E001'],
    shown: 'Text.',
  },
  {
    title: 'a link to nothing',
    files: { 'a.md': '# A\n\n[x](nothing.md) [[nobody]] [y](#nowhere)\n' },
    findings: ['a.md:3 E002', 'a.md:3 E002', 'a.md:3 E002'],
    shown: '[x](nothing.md) [[nobody]] [y](#nowhere)',
  },
  {
    title: 'circular blocking',
    files: { 'a.md': issue('LAAAA', 'a', 'LAAAB'), 'b.md': issue('LAAAB', 'b', 'LAAAA') },
    findings: ['a.md:7 E006'],
    shown: 'Blocked by: LAAAB',
  },
  {
    title: 'a document that links to itself',
    files: { 'a.md': '# A\n\n[me](a.md)\n' },
    findings: ['a.md:3 W010'],
    shown: '[me](a.md)',
  },
  {
    title: 'A and B link to each other',
    files: { 'a.md': '# A\n\n[b](b.md)\n', 'b.md': '# B\n\n[a](a.md)\n' },
    findings: [],
    shown: '# B\n[a](a.md)',
  },
  {
    title: 'two root documents in one folder are both shown, in the order of their paths',
    files: { 'a.md': '# A\n', '!one.md': 'One.\n', '!two.md': 'Two.\n' },
    findings: [],
    shown: '# one\nOne.\n\n# two\nTwo.',
  },
  {
    title: 'a section whose headings skip levels ends at the next heading of its level or above',
    files: {
      'a.md': '[s](b.md#deep)\n',
      'b.md': '# B\n\n#### Deep\n\nIn.\n\n###### Deeper\n\nIn too.\n\n## Out\n\nOut.\n',
    },
    findings: [],
    shown: '#### Deep\n\nIn.\n\n###### Deeper\n\nIn too.\n',
  },
  {
    title: 'an underlined heading starts a section',
    files: { 'a.md': '[s](b.md#part)\n', 'b.md': 'Title\n=====\n\nPart\n----\n\nIn.\n\nNext\n----\n\nOut.\n' },
    findings: [],
    shown: 'Part\n----\n\nIn.\n',
  },
  {
    title: 'a link to a word that could be an id leads to the document of that name',
    files: { 'a.md': '# A\n\n[x](login.md) [[login]]\n', 'login.md': 'The word.\n' },
    findings: [],
    shown: '# login\nThe word.',
  },
  {
    title: 'broken frontmatter',
    files: { 'a.md': '---\nname: [unclosed\n  x: : y\n---\n\nThe body is there.\n' },
    findings: [],
    shown: 'The body is there.',
  },
  { title: 'an empty document', files: { 'a.md': '' }, findings: [], shown: '# a' },
  {
    title: 'Windows line ends and tabs',
    files: { 'a.md': '---\r\nname: win\r\n---\r\n# W\r\n\r\n\t[b](b.md)\r\n\r\n[b](b.md)\r\n', 'b.md': 'Bee.\r\n' },
    findings: [],
    shown: '# b\nBee.',
  },
];

for (const { title, files, findings, shown, target } of cases) {
  test(`an odd document is shown, and check reports it if it is wrong: ${title}`, async () => {
    await onWorld(files, async (engine) => {
      const { text } = await engine.show({ targets: [target ?? 'a.md'] });
      expect(text).toContain(shown);
      const found = await engine.check({});
      expect(found.findings.map(({ path, line, code }) => `${path}:${line} ${code}`)).toEqual(findings);
      expect(found.errors).toBe(findings.filter((one) => one.includes(' E')).length);
      await engine.links({ target: target ?? 'a.md' });
    });
  });
}

test('a binary and a huge file among documents are left out, and the others are shown', async () => {
  using world = makeWorld({ 'a.md': '# A\n\n[b](b.md) [h](huge.md)\n' });
  writeFileSync(join(world.root, 'b.md'), Buffer.from([0, 1, 2, 255, 254, 0, 0, 7]));
  writeFileSync(join(world.root, 'huge.md'), 'x'.repeat(20_000_000));
  const engine = await world.open();
  try {
    const { text } = await engine.show({ targets: ['a.md'] });
    expect(text).toBe('# A\n[b](b.md) [h](huge.md)\n');
    expect((await engine.check({})).documents).toBe(1);
  } finally {
    await engine.close();
  }
});

test('`check` that may not write a fix fails and leaves no other file in the folder', async () => {
  using world = makeWorld({ 'docs/a.md': '---\nlattice-id: LAAAA\nname: a\ndescription: x\n---\n# A\n\n* one\n' });
  const docs = join(world.root, 'docs');
  const engine = await world.open();
  try {
    chmodSync(docs, 0o500);
    const checked = withoutRights([world.root], () => engine.check({ fix: true }));
    await expect(checked).rejects.toMatchObject({ code: 'CANNOT_WRITE' });
    expect(readdirSync(docs)).toEqual(['a.md']);
  } finally {
    chmodSync(docs, 0o700);
    await engine.close();
  }
});

test('`check` with fix mends safe findings in documents with an id and keeps every other byte', async () => {
  const before =
    '\uFEFF---\r\nlattice-id: LAAAA # the id\r\ndescription: x\r\n---\r\nTitle\r\n=====\r\n\r\n* one\t\r\n* two  \r\n\r\nhttps://example.org\r\n';
  const after =
    '\uFEFF---\r\nlattice-id: LAAAA # the id\r\nname: some-note\r\ndescription: x\r\n---\r\n# Title\r\n\r\n- one\t\r\n- two  \r\n\r\nhttps://example.org\r\n';
  using world = makeWorld({ 'Some Note.md': before, 'plain.md': '* untouched: it has no id\n' });
  const engine = await world.open();
  try {
    const codes = ({ findings }: Awaited<ReturnType<typeof engine.check>>) => findings.map(({ code }) => code);
    expect(codes(await engine.check({}))).toEqual(['W002', 'W007', 'W008', 'W009']);
    const mended = await engine.check({ fix: true });
    expect(mended.fixed).toEqual(['Some Note.md']);
    expect(codes(mended)).toEqual(['W009']);
    expect(readFileSync(join(world.root, 'Some Note.md'), 'utf8')).toBe(after);
    expect(readFileSync(join(world.root, 'plain.md'), 'utf8')).toBe('* untouched: it has no id\n');
    expect((await engine.check({ fix: true })).fixed).toEqual([]);
  } finally {
    await engine.close();
  }
});

test('`check` with paths reports only findings below these paths', async () => {
  const broken = '[x](nothing.md)\n';
  await onWorld({ 'a/x.md': broken, 'b/x.md': broken, 'ab.md': doc({ title: 'x' }, broken) }, async (engine) => {
    expect((await engine.check({ paths: ['a'] })).findings.map(({ path }) => path)).toEqual(['a/x.md']);
    expect((await engine.check({})).errors).toBe(3);
  });
});
