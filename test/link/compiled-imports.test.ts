import { expect, test } from 'vitest';
import { checkImports } from './check-imports.ts';
import { linkWorld, resolved, targets, type World } from './link-world.ts';

checkImports(
  'Go',
  {
    'go.mod': 'module example.com/shop\n\ngo 1.22\n\nreplace (\n\texample.com/old v1.0.0 => ./legacy\n)\n',
    'main.go': '',
    'pay/a.go': '',
    'pay/pay.go': '',
    'pay/pay_test.go': '',
    'tools/go.mod': 'module "example.com/shop/tools"\nreplace example.com/far => ../legacy',
    'tools/gen/gen.go': '',
    'legacy/v1/old.go': '',
  },
  [
    ['a package, its main file first, no tests', 'main.go', ['example.com/shop/pay'], ['pay/pay.go', 'pay/a.go']],
    ['a module inside the repository', 'main.go', ['example.com/shop/tools/gen'], ['tools/gen/gen.go']],
    ['a replaced module', 'main.go', ['example.com/old/v1'], ['legacy/v1/old.go']],
    ['a replacement of one module', 'tools/gen/gen.go', ['example.com/far/v1'], ['legacy/v1/old.go']],
    ['a replacement of another module', 'main.go', ['example.com/far/v1'], []],
    ['the module itself', 'tools/gen/gen.go', ['example.com/shop'], ['main.go']],
    ['another module with the same beginning', 'main.go', ['example.com/shopping'], []],
    ['the standard library', 'main.go', ['fmt'], []],
  ],
);

test('C16 imports of Go: the edges into a large package are limited', async () => {
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`big/f${index}.go`, '']));
  const found = await resolved({ 'go.mod': 'module m', 'a.go': '', 'big/big.go': '', ...many }, 'a.go', 'm/big');
  expect(found).toHaveLength(8);
  expect(found[0]).toBe('big/big.go');
});

test('C16 imports of Go: files that define used names come first', async () => {
  const world: World = {
    'go.mod': 'module m',
    'a.go': { imports: ['m/pay'], uses: ['Charge', 'hidden'] },
    'pay/pay.go': '',
    'pay/inner.go': { defines: ['hidden'] },
    'pay/card.go': { defines: ['Charge'] },
  };
  expect(targets(await linkWorld(world, ['a.go']), 'a.go', 'imports')).toEqual(['pay/card.go', 'pay/pay.go']);
});

checkImports(
  'Rust',
  {
    'Cargo.toml': '[workspace]\nmembers = ["crates/*"]',
    'crates/core/Cargo.toml': '[package]\nname = "shop-core"\n[dependencies]\nname = "no"',
    'crates/core/src/lib.rs': '',
    'crates/core/src/pay.rs': '',
    'crates/core/src/pay/card.rs': '',
    'crates/core/src/db/mod.rs': '',
    'crates/core/src/db/row.rs': '',
    'crates/core/tests/all.rs': '',
    'crates/core/tests/common/mod.rs': '',
    'crates/cli/Cargo.toml': '[package]\nname = "cli"\n\n[[bin]]\nname = "c"\npath = "main.rs"',
    'crates/cli/main.rs': '',
    'crates/cli/flags.rs': '',
  },
  [
    ['mod x in the root: x.rs', 'crates/core/src/lib.rs', ['self::pay'], ['crates/core/src/pay.rs']],
    ['mod x in the root: x/mod.rs', 'crates/core/src/lib.rs', ['self::db'], ['crates/core/src/db/mod.rs']],
    ['mod x beside a folder', 'crates/core/src/pay.rs', ['self::card'], ['crates/core/src/pay/card.rs']],
    ['mod x in mod.rs', 'crates/core/src/db/mod.rs', ['self::row'], ['crates/core/src/db/row.rs']],
    ['use crate', 'crates/core/src/db/row.rs', ['crate::pay::card::Card'], ['crates/core/src/pay/card.rs']],
    ['use crate, an item of the root', 'crates/core/src/db/row.rs', ['crate::Error'], ['crates/core/src/lib.rs']],
    ['use super', 'crates/core/src/db/row.rs', ['super::Pool'], ['crates/core/src/db/mod.rs']],
    ['use super twice', 'crates/core/src/db/row.rs', ['super::super::pay::*'], ['crates/core/src/pay.rs']],
    ['super of a module of the root', 'crates/core/src/pay.rs', ['super::db'], ['crates/core/src/db/mod.rs']],
    ['a crate of the workspace', 'crates/cli/main.rs', ['shop_core::db::row::Row'], ['crates/core/src/db/row.rs']],
    ['its own crate from a test', 'crates/core/tests/all.rs', ['shop_core::pay'], ['crates/core/src/pay.rs']],
    ['mod x in a test', 'crates/core/tests/all.rs', ['self::common'], ['crates/core/tests/common/mod.rs']],
    ['a root that Cargo.toml names', 'crates/cli/flags.rs', ['crate::flags'], []],
    ['mod x in such a root', 'crates/cli/main.rs', ['self::flags'], ['crates/cli/flags.rs']],
    ['another crate', 'crates/cli/main.rs', ['serde::Serialize'], []],
    ['std', 'crates/cli/main.rs', ['std::fs'], []],
  ],
);

checkImports(
  'Java, Kotlin and Scala',
  {
    'src/main/java/com/x/App.java': { uses: ['Card'] },
    'src/main/java/com/x/pay/Card.java': '',
    'src/main/java/com/x/pay/Cash.java': '',
    'other/src/main/java/com/x/pay/Card.java': '',
    'other/src/main/java/com/x/Main.java': '',
    'src/main/kotlin/io/Strings.kt': { packageName: 'com.x.text', defines: ['trimAll', 'Text'] },
    'src/main/kotlin/io/Run.kt': { packageName: 'com.x.text' },
    'src/main/scala/com/x/Job.scala': '',
  },
  [
    ['a class', 'src/main/java/com/x/App.java', ['com.x.pay.Cash'], ['src/main/java/com/x/pay/Cash.java']],
    [
      'the nearest of two',
      'other/src/main/java/com/x/Main.java',
      ['com.x.pay.Card'],
      ['other/src/main/java/com/x/pay/Card.java'],
    ],
    ['an inner class', 'src/main/java/com/x/App.java', ['com.x.pay.Cash.Note'], ['src/main/java/com/x/pay/Cash.java']],
    [
      'a static member',
      'src/main/java/com/x/App.java',
      ['com.x.pay.Cash.count'],
      ['src/main/java/com/x/pay/Cash.java'],
    ],
    [
      'static members of a class',
      'src/main/java/com/x/App.java',
      ['com.x.pay.Cash.*'],
      ['src/main/java/com/x/pay/Cash.java'],
    ],
    [
      'a package: the classes that are used',
      'src/main/java/com/x/App.java',
      ['com.x.pay.*'],
      ['src/main/java/com/x/pay/Card.java'],
    ],
    [
      'a Kotlin function, by the declared package',
      'src/main/kotlin/io/Run.kt',
      ['com.x.text.trimAll'],
      ['src/main/kotlin/io/Strings.kt'],
    ],
    ['Java from Kotlin', 'src/main/kotlin/io/Run.kt', ['com.x.pay.Cash'], ['src/main/java/com/x/pay/Cash.java']],
    ['Scala', 'src/main/scala/com/x/Job.scala', ['com.x.pay.Cash'], ['src/main/java/com/x/pay/Cash.java']],
    ['a library', 'src/main/java/com/x/App.java', ['java.util.List'], []],
  ],
);

const SHARP: World = {
  'src/Shop.Core/Orders/Order.cs': { packageName: 'Shop.Core.Orders' },
  'src/Shop.Core/Orders/Basket.cs': { packageName: 'Shop.Core.Orders' },
  'src/Shop.Core/Clock.cs': { packageName: 'Shop.Core' },
  'src/Shop.Web/Page.cs': { packageName: 'Shop.Web', uses: ['Order'] },
  'src/Shop.Web/Plain.cs': { packageName: 'Shop.Web' },
};
checkImports('C#', SHARP, [
  [
    'a namespace: the types that are used',
    'src/Shop.Web/Page.cs',
    ['Shop.Core.Orders'],
    ['src/Shop.Core/Orders/Order.cs'],
  ],
  [
    'a namespace: all of it when nothing is known',
    'src/Shop.Web/Plain.cs',
    ['Shop.Core.Orders'],
    ['src/Shop.Core/Orders/Basket.cs', 'src/Shop.Core/Orders/Order.cs'],
  ],
  ['a type', 'src/Shop.Web/Plain.cs', ['Shop.Core.Clock'], ['src/Shop.Core/Clock.cs']],
  ['a library', 'src/Shop.Web/Page.cs', ['System.Linq'], []],
]);

test('C16 imports of C#: a namespace of many files has a lower weight', async () => {
  const many = Array.from({ length: 20 }, (_, index) => [`big/T${index}.cs`, { packageName: 'Big' }] as const);
  const world = { ...SHARP, ...Object.fromEntries(many), 'a.cs': { imports: ['Big', 'Shop.Core'] } };
  const { edges } = await linkWorld(world, ['a.cs']);
  const big = edges.filter(({ to }) => to.startsWith('big/'));
  expect(big).toHaveLength(8);
  expect(big[0]!.weight).toBeLessThan(edges.find(({ to }) => to === 'src/Shop.Core/Clock.cs')!.weight / 2);
});

checkImports(
  'C and C++',
  {
    'src/main.c': '',
    'src/dict.h': '',
    'src/dict.c': '',
    'src/net/sock.h': '',
    'include/shop/api.hpp': '',
    'include/types.h': '',
    'src/shop/api.cpp': '',
    'src/string.h': '',
    'include/made.h.in': '',
  },
  [
    ['beside, with its body', 'src/main.c', ['dict.h'], ['src/dict.h', 'src/dict.c']],
    ['below', 'src/main.c', ['net/sock.h'], ['src/net/sock.h']],
    ['above', 'src/net/sock.h', ['../dict.h'], ['src/dict.h', 'src/dict.c']],
    ['below an include folder', 'src/main.c', ['shop/api.hpp'], ['include/shop/api.hpp', 'src/shop/api.cpp']],
    ['in angle brackets', 'src/main.c', ['<shop/api.hpp>'], ['include/shop/api.hpp', 'src/shop/api.cpp']],
    ['a bare name in angle brackets', 'src/main.c', ['<types.h>'], ['include/types.h']],
    ['a header that configure writes', 'src/main.c', ['made.h'], ['include/made.h.in']],
    ['the library is not taken for a namesake', 'src/main.c', ['<string.h>'], []],
  ],
);

checkImports(
  'Swift',
  { 'Sources/App/main.swift': { uses: ['Client'] }, 'Sources/Net/Client.swift': '', 'Sources/Net/Other.swift': '' },
  [
    ['the files of a module that are used', 'Sources/App/main.swift', ['Net'], ['Sources/Net/Client.swift']],
    ['a library', 'Sources/App/main.swift', ['Foundation'], []],
  ],
);
