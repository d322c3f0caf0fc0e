import { expect, test } from 'vitest';
import { partNote, unfinishedNote, usedTooFewFiles } from '../../../src/engine/fresh/unfinished-note.ts';

const files = (done: number, total: number) => unfinishedNote({ files: { done, total } });
const cases: [name: string, note: string, isTooLittle: boolean][] = [
  ['a tenth of the files', files(10, 100), true],
  ['less than half of them', files(49, 100), true],
  ['half of them', files(50, 100), false],
  ['all of them, not yet linked', files(100, 100), false],
  ['nobody knows how many, as before', unfinishedNote({ files: null }), false],
  ['those that the question needs likeliest', partNote({ files: 10, left: 90, commits: 3 }), false],
  ['everything', 'no git: history is not used', false],
];
for (const [name, note, isTooLittle] of cases)
  test(`an answer that knows ${name} is ${isTooLittle ? 'held back' : 'given'}`, () =>
    expect(usedTooFewFiles(['something else', note], 0.5)).toBe(isTooLittle));
