import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nameAsked } from '../../src/pipeline/query-results.ts';
import type { Engine } from '../../src/ports/engine.ts';
import { makeWorld, type World } from '../worlds/world.ts';

const methods = (names: readonly string[]) =>
  names.map((name) => `  ${name}(order: string): string {\n    return order + '${name}';\n  }\n`).join('\n');

// A class that is only a head and many members, a function and a method of one name, and tests that define them once more.
const WORLD = {
  'src/shop.ts': `export class Shop {\n${methods(['pay', 'refund', 'ship', 'close'])}}\n`,
  'src/ledger.ts': `export class Ledger {\n${methods(['settle', 'pay', 'open'])}}\n`,
  'src/depot.ts': `export class Depot {\n${methods(Array.from({ length: 30 }, (_, at) => `shelf${at}`)).replaceAll('    return', `${'    order.trim().toLowerCase();\n'.repeat(8)}    return`)}}\n`,
  'src/long.ts': `export function longOne(order: string): void {\n${Array.from({ length: 200 }, (_, at) => `  console.log(order, ${at});\n`).join('')}}\n`,
  'src/settle.ts': 'export function settle(account: string): string {\n  return account.trim();\n}\n',
  'src/uses-shop.ts': `import { Shop } from './shop.ts';\n// The Shop, a Shop and many a Shop: Shop Shop Shop.\nexport const shops: Shop[] = [new Shop(), new Shop()];\n`,
  ...Object.fromEntries(
    Array.from({ length: 50 }, (_, at) => [
      `test/shop-${at}.test.ts`,
      `class Shop {\n  pay() {\n    return ${at};\n  }\n}\nexport const shop${at} = new Shop();\n`,
    ]),
  ),
};

describe('a name can be the question', () => {
  let world: World;
  let engine: Engine;
  beforeAll(async () => {
    world = makeWorld(WORLD);
    engine = await world.open();
  });
  afterAll(async () => {
    await engine.close();
    world[Symbol.dispose]();
  });

  const cases: [query: string, first: string, lines: readonly [number, number]][] = [
    ['Shop', 'src/shop.ts#Shop', [1, 17]],
    ['class Shop', 'src/shop.ts#Shop', [1, 17]],
    ['shop', 'src/shop.ts#Shop', [1, 17]],
    ['settle', 'src/settle.ts#settle', [1, 3]],
    ['settle()', 'src/settle.ts#settle', [1, 3]],
    ['Ledger.settle', 'src/ledger.ts#Ledger.settle', [2, 4]],
    ['Ledger::pay', 'src/ledger.ts#Ledger.pay', [6, 8]],
    ['function settle', 'src/settle.ts#settle', [1, 3]],
  ];
  for (const [query, first, [startLine, endLine]] of cases)
    test(`a query for the name ${query} gives its definition first, whole and once`, async () => {
      const { results, context } = await engine.query({ query });
      expect(results[0]).toMatchObject({ entity: { id: first }, score: 1, location: { startLine, endLine } });
      expect(context).toContain(first.slice(first.search(/[^.#]+$/)));
      expect(results.filter(({ entity }) => entity.id === first)).toHaveLength(1);
    });

  test('a query for a class over the budget prints the signatures of its members', async () => {
    const { context } = await engine.query({ query: 'Depot', budget: 1500 });
    expect(context).toMatch(/^### class: Depot\n.*signatures only/);
    for (const part of ['class Depot', 'shelf3(order', 'shelf29(order']) expect(context).toContain(part);
    expect(context).not.toContain("+ 'shelf15'");
  });

  test('a query for a function over the budget quotes its beginning', async () => {
    const { results, context } = await engine.query({ query: 'longOne', budget: 900 });
    expect(results[0]).toMatchObject({ entity: { id: 'src/long.ts#longOne' }, location: { startLine: 1 } });
    expect(results[0]!.location.endLine).toBe(202);
    expect(context).toContain('console.log(order, 3);');
    expect(context).not.toContain('console.log(order, 199);');
  });

  test('a query for words, or for a name that nothing defines, is searched by words', async () => {
    expect((await engine.query({ query: 'account' })).results[0]?.entity.id).toBe('src/settle.ts#settle');
    expect((await engine.query({ query: 'trim an account' })).results[0]?.entity.id).toBe('src/settle.ts#settle');
  });
});

const names: [query: string, name: string | null][] = [
  ['QuerySet', 'QuerySet'],
  [' Shop::pay() ', 'Shop::pay'],
  ['fn settle', 'settle'],
  ['Größe', 'Größe'],
  ['$store', '$store'],
  ['pay the order', null],
  ['class of orders', null],
  ['src/shop.ts', null],
  ['', null],
];
for (const [query, name] of names)
  test(`the query ${JSON.stringify(query)} is read as ${name === null ? 'no name' : `the name ${name}`}`, () =>
    expect(nameAsked(query)).toBe(name));
