import { expect, test } from 'vitest';
import { detectFrameworks, FRAMEWORKS } from '../../src/frameworks/index.ts';
import { linkWorld, targets, type World, workspaceOf } from './link-world.ts';

const LARAVEL: World = {
  'composer.json': '{"require": {"laravel/framework": "^11.0"}}',
  'app/Http/Controllers/UserController.php': '',
  'app/Http/Controllers/Api/OrderController.php': '',
  'app/Http/Controllers/HomeController.php': '',
  'app/Http/Requests/StoreUserRequest.php': '',
  'app/Http/Requests/UpdateUserRequest.php': '',
  'app/Http/Requests/StoreOrderRequest.php': '',
  'app/Http/Resources/UserResource.php': '',
  'app/Http/Resources/UserCollection.php': '',
  'app/Http/Middleware/EnsureOrderIsPaid.php': '',
  'app/Http/Middleware/TrimStrings.php': '',
  'app/Models/User.php': '',
  'app/Models/Order.php': '',
  'app/Models/OrderItem.php': '',
  'database/migrations/2014_10_12_000000_create_users_table.php': '',
  'database/migrations/2020_01_01_000000_add_phone_to_users_table.php': '',
  'database/migrations/2020_01_02_000000_create_order_items_table.php': '',
  'database/factories/UserFactory.php': '',
  'database/seeders/UserSeeder.php': '',
  'database/seeders/DatabaseSeeder.php': '',
  'routes/api.php':
    "<?php Route::get('/users', [UserController::class, 'index'])->middleware(EnsureOrderIsPaid::class);\nRoute::get('/o', 'Api\\OrderController@show');",
};
const NEST: World = {
  'package.json': '{"dependencies": {"@nestjs/core": "^10"}}',
  'src/users/users.controller.ts': '',
  'src/users/users.service.ts': '',
  'src/users/users.module.ts': '',
  'src/users/dto/create-user.dto.ts': '',
  'src/users/users.repository.ts': '',
  'src/users/user.entity.ts': '',
  'src/orders/orders.service.ts': '',
  'src/orders/orders.module.ts': '',
  'src/orders/dto/create-order.dto.ts': '',
};
const REACT: World = {
  'package.json': '{"dependencies": {"react": "^19"}}',
  'src/components/Cart/Cart.tsx': '',
  'src/components/Cart/Cart.module.css': '',
  'src/components/Cart/CartContext.tsx': '',
  'src/hooks/useCart.ts': '',
  'src/hooks/useUser.ts': '',
  'src/components/Menu/index.tsx': '',
  'src/components/Menu/Menu.scss': '',
  'src/components/side-bar.jsx': '',
  'src/hooks/use-side-bar.ts': '',
};
const DJANGO: World = {
  'manage.py': '',
  'shop/urls.py': '',
  'shop/views.py': '',
  'shop/models.py': '',
  'shop/forms.py': '',
  'shop/admin.py': '',
  'shop/serializers.py': '',
  'shop/migrations/0001_initial.py': '',
  'shop/templates/shop/list.html': '',
  'blog/models.py': '',
};
const RAILS: World = {
  Gemfile: "source 'x'\ngem 'rails', '~> 8'",
  'app/controllers/users_controller.rb': '',
  'app/controllers/orders_controller.rb': '',
  'app/models/user.rb': '',
  'app/views/users/index.html.erb': '',
  'app/helpers/users_helper.rb': '',
  'app/mailers/user_mailer.rb': '',
  'db/migrate/2020_create_users.rb': '',
  'db/migrate/2021_add_phone_to_users.rb': '',
  'spec/models/user_spec.rb': '',
  'config/routes.rb': 'Rails.application.routes.draw do\n  resources :users\nend',
};
const SPRING: World = {
  'pom.xml': '<parent><groupId>org.springframework.boot</groupId></parent>',
  'src/main/java/x/OwnerController.java': '',
  'src/main/java/x/OwnerService.java': '',
  'src/main/java/x/OwnerRepository.java': '',
  'src/main/java/x/Owner.java': '',
  'src/main/java/x/Pet.java': '',
};
const EXPRESS: World = {
  'package.json': '{"dependencies": {"express": "5"}}',
  'routes/users.js': "router.get('/', auth, list)",
  'controllers/userController.js': '',
  'controllers/orderController.js': '',
  'middleware/auth.js': '',
  'middleware/cors.js': '',
  'models/User.js': '',
};
const NEXT: World = {
  'package.json': '{"dependencies": {"next": "15"}}',
  'app/layout.tsx': '',
  'app/shop/layout.tsx': '',
  'app/shop/cart/page.tsx': '',
  'app/shop/cart/loading.tsx': '',
  'app/shop/cart/actions.ts': '',
  'app/blog/loading.tsx': '',
};

const cases: [name: string, world: World, from: string, expected: string[]][] = [
  [
    "C50 Laravel: a controller's requests, resources and model",
    LARAVEL,
    'app/Http/Controllers/UserController.php',
    [
      'app/Http/Requests/StoreUserRequest.php',
      'app/Http/Requests/UpdateUserRequest.php',
      'app/Models/User.php',
      'app/Http/Resources/UserCollection.php',
      'app/Http/Resources/UserResource.php',
    ],
  ],
  [
    'C50 Laravel: a model that says more than the controller comes after',
    LARAVEL,
    'app/Http/Controllers/Api/OrderController.php',
    ['app/Http/Requests/StoreOrderRequest.php', 'app/Models/Order.php', 'app/Models/OrderItem.php'],
  ],
  [
    "C51 Laravel: a model's migrations, factory and seeder",
    LARAVEL,
    'app/Models/User.php',
    [
      'database/migrations/2014_10_12_000000_create_users_table.php',
      'database/migrations/2020_01_01_000000_add_phone_to_users_table.php',
      'database/factories/UserFactory.php',
      'database/seeders/UserSeeder.php',
    ],
  ],
  [
    'C51 Laravel: a model of two words',
    LARAVEL,
    'app/Models/OrderItem.php',
    ['database/migrations/2020_01_02_000000_create_order_items_table.php'],
  ],
  ['C51 Laravel: what belongs to another model is left out', LARAVEL, 'app/Models/Order.php', []],
  [
    "C52 Laravel: a route's controllers and middleware",
    LARAVEL,
    'routes/api.php',
    [
      'app/Http/Controllers/Api/OrderController.php',
      'app/Http/Controllers/UserController.php',
      'app/Http/Middleware/EnsureOrderIsPaid.php',
    ],
  ],
  [
    "C53 NestJS: a controller's service, DTO and module",
    NEST,
    'src/users/users.controller.ts',
    ['src/users/users.service.ts', 'src/users/dto/create-user.dto.ts', 'src/users/users.module.ts'],
  ],
  [
    "C54 NestJS: a service's repository and entity",
    NEST,
    'src/users/users.service.ts',
    ['src/users/user.entity.ts', 'src/users/users.repository.ts'],
  ],
  [
    "C55 React: a component's hook, context and style",
    REACT,
    'src/components/Cart/Cart.tsx',
    ['src/components/Cart/Cart.module.css', 'src/hooks/useCart.ts', 'src/components/Cart/CartContext.tsx'],
  ],
  [
    'C55 React: a component that is the index of its folder',
    REACT,
    'src/components/Menu/index.tsx',
    ['src/components/Menu/Menu.scss'],
  ],
  ['C55 React: names with hyphens', REACT, 'src/components/side-bar.jsx', ['src/hooks/use-side-bar.ts']],
  [
    'C49 Django: a view and its app',
    DJANGO,
    'shop/views.py',
    ['shop/forms.py', 'shop/models.py', 'shop/serializers.py', 'shop/urls.py', 'shop/templates/shop/list.html'],
  ],
  ['C49 Django: a model and its app', DJANGO, 'shop/models.py', ['shop/admin.py', 'shop/migrations/0001_initial.py']],
  [
    'C49 Rails: a controller',
    RAILS,
    'app/controllers/users_controller.rb',
    [
      'app/models/user.rb',
      'app/views/users/index.html.erb',
      'app/helpers/users_helper.rb',
      'app/mailers/user_mailer.rb',
      'spec/models/user_spec.rb',
    ],
  ],
  [
    'C49 Rails: a model',
    RAILS,
    'app/models/user.rb',
    ['db/migrate/2020_create_users.rb', 'db/migrate/2021_add_phone_to_users.rb', 'spec/models/user_spec.rb'],
  ],
  ['C49 Rails: routes name controllers', RAILS, 'config/routes.rb', ['app/controllers/users_controller.rb']],
  [
    'C49 Spring: a controller',
    SPRING,
    'src/main/java/x/OwnerController.java',
    ['src/main/java/x/OwnerService.java', 'src/main/java/x/Owner.java', 'src/main/java/x/OwnerRepository.java'],
  ],
  ['C49 Spring: a repository', SPRING, 'src/main/java/x/OwnerRepository.java', ['src/main/java/x/Owner.java']],
  ['C49 Express: a route', EXPRESS, 'routes/users.js', ['controllers/userController.js', 'middleware/auth.js']],
  [
    'C49 Next.js: a page, its segment and the nearest layout',
    NEXT,
    'app/shop/cart/page.tsx',
    ['app/shop/cart/actions.ts', 'app/shop/layout.tsx', 'app/shop/cart/loading.tsx'],
  ],
];
for (const [name, world, from, expected] of cases) {
  test(`${name} has edges to its related files`, async () =>
    expect(targets(await linkWorld(world, [from]), from, 'framework')).toEqual(expected));
}

test('C49 a framework edge names the convention that made it', async () => {
  const { edges } = await linkWorld(LARAVEL, ['app/Http/Controllers/UserController.php']);
  const edge = edges.find(({ to }) => to === 'app/Http/Requests/StoreUserRequest.php');
  expect(edge).toMatchObject({ kind: 'framework', because: "Laravel: a controller's request", weight: 0.9 });
});

test('C49 without the framework there are no such edges', async () => {
  const { edges } = await linkWorld({ ...LARAVEL, 'composer.json': '{"require": {"symfony/symfony": "7"}}' });
  expect(edges.filter(({ kind }) => kind === 'framework')).toEqual([]);
});

test('C49 no edge leads from one project of a tree into another', async () => {
  const world = Object.fromEntries(
    ['a', 'b'].flatMap((project) => Object.entries(LARAVEL).map(([path, text]) => [`${project}/${path}`, text])),
  );
  const { edges } = await linkWorld(world);
  expect(edges.length).toBeGreaterThan(10);
  expect(edges.filter(({ from, to }) => from[0] !== to[0])).toEqual([]);
});

test('C49 a word in a route makes no edge into another package', async () => {
  const inner = { 'sample/package.json': '{}', 'sample/middleware/cors.js': '', 'sample/middleware/auth.js': '' };
  const linked = await linkWorld({ ...EXPRESS, ...inner }, ['routes/users.js']);
  expect(targets(linked, 'routes/users.js', 'framework')).toEqual([
    'controllers/userController.js',
    'middleware/auth.js',
  ]);
});

const detections: [name: string, world: World, expected: string[]][] = [
  ['laravel', LARAVEL, ['laravel']],
  ['laravel, although composer.json is broken', { 'composer.json': '{"require": {"laravel/framework": ' }, ['laravel']],
  ['the framework itself is no user of it', { 'composer.json': '{"name": "laravel/framework"}' }, []],
  [
    'next and react together',
    { 'web/package.json': '{"dependencies": {"next": "15", "react": "19"}}' },
    ['next', 'react'],
  ],
  ['manage.py', { 'x/manage.py': '' }, ['django']],
  ['a dependency of pyproject.toml', { 'pyproject.toml': 'dependencies = ["Django>=5"]' }, ['django']],
  [
    'Django itself is no user of it',
    { 'pyproject.toml': 'name = "Django"\nx = "django.core:y"\nknown_first_party = "django"\ninclude = ["django*"]' },
    [],
  ],
  ['gradle', { 'build.gradle.kts': 'id("org.springframework.boot")' }, ['spring']],
  ['nothing', { 'package.json': '{}' }, []],
];
for (const [name, world, expected] of detections) {
  test(`C49 frameworks in use: ${name}`, async () => {
    const found = await detectFrameworks(Object.keys(world), workspaceOf(world).read);
    expect(found.map((framework) => framework.name)).toEqual(expected);
  });
}

test('C49 every rule names roles that have a pattern', () => {
  for (const { title, roles, rules } of FRAMEWORKS) {
    const known = new Set(roles.map(([role]) => role));
    const named = rules.flatMap(({ from, to }) => [from, ...Object.keys(to)]);
    expect([title, named.filter((role) => !known.has(role))]).toEqual([title, []]);
  }
});
