import { expect, test } from 'vitest';
import { closeMatches } from '../../src/model/paths.ts';

test('a long name is near to one with a few other letters, and never to one that is much longer', () => {
  const name = 'a'.repeat(70);
  expect(closeMatches(name, ['b'.repeat(92), `bb${name}`])).toEqual([`bb${name}`]);
});
