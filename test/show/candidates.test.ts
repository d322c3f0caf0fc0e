import { expect, test } from 'vitest';
import type { ShowInput } from '../../src/ports/knowledge.ts';
import type { Files } from '../worlds/world.ts';
import { named, orderOf, referencesOf, showIn } from './knowledge.ts';

interface Case {
  readonly title: string;
  readonly files: Files;
  /** LAAAA is shown unless said otherwise. */
  readonly input?: Partial<ShowInput>;
  readonly order: string;
  readonly references?: string;
}

const long = (length: number): string => 'x'.repeat(length);
const target = (body: string, more: Readonly<Record<string, unknown>> = {}) => named('LAAAA', 'target', more, body);

/** One document of each source, found in reverse order of their names. */
const FOUR_SOURCES: Files = {
  'docs/target.md': target('See [link](LAAAC).', { labels: ['auth'], 'blocked-by': ['LAAAE'] }),
  'else/d.md': named('LAAAB', 'd-label', { 'doc-context-for': ['auth'] }),
  'docs/c.md': named('LAAAC', 'c-link'),
  'docs/!b.md': named('LAAAD', 'b-root'),
  'docs/a.md': named('LAAAE', 'a-field'),
};

const SECTIONS = `# Guide

Start.

## [LAAAS] Setup

Set it up.

### Details

More of it.

## Use

Use it.
`;

const cases: readonly Case[] = [
  {
    title: 'L5 related documents are shown in the order of their relations: label, link, root, field',
    files: FOUR_SOURCES,
    order: '< target > d-label, c-link, b-root, a-field',
  },
  {
    title: 'L1 related documents are shown up to the limit in characters, and the others are listed',
    files: FOUR_SOURCES,
    input: { context: 33 },
    order: '< target > d-label, c-link',
    references: 'b-root, a-field',
  },
  {
    title: 'L6 a document for a label of the target is shown, wherever it lies; a similar label does not count',
    files: {
      'docs/target.md': target('', { labels: ['auth', 'c++'] }),
      'far/away/a.md': named('LAAAB', 'shares', { 'doc-context-for': ['mail', 'Auth'] }),
      'far/b.md': named('LAAAC', 'other', { 'doc-context-for': ['mail', 'c'] }),
    },
    order: '< target > shares',
  },
  {
    title: 'L7 documents that the body links to are shown in reading order, whatever form their links have',
    files: {
      'docs/target.md': target('[[third]] then [x](second.md) then [y][r] and `[no](no.md)`\n\n[r]: LAAAD'),
      'docs/second.md': 'Second.\n',
      'docs/third.md': 'Third.\n',
      'docs/no.md': 'No.\n',
      'docs/first.md': named('LAAAD', 'first'),
    },
    order: '< target > third, second, first',
  },
  {
    title: 'L8 a link to a document shows the document, and a link to a section shows the section',
    files: { 'target.md': target('[a](LAAAB) [b](guide.md#use)'), 'a.md': named('LAAAB', 'a'), 'guide.md': SECTIONS },
    order: '< target > a, Use',
  },
  {
    title: 'L8 a section is found by wikilink, given anchor, HTML anchor, and by its id after a missing path',
    files: {
      'target.md': target('[[guide#Use]] [a](more.md#given) [b](more.md#placed) [c](old/guide.md#LAAAS)'),
      'guide.md': SECTIONS,
      'more.md': '# More\n\n## Named {#given}\n\nx\n\n## In HTML\n\n<a name="placed"></a>\n\ny\n',
    },
    order: '< target > Use, Named, In HTML, Setup',
  },
  {
    title: 'L8 a link to a missing section shows its document',
    files: { 'target.md': target('[a](guide.md#nowhere)'), 'guide.md': SECTIONS },
    order: '< target > Guide',
  },
  {
    title: 'L9 a link to the id of a section shows the section and not its document',
    files: { 'target.md': target('[b](LAAAS)'), 'guide.md': SECTIONS },
    order: '< target > Setup',
  },
  {
    title: 'L10 root documents of the own folder and of all folders above are shown, and of no other folder',
    files: {
      'a/b/target.md': target(''),
      '!top.md': named('LAAAB', 'top'),
      'a/a.md': named('LAAAC', 'middle'),
      'a/b/00_own.md': named('LAAAD', 'own'),
      'a/c/!beside.md': named('LAAAE', 'beside'),
      'a/b/plain.md': named('LAAAF', 'plain'),
    },
    order: '< target > own, middle, top',
  },
  {
    title: 'L11 root documents are shown nearest first',
    files: {
      'z/y/target.md': target(''),
      '!a.md': named('LAAAB', 'far'),
      'z/!b.md': named('LAAAC', 'near'),
      'z/y/!c.md': named('LAAAD', 'own'),
    },
    order: '< target > own, near, far',
  },
  {
    title: 'L12 documents are shown whose ids stand in any frontmatter field but labels',
    files: {
      'target.md': target('', {
        blocking: ['LAAAB'],
        'parent-id': 'LAAAC',
        'see-ids': ['LAAAD'],
        epic: 'laaae',
        reviews: ['LAAAF', 'LATER', 'layout'],
        labels: ['LAAAG'],
      }),
      'a.md': named('LAAAB', 'blocking'),
      'b.md': named('LAAAC', 'parent'),
      'c.md': named('LAAAD', 'see'),
      'd.md': named('LAAAE', 'epic'),
      'e.md': `# Reviews\n\n## [LAAAF] Spring\n\nAll well.\n`,
      'f.md': named('LAAAG', 'no label is a reference'),
      'later.md': named('LAAAH', 'later'),
    },
    order: '< target > blocking, parent, see, epic, Spring',
  },
  {
    title: 'L13 documents that the frontmatter names are shown in the order of its fields',
    files: {
      'target.md': target('', { 'discovered-from': ['LAAAD'], 'blocked-by': ['LAAAC', 'LAAAB'] }),
      'b.md': named('LAAAB', 'b'),
      'c.md': named('LAAAC', 'c'),
      'd.md': named('LAAAD', 'd'),
    },
    order: '< target > d, c, b',
  },
  {
    title: 'L14–L16 documents of one relation are ordered by doc-priority, 0 by default, and stay in that relation',
    files: {
      'target.md': target('[1](LAAAB) [2](LAAAC) [3](LAAAD) [4](LAAAE)', { 'see-id': 'LAAAF' }),
      'b.md': named('LAAAB', 'last', { 'doc-priority': -1 }),
      'c.md': named('LAAAC', 'default'),
      'd.md': named('LAAAD', 'zero', { 'doc-priority': 0 }),
      'e.md': named('LAAAE', 'high', { 'doc-priority': 3 }),
      'f.md': named('LAAAF', 'highest', { 'doc-priority': 9 }),
    },
    order: '< target > high, default, zero, last, highest',
  },
  {
    title: 'L17 the target is never shown as its own context, not even as a root or for its own label',
    files: { '!t.md': target('', { labels: ['a'], 'doc-context-for': ['a'] }) },
    order: '< target >',
  },
  {
    title: 'L18 a document that four relations name is shown once',
    files: {
      'target.md': target('[a](LAAAB) [b](!b.md)', { labels: ['a'], 'see-id': 'LAAAB' }),
      '!b.md': named('LAAAB', 'same', { 'doc-context-for': ['a'] }),
    },
    order: '< target > same',
  },
  {
    title: 'L18 a section of a document that is shown is not shown again',
    files: { 'target.md': target('[a](guide.md) [b](LAAAS)'), 'guide.md': SECTIONS },
    order: '< target > Guide',
  },
  {
    title: 'L18 a document replaces its section in the context, and a section its subsection',
    files: {
      'target.md': target('[a](two.md#details) [b](LAAAS) [c](guide.md) [d](two.md#setup)'),
      'guide.md': SECTIONS,
      'two.md': SECTIONS.replace('[LAAAS] ', ''),
    },
    order: '< target > Setup, Guide',
  },
  {
    title: 'L19 a document is shown if its name and body are exactly as long as the limit',
    files: { 'target.md': target('[a](LAAAB)'), 'a.md': named('LAAAB', 'a', {}, long(97)) },
    input: { context: 100 },
    order: '< target > a',
  },
  {
    title: 'L19 a document that is one character longer than the limit is only listed',
    files: { 'target.md': target('[a](LAAAB)'), 'a.md': named('LAAAB', 'a', {}, long(98)) },
    input: { context: 100 },
    order: '< target >',
    references: 'a',
  },
  {
    title: 'L19 the limit counts an emoji as one character',
    files: { 'target.md': target('[a](LAAAB)'), 'a.md': named('LAAAB', 'a', {}, '😀'.repeat(97)) },
    input: { context: 100 },
    order: '< target > a',
  },
  {
    title: 'L20 after a document that does not fit, a smaller one is still shown',
    files: {
      'target.md': target('[a](LAAAB) [b](LAAAC) [c](LAAAD)'),
      'a.md': named('LAAAB', 'small', {}, long(20)),
      'b.md': named('LAAAC', 'large', {}, long(200)),
      'c.md': named('LAAAD', 'tiny', {}, long(5)),
    },
    input: { context: 60 },
    order: '< target > small, tiny',
    references: 'large',
  },
  {
    title: 'L26–L29 documents are printed by doc-position: negative before the target, 0 after it, positive last',
    files: {
      'target.md': target('[1](LAAAB) [2](LAAAC) [3](LAAAD) [4](LAAAE) [5](LAAAF) [6](LAAAG)'),
      'b.md': named('LAAAB', 'last', { 'doc-position': 2 }),
      'c.md': named('LAAAC', 'late', { 'doc-position': 1 }),
      'd.md': named('LAAAD', 'first-default'),
      'e.md': named('LAAAE', 'second-default', { 'doc-position': 0 }),
      'f.md': named('LAAAF', 'early', { 'doc-position': -1 }),
      'g.md': named('LAAAG', 'earliest', { 'doc-position': -2 }),
    },
    order: 'earliest, early < target > first-default, second-default, late, last',
  },
  {
    title: 'L29 doc-position does not change which documents are chosen within the limit',
    files: {
      'target.md': target('[1](LAAAB) [2](LAAAC)'),
      'b.md': named('LAAAB', 'a', { 'doc-position': 5 }, long(50)),
      'c.md': named('LAAAC', 'b', { 'doc-position': -5 }, long(50)),
    },
    input: { context: 60 },
    order: '< target > a',
    references: 'b',
  },
  {
    title: 'L43 the links of a document shown as context are not followed',
    files: {
      'target.md': target('[b](LAAAB)'),
      'b.md': named('LAAAB', 'b', {}, '[back](LAAAA) [on](LAAAC)'),
      'c.md': named('LAAAC', 'c'),
    },
    order: '< target > b',
  },
  {
    title: 'L44 a link of the target to itself is ignored, by id, by path and by section',
    files: { 'target.md': target('[a](LAAAA) [b](target.md) [c](#part)\n\n## Part\n\nx') },
    order: '< target >',
    references: '',
  },
  {
    title: 'L46 a document longer than the whole limit is not cut, only listed',
    files: { 'target.md': target('[a](LAAAB)'), 'a.md': named('LAAAB', 'large', {}, long(5000)) },
    order: '< target >',
    references: 'large',
  },
  {
    title: 'L2 a related document of 5,000 characters is shown by default',
    files: { 'target.md': target('[a](LAAAB)'), 'a.md': named('LAAAB', 'a', {}, long(4997)) },
    order: '< target > a',
  },
  {
    title: 'L2 doc-context-budget of a document limits its context',
    files: {
      'target.md': target('[a](LAAAB)', { 'doc-context-budget': 10 }),
      'a.md': named('LAAAB', 'a', {}, long(20)),
    },
    order: '< target >',
    references: 'a',
  },
  {
    title: 'L2 a limit given by the caller replaces doc-context-budget',
    files: {
      'target.md': target('[a](LAAAB)', { 'doc-context-budget': 10 }),
      'a.md': named('LAAAB', 'a', {}, long(20)),
    },
    input: { context: 100 },
    order: '< target > a',
  },
];

for (const { title, files, input, order, references } of cases) {
  test(title, async () => {
    const { pages } = await showIn(files, { targets: ['LAAAA'], ...input });
    expect(orderOf(pages[0]!)).toBe(order);
    if (references !== undefined) expect(referencesOf(pages[0]!)).toBe(references);
  });
}
