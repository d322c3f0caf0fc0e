import { describe, expect, test } from 'vitest';
import type { Scored } from '../../src/model/candidate.ts';
import type { SymbolFacts } from '../../src/model/facts.ts';
import { assemblePack } from '../../src/pipeline/assemble.ts';
import { candidates, type FileSketch, functionText, options } from './world.ts';

describe('a function that is scored by pieces', () => {
  const sketch = (lines: number): FileSketch => ({
    path: 'src/long.ts',
    score: 0.05,
    text: [...functionText('handle', lines).split('\n'), ...functionText('other', 100).split('\n')].join('\n'),
    units: [
      { name: 'handle', lines: [1, 40], score: 0.9 },
      { name: 'handle~2', lines: [41, lines], score: 0.01 },
      { name: 'other', lines: [lines + 1, lines + 100], score: 0.01 },
    ],
  });
  // Both pieces are of one symbol.
  const scored = (lines: number): readonly Scored[] => {
    const all = candidates(sketch(lines));
    const [handle, , other] = all[0]!.text!.facts.symbols as [SymbolFacts, SymbolFacts, SymbolFacts];
    const symbols = [{ ...handle, endLine: lines }, other];
    const text = { ...all[0]!.text!, facts: { ...all[0]!.text!.facts, symbols } };
    return all.map((one) => ({ ...one, text }));
  };
  const quoted = (lines: number) =>
    assemblePack(scored(lines), options()).pack.blocks.map(({ startLine, endLine }) => [startLine, endLine]);
  test('a function of 90 lines that is scored in two pieces is quoted whole if one piece is good', () =>
    expect(quoted(90)).toEqual([[1, 90]]));
  test('a good piece of a function of 220 lines is quoted alone, with a note of the whole', () => {
    expect(quoted(220)).toEqual([[1, 40]]);
    const { blocks } = assemblePack(scored(220), options()).pack;
    expect(blocks.map(({ note }) => note)).toEqual(['part of handle 1-220']);
    expect(assemblePack(scored(220), options({ page: 'prompt' })).text).toContain('1-40 · part of handle 1-220\n');
  });
  test('a quoted later piece of a function brings the signature from the piece before it', () => {
    const text = [
      'function handle() {',
      '  // It goes on',
      ...Array(40).fill('  run();'),
      '}',
      ...Array(99).fill('run();'),
    ];
    const [file, ...pieces] = candidates({
      path: 'src/long.ts',
      score: 0.05,
      text: text.join('\n'),
      units: [
        { name: 'handle', lines: [1, 2], score: 0.01 },
        { name: 'handle~2', lines: [3, 43], score: 0.9 },
      ],
    }) as [Scored, Scored, Scored];
    const [handle] = file.text!.facts.symbols as [SymbolFacts];
    const facts = { ...file.text!.facts, symbols: [{ ...handle, endLine: 43 }] };
    const made = assemblePack(
      [file, ...pieces].map((one) => ({ ...one, text: { ...file.text!, facts } })),
      options(),
    );
    expect(made.pack.blocks.map(({ startLine, endLine, note }) => [startLine, endLine, note])).toEqual([[1, 43, null]]);
  });
  test('a piece of a function with only its signature and comments is not quoted', () => {
    const text = ['function handle() {', '  // It goes on', '  // for long.', ...Array(200).fill('  run();'), '}'].join(
      '\n',
    );
    const [file, top, rest] = candidates({
      path: 'src/long.ts',
      score: 0.05,
      text,
      units: [
        { name: 'handle', lines: [1, 3], score: 0.9 },
        { name: 'handle~2', lines: [4, 40], score: 0.5 },
      ],
    }) as [Scored, Scored, Scored];
    const [handle] = file.text!.facts.symbols as [SymbolFacts];
    const facts = { ...file.text!.facts, symbols: [{ ...handle, endLine: 204 }] };
    const made = assemblePack(
      [file, top, rest].map((one) => ({ ...one, text: { ...file.text!, facts } })),
      options(),
    );
    expect(made.pack.blocks.map(({ startLine }) => startLine)).toEqual([4]);
  });
});
