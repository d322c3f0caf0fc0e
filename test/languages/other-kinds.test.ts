import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LANGUAGES } from '../../src/languages/index.ts';
import type { Parser } from '../../src/ports/source.ts';
import { openParser, parseOne, symbolTable } from './parse-sample.ts';

let parser: Parser;
beforeAll(async () => {
  parser = await openParser({ workers: 0 });
});
afterAll(() => parser.close());

const keys = (count: number) =>
  `{\n${Array.from({ length: count }, (_, at) => `  "key${at}": {\n    "version": "1"\n  }`).join(',\n')}\n}\n`;

describe('data files and style sheets give no more symbols than their limits', () => {
  const cases: [name: string, language: string, text: string, symbols: number][] = [
    ['a lock file', 'json', keys(5000), 300],
    ['one line', 'json', JSON.stringify({ a: { b: { c: 'x'.repeat(20_000) } } }), 0],
    ['a long line before the rest', 'yaml', `x: ${'a: '.repeat(50_000)}\nb:\n  c: 1\n`, 1],
    ['keys that hold one line', 'yaml', 'a: 1\nb: 2\nc:\n  d: 1\n', 1],
    [
      'a style sheet',
      'css',
      Array.from({ length: 5000 }, (_, at) => `.c${at} { top: 0; }\n.c0 { top: 1; }\n`).join(''),
      2000,
    ],
  ];
  for (const [name, language, text, symbols] of cases) {
    test(`a data file or style sheet gives the right number of symbols: ${name}`, async () => {
      const { facts, isParsed } = await parseOne(parser, language, text);
      expect({ symbols: facts.symbols.length, isParsed }).toEqual({ symbols, isParsed: true });
    });
  }
});

const OPENAPI = `openapi: 3.0.0
info:
  title: Shop
paths:
  /orders/{id}:
    parameters:
      - name: id
    get:
      operationId: getOrder
      summary: One order.
    delete:
      responses:
        '204': {}
components:
  schemas:
    Order:
      type: object
`;

test('the operations of an OpenAPI description become functions', async () => {
  const { facts } = await parseOne(parser, 'yaml', OPENAPI);
  const operations = facts.symbols.filter(({ kind }) => kind === 'function');
  expect(operations.map(({ name, qualifiedName, doc }) => [name, qualifiedName, doc])).toEqual([
    ['getOrder', 'GET /orders/{id}', 'One order.'],
    ['delete', 'DELETE /orders/{id}', null],
  ]);
  const json = JSON.stringify({ openapi: '3.1.0', paths: { '/a': { post: { operationId: 'addOrder' } } } }, null, 2);
  const found = await parseOne(parser, 'json', json);
  expect(symbolTable(found)).toContain('5-7 function POST /a');
});

test('symbols with the same name get numbers that no other symbol has', async () => {
  const namesOf = async (language: string, text: string) =>
    (await parseOne(parser, language, text)).facts.symbols.map(({ qualifiedName }) => qualifiedName);
  expect(await namesOf('yaml', 'a~2:\n  b: 1\na:\n  c: 1\na:\n  d: 1\n')).toEqual(['a~2', 'a', 'a~3']);
  expect(await namesOf('markdown', '# A\n\n# A\n\n# A~2\n')).toEqual(['A', 'A~2', 'A~2~2']);
});

test('the cells of a notebook are indexed, its outputs are not', async () => {
  const cell = (source: string, output: string) =>
    `  {\n   "cell_type": "code",\n   "outputs": [\n    "${output}"\n   ],\n   "source": [\n    "${source}\\n"\n   ]\n  }`;
  const text = `{\n "cells": [\n${cell('charge(order)', 'iVBORw0KGgo secretpicture')},\n${cell('x = 1', 'zebra')}\n ]\n}\n`;
  const { facts, units, terms } = await parseOne(parser, 'notebook', text);
  expect(facts.symbols.map(({ startLine, name }) => `${startLine} ${name}`)).toEqual(['8 cell-1', '17 cell-2']);
  expect(terms.terms).toContain('order');
  expect(terms.terms.filter((term) => /zebra|picture|iVBOR|nw/i.test(term))).toEqual([]);
  expect(units.at(0)?.startLine).toBe(1);
  expect(units.at(-1)?.endLine).toBe(facts.lineCount);
});

test('in every format read by lines or structure each line of a random text belongs to exactly one unit, and no symbol reaches beyond the text', async () => {
  const names = LANGUAGES.filter(({ lines, layout }) => lines !== null || layout !== 'program').map(({ name }) => name);
  const word = fc.constantFrom(
    'CREATE TABLE a (',
    '$$',
    '}',
    '{',
    '  key:',
    '"source": [',
    '"x",',
    ']',
    'sub a {',
    '= A',
    '* A',
    'A',
    '---',
    '.a,',
    '=cut',
    '```',
    '',
    '\t',
  );
  const texts = fc.array(word, { maxLength: 30 }).map((words) => words.join('\n'));
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...names), texts, async (language, text) => {
      const { facts, units } = await parseOne(parser, language, text);
      expect(
        units.flatMap(({ startLine, endLine }) =>
          Array.from({ length: endLine - startLine + 1 }, (_, at) => startLine + at),
        ),
      ).toEqual(Array.from({ length: facts.lineCount }, (_, at) => at + 1));
      for (const { startLine, endLine, name } of facts.symbols) {
        expect(
          startLine >= 1 && startLine <= endLine && endLine <= facts.lineCount,
          `${name} ${startLine}-${endLine}`,
        ).toBe(true);
      }
    }),
    { numRuns: 300 },
  );
});
