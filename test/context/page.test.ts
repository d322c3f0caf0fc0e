import MarkdownIt from 'markdown-it';
import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import { visibleData } from '../../src/model/visible-text.ts';
import type { ContextDocument } from '../../src/ports/context.ts';
import type { Sketch } from '../worlds/graph-rows.ts';
import { TANA_ROWS } from '../worlds/tana-world.ts';
import { contextIn } from './graph-world.ts';

const HOSTILE = [
  '# not a heading',
  '## Only named',
  '```',
  '> quote',
  '- item',
  '1. one',
  '---',
  '===',
  '<script>alert(1)</script>',
  '</context><node>',
  ']]>',
  'a *b* _c_ [d](e) `f',
  '"}],"overflow":[{"',
  '\u202eevil',
  '| a | b |',
  '\\',
];
const GRAPH: Readonly<Record<string, Sketch>> = {
  s: {
    name: '# Source ``` <b>',
    description: '## Only named\n<div>',
    tags: ['a tag', '# x'],
    fields: { ['__proto__']: 'own', '## field': ['```', '<i>', '- x'], constructor: 'x' },
    children: [...HOSTILE, '@code', ...HOSTILE.map((_, at) => `@t${at}`)],
  },
  code: { name: 'fence:\n```\n````\n</context>\n# in code', form: 'code' },
  ...Object.fromEntries(HOSTILE.map((name, at) => [`t${at}`, { name, tags: [name], children: [name] }])),
};

const hostile = (format: string, budget = 20_000) => contextIn(GRAPH, { seeds: ['s'], format, budget });

describe('the text of a node is printed as data', () => {
  test('T12 K20 a context page in markdown has one heading for each node, whatever the text of nodes contains', async () => {
    for (const budget of [20_000, 1200, 700]) {
      const { text, document } = await hostile('markdown', budget);
      const tokens = new MarkdownIt({ html: true }).parse(text, {});
      const headings = tokens.filter(({ type }) => type === 'heading_open').map(({ tag }) => tag);
      const listed = document.overflow.length + document.meta.excluded.unlisted > 0 ? 1 : 0;
      expect(headings).toEqual(['h1', ...Array.from({ length: document.nodes.length + listed }, () => 'h2')]);
      for (const token of tokens) {
        expect(token.type).not.toBe('html_block');
        for (const child of token.children ?? []) expect(child.type).not.toBe('html_inline');
      }
      expect(tokens.filter(({ type }) => type === 'fence').length).toBeLessThanOrEqual(1);
    }
  });

  test('K20 a context page in XML can be parsed and holds each node once', async () => {
    for (const budget of [20_000, 1200, 300]) {
      const { text, document } = await hostile('xml', budget);
      const names: string[] = [];
      const parser = new SaxesParser();
      parser.on('error', (error) => {
        throw error;
      });
      parser.on('opentag', ({ name }) => names.push(name));
      parser.write(text).close();
      const count = (name: string) => names.filter((one) => one === name).length;
      expect([count('context'), count('node')]).toEqual([1, document.nodes.length + document.overflow.length]);
    }
  });

  test('T33 K33 a context page in JSON equals the document', async () => {
    for (const budget of [20_000, 1500]) {
      const { text, document } = await hostile('json', budget);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(visibleData(document))));
    }
  });

  test('a context page in plain text cites every node', async () => {
    const { text, document } = await hostile('plain');
    for (const { source } of document.nodes) expect(text).toContain(source);
  });

  test('a context page in JSON keeps fields named `__proto__` and `constructor`', async () => {
    const page = JSON.parse((await hostile('json')).text) as ContextDocument;
    expect(Object.keys(page.nodes[0]!.fields!)).toEqual(['__proto__', '## field', 'constructor']);
  });
});

describe('the document has the same parts on every page', () => {
  const asked = () => contextIn(TANA_ROWS, { seeds: ['Atlas'], format: 'json', lens: 'coding' });

  test('T14 T15 a context document holds meta, nodes by score and overflow; meta states how it was made', async () => {
    const { text } = await asked();
    const document = JSON.parse(text) as ContextDocument;
    expect(Object.keys(document)).toEqual(['meta', 'nodes', 'overflow']);
    const { notes, tokens, ...meta } = document.meta;
    expect(meta).toEqual({
      query: 'Atlas',
      workspace: 'main',
      lens: 'coding',
      seeds: [{ text: 'Atlas', as: 'topic', node: 'proj-atlas' }],
      assembledAt: '2026-03-01T12:00:00Z',
      backend: 'index',
      backendReason: expect.any(String),
      dataFrom: '2026-02-28T00:00:00Z',
      depth: { asked: 2, used: 2 },
      embeddingsAvailable: false,
      excluded: { within: expect.any(Number), tag: 0, age: 0, sampled: 0, unlisted: 0 },
    });
    const scores = document.nodes.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  });

  test('T16 T7 K24 a node of a context document has all its parts, and fields of the lens come first', async () => {
    const { document } = await asked();
    const task = document.nodes.find(({ id }) => id === 'task-schema')!;
    expect(Object.keys(task)).toEqual([
      'id',
      'name',
      'content',
      'tags',
      'fields',
      'score',
      'components',
      'distance',
      'path',
      'because',
      'source',
    ]);
    expect(Object.entries(task.fields!)).toEqual([
      ['Status', 'in progress'],
      ['Assignee', 'Ana Brandt'],
      ['Done', 'no'],
      ['Due', '2026-03-06'],
      ['Blocked by', 'Sign the data contract'],
    ]);
    const weekly = document.nodes.find(({ id }) => id === 'meet-weekly')!;
    expect(weekly.fields?.Attendees).toEqual(['Ana Brandt', 'Ben Okafor', 'Carla Nilsen']);
    expect(task.source).toBe('tana:main/task-schema');
  });

  test('T34 K24 a context page without fields prints not even those of the lens', async () => {
    const { document, text } = await contextIn(TANA_ROWS, { seeds: ['Atlas'], lens: 'coding', includeFields: false });
    expect(document.nodes.every((node) => !('fields' in node))).toBe(true);
    expect(text).not.toContain('**Status:**');
  });

  test('T2 every node of a context document is printed with its citation and has a reason', async () => {
    const { document, text } = await contextIn(TANA_ROWS, { seeds: ['Atlas'] });
    expect(document.nodes.length).toBeGreaterThan(10);
    for (const { source, because } of document.nodes) {
      expect(text).toContain(`\`${source}\``);
      expect(because).not.toBe('');
    }
  });

  test('a context page prints the question without its secrets', async () => {
    const token = `ghp_${'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'}`;
    const { text, document } = await contextIn(TANA_ROWS, { seeds: [`Atlas ${token}`] });
    expect(JSON.stringify(document) + text).not.toContain(token);
  });
});
