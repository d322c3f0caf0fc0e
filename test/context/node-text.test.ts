import { expect, test } from 'vitest';
import { escapeLine } from '../../src/model/node-text.ts';

test.each([
  ['# heading', '\\# heading'],
  ['- item', '\\- item'],
  ['[x] paid', '\\[x] paid'],
  ['[ ] open', '\\[ ] open'],
  ['1. first', '1\\. first'],
  ['a <b> tag', 'a \\<b> tag'],
  ['[a](b) and _c_', '[a](b) and _c_'],
])('the name %j of a node is printed as %j, which starts no block and no checkbox', (name, printed) => {
  expect(escapeLine(name)).toBe(printed);
});
