import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { removeIn, setIn } from '../../../src/surfaces/setup/edit-jsonc.ts';
import { removeTable, scanToml, setTable } from '../../../src/surfaces/setup/edit-toml.ts';
import { parseJsonc } from '../../../src/surfaces/setup/jsonc.ts';

const ENTRY = { command: 'knap', args: ['mcp'] };
const key = fc.string({ maxLength: 8 }).filter((name) => name !== '__proto__' && name !== 'knap');
const layout = fc.constantFrom(undefined, 1, 2, 4, '\t');

describe('entries of JSON with comments can be edited', () => {
  test('an entry set in any JSON object can be read back, everything else stays, and removing it restores the text', () => {
    const servers = fc.dictionary(key, fc.jsonValue(), { maxKeys: 4 });
    fc.assert(
      fc.property(fc.dictionary(key, fc.jsonValue(), { maxKeys: 4 }), servers, layout, (more, others, indent) => {
        const before = JSON.stringify({ ...more, servers: others }, null, indent);
        const value = JSON.parse(before);
        const after = setIn(before, ['servers', 'knap'], ENTRY);
        expect(JSON.parse(after)).toEqual({ ...value, servers: { ...value.servers, knap: ENTRY } });
        expect(setIn(after, ['servers', 'knap'], ENTRY)).toBe(after);
        if (Object.keys(others).length > 0) expect(removeIn(after, ['servers', 'knap'])).toBe(before);
      }),
    );
  });

  test('any JSON text is read or refused with a line number', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'{}[]":,/* \n\\ab1-.e') }), (text) => {
        try {
          parseJsonc(text);
        } catch (error) {
          expect((error as Error).message).toMatch(/^line \d+: .* expected$/);
        }
      }),
    );
  });

  const pages: [what: string, before: string, after: string][] = [
    ['trailing commas', '{\n  "s": {\n    "a": 1,\n  },\n}', '{\n  "s": {\n    "a": 1,\n    "knap": 2,\n  },\n}'],
    ['a comment at the end', '{\n  "s": { "a": 1 // x\n  }\n}', '{\n  "s": { "a": 1, // x\n  "knap": 2\n  }\n}'],
    [
      'line ends of Windows',
      '{\r\n\t"s": {\r\n\t\t"a": 1\r\n\t}\r\n}',
      '{\r\n\t"s": {\r\n\t\t"a": 1,\r\n\t\t"knap": 2\r\n\t}\r\n}',
    ],
    ['everything in one line', '{"s":{"a":1}}', '{"s":{"a":1, "knap": 2}}'],
    ['a byte order mark', '\uFEFF{"s":{"a":1}}', '\uFEFF{"s":{"a":1, "knap": 2}}'],
    ['a name given twice', '{"s":{},"s":{"a":1}}', '{"s":{},"s":{"a":1, "knap": 2}}'],
  ];
  for (const [what, before, after] of pages) {
    test(`an entry is added to and removed from JSON with ${what}`, () => {
      expect(setIn(before, ['s', 'knap'], 2)).toBe(after);
      expect(removeIn(after, ['s', 'knap'])).toBe(before);
    });
  }

  test('an entry in the middle of a JSON object is removed, and the comment above it stays', () => {
    const text = '{\n  "s": {\n    "a": 1,\n    // mine\n    "knap": 2,\n    "b": 3\n  }\n}';
    expect(removeIn(text, ['s', 'knap'])).toBe('{\n  "s": {\n    "a": 1,\n    // mine\n    "b": 3\n  }\n}');
  });
});

describe('tables of TOML can be edited', () => {
  const texts = [
    '',
    'a = 1\n',
    'a = "x # no comment"\nb = \'\\\'\n',
    'a = """\n[mcp_servers.knap]\n"""\n',
    "a = '''\n''\n'''\nd = 1979-05-27T07:32:00Z\ne = 07:32:00\n",
    'a = [\n  1, # one\n  { b = "]", "c.d" = [] },\n]\n[x."y.z"]\nn = +1_000.5e-3\nh = 0xff\ni = -inf\n',
    '[[list]]\na = true\n[[list]]\n',
    '# only a comment\n',
    'a = 1 # the last line is not ended\n[b]\nc = 2\n',
  ];
  for (const text of texts) {
    test(`a TOML table can be added and removed: ${JSON.stringify(text).slice(0, 40)}`, () => {
      const after = setTable(text, ['mcp_servers', 'knap'], ENTRY);
      expect(after).toBe(`${text}${text === '' ? '' : '\n'}[mcp_servers.knap]\ncommand = "knap"\nargs = ["mcp"]\n`);
      expect(setTable(after, ['mcp_servers', 'knap'], ENTRY)).toBe(after);
      expect(removeTable(after, ['mcp_servers', 'knap'])).toBe(text);
    });
  }

  const wrong = [
    'a',
    'a =',
    'a = 1 2',
    '= 1',
    'a = "x',
    'a = [1',
    'a = {b}',
    '[a',
    '[[a]',
    'a = b',
    'a = """x',
    '[a] b = 1',
  ];
  for (const text of wrong)
    test(`the TOML text is refused: ${text}`, () => expect(() => scanToml(text)).toThrow(/^line 1: .* expected$/));

  test('any TOML text is read or refused with a line number', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'[]{}="\'#,. \n\\ab1-') }), (text) => {
        try {
          scanToml(text);
        } catch (error) {
          expect((error as Error).message).toMatch(/^line \d+: .* expected$/);
        }
      }),
    );
  });
});
