import type { Files } from '../worlds/world.ts';

/** The classes, functions and settings that "How Context Works" names, as a small shop in three frameworks. */
export const SHOP_FILES: Files = {
  'composer.json': '{ "require": { "laravel/framework": "^11.0" } }\n',
  'app/Http/Controllers/UserController.php': `<?php

namespace App\\Http\\Controllers;

use App\\Models\\User;
use App\\Services\\UserService;

class UserController
{
    public function store(UserService $users): User
    {
        return $users->register('Ada');
    }
}
`,
  'app/Http/Requests/StoreUserRequest.php': '<?php\n\nclass StoreUserRequest\n{\n}\n',
  'app/Http/Resources/UserResource.php': '<?php\n\nclass UserResource\n{\n}\n',
  'app/Http/Middleware/EnsureSignedIn.php': '<?php\n\nclass EnsureSignedIn\n{\n}\n',
  'app/Models/User.php': `<?php

namespace App\\Models;

define('MAX_RETRIES', 3);

class User
{
    public string $name;
}
`,
  'app/Services/UserService.php': `<?php

namespace App\\Services;

use App\\Models\\User;
use App\\Services\\MailService;

class UserService
{
    public function register(string $name): User
    {
        (new MailService())->welcome($name);
        return new User();
    }
}
`,
  'app/Services/MailService.php': `<?php

namespace App\\Services;

class MailService
{
    public function welcome(string $name): void
    {
    }
}
`,
  'database/migrations/2026_01_01_000000_create_users_table.php': '<?php\n\n// Makes the table.\n',
  'database/factories/UserFactory.php': '<?php\n\nclass UserFactory\n{\n}\n',
  'database/seeders/UserSeeder.php': '<?php\n\nclass UserSeeder\n{\n}\n',
  'routes/web.php': `<?php

Route::post('/checkout', [UserController::class, 'store'])->middleware(EnsureSignedIn::class);
Route::get('/api/users', [UserController::class, 'index']);
`,
  'api/package.json': '{ "dependencies": { "@nestjs/core": "^10.0.0" } }\n',
  'api/src/payments/payments.controller.ts': `import { PaymentsService } from './payments.service.ts';

export const API_VERSION = 2;

export class PaymentsController {
  constructor(private readonly payments: PaymentsService) {}
  handleWebhook(event: { order: string }) {
    return this.payments.processPayment(event.order);
  }
}
`,
  'api/src/payments/payments.service.ts': `export interface PaymentGateway {
  charge(order: string): Promise<boolean>;
}

export class PaymentsService {
  constructor(private readonly gateway: PaymentGateway) {}
  async processPayment(order: string) {
    if (!(await this.gateway.charge(order))) throw new Error('ECONNREFUSED');
  }
}
`,
  'api/src/payments/payments.module.ts': 'export class PaymentsModule {}\n',
  'api/src/payments/dto/payment.dto.ts': 'export class PaymentDto {}\n',
  'api/src/payments/payments.repository.ts': 'export class PaymentsRepository {}\n',
  'api/src/payments/payment.entity.ts': 'export class Payment {}\n',
  'web/package.json': '{ "dependencies": { "react": "^19.0.0" } }\n',
  'web/src/Cart.tsx': 'export function Cart() {\n  return <ul />;\n}\n',
  'web/src/useCart.ts': 'export function useCart() {\n  return [];\n}\n',
  'web/src/CartContext.tsx': 'export const CartContext = null;\n',
  'web/src/Cart.module.css': '.cart {\n  color: green;\n}\n',
  'tools/stripe_webhook.py': `def process_payment(event):
    """Confirms a payment of Stripe."""
    return send_confirmation(event)


def send_confirmation(event):
    return 'Payment confirmed: ' + event
`,
  'tools/test_stripe_webhook.py': `from stripe_webhook import process_payment


def test_confirmation():
    assert process_payment('payment')
`,
  'tools/report.unknown': 'A payment of last year, in a language of its own.\n',
  'config/webhook.yaml': 'webhook:\n  stripe:\n    retries: 3\n',
  '.ctxignore': 'build/\n',
  'build/webhook.py': 'def process_payment(event):\n    pass\n',
};

/** "Controller -> Request, Resource, Model" and the other arrows of the rules: a task, and the file they lead to. */
export const ARROWS: readonly (readonly [row: string, task: string, path: string, says: string])[] = [
  ['C50', 'UserController', 'app/Http/Requests/StoreUserRequest.php', "Laravel: a controller's request"],
  ['C50', 'UserController', 'app/Http/Resources/UserResource.php', "Laravel: a controller's resource"],
  ['C50', 'UserController', 'app/Models/User.php', "Laravel: a controller's model"],
  ['C51', 'User.php', 'database/migrations/2026_01_01_000000_create_users_table.php', "Laravel: a model's migration"],
  ['C51', 'User.php', 'database/factories/UserFactory.php', "Laravel: a model's factory"],
  ['C51', 'User.php', 'database/seeders/UserSeeder.php', "Laravel: a model's seeder"],
  ['C52', 'POST /checkout', 'app/Http/Controllers/UserController.php', "Laravel: a route's controller"],
  ['C52', 'POST /checkout', 'app/Http/Middleware/EnsureSignedIn.php', "Laravel: a route's middleware"],
  ['C53', 'PaymentsController', 'api/src/payments/payments.service.ts', "NestJS: a controller's service"],
  ['C53', 'PaymentsController', 'api/src/payments/dto/payment.dto.ts', "NestJS: a controller's DTO"],
  ['C53', 'PaymentsController', 'api/src/payments/payments.module.ts', "NestJS: a controller's module"],
  ['C54', 'PaymentsService', 'api/src/payments/payments.repository.ts', "NestJS: a service's repository"],
  ['C54', 'PaymentsService', 'api/src/payments/payment.entity.ts', "NestJS: a service's entity"],
  ['C55', 'Cart.tsx', 'web/src/useCart.ts', "React: a component's hook"],
  ['C55', 'Cart.tsx', 'web/src/CartContext.tsx', "React: a component's context"],
  ['C55', 'Cart.tsx', 'web/src/Cart.module.css', "React: a component's style"],
];
