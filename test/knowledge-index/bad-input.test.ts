import { describe, expect, test } from 'vitest';
import { folder } from '../indexing/folder.ts';
import { openCountingParser, world } from '../indexing/world.ts';

const parser = await openCountingParser();
const BOMB = ['a: &a [x, x, x, x, x, x, x, x, x]'];
for (const [name, before] of ['ba', 'cb', 'dc', 'ed', 'fe', 'gf'].map((pair) => [...pair]))
  BOMB.push(`${name}: &${name} [${Array(9).fill(`*${before}`).join(', ')}]`);

/** A file, the name of the document it becomes (null for none), and what the notes of the file or of the run say. */
const CASES: [name: string, text: string | Buffer, document: string | null, note: RegExp | null][] = [
  ['empty', '', 'x', null],
  ['only a byte order mark', '\uFEFF', 'x', null],
  ['20 MB', '# Big\n\n'.padEnd(20 * 1024 * 1024, 'word '), null, /larger than|too large/],
  ['binary', Buffer.from([0x23, 0x20, 0, 1, 2, 0xff, 0xfe, 0]), null, /not text/],
  ['not UTF-8', Buffer.from([0x23, 0x20, 0xe9, 0x0a]), '\uFFFD', /not valid UTF-8/],
  ['CRLF and tabs', '---\r\nname:\tn\r\n---\r\n#\tT\r\n', 'n', null],
  ['broken YAML', '---\nlabels: [a\nname: n\n---\n# T\n', 'n', /line \d+: frontmatter/],
  ['YAML that is never closed', '---\nname: n\n# T\n', 'T', /never closed/],
  ['a key twice', '---\nname: n\nname: m\n---\n', 'n', /unique/],
  ['a bomb of aliases', `---\nname: n\n${BOMB.join('\n')}\n---\n# T\n`, 'n', /alias/],
  [
    'unknown types',
    '---\nname: !!js/function "x"\nlabels: {a: 1}\ndoc-priority: high\n---\n# T\n',
    'x',
    /Unresolved tag/,
  ],
  ['a list for a map', '---\n- a\n- b\n---\n# T\n', 'T', /no keys/],
  ['levels that jump', '###### Six\n# One\n#### Four\n', 'One', null],
  ['an endless line', `# T\n\n${'[a](b'.repeat(20_000)}\n`, 'T', null],
  ['deep nesting', `# T\n\n${'> '.repeat(5000)}x\n`, 'T', null],
  ['links to itself and to nothing', '# T\n[[x]] [x](x.md) [y](LNONE2) [z](../../../etc/passwd)\n', 'T', null],
];

describe('an odd document gives a note, never a failure', () => {
  for (const [name, text, document, note] of CASES) {
    test(`an odd document is indexed, with a note if it is faulty: ${name}`, async () => {
      const { index, store } = world(folder({ 'x.md': text, 'good.md': '# Good\n\n[x](x.md)\n' }), parser);
      const { notes } = await index();
      const cards = await store.allDocuments();
      expect(cards.map((card) => card.name)).toEqual(document === null ? ['Good'] : ['Good', document]);
      const [file] = (await store.opening()).files.filter(({ path }) => path === 'x.md');
      const own = file ? (await store.contents([file.hash])).get(file.hash)!.facts.notes : [];
      if (note) expect([...notes.filter((one) => !one.startsWith('no history')), ...own].join('\n')).toMatch(note);
      else expect(own).toEqual([]);
    });
  }
});
