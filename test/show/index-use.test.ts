import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { openParts } from '../../src/engine/open/open-parts.ts';
import { runShow } from '../../src/engine/questions/show.ts';
import { indexWorkspace } from '../../src/indexing/index-workspace.ts';
import type { ShowInput } from '../../src/ports/knowledge.ts';
import type { Store } from '../../src/ports/store.ts';
import { makeWorld } from '../worlds/world.ts';
import { named, onWorld, orderOf } from './knowledge.ts';

const FILES = {
  'docs/target.md': named('LAAAA', 'target', { labels: ['auth'] }, '[a](LAAAB) [b](large.md) [c](guide.md#use)'),
  'docs/a.md': named('LAAAB', 'linked'),
  'docs/large.md': named('LAAAC', 'large', {}, 'x'.repeat(6000)),
  'docs/guide.md': '# Guide\n\n## Use\n\nUse it.\n',
  'docs/!root.md': named('LAAAD', 'root'),
  'else/labelled.md': named('LAAAE', 'labelled', { 'doc-context-for': ['auth'] }),
  'else/unrelated.md': named('LAAAF', 'unrelated'),
};

/** Shows on an index that is ready, and tells what was read from the disk and asked of the store. */
async function showCounted(input: ShowInput) {
  using world = makeWorld(FILES);
  const { config } = await loadConfig({ root: world.root, env: {}, userFile: undefined });
  const parts = await openParts(world.root, config, () => Date.UTC(2026, 5, 1));
  try {
    await indexWorkspace(parts, { youngMs: 0, batchFiles: 100, batchBytes: 1e6 });
    const read: string[] = [];
    const asked: string[] = [];
    const reader = {
      ...parts.reader,
      read: (path: string) => {
        read.push(path);
        return parts.reader.read(path);
      },
    };
    const store = new Proxy(parts.store, {
      get: (inner, key: keyof Store) => {
        const value = inner[key];
        if (typeof value !== 'function') return value;
        return (...args: never[]) => {
          asked.push([key, ...(key === 'documentsBy' ? [args[0]] : [])].join(' '));
          return (value as (...all: never[]) => unknown).apply(inner, args);
        };
      },
    });
    const answer = await runShow(input, { root: world.root, config, parts: { ...parts, reader, store }, notes: [] });
    return { answer, read: read.sort(), asked: new Set(asked) };
  } finally {
    await parts.parser.close();
    await parts.store.close();
  }
}

test('L50 show reads only the files that it prints, each once', async () => {
  const { answer, read } = await showCounted({ targets: ['LAAAA'] });
  expect(orderOf(answer.pages[0]!)).toBe('< target > labelled, linked, Use, root');
  expect(read).toEqual(['docs/!root.md', 'docs/a.md', 'docs/guide.md', 'docs/target.md', 'else/labelled.md']);
});

test('L50 show without context reads only the target', async () => {
  const { read } = await showCounted({ targets: ['LAAAA'], context: 0 });
  expect(read).toEqual(['docs/target.md']);
});

const lookups = [
  ['L47 documents for a label', 'documentsBy context-for'],
  ['L48 linked documents', 'documentsBy id'],
  ['L49 root documents', 'documentsBy folder'],
] as const;
for (const [title, query] of lookups) {
  test(`${title} are found by an indexed query, without a list of all documents`, async () => {
    const { asked } = await showCounted({ targets: ['LAAAA'] });
    expect([...asked]).toContain(query);
    expect([...asked]).not.toContain('allDocuments');
  });
}

test('L51 every call of show uses documents written since the last call', async () => {
  using world = makeWorld(FILES);
  const engine = await world.open();
  try {
    const first = await engine.show({ targets: ['LAAAA'] });
    world.write({
      'docs/target.md': named('LAAAA', 'target', {}, '[new](new.md)'),
      'docs/new.md': 'Brand new.\n',
    });
    const second = await engine.show({ targets: ['LAAAA'] });
    expect(orderOf(first.pages[0]!)).toBe('< target > labelled, linked, Use, root');
    expect(orderOf(second.pages[0]!)).toBe('< target > new, root');
  } finally {
    await engine.close();
  }
});

test('show prints the new text of a document that changes between scan and reading', async () => {
  using world = makeWorld(FILES);
  let isArmed = false;
  const engine = await world.open({
    onProgress: ({ stage, total }) => {
      if (!isArmed || stage !== 'scan' || total === 0) return;
      isArmed = false;
      world.write({ 'docs/guide.md': `${'New line.\n\n'.repeat(5)}# Guide\n\n## Use\n\nUse it now.\n` });
    },
  });
  try {
    await engine.index();
    isArmed = true;
    const { text, pages } = await engine.show({ targets: ['docs/target.md'] });
    expect(isArmed).toBe(false);
    expect(text).toContain('## Use\n\nUse it now.\n');
    expect(pages[0]!.after.find(({ section }) => section === 'Use')!.startLine).toBe(13);
  } finally {
    await engine.close();
  }
});

test('show prints a document that vanishes before it is read from the index, with a mark', async () => {
  using world = makeWorld(FILES);
  let isArmed = false;
  const engine = await world.open({
    onProgress: ({ stage, total }) => {
      if (!isArmed || stage !== 'scan' || total === 0) return;
      isArmed = false;
      rmSync(join(world.root, 'docs/a.md'));
    },
  });
  try {
    await engine.index();
    isArmed = true;
    const { text, pages } = await engine.show({ targets: ['LAAAA'] });
    expect(pages[0]!.after.filter(({ isStale }) => isStale).map(({ path }) => path)).toEqual(['docs/a.md']);
    expect(text).toContain('# linked\nText.');
    expect(text).toContain('docs/a.md:1-5 is from the index, not from disk');
  } finally {
    await engine.close();
  }
});

test('L4 the usage of show counts the characters of the target apart from those of its context', async () => {
  const { answer } = await showCounted({ targets: ['LAAAA'], tokenizer: 'characters' });
  const { target, after } = answer.pages[0]!;
  expect(answer.usage.target).toBe(target.body.length);
  const printed = after.map(({ name, section, body }) => (section === null ? `# ${name}` : '').length + body.length);
  expect(answer.usage.context).toBe(printed.reduce((sum, length) => sum + length, 0));
  expect(answer.usage.tokens).toBeGreaterThan(0);
});

test('show redacts secrets in the target, its fields, its context and references, in every format', async () => {
  const key = `ghp_${'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'}`;
  const files = {
    'target.md': named('LAAAA', 'target', { note: key }, `Use ${key} here. [a](LAAAB) [b](LAAAC)`),
    'a.md': named('LAAAB', 'a', {}, `And ${key}.`),
    'b.md': named('LAAAC', 'b', { description: `Not ${key}` }, 'x'.repeat(9000)),
  };
  await onWorld(files, async (engine) => {
    for (const format of ['markdown', 'json', 'xml', 'plain'])
      expect((await engine.show({ targets: ['LAAAA'], format })).text).not.toContain(key);
    expect((await engine.show({ targets: ['LAAAA'], view: 'raw' })).text).not.toContain(key);
    expect(JSON.stringify(await engine.list({}))).not.toContain(key);
  });
});
