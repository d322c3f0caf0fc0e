import { expect, test } from 'vitest';
import { linkWorld, targets, type World } from './link-world.ts';

const handedOn: [name: string, world: World, from: string, expected: string[]][] = [
  [
    'a name an index exports again',
    {
      'a.ts': { imports: [['./lib', 'B']] },
      'lib/index.ts': {
        imports: [
          ['./b', 'B'],
          ['./c', 'C'],
        ],
      },
      'lib/b.ts': '',
      'lib/c.ts': '',
    },
    'a.ts',
    ['lib/index.ts', 'lib/b.ts'],
  ],
  [
    'a star of an index',
    {
      'a.ts': { imports: [['./lib', 'B']] },
      'lib/index.ts': { imports: ['./b', './c'] },
      'lib/b.ts': { defines: ['B'] },
      'lib/c.ts': { defines: ['C'] },
    },
    'a.ts',
    ['lib/index.ts', 'lib/b.ts'],
  ],
  [
    'through two indexes',
    {
      'a.ts': { imports: [['./lib', 'B']] },
      'lib/index.ts': { imports: [['./deep', 'B']] },
      'lib/deep/index.ts': { imports: ['./b'] },
      'lib/deep/b.ts': { defines: ['B'] },
    },
    'a.ts',
    ['lib/index.ts', 'lib/deep/b.ts'],
  ],
  [
    'what the index defines itself',
    {
      'a.ts': { imports: [['./lib', 'B']] },
      'lib/index.ts': { imports: ['./c'], defines: ['B'] },
      'lib/c.ts': { defines: ['B'] },
    },
    'a.ts',
    ['lib/index.ts'],
  ],
  [
    'indexes in a circle',
    {
      'a.ts': { imports: [['./x', 'B']] },
      'x/index.ts': { imports: [['../y', 'B']] },
      'y/index.ts': { imports: [['../x', 'B']] },
    },
    'a.ts',
    ['x/index.ts', 'y/index.ts'],
  ],
  [
    'a Python package',
    {
      'a.py': { imports: [['shop', 'Card']] },
      'shop/__init__.py': { imports: [['.pay', 'Card']] },
      'shop/pay.py': { defines: ['Card'] },
    },
    'a.py',
    ['shop/__init__.py', 'shop/pay.py'],
  ],
];
for (const [name, world, from, expected] of handedOn) {
  test(`C16 an import through a barrel leads to the definer: ${name}`, async () => {
    expect(targets(await linkWorld(world, [from]), from, 'imports')).toEqual(expected);
    expect(targets(await linkWorld(world), from, 'imports')).toEqual(expected);
  });
}

const references: [name: string, world: World, from: string, expected: string[]][] = [
  [
    'Java: a class of the same package',
    { 'a/A.java': { uses: ['B', 'run'] }, 'a/B.java': '', 'a/C.java': '', 'b/B.java': '' },
    'a/A.java',
    ['a/B.java'],
  ],
  [
    'C#: a type of a namespace around',
    {
      'src/Shop.Core/Clock.cs': { packageName: 'Shop.Core' },
      'x.cs': { packageName: 'Shop.Core.Orders.Deep', uses: ['Clock'] },
    },
    'x.cs',
    ['src/Shop.Core/Clock.cs'],
  ],
  [
    'Go: the file of the package that defines what is used',
    {
      'a.go': { uses: ['Open', 'Both'] },
      'b.go': { defines: ['Open', 'Both'] },
      'c.go': { defines: ['Both'] },
      'b_test.go': { defines: ['Open'] },
    },
    'a.go',
    ['b.go'],
  ],
  ['PHP: a class beside', { 'a/A.php': { uses: ['B'] }, 'a/B.php': '' }, 'a/A.php', ['a/B.php']],
  [
    'Ruby: a constant Rails would load',
    {
      'app/controllers/users_controller.rb': { uses: ['UserMailer', 'HTTPClient', 'puts'] },
      'lib/http_client.rb': '',
      'app/mailers/user_mailer.rb': '',
    },
    'app/controllers/users_controller.rb',
    ['app/mailers/user_mailer.rb', 'lib/http_client.rb'],
  ],
  [
    'Swift: a type of the same module',
    { 'Sources/App/A.swift': { uses: ['B'] }, 'Sources/App/Deep/B.swift': '', 'Sources/Net/B.swift': '' },
    'Sources/App/A.swift',
    ['Sources/App/Deep/B.swift'],
  ],
];
for (const [name, world, from, expected] of references) {
  test(`C16 names without imports, ${name}`, async () => {
    expect(targets(await linkWorld(world), from, 'references')).toEqual(expected);
  });
}
