import { expect, test } from 'vitest';
import { checkImports } from './check-imports.ts';
import { linkWorld, targets } from './link-world.ts';

checkImports(
  'Python',
  {
    'pyproject.toml': '',
    'src/shop/__init__.py': '',
    'src/shop/pay.py': '',
    'src/shop/db/__init__.py': '',
    'src/shop/db/models.py': '',
    'src/space/inner/tool.py': '',
    'tests/test_pay.py': '',
    'tests/support.py': '',
    'services/api/setup.py': '',
    'services/api/shop/__init__.py': '',
    'services/api/shop/pay.py': '',
    'services/api/main.py': '',
    'typed/__init__.pyi': '',
  },
  [
    ['a module below src', 'tests/test_pay.py', ['shop.pay'], ['src/shop/pay.py']],
    ['a package', 'tests/test_pay.py', ['shop.db'], ['src/shop/db/__init__.py']],
    ['names of a module', 'tests/test_pay.py', ['shop.pay', 'charge'], ['src/shop/pay.py']],
    ['a name that is a module', 'tests/test_pay.py', ['shop', 'pay'], ['src/shop/pay.py']],
    [
      'a module and a name',
      'tests/test_pay.py',
      ['shop.db', 'models', 'connect'],
      ['src/shop/db/__init__.py', 'src/shop/db/models.py'],
    ],
    ['one dot', 'src/shop/db/models.py', ['.', 'models'], []],
    ['one dot, itself a package', 'src/shop/db/models.py', ['.'], ['src/shop/db/__init__.py']],
    ['two dots', 'src/shop/db/models.py', ['..pay', 'charge'], ['src/shop/pay.py']],
    ['two dots and a name', 'src/shop/db/models.py', ['..', 'pay'], ['src/shop/pay.py']],
    ['dots out of the tree', 'src/shop/pay.py', ['......x'], []],
    ['the nearest of several roots', 'services/api/main.py', ['shop.pay'], ['services/api/shop/pay.py']],
    ['a package without __init__', 'tests/test_pay.py', ['space.inner.tool'], ['src/space/inner/tool.py']],
    ['a neighbour of a script', 'tests/test_pay.py', ['support'], ['tests/support.py']],
    ['stubs', 'tests/test_pay.py', ['typed'], ['typed/__init__.pyi']],
    ['the standard library', 'tests/test_pay.py', ['os.path'], []],
  ],
);

checkImports(
  'PHP',
  {
    'composer.json':
      '{"autoload": {"psr-4": {"App\\\\": "app/", "App\\\\Test\\\\": ["tests/", "more/"]}, "psr-0": {"Old\\\\": "old/"}, "classmap": ["legacy"]}, "autoload-dev": {"psr-4": {"Dev\\\\": "dev/"}}}',
    'app/Models/User.php': '',
    'app/Http/Kernel.php': '',
    'app/Support/helpers.php': '',
    'tests/UserTest.php': '',
    'more/Extra.php': '',
    'app/Test/Extra.php': '',
    'dev/Tool.php': '',
    'old/Old/Thing.php': '',
    'legacy/deep/Ancient.php': '',
    'public/index.php': '',
    'public/boot.php': '',
    'modules/Blog/Post.php': '',
  },
  [
    ['PSR-4', 'app/Http/Kernel.php', ['App\\Models\\User'], ['app/Models/User.php']],
    ['PSR-4 with a leading backslash', 'app/Http/Kernel.php', ['\\App\\Models\\User'], ['app/Models/User.php']],
    ['the longest prefix, the second folder', 'app/Http/Kernel.php', ['App\\Test\\Extra'], ['more/Extra.php']],
    ['autoload-dev', 'app/Http/Kernel.php', ['Dev\\Tool'], ['dev/Tool.php']],
    ['PSR-0', 'app/Http/Kernel.php', ['Old\\Thing'], ['old/Old/Thing.php']],
    ['classmap', 'app/Http/Kernel.php', ['Ancient'], ['legacy/deep/Ancient.php']],
    ['an include', 'public/index.php', ['./boot.php'], ['public/boot.php']],
    ['no rule: by the tail of the name', 'app/Http/Kernel.php', ['Modules\\Blog\\Post'], ['modules/Blog/Post.php']],
    ['a function of a namespace', 'app/Http/Kernel.php', ['App\\Support\\tap'], ['app/Support/helpers.php']],
    ['a class that is not there', 'app/Http/Kernel.php', ['App\\Support\\Tap'], []],
    ['a library', 'app/Http/Kernel.php', ['Symfony\\Component\\Finder'], []],
  ],
);

test('C16 a broken composer.json is noted, and imports are resolved without it', async () => {
  const linked = await linkWorld({
    'composer.json': '{',
    'a.php': { imports: ['App\\Models\\User'] },
    'app/Models/User.php': '',
  });
  expect(targets(linked, 'a.php', 'imports')).toEqual(['app/Models/User.php']);
  expect(linked.notes).toEqual(['composer.json is not valid JSON; imports are resolved without it']);
});

checkImports(
  'Ruby',
  {
    'lib/shop.rb': '',
    'lib/shop/pay.rb': '',
    'gems/mail/lib/mail/smtp.rb': '',
    'app/models/user.rb': '',
    'spec/spec_helper.rb': '',
    'spec/models/user_spec.rb': '',
  },
  [
    ['require_relative', 'lib/shop.rb', ['./shop/pay'], ['lib/shop/pay.rb']],
    ['require below lib', 'spec/models/user_spec.rb', ['shop/pay'], ['lib/shop/pay.rb']],
    ['require of a gem of the tree', 'lib/shop.rb', ['mail/smtp'], ['gems/mail/lib/mail/smtp.rb']],
    ['require of a helper', 'spec/models/user_spec.rb', ['spec_helper'], ['spec/spec_helper.rb']],
    ['a library', 'lib/shop.rb', ['json'], []],
  ],
);
