import { expect, test } from 'vitest';
import { linkWorld, targets } from './link-world.ts';

const cases: [name: string, tested: string, expected: string[], others: string[]][] = [
  ['x.test.ts', 'src/cart.test.ts', ['src/cart.ts'], ['src/user.ts']],
  ['x.spec.tsx of x.jsx', 'src/Cart.spec.tsx', ['src/Cart.jsx'], []],
  ['two marks', 'src/cart.e2e-spec.ts', ['src/cart.ts'], []],
  ['__tests__', 'src/__tests__/cart.ts', ['src/cart.ts'], []],
  ['of a component', 'test/Card.test.js', ['src/Card.vue'], []],
  ['test_x.py', 'tests/test_cart.py', ['shop/cart.py'], []],
  [
    'a mirrored tree, not its namesakes',
    'tests/unit/pay/test_models.py',
    ['shop/pay/models.py'],
    ['shop/user/models.py'],
  ],
  [
    'a folder of tests named after an app',
    'tests/auth_tests/test_views.py',
    ['django/contrib/auth/views.py'],
    ['django/contrib/flat/views.py'],
  ],
  ['a package', 'tests/test_shop.py', ['shop/__init__.py'], ['shop/a.py']],
  ['x_test.go', 'pay/card_test.go', ['pay/card.go'], ['user/card.go']],
  ['XTest.java in its own tree', 'src/test/java/x/CardTest.java', ['src/main/java/x/Card.java'], []],
  ['TestX.java', 'src/test/java/x/TestCard.java', ['src/main/java/x/Card.java'], []],
  ['XTests.cs', 'Shop.Tests/CardTests.cs', ['Shop/Card.cs'], []],
  ['x_spec.rb', 'spec/models/user_spec.rb', ['app/models/user.rb'], []],
  ['XTest.php', 'tests/Feature/UserTest.php', ['app/Models/User.php'], []],
  ['tests/x.rs', 'tests/parse.rs', ['src/parse.rs'], []],
  ['x_test.cpp of a header and a body', 'test/card_test.cpp', ['src/card.cpp', 'src/card.hpp'], []],
  ['x_spec.cr', 'spec/card_spec.cr', ['src/card.cr'], []],
  ['x_test.cu of a header and a body', 'test/card_test.cu', ['src/card.cu', 'src/card.hxx'], []],
  ['test_x.f90', 'tests/test_heat.f90', ['src/heat.f90'], []],
  ['x_test.exs', 'test/shop/till_test.exs', ['lib/shop/till.ex'], []],
  ['x_spec.lua', 'spec/till_spec.lua', ['src/till.lua'], []],
  ['test-x.R', 'tests/testthat/test-till.R', ['R/till.R'], []],
  ['test_x.jl', 'test/test_till.jl', ['src/till.jl'], []],
  ['XSpec.hs', 'test/Shop/TillSpec.hs', ['src/Shop/Till.hs'], []],
  ['test_x.ml', 'test/test_till.ml', ['src/till.ml'], []],
  ['X.t.sol', 'test/Till.t.sol', ['src/Till.sol'], []],
  ['X.Tests.ps1', 'tests/Till.Tests.ps1', ['src/Till.ps1'], []],
  ['x_test.dart', 'test/till_test.dart', ['lib/till.dart'], []],
  ['XTests.m', 'Tests/TillTests.m', ['Shop/Till.m'], []],
  ['t/x.t', 't/till.t', ['lib/Shop/Till.pm'], []],
  ['x.bats', 'test/till.bats', ['bin/till.sh'], []],
  ['XSpec.groovy', 'src/test/groovy/a/TillSpec.groovy', ['src/main/groovy/a/Till.groovy'], []],
  ['data is not tested', 'test/card.test.json', [], ['src/card.json']],
  ['a name that says more', 'src/cart-totals.test.ts', ['src/cart.ts'], []],
  [
    'a name that begins with its folders',
    'tests/DatabaseEloquentModelTest.php',
    ['src/Database/Eloquent/Model.php'],
    ['src/Http/Model.php'],
  ],
  ['half a name in another place', 'tests/View/BladePrependTest.php', [], ['src/Facades/Blade.php']],
  ['a fixture that bears a common name', 'tests/sessions/models.py', [], ['app/sessions/models.py']],
  ['a library of tests', 'lib/channel/test_case.rb', [], ['lib/nodes/case.rb']],
  ['a configuration', 'vitest.config.e2e.ts', [], ['vitest.config.ts']],
  ['another language', 'tests/test_cart.py', [], ['src/cart.ts']],
  [
    'a common name in no certain place',
    'tests/test_utils.py',
    [],
    ['a/utils.py', 'b/utils.py', 'c/utils.py', 'd/utils.py'],
  ],
  ['no test', 'src/latest.ts', [], ['src/la.ts', 'src/late.ts']],
];
for (const [name, tested, expected, others] of cases) {
  test(`C62 test pairs: ${name}`, async () => {
    const world = Object.fromEntries([tested, ...expected, ...others].map((path) => [path, '']));
    expect(targets(await linkWorld(world), tested, 'tests')).toEqual(expected);
  });
}

test('C62 a test is paired with three files at most, the closest weighing most', async () => {
  const world = Object.fromEntries(
    ['p/a/x.ts', 'p/b/x.ts', 'p/c/x.ts', 'p/d/x.ts', 'p/x.test.ts'].map((path) => [path, '']),
  );
  const { edges } = await linkWorld(world);
  expect(edges).toHaveLength(3);
  const near = await linkWorld({ 'p/x.ts': '', 'p/x.test.ts': '' });
  expect(near.edges[0]).toMatchObject({ kind: 'tests', because: 'same stem' });
  expect(near.edges[0]!.weight).toBeGreaterThan(edges[0]!.weight);
});
