import { expect, test } from 'vitest';
import { linkWorld, resolved, targets, type World } from './link-world.ts';

const APP: World = {
  'src/main.ts': '',
  'src/a.ts': '',
  'src/b.tsx': '',
  'src/c.d.ts': '',
  'src/data.json': '{}',
  'src/Card.vue': '',
  'src/Box.svelte': '',
  'src/old.mts': '',
  'src/parts/index.ts': '',
  'src/folder/package.json': '{"main": "./start.js"}',
  'src/folder/start.js': '',
  'public/logo.js': '',
};

const relative: [name: string, specifier: string, expected: string[]][] = [
  ['with extension', './a.ts', ['src/a.ts']],
  ['without extension', './a', ['src/a.ts']],
  ['tsx', './b', ['src/b.tsx']],
  ['declarations', './c', ['src/c.d.ts']],
  ['.js written for .ts', './a.js', ['src/a.ts']],
  ['.js written for .tsx', './b.js', ['src/b.tsx']],
  ['.mjs written for .mts', './old.mjs', ['src/old.mts']],
  ['vue', './Card.vue', ['src/Card.vue']],
  ['svelte', './Box.svelte', ['src/Box.svelte']],
  ['json', './data.json', ['src/data.json']],
  ['a folder', './parts', ['src/parts/index.ts']],
  ['a folder that is a package', './folder', ['src/folder/start.js']],
  ['a query behind it', './a?worker', ['src/a.ts']],
  ['one up and down', '../src/a', ['src/a.ts']],
  ['out of the root', '../../../etc/passwd', []],
  ['from the root of the site', '/logo.js', ['public/logo.js']],
  ['an installed package', 'lodash', []],
  ['a part of the runtime', 'node:fs', []],
  ['convention @/', '@/a', ['src/a.ts']],
  ['convention ~/', '~/parts', ['src/parts/index.ts']],
  ['a scope is no alias', '@scope/a', []],
];
for (const [name, specifier, expected] of relative) {
  test(`C16 imports of scripts: ${name}`, async () => {
    expect(await resolved(APP, 'src/main.ts', specifier)).toEqual(expected);
  });
}

const MONOREPO: World = {
  'package.json': '{"workspaces": ["packages/*"]}',
  'tsconfig.base.json': '{"compilerOptions": {"paths": {"@base/*": ["./packages/shop/src/*"]}}}',
  'packages/shop/package.json':
    '{"name": "@x/shop", "exports": {".": {"types": "./dist/index.d.ts", "import": "./dist/index.js"}, "./*": "./src/lib/*.ts", "./pay/*": "./dist/pay/*.js"}, "imports": {"#db": "./src/db.ts", "#lib/*": "./src/lib/*.ts"}}',
  'packages/shop/tsconfig.json': `{
    // the editor reads this one
    "files": [],
    "references": [{ "path": "./tsconfig.app.json" }, ],
  }`,
  'packages/shop/tsconfig.app.json':
    '{"compilerOptions": {"baseUrl": ".", "paths": {"~~/*": ["src/*"], "exact": ["src/db.ts"]}}}',
  'packages/shop/src/index.ts': '',
  'packages/shop/src/db.ts': '',
  'packages/shop/src/pay/card.ts': '',
  'packages/shop/src/lib/date.ts': '',
  'packages/shop/src/lib/pay/card.ts': '',
  'packages/web/package.json': '{"name": "web", "main": "lib/node.js"}',
  'packages/web/tsconfig.json': '{"extends": "../../tsconfig.base.json", "compilerOptions": {"baseUrl": "./src"}}',
  'packages/web/src/node.ts': '',
  'packages/web/src/views/home.ts': '',
  'packages/bare/package.json': '{"name": "bare"}',
  'packages/bare/src/index.ts': '',
};
const SHOP = 'packages/shop/src/index.ts';
const WEB = 'packages/web/src/node.ts';
const configured: [name: string, from: string, specifier: string, expected: string[]][] = [
  ['workspace package: built entry mapped back to its source', WEB, '@x/shop', ['packages/shop/src/index.ts']],
  ['workspace package: the closest export pattern', WEB, '@x/shop/pay/card', ['packages/shop/src/pay/card.ts']],
  ['workspace package: main', SHOP, 'web', ['packages/web/src/node.ts']],
  ['workspace package: nothing said', SHOP, 'bare', ['packages/bare/src/index.ts']],
  ['workspace package: file below it', SHOP, 'web/src/views/home', ['packages/web/src/views/home.ts']],
  ['a bundle means the index', WEB, '../../shop/dist/shop.prod.cjs.js', ['packages/shop/src/index.ts']],
  ['the package of a folder', WEB, '../../shop', ['packages/shop/src/index.ts']],
  ['package imports', SHOP, '#db', ['packages/shop/src/db.ts']],
  ['package imports: pattern', SHOP, '#lib/date', ['packages/shop/src/lib/date.ts']],
  ['package imports belong to their package', WEB, '#db', []],
  [
    'paths of a referenced configuration, with comments and trailing commas',
    SHOP,
    '~~/pay/card',
    ['packages/shop/src/pay/card.ts'],
  ],
  ['paths without a star', SHOP, 'exact', ['packages/shop/src/db.ts']],
  ['paths of an extended configuration', WEB, '@base/db', ['packages/shop/src/db.ts']],
  ['baseUrl', WEB, 'views/home', ['packages/web/src/views/home.ts']],
];
for (const [name, from, specifier, expected] of configured) {
  test(`C16 imports of scripts: ${name}`, async () => {
    expect(await resolved(MONOREPO, from, specifier)).toEqual(expected);
  });
}

test('C16 a broken tsconfig or package.json is noted, and imports are resolved without it', async () => {
  const linked = await linkWorld({
    'package.json': '{"name": ',
    'tsconfig.json': '{"compilerOptions": {"paths": ',
    'a.ts': { imports: ['./b', '@/b', 'react'] },
    'b.ts': '',
  });
  expect(targets(linked, 'a.ts', 'imports')).toEqual(['b.ts']);
  expect(linked.notes.toSorted()).toEqual([
    'package.json is not valid JSON; imports are resolved without it',
    'tsconfig.json is not valid JSON; imports are resolved without it',
  ]);
});

test('C16 configurations that extend or reference each other in a circle still resolve names', async () => {
  const world = {
    'tsconfig.json': '{"extends": "./other.json", "references": [{"path": "./tsconfig.json"}]}',
    'other.json': '{"extends": ["./tsconfig.json"], "compilerOptions": {"paths": {"x": ["./b.ts"]}}}',
    'b.ts': '',
    'a.ts': '',
  };
  expect(await resolved(world, 'a.ts', 'x')).toEqual(['b.ts']);
});

test('C16 two imports of one file make one edge, with the higher weight', async () => {
  const { edges } = await linkWorld({ 'a.ts': { imports: ['~/c', './c', '@/c'] }, 'c.ts': '' });
  expect(edges).toEqual([{ from: 'a.ts', to: 'c.ts', kind: 'imports', weight: 1, because: './c' }]);
});

test('C16 an edge holds the specifier as written and its weight', async () => {
  const { edges } = await linkWorld({ 'a.ts': { imports: ['./b.js', '~/c'] }, 'b.ts': '', 'c.ts': '' });
  expect(edges).toEqual([
    { from: 'a.ts', to: 'b.ts', kind: 'imports', weight: 1, because: './b.js' },
    { from: 'a.ts', to: 'c.ts', kind: 'imports', weight: 0.6, because: '~/c' },
  ]);
});
