import { checkImports, type ImportCase } from './check-imports.ts';

// Each world is the file that imports, then the files there are; the last column is what is meant.
const cases: [language: string, from: string, files: string, written: ImportCase[2], expected: string[]][] = [
  ['shell, beside', 'bin/run.sh', 'lib/bank.sh', ['../lib/bank.sh'], ['lib/bank.sh']],
  ['shell, a computed folder', 'bin/run.sh', 'bin/bank.sh', [`\${HERE}/bank.sh`], ['bin/bank.sh']],
  ['shell, a computed folder elsewhere', 'bin/run.sh', 'lib/bank.sh', ['$ROOT/lib/bank.sh'], ['lib/bank.sh']],
  ['shell, out of the tree', 'run.sh', 'etc/profile', ['/etc/profile.sh'], []],
  ['powershell', 'src/Shop.ps1', 'src/Bank.psm1', ['$PSScriptRoot\\Bank.psm1'], ['src/Bank.psm1']],
  ['powershell, a module', 'src/Shop.ps1', 'mods/Bank.psm1', ['Bank'], ['mods/Bank.psm1']],
  ['lua', 'lua/shop/till.lua', 'lua/shop/bank.lua', ['shop.bank'], ['lua/shop/bank.lua']],
  ['lua, a folder', 'main.lua', 'src/shop/init.lua', ['shop'], ['src/shop/init.lua']],
  ['elixir', 'lib/shop/till.ex', 'lib/shop/bank_account.ex', ['Shop.BankAccount'], ['lib/shop/bank_account.ex']],
  ['elixir, a library', 'lib/shop/till.ex', 'lib/shop/bank.ex', ['Ecto.Query'], []],
  ['haskell', 'src/Shop/Till.hs', 'src/Shop/Bank.hs', ['Shop.Bank'], ['src/Shop/Bank.hs']],
  ['ocaml', 'src/till.ml', 'src/bank.ml src/bank.mli', ['Bank'], ['src/bank.ml']],
  ['r', 'run.R', 'R/money.R', ['R/money.R'], ['R/money.R']],
  ['r, a library', 'run.R', 'R/dplyr.txt', ['dplyr'], []],
  ['julia', 'src/Shop.jl', 'src/money.jl', ['./money.jl'], ['src/money.jl']],
  ['julia, a module', 'test/runtests.jl', 'src/Shop.jl', ['Shop'], ['src/Shop.jl']],
  ['dart, a package', 'lib/src/till.dart', 'lib/src/bank.dart', ['package:shop/src/bank.dart'], ['lib/src/bank.dart']],
  ['dart, the sdk', 'lib/till.dart', 'lib/bank.dart', ['dart:io'], []],
  ['zig', 'src/till.zig', 'src/bank.zig', ['bank.zig'], ['src/bank.zig']],
  ['solidity', 'contracts/Till.sol', 'contracts/lib/Bank.sol', ['./lib/Bank.sol'], ['contracts/lib/Bank.sol']],
  ['solidity, remapped', 'src/Till.sol', 'lib/oz/Bank.sol', ['oz/Bank.sol'], ['lib/oz/Bank.sol']],
  ['perl', 'bin/run.pl', 'lib/Shop/Bank.pm', ['Shop::Bank'], ['lib/Shop/Bank.pm']],
  ['proto', 'proto/shop/till.proto', 'proto/shop/money.proto', ['shop/money.proto'], ['proto/shop/money.proto']],
  ['graphql', 'api/till.graphql', 'api/money.graphql', ['./money.graphql'], ['api/money.graphql']],
  ['scss, a partial', 'css/main.scss', 'css/parts/_money.scss', ['parts/money'], ['css/parts/_money.scss']],
  ['css', 'css/main.css', 'css/base.css', ['base.css'], ['css/base.css']],
  ['html', 'public/index.html', 'public/js/app.js', ['/js/app.js'], ['public/js/app.js']],
  ['html, another site', 'public/index.html', 'public/js/app.js', ['https://example.org/js/other.js'], []],
  ['sql', 'db/all.sql', 'db/lib/money.sql', ['lib/money.sql'], ['db/lib/money.sql']],
  ['makefile', 'Makefile', 'common.mk', ['common.mk'], ['common.mk']],
  ['cmake', 'CMakeLists.txt', 'lib/CMakeLists.txt', ['lib'], ['lib/CMakeLists.txt']],
  ['groovy', 'src/main/groovy/a/T.groovy', 'src/main/groovy/a/B.groovy', ['a.B'], ['src/main/groovy/a/B.groovy']],
  ['terraform', 'main.tf', 'modules/vpc/main.tf', ['./modules/vpc'], ['modules/vpc/main.tf']],
  ['objective-c', 'Shop/Till.m', 'Shop/Bank.h Shop/Bank.m', ['"Bank.h"'], ['Shop/Bank.h', 'Shop/Bank.m']],
];
for (const [language, from, files, written, expected] of cases) {
  const world = Object.fromEntries([from, ...files.split(' ')].map((path) => [path, '']));
  checkImports(language, world, [[written[0], from, written, expected]]);
}
