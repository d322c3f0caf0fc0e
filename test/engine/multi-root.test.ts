import { rmSync, writeFileSync } from 'node:fs';
import { basename, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Engine, openEngine, type PackInput } from '../../src/index.ts';
import { knap } from '../surfaces/knap.ts';
import { LIBRARY, SHOP } from '../worlds/library-and-shop.ts';
import { type Files, makeWorld, type World } from '../worlds/world.ts';

let shop: World;
let library: World;
let engine: Engine;
let there: (path: string) => string;
beforeAll(async () => {
  [shop, library] = [
    makeWorld({ ...SHOP, 'docs/refunds.md': '# Refunds\n\nThe refund policy of the shop.\n' }),
    makeWorld({ ...LIBRARY, 'docs/refunds.md': '# Refunds\n\nThe refund policy of the library.\n' }),
  ];
  there = (path) => `${relative(shop.root, library.root)}/${path}`;
  engine = await openEngine({ root: shop.root, beside: [library.root], now: () => Date.UTC(2026, 5, 1) });
});
afterAll(async () => {
  await engine.close();
  shop[Symbol.dispose]();
  library[Symbol.dispose]();
});

const quoted = async (input: PackInput) =>
  (await engine.pack({ budget: 2000, aim: 'full', ...input })).pack.blocks.map(({ path }) => path);

describe('a pack can hold two repositories', () => {
  const TOTAL = 'the total of an invoice forgets the tax';
  const cases: [name: string, input: () => PackInput, first: () => readonly string[]][] = [
    [
      'a pack of two repositories quotes the one that answers the task first',
      () => ({ task: TOTAL }),
      () => [there('src/invoice.ts'), 'src/checkout.ts'],
    ],
    [
      'a pack of two repositories quotes a definition in one that code of the other uses',
      () => ({ task: 'wrong label at the checkout' }),
      () => ['src/checkout.ts', there('src/invoice.ts')],
    ],
    [
      'a pack of two repositories under a folder of the first quotes only that folder first',
      () => ({ task: TOTAL, under: 'src' }),
      () => ['src/checkout.ts'],
    ],
    [
      'a pack of two repositories under a folder of the second quotes that folder first',
      () => ({ task: TOTAL, under: there('src') }),
      () => [there('src/invoice.ts')],
    ],
    [
      'a file of the second repository is pinned by its shown path',
      () => ({ task: 'wrong label at the checkout', pin: [there('src/stock.ts')] }),
      () => [there('src/stock.ts')],
    ],
    [
      'a file of the second repository is dropped by its shown path',
      () => ({ task: TOTAL, drop: [there('src/invoice.ts')] }),
      () => ['src/checkout.ts'],
    ],
    [
      'a file of the second repository is named in `file` by its shown path',
      () => ({ task: 'x', file: [there('src/stock.ts')] }),
      () => [there('src/stock.ts')],
    ],
  ];
  for (const [name, input, first] of cases)
    test(name, async () => {
      const paths = [...new Set(await quoted(input()))];
      expect(paths.slice(0, first().length)).toEqual(first());
    });

  test('a pack quotes the text of a second repository, and none of its edges has an absolute path', async () => {
    const { pack, edges } = await engine.pack({ task: TOTAL, aim: 'full' });
    const block = pack.blocks.find(({ path }) => path === there('src/invoice.ts'));
    expect(LIBRARY['src/invoice.ts']).toContain(block?.text);
    expect(pack.coverage.files).toBe(8);
    expect(edges.every(({ from, to }) => !from.startsWith('/') && !to.startsWith('/'))).toBe(true);
  });

  test('a name that only one repository defines is not reported as unknown', async () => {
    const { pack } = await engine.pack({ task: 'why does `invoiceTotal` and `nowhereAtAll` fail' });
    const unknown = pack.task.mentions.filter(({ isKnown }) => !isKnown).map(({ text }) => text);
    expect(unknown).toEqual(['nowhereAtAll']);
    expect(pack.task.notes.join('\n')).not.toContain('invoiceTotal');
  });

  test('a query of two repositories gives results best first, whichever repository holds them', async () => {
    const { results } = await engine.query({ query: 'invoice total', minScore: 0 });
    expect(results[0]?.location.path).toBe(there('src/invoice.ts'));
    expect(results.map(({ score }) => score)).toEqual(results.map(({ score }) => score).toSorted((a, b) => b - a));
  });

  test('a new file in the second of two repositories is in the next pack', async () => {
    library.write({ 'src/late.ts': 'export function dunningLetter(): string {\n  return "pay";\n}\n' });
    expect(await quoted({ task: 'the dunning letter is rude' })).toContain(there('src/late.ts'));
  });
});

describe('lookups search two repositories', () => {
  const cases: [name: string, ask: () => Promise<readonly string[]>, found: () => readonly string[]][] = [
    [
      'grep finds lines of two repositories, those of the first before',
      async () => (await engine.grep({ pattern: 'invoiceTotal' })).hits.map(({ path }) => path),
      () => ['src/checkout.ts', 'src/checkout.ts', there('src/invoice.ts')],
    ],
    [
      'grep under a folder of the second repository finds only its lines',
      async () => (await engine.grep({ pattern: 'stock', under: there('src') })).hits.map(({ path }) => path),
      () => [there('src/stock.ts')],
    ],
    [
      'grep under the root of the second repository finds only its lines',
      async () => (await engine.grep({ pattern: 'stock', under: there('').slice(0, -1) })).hits.map(({ path }) => path),
      () => [there('src/stock.ts')],
    ],
    [
      'uses lists a definition of the second repository before its uses in the first',
      async () => (await engine.uses({ symbol: 'invoiceTotal' })).uses.map(({ path, kind }) => `${kind} ${path}`),
      () => [`definition ${there('src/invoice.ts')}`, 'call src/checkout.ts', 'reference src/checkout.ts'],
    ],
    [
      'read reads a file of the second repository by its shown path',
      async () => [(await engine.read({ path: there('src/stock.ts'), lines: [1, 1] })).text],
      () => [LIBRARY['src/stock.ts']!.toString().split('\n')[0]!],
    ],
    [
      'paths of the second repository are completed as they are shown',
      async () => (await engine.paths({ prefix: there('src/s'), limit: 9 })).paths,
      () => [there('src/stock.ts')],
    ],
    [
      'search finds documents of both repositories',
      async () => (await engine.search({ query: 'refund policy' })).results.map(({ location }) => location.path).sort(),
      () => [there('docs/refunds.md'), 'docs/refunds.md'].sort(),
    ],
    [
      'show prints a document of the second repository, with a note on its paths',
      async () => {
        const { pages, notes } = await engine.show({ targets: [there('docs/refunds.md')] });
        return [
          ...pages.map(({ target }) => target.body.trim()),
          ...notes.filter((note) => note.includes('relative to')),
        ];
      },
      () => [
        '# Refunds\n\nThe refund policy of the library.',
        `paths on this page are relative to ${there('').slice(0, -1)}`,
      ],
    ],
    [
      'show finds a symbol that only the second repository defines',
      async () => (await engine.show({ targets: ['stockLeft'] })).pages.map(({ target }) => target.path),
      () => ['src/stock.ts'],
    ],
  ];
  for (const [name, ask, found] of cases) test(name, async () => expect(await ask()).toEqual(found()));

  test('show refuses targets of two repositories at once', async () => {
    const both = engine.show({ targets: [there('docs/refunds.md'), 'docs/refunds.md'] });
    await expect(both).rejects.toThrow('show one workspace at a time');
  });
});

describe('calls into another repository are found in each language', () => {
  const cases: [language: string, library: Files, user: Files, used: string][] = [
    [
      'go',
      {
        'go.mod': 'module acme.dev/api\n',
        'total/total.go': 'package total\n\nfunc InvoiceSum(a int) int {\n\treturn a\n}\n',
      },
      {
        'main.go':
          'package main\n\nimport "acme.dev/api/total"\n\nfunc checkoutLabel() int {\n\treturn total.InvoiceSum(3)\n}\n',
      },
      'total/total.go',
    ],
    [
      'python',
      { 'acme_api/__init__.py': '', 'acme_api/total.py': 'def invoice_sum(a):\n    return a\n' },
      {
        'checkout.py':
          'from acme_api.total import invoice_sum\n\n\ndef checkout_label(lines):\n    return invoice_sum(lines)\n',
      },
      'acme_api/total.py',
    ],
    [
      'php',
      {
        'composer.json': '{ "autoload": { "psr-4": { "Acme\\\\Api\\\\": "src/" } } }\n',
        'src/Total.php':
          '<?php\nnamespace Acme\\Api;\n\nclass Total\n{\n    public static function invoiceSum($a)\n    {\n        return $a;\n    }\n}\n',
      },
      {
        'Checkout.php':
          '<?php\nuse Acme\\Api\\Total;\n\nclass Checkout\n{\n    public function checkoutLabel($lines)\n    {\n        return Total::invoiceSum($lines);\n    }\n}\n',
      },
      'src/Total.php',
    ],
  ];
  for (const [language, files, user, used] of cases)
    test(`a pack quotes a definition in a second repository that the first uses in ${language}`, async () => {
      using home = makeWorld(user);
      using other = makeWorld(files);
      const both = await openEngine({ root: home.root, beside: [other.root] });
      const { pack } = await both.pack({ task: 'checkout label', aim: 'full' });
      await both.close();
      expect(pack.blocks.map(({ path }) => path)).toContain(`${relative(home.root, other.root)}/${used}`);
    });
});

describe('the command line accepts several repositories', () => {
  test('knap pack with --root twice quotes the second repository', async () => {
    const { stdout } = await knap(shop.root, [
      'pack',
      'invoice total',
      '--root',
      shop.root,
      '--root',
      library.root,
      '--format',
      'plain',
    ]);
    expect(stdout).toContain(there('src/invoice.ts'));
  });
  test('knap pack --group quotes all repositories of a group in the file of the user', async () => {
    const config = `${shop.root}.yaml`;
    const up = (root: string) => `../${basename(root)}`;
    writeFileSync(config, `groups:\n  shop: [${up(library.root)}, ${up(shop.root)}]\n`);
    const { stdout, stderr } = await knap(shop.root, [
      ...['pack', 'invoice total', '--group', 'shop', '--config', config, '--format', 'plain'],
    ]);
    expect(stderr + stdout).toContain(there('src/invoice.ts'));
    expect(stdout).toMatch(/^.*\bsrc\/checkout\.ts/m);
    rmSync(config);
  });

  test('the configuration of a repository that defines a group is refused', async () => {
    using world = makeWorld({ 'knap.config.yaml': 'groups: { mine: [/etc] }\n' });
    const { code, stderr } = await knap(world.root, ['status']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('cannot be set by a repository')]);
  });
  const refused: [name: string, args: () => readonly string[], said: RegExp][] = [
    [
      'a command for one repository with --root twice',
      () => ['links', 'x', '--root', shop.root, '--root', library.root],
      /give one --root/,
    ],
    [
      'knap pack with the same root twice',
      () => ['pack', 'x', '--root', shop.root, '--root', `${shop.root}/.`],
      /is named twice/,
    ],
    [
      'knap pack with one root inside the other',
      () => ['pack', 'x', '--root', shop.root, '--root', `${shop.root}/src`],
      /lies in/,
    ],
    [
      'knap pack with a missing root',
      () => ['pack', 'x', '--root', shop.root, '--root', '/nowhere'],
      /no folder \/nowhere/,
    ],
  ];
  for (const [name, args, said] of refused)
    test(`${name} is refused`, async () => {
      const { code, stderr } = await knap(shop.root, args());
      expect([code === 0, said.test(stderr), stderr]).toEqual([false, true, expect.anything()]);
    });
});
