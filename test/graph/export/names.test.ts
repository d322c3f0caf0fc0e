import { describe, expect, test } from 'vitest';
import { doc, readDocs } from './reading.ts';

const ref = (id: string, inside = '', more = '') => `<span ${more} data-inlineref-node="${id}">${inside}</span>`;
const date = (json: string) => `<span data-inlineref-date="${json.replaceAll('"', '&quot;')}"></span>`;

describe('a name becomes plain text', () => {
  const cases: [name: string, html: string, text: string, references?: string[]][] = [
    ['tags of HTML are removed', 'a <b>bold</b> <i>and</i> <mark>more</mark>', 'a bold and more'],
    [
      'entities are decoded once',
      'R&amp;D &lt;b&gt; &quot;x&quot; &#39;y&#39; &#x41; &amp;lt;',
      'R&D <b> "x" \'y\' A &lt;',
    ],
    [
      'text that only looks like HTML is kept',
      'List<T> and a < b > c <> File<>:"|?*',
      'List<T> and a < b > c <> File<>:"|?*',
    ],
    ['a script is removed with its content', 'x<script>alert("1")</script>y<style>p{}</style>', 'x y'],
    ['several lines become a single line', 'a\n b\r\n\tc<br>d<p>e</p>f\u2028g', 'a b c d e f g'],
    ['control characters are removed', 'a\u001b[31mb\u0000c', 'a [31mb c'],
    ['an empty reference is replaced by the name of its node', `see ${ref('ada')}!`, 'see Ada Lovelace!', ['ada']],
    ['a reference with its own words keeps these words', `see ${ref('ada', '<b>her</b>')}`, 'see her', ['ada']],
    [
      'a reference with other attributes is replaced by the name of its node',
      `see ${ref('ada', '', 'contenteditable="false" class=x')}`,
      'see Ada Lovelace',
      ['ada'],
    ],
    [
      'a node referred to twice is listed once',
      `${ref('ada')} ${ref('ben')} ${ref('ada')}`,
      'Ada Lovelace Ben & <Co> Ada Lovelace',
      ['ada', 'ben'],
    ],
    ['references inside the name of another node are resolved', `x ${ref('outer')}`, 'x over Ada Lovelace', ['outer']],
    [
      'a reference to a missing node without text is removed, although a name is stored',
      '<span data-inlineref-node="no" data-inlineref-node-name="Once">',
      '',
    ],
    [
      'a reference to a missing node is replaced by its stored name',
      `<b>a</b> ${ref('no', '', 'data-inlineref-node-name="Once"')}`,
      'a Once',
    ],
    ['a reference to the node itself is removed', `${ref('a')} x`, 'x'],
    ['a date is printed as a day', `on ${date('{"dateTimeString":"2026-01-14","timezone":"X"}')}`, 'on 2026-01-14'],
    ['an invalid date is replaced by its text', '<span data-inlineref-date="{oops">Jan 14</span>', 'Jan 14'],
    ['an invalid character reference is kept', '&#99999999; &#xD800; &unknown;', '&#99999999; &#xD800; &unknown;'],
  ];
  for (const [name, html, text, references = []] of cases) {
    test(`a name in an export becomes plain text: ${name}`, async () => {
      const { row } = await readDocs([
        doc('a', { name: `${html} .` }),
        doc('ada', { name: 'Ada <b>Lovelace</b>' }),
        doc('ben', { name: 'Ben &amp; &lt;Co&gt;' }),
        doc('outer', { name: `over ${ref('ada')}` }),
      ]);
      expect(row('a')!.name).toBe(`${text} .`.trim());
      expect(row('a')!.references).toEqual(references);
    });
  }

  test('a script without an end in a name is removed with all following text', async () => {
    expect((await readDocs([doc('a', { name: 'x <script>alert(1)' })])).row('a')!.name).toBe('x');
  });

  test('names that refer to one another in a circle are resolved without endless work', async () => {
    const { row } = await readDocs([doc('a', { name: `a ${ref('b')}` }), doc('b', { name: `b ${ref('a')}` })]);
    expect([row('a')!.name, row('b')!.name]).toEqual(['a b', 'b a']);
    expect(row('a')!.references).toEqual(['b']);
  });

  test('a name with many unclosed tags is read', async () => {
    const html = '<span data-inlineref-node="a" <span <script <b "'.repeat(400);
    const { row } = await readDocs([doc('a', { name: html })]);
    expect(row('a')!.name.length).toBeGreaterThan(0);
  });

  test('a code block of an export keeps its lines, and its tags are text', async () => {
    const { row } = await readDocs([doc('a', { _docType: 'codeblock', name: 'if (a &lt; b) {\r\n  <b>x</b>\n}\n' })]);
    expect(row('a')).toMatchObject({ name: 'if (a < b) {\n  <b>x</b>\n}', form: 'code' });
  });

  test('a web address is a node of form url with the address as its name', async () => {
    const { row } = await readDocs([doc('a', { name: 'https://x.org/?a=1&amp;b=2' }), doc('b', { _docType: 'url' })]);
    expect(row('a')).toMatchObject({ name: 'https://x.org/?a=1&b=2', form: 'url' });
    expect(row('b')!.form).toBe('url');
  });

  test('a description becomes plain text, and its references are listed with those of the node', async () => {
    const { row } = await readDocs([doc('a', { description: `by <i>${ref('b')}</i>` }), doc('b')]);
    expect(row('a')).toMatchObject({ description: 'by b', references: ['b'] });
  });

  test('a name is cut to 20,000 characters, with a note', async () => {
    const { row, notes } = await readDocs([doc('a', { name: 'x'.repeat(30_000) })]);
    expect(row('a')!.name).toHaveLength(20_000);
    expect(notes).toEqual(['1 names or descriptions were cut to 20000 characters']);
  });
});
