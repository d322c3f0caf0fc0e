import { expect, test } from 'vitest';
import { partNote, unfinishedNote, usedTooFewFiles } from '../../../src/engine/fresh/partial-index.ts';

const files = (done: number, total: number) => unfinishedNote({ files: { done, total } });
const cases: [name: string, note: string, isTooLittle: boolean][] = [
  ['a tenth of the files', files(10, 100), true],
  ['less than half of the files', files(49, 100), true],
  ['half of the files', files(50, 100), false],
  ['all files, not yet linked', files(100, 100), false],
  ['an unknown number of files', unfinishedNote({ files: null }), false],
  ['the files that match the question best', partNote({ files: 10, left: 90, commits: 3 }), false],
  ['the whole index', 'no git: history is not used', false],
];
for (const [name, note, isTooLittle] of cases)
  test(`the hook's answer from ${name} is ${isTooLittle ? 'held back' : 'given'}`, () =>
    expect(usedTooFewFiles(['something else', note], 0.5)).toBe(isTooLittle));
