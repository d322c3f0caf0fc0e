import { expect, test } from 'vitest';
import { closeMatches } from '../../src/model/paths.ts';

test('a long name is near to one with two more letters, and not to a much longer one of other letters', () => {
  const name = 'a'.repeat(70);
  expect(closeMatches(name, ['b'.repeat(92), `bb${name}`])).toEqual([`bb${name}`]);
});
