import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openParser } from '../../src/engine/open/open-parts.ts';
import { assemble, type ResultEntity } from '../../src/index.ts';
import { languageOfPath } from '../../src/languages/index.ts';

/** Two classes and a function that share names: `pay` stands at 2-4, 9-11 and 14-16. */
const SHOP = [
  'export class Shop {', // 1
  '  pay(order: Order) {',
  '    return charge(order);',
  '  }',
  '}',
  '',
  '// Carts pay later.', // 7
  'export class Cart {',
  '  pay(order: Order) {',
  '    return remember(order);',
  '  }',
  '}',
  '',
  'export function pay(order: Order) {', // 14
  '  return order.total;',
  '}',
  '',
  'export function later(order: Order) {', // 18
  '  const rest = pay(order);',
  '  return rest;',
  '}',
  '',
].join('\n');

let root = '';
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'knap-stated-'));
  writeFileSync(join(root, 'shop.ts'), SHOP);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const quoted = async (entity: Partial<ResultEntity>): Promise<string> => {
  const whole = { name: 'pay', type: 'method', filePath: 'shop.ts', ...entity };
  const { blocks, summary } = await assemble([{ entity: whole, score: 0.9 }], {
    projectRoot: root,
    contextLines: 0,
    includeImports: false,
  });
  const block = blocks[0];
  if (!block) return Object.entries(summary.excluded).find(([, count]) => count > 0)![0];
  expect(block.code).toBe(
    SHOP.split('\n')
      .slice(block.window.startLine - 1, block.window.endLine)
      .join('\n'),
  );
  return `${block.location.startLine}-${block.location.endLine}${block.isStale ? ' stale' : ''}`;
};

describe('S3 S48 S55 of several symbols of one name, the one at the stated lines is quoted', () => {
  const cases: [name: string, entity: Partial<ResultEntity>, expected: string][] = [
    ['at the lines of the first', { startLine: 2, endLine: 4 }, '2-4'],
    ['at the lines of the second', { startLine: 9, endLine: 11 }, '9-11'],
    ['at the lines of the third', { startLine: 14, endLine: 16 }, '14-16'],
    ['at lines two off, the one that overlaps most', { startLine: 11, endLine: 13 }, '9-11'],
    ['at a part of its lines with its name, only these lines', { startLine: 9, endLine: 10 }, '9-10'],
    ['at more lines than its own, all of these lines', { startLine: 8, endLine: 12 }, '8-12'],
    ['at a part of its lines without its name, all its lines', { startLine: 10, endLine: 11 }, '9-11'],
    ['without a last line, the symbol that begins there', { startLine: 9 }, '9-11'],
    ['at lines that name it without defining it, these lines', { startLine: 18, endLine: 21 }, '18-21'],
    ['beyond the end of the file, the nearest of its kind', { startLine: 900, endLine: 903 }, '14-16'],
    ['without lines, one of its kind', { type: 'function' }, '14-16'],
    [
      'at the lines of another method, the one with its qualified name',
      { qualifiedName: 'Shop.pay', startLine: 9, endLine: 11 },
      '2-4',
    ],
    [
      'by a qualified name with a class, as another tool writes it',
      { qualifiedName: 'shop.ts::Cart#pay', startLine: 2, endLine: 4 },
      '9-11',
    ],
    [
      'by its lines, if its qualified name holds no class',
      { qualifiedName: 'shop.ts::pay', startLine: 2, endLine: 4 },
      '2-4',
    ],
    ['by a name that holds its class', { name: 'Cart.pay' }, '9-11'],
    ['none, if its name occurs only inside another word', { name: 'ate', startLine: 18, endLine: 21 }, 'unreadable'],
    [
      'lines between symbols, which a query calls a region',
      { type: 'region', name: 'lines 6-7', startLine: 6, endLine: 7 },
      '6-7',
    ],
    [
      'by a text that occurs twice, the nearer',
      { content: '  }\n}', name: 'end', startLine: 13, endLine: 14 },
      '11-12',
    ],
  ];
  for (const [name, entity, expected] of cases) {
    test(`of several symbols of one name, the right one is quoted: ${name}`, async () =>
      expect(await quoted(entity)).toBe(expected));
  }
});

test('S48 every symbol in `src/pipeline` is quoted from exactly its own lines', {
  timeout: 60_000,
}, async () => {
  const folder = 'src/pipeline';
  const parser = openParser(0);
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
  const files = await Promise.all(
    paths.map(async (path) => {
      const text = readFileSync(join(folder, path), 'utf8');
      const language = languageOfPath(path)?.name ?? null;
      const [parsed] = await parser.parse([{ hash: path, text, language }]);
      return { path, symbols: parsed!.facts.symbols };
    }),
  );
  await parser.close();
  const wrong: string[] = [];
  let count = 0;
  for (const { path, symbols } of files) {
    for (const { name, kind, startLine, endLine } of symbols) {
      const entity = { name, type: kind, filePath: path, startLine, endLine };
      const { blocks } = await assemble([{ entity, score: 1 }], {
        projectRoot: folder,
        tokenizer: 'estimate',
        maxTokens: 1_000_000,
        contextLines: 0,
      });
      count++;
      const { location } = blocks[0] ?? {};
      if (location?.startLine !== startLine || location.endLine !== endLine) wrong.push(`${path}:${startLine} ${name}`);
    }
  }
  expect(count).toBeGreaterThan(500);
  expect(wrong).toEqual([]);
});
