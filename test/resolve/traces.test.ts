import { describe, expect, test } from 'vitest';
import { fileKindOf } from '../../src/languages/index.ts';
import type { Task } from '../../src/model/task.ts';
import { locatePath } from '../../src/pipeline/resolve/traces/locate-frames.ts';
import { viewPaths } from '../../src/pipeline/resolve/view-paths.ts';
import { ask, PATHS } from './world.ts';

const printed = (task: Task) =>
  task.traces.map(({ language, message, frames }) => [
    `${language}: ${message}`,
    ...frames.map(({ path, line, symbol }) => `${path}:${line}${symbol === null ? '' : ` ${symbol}`}`),
  ]);

const cases: [name: string, log: string, expected: string[][]][] = [
  [
    'JavaScript',
    `TypeError: Cannot read properties of undefined (reading 'id')
    at handleWebhook (/srv/shop/src/payments/webhook.ts:42:17)
    at async PaymentService.charge (file:///srv/shop/src/payments/payment-service.ts:7:3)
    at /srv/shop/node_modules/express/lib/router/layer.js:95:5
    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)`,
    [
      [
        "javascript: TypeError: Cannot read properties of undefined (reading 'id')",
        'src/payments/webhook.ts:42 handleWebhook',
        'src/payments/payment-service.ts:7 PaymentService.charge',
      ],
    ],
  ],
  [
    'JavaScript compiled, of a package that is this workspace',
    `Error: boom\n    at RouterProxy.create (/app/node_modules/@nestjs/core/router/router-proxy.js:9:19)`,
    [['javascript: Error: boom', 'packages/core/router/router-proxy.ts:9 RouterProxy.create']],
  ],
  [
    'JavaScript in webpack and Firefox',
    `ReferenceError: x is not defined\nrun@webpack-internal:///./src/routes/checkout.ts:3:9`,
    [['javascript: ReferenceError: x is not defined', 'src/routes/checkout.ts:3 run']],
  ],
  [
    'Python',
    `Traceback (most recent call last):
  File "/usr/lib/python3.11/threading.py", line 12, in run
    self._target()
  File "/home/me/shop/app/shop/views.py", line 30, in pay
    order.save()
  File "/home/me/shop/app/shop/models.py", line 12, in save
    raise ValueError("no total")
ValueError: no total`,
    [['python: ValueError: no total', 'app/shop/models.py:12 save', 'app/shop/views.py:30 pay']],
  ],
  [
    'Python, chained',
    `Traceback (most recent call last):
  File "app/shop/models.py", line 3, in load
    return cache[key]
KeyError: 'cart'

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "app/shop/views.py", line 8, in show
    load()
shop.errors.CartMissing: no cart`,
    [
      ["python: KeyError: 'cart'", 'app/shop/models.py:3 load'],
      ['python: shop.errors.CartMissing: no cart', 'app/shop/views.py:8 show'],
    ],
  ],
  [
    'Java with a cause',
    `Exception in thread "main" java.lang.IllegalStateException: empty cart
	at com.shop.Cart$Line.total(Cart.java:21)
	at app//com.shop.Cart.pay(Cart.java:12)
	at java.base/java.lang.Thread.run(Thread.java:833)
Caused by: java.io.IOException: gone
	at com.shop.Cart.load(Cart.java:44)
	... 3 more`,
    [
      ['java: java.io.IOException: gone', 'src/main/java/com/shop/Cart.java:44 Cart.load'],
      [
        'java: java.lang.IllegalStateException: empty cart',
        'src/main/java/com/shop/Cart.java:21 Cart.total',
        'src/main/java/com/shop/Cart.java:12 Cart.pay',
      ],
    ],
  ],
  [
    'Kotlin',
    `java.lang.NullPointerException
	at com.shop.Till.open(Till.kt:5)`,
    [['java: java.lang.NullPointerException', 'src/main/kotlin/com/shop/Till.kt:5 Till.open']],
  ],
  [
    'Go',
    `panic: runtime error: index out of range [3] with length 3

goroutine 1 [running]:
main.(*Server).Serve(0xc000012345, 0x1)
	/home/me/shop/cmd/server/main.go:42 +0x1d
runtime.main()
	/usr/local/go/src/runtime/proc.go:250 +0x207
exit status 2`,
    [['go: panic: runtime error: index out of range [3] with length 3', 'cmd/server/main.go:42 Server.Serve']],
  ],
  [
    'Go, with the signal below the message',
    `panic: runtime error: invalid memory address or nil pointer dereference
[signal SIGSEGV: segmentation violation code=0x1 addr=0x0 pc=0x4a]

goroutine 1 [running]:
main.pay(0xc000)
	/home/me/shop/cmd/server/main.go:42 +0x1d`,
    [['go: panic: runtime error: invalid memory address or nil pointer dereference', 'cmd/server/main.go:42 pay']],
  ],
  [
    'Rust',
    `thread 'main' panicked at src/cart.rs:12:9:
index out of bounds: the len is 3 but the index is 3
stack backtrace:
   0: rust_begin_unwind
             at /rustc/90c541806f23a127002de5b4038be731ba1458ca/library/std/src/panicking.rs:578:5
   1: shop::cart::pay::h0123456789abcdef
             at ./src/cart.rs:30:5`,
    [
      [
        'rust: index out of bounds: the len is 3 but the index is 3',
        'src/cart.rs:12',
        'src/cart.rs:30 shop::cart::pay',
      ],
    ],
  ],
  [
    'Rust before 1.73',
    `thread 'main' panicked at 'called \`Option::unwrap()\` on a \`None\` value', src/cart.rs:4:20`,
    [['rust: called `Option::unwrap()` on a `None` value', 'src/cart.rs:4']],
  ],
  [
    'PHP',
    `PHP Fatal error:  Uncaught InvalidArgumentException: No such user in /var/www/shop/app/Models/User.php:12
Stack trace:
#0 /var/www/shop/app/Http/Controllers/UserController.php(34): App\\Models\\User->find(7)
#1 /var/www/shop/vendor/laravel/framework/src/Illuminate/Routing/Controller.php(54): call_user_func()
#2 {main}`,
    [
      [
        'php: PHP Fatal error:  Uncaught InvalidArgumentException: No such user in /var/www/shop/app/Models/User.php:12',
        'app/Models/User.php:12 User.find',
        'app/Http/Controllers/UserController.php:34 call_user_func',
      ],
    ],
  ],
  [
    'Laravel',
    `[2024-05-01 12:00:00] local.ERROR: No such user {"exception":"[object] (ErrorException(code: 0): No such user at /var/www/app/Models/User.php:12)
[stacktrace]
#0 /var/www/app/Http/Controllers/UserController.php(34): App\\Models\\User::find()`,
    [['php: No such user', 'app/Models/User.php:12 User.find', 'app/Http/Controllers/UserController.php:34']],
  ],
  [
    'Ruby',
    `lib/shop/cart.rb:12:in 'Shop::Cart#pay': undefined method 'total' for nil (NoMethodError)
	from lib/shop/cart.rb:3:in \`block in run'
	from /usr/lib/ruby/3.2.0/set.rb:501:in \`each'`,
    [
      [
        "ruby: undefined method 'total' for nil (NoMethodError)",
        'lib/shop/cart.rb:12 Shop::Cart.pay',
        'lib/shop/cart.rb:3 run',
      ],
    ],
  ],
  [
    'C#',
    `Unhandled exception. System.InvalidOperationException: Cart is empty
   at Shop.Cart.Pay(Order order) in C:\\build\\src\\Shop\\Cart.cs:line 12
   at Shop.Cart.<Load>d__3.MoveNext() in /agent/src/Shop/Cart.cs:line 30
   at System.Threading.Tasks.Task.Execute()`,
    [
      [
        'csharp: System.InvalidOperationException: Cart is empty',
        'src/Shop/Cart.cs:12 Cart.Pay',
        'src/Shop/Cart.cs:30 Cart.Load',
      ],
    ],
  ],
  [
    'a compiler',
    `src/routes/checkout.ts(7,12): error TS2345: no`,
    [['generic: error TS2345: no', 'src/routes/checkout.ts:7']],
  ],
  ['a linter', `./src/index.ts:3:1 warning`, [['generic: null', 'src/index.ts:3']]],
];

describe('stack traces', () => {
  for (const [name, log, expected] of cases) {
    test(`a stack trace is read from a log: ${name}`, async () =>
      expect(printed(await ask({ text: 'It broke', errorLog: log }))).toEqual(expected));
    test(`a stack trace is read from a code block of the task: ${name}`, async () =>
      expect(printed(await ask(`It broke\n\n\`\`\`\n${log}\n\`\`\`\n`))).toEqual(expected));
  }
  test('a log without a task gets its message as title', async () => {
    expect((await ask({ text: '', errorLog: cases[0]?.[1] })).title).toContain('Cannot read properties');
  });
  test('the message of a trace that fits no file gives keywords; its frames do not', async () => {
    const wordsOf = async (errorLog = '') =>
      (await ask({ text: 'It broke', errorLog })).keywords.map((keyword) => keyword.word);
    expect(await wordsOf(cases[3]?.[1])).toEqual(['broke']);
    const words = await wordsOf(cases[3]?.[1].replace('models.py', 'nowhere.py'));
    expect(words).toContain('total');
    expect(words).not.toContain('threading');
  });
  test('source that an unfenced trace quotes counts as code, its frames not at all', async () => {
    const { keywords } = await ask(`Carts break\n\n${cases[3]?.[1]}\n\nThe ledger is fine.`);
    const weight = (word: string) => keywords.find((keyword) => keyword.word === word)?.weight ?? 0;
    expect(weight('order')).toBeGreaterThan(0);
    expect(weight('order')).toBeLessThan(weight('ledger') / 2);
    expect(weight('threading')).toBe(0);
  });
  test('a file of the workspace with a line is a place, whatever its extension; a host with a port is none', async () => {
    const log = `gpu/kernel.cu(12): error: expected a ";"
gpu/heat.f90:7:1: Error: no IMPLICIT type
In gpu/rules.datalog, line 3: unknown relation
cannot reach example.com:443 or db.internal:5432`;
    expect(printed(await ask({ text: 'x', errorLog: log }))).toEqual([
      ['generic: error: expected a ";"', 'gpu/kernel.cu:12', 'gpu/heat.f90:7', 'gpu/rules.datalog:3'],
    ]);
  });
  test('a place in a sentence does not remove the sentence from the task', async () => {
    const task = await ask('The refund in src/routes/checkout.ts:7 is rounded');
    expect(printed(task)).toEqual([['generic: null', 'src/routes/checkout.ts:7']]);
    expect(task.keywords.map((keyword) => keyword.word)).toContain('refund');
  });
});

describe('printed paths in terms of the view', () => {
  const view = viewPaths(
    [...PATHS, 'django/db/models/query.py', 'activerecord/lib/active_record/base.rb', 'src/flask/app.py'],
    fileKindOf,
  );
  const paths: [printed: string, expected: string | null][] = [
    ['/home/me/shop/src/payments/webhook.ts', 'src/payments/webhook.ts'],
    ['C:\\work\\shop\\src\\payments\\webhook.ts', 'src/payments/webhook.ts'],
    ['SRC/Payments/Webhook.ts', 'src/payments/webhook.ts'],
    ['/srv/index.ts', '/srv/index.ts'],
    ['payments/index.ts', 'src/payments/index.ts'],
    ['other/thing.ts', 'other/thing.ts'],
    ['/env/lib/python3.9/site-packages/django/db/models/query.py', 'django/db/models/query.py'],
    ['/env/lib/python3.9/site-packages/flask/app.py', 'src/flask/app.py'],
    ['/env/lib/python3.9/site-packages/other/app.py', null],
    ['/gems/activerecord-7.0.4/lib/active_record/base.rb', 'activerecord/lib/active_record/base.rb'],
    ['/app/node_modules/lodash/index.ts', null],
    ['node:internal/modules/run_main', null],
    ['<frozen importlib._bootstrap>', null],
  ];
  for (const [path, expected] of paths)
    test(`a printed path is located in the workspace or not at all: ${path}`, () =>
      expect(locatePath(path, view)).toBe(expected));
});
