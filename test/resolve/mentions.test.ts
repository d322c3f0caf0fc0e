import { describe, expect, test } from 'vitest';
import { readTask } from '../../src/pipeline/resolve/resolve.ts';
import { ask, mentioned, OPTIONS } from './world.ts';

const cases: [row: string, text: string, expected: string[]][] = [
  ['C25 a file name', 'the bug is in User.php', ['file app/Models/User.php+']],
  ['C25 a kebab file name', 'look at payment-service.ts please', ['file src/payments/payment-service.ts+']],
  ['C25 a path with a line', 'see src/payments/webhook.ts:12', ['file src/payments/webhook.ts:12+']],
  [
    'C25 a path in back-ticks at the end of a sentence',
    'It is `src/payments/webhook.ts`.',
    ['file src/payments/webhook.ts!+'],
  ],
  ['C25 an absolute path', 'open /home/me/shop/app/shop/models.py', ['file app/shop/models.py+']],
  ['C25 a name that several files bear stays as written', 'edit index.ts', ['file index.ts+']],
  ['C25 a file without an ending', 'the Dockerfile is old', ['file Dockerfile+']],
  ...['build.sbt', 'gpu/kernel.cu', 'gpu/heat.f90', 'gpu/grid.hxx', 'gpu/cart.cr', 'gpu/rules.datalog'].map(
    (path): [string, string, string[]] => [
      'C25 any file of the view, whatever its ending',
      `the bug is in ${path.replace('gpu/', '')} I think`,
      [`file ${path}+`],
    ],
  ),
  ['C25 a file of the view without an ending, written just so', 'the script Solve breaks', ['file gpu/Solve+']],
  ['C25 one that is a word needs its folder', 'the melt method breaks, as gpu/melt does', ['file gpu/melt+']],
  ['C25 and not otherwise', 'it will `solve` nothing', ['identifier solve!']],
  ['C25 an ending that is a word, of a file there is', 'see items.map there', ['file gpu/items.map+']],
  ['C25 an ending that is a word, of a file there is not', 'list.map and response.text are slow', []],
  ['C25 a name of an ending nobody knows', 'edit missing.datalog', []],
  ['C25 a file the view lacks', 'edit missing.ts', ['file missing.ts']],
  ['C25 a library is no file', 'runs on Node.js and Vue.js', []],
  ['C25 a member of an object is no file', 'res.json and process.env are read', []],
  ['C25 unless there is such a file', 'colours in app.css', ['file resources/css/app.css+']],
  ['C25 nor is it doubtful below a folder', 'edit assets/data.json', ['file assets/data.json']],
  ['C25 a module path', 'in app.shop.models something', ['file app/shop/models.py+']],
  ['C25 a kebab name in back-ticks', 'the `payment-service` is slow', ['file src/payments/payment-service.ts!+']],
  ['C25 a folder', 'all of src/payments is slow', ['path src/payments+']],
  [
    'C25 a link to a file of the repository',
    'see https://github.com/o/shop/blob/main/src/routes/checkout.ts#L7-L9',
    ['file src/routes/checkout.ts:7!+'],
  ],
  ['C25 a file in a call', "open('src/routes/checkout.ts') fails", ['file src/routes/checkout.ts+']],
  ['C26 a class the index knows', 'PaymentService is slow', ['class PaymentService+']],
  ['C26 a class it does not know is kept and marked so', 'RefundService is slow', ['class RefundService']],
  ['C26 another case finds it', 'the payment_service is slow', ['class payment_service+']],
  ['C26 two words find it', 'the payment service is slow', ['class payment service+']],
  ['C26 one capital word counts where the index knows it', 'the Cart is empty', ['class Cart+']],
  ['C26 a brand is no class', 'JavaScript on GitHub', []],
  ['C26 a plain word is none', 'the cart is empty', []],
  ['C27 camelCase', 'handleWebhook is slow', ['method handleWebhook+']],
  ['C27 snake_case', 'the full_name is wrong', ['method full_name+']],
  ['C27 a call', 'checkout() fails', ['method checkout!+']],
  ['C27 with its class, by a dot', 'User.full_name is wrong', ['class User+', 'method User.full_name!+']],
  ['C27 with its class, by colons', 'User::full_name is wrong', ['class User+', 'method User::full_name!+']],
  ['C27 with its class, by a hash', 'User#full_name is wrong', ['class User+', 'method User#full_name!+']],
  ['C27 with its class, by an at sign', 'User@full_name is wrong', ['class User+', 'method User.full_name!+']],
  ['C27 a common name of a class that has it', 'Store::get is slow', ['method Store::get!+', 'class Store']],
  ['C27 a common name of a class that has none', 'Cart::get is slow', ['class Cart+']],
  ['C27 a plural in brackets calls nothing', 'the checkout(s) fail, and the file(s)', []],
  ['C27 acronyms are words', 'URLs and APIs of IPv6 by UUIDs', []],
  ['C27 a kind beside it makes a plain word a name', 'the flatten function is slow', ['method flatten+']],
  ['C27 a common name says nothing', 'x.get is slow', []],
  ['C27 unless it is marked', '`get` is slow', ['method get!+']],
  ['C27 quoted names are explicit', 'the "handleWebhook" one', ['method handleWebhook!+']],
  ['C27 a quoted value is none', "the mode 'none' or 'row'", []],
  ['C27 a constant', 'raise MAX_RETRIES', ['identifier MAX_RETRIES+']],
  ['C27 a change prefix calls nothing', 'fix(payments): rounding', []],
  ['C28 a route', 'call /api/users twice', ['route /api/users']],
  ['C28 a short route', 'the page /checkout is blank', ['route /checkout']],
  ['C28 a route with a verb and parameters', 'GET /users/{id}/orders fails', ['route /users/{id}/orders']],
  ['C28 alternatives are no routes', 'and/or, read/write, w/o, n/a', []],
  ['C28 a folder of the machine is none', 'stored in /usr/local/share and /tmp/x', []],
  ['C28 a folder of the view is a path', 'see /src/payments/', ['path src/payments+']],
  ['C29 a PHP level', 'raises E_USER_DEPRECATED', ['error-code E_USER_DEPRECATED']],
  ['C29 an errno', 'we get ECONNREFUSED', ['error-code ECONNREFUSED']],
  ['C29 a Node code', 'ERR_MODULE_NOT_FOUND again', ['error-code ERR_MODULE_NOT_FOUND']],
  ['C29 a compiler code', 'fails with TS2345', ['error-code TS2345']],
  ['C29 an SQL state', 'SQLSTATE[42S02]: no table', ['error-code SQLSTATE[42S02]']],
  ['C29 an HTTP status by its neighbours', 'returns HTTP 404 sometimes', ['error-code 404']],
  ['C29 a status with its name', 'got 500 Internal here', ['error-code 500']],
  ['C29 a number is none', 'returns 500 rows', []],
  ['C29 an algorithm or a shout is none', 'SHA256, UTF8, ES2015: EVENT ERROR', []],
];
describe('names in a task are recognised', () => {
  for (const [row, text, expected] of cases)
    test(`${row}: the names in "${text}" are recognised`, async () =>
      expect([...mentioned(await ask(text))].sort()).toEqual(expected.toSorted()));
});

describe('files and symbols that the caller names', () => {
  test('C25 --file is explicit, by any end of its path, with a line', async () => {
    const task = await ask({ text: '', files: ['payments/webhook.ts:3', './src/index.ts'] });
    expect(mentioned(task)).toEqual(['file src/payments/webhook.ts:3!+', 'file src/index.ts!+']);
    expect(task.mentions.every((mention) => mention.weight === 1)).toBe(true);
  });
  test('C25 --file with a folder is read as a path', async () => {
    expect(mentioned(await ask({ text: 'x', files: ['src/payments/'] }))).toEqual(['path src/payments!+']);
  });
  test('C25 a named file that does not exist is reported with similar paths', async () => {
    expect((await ask('fix the panic in src/payments/webhok.ts')).notes).toEqual([
      'There is no file "src/payments/webhok.ts" here. Did you mean src/payments/webhook.ts?',
    ]);
    expect((await ask('It breaks\n\nMy `settings.ts` and /home/me/app.ts:\n```\nsrc/no.ts\n```')).notes).toEqual([]);
  });
  test('C25 --file with a missing file names similar files', async () => {
    await expect(ask({ text: 'x', files: ['src/webhok.ts'] })).rejects.toMatchObject({
      code: 'NO_SUCH_FILE',
      message: expect.stringContaining('src/payments/webhook.ts'),
    });
  });
  test('C27 --symbol names a symbol, and an unknown symbol is noted', async () => {
    const task = await ask({ text: '', symbols: ['User.full_name', 'nowhere()'] });
    expect(mentioned(task)).toEqual(['method User.full_name!+', 'method nowhere!']);
    expect(task.notes).toEqual(['The index knows no symbol "nowhere".']);
  });
  test('C26 a name in a code block counts only if the workspace defines it, and counts less', async () => {
    const task = await ask('Slow\n\n```ts\nconst s = new PaymentService(); unknownThing(s);\n```');
    expect(mentioned(task)).toEqual(['class PaymentService+']);
    expect(task.mentions[0]?.weight).toBeLessThan(0.5);
  });
  test('C26 a task that was read lists the keys of all its names, to look them up together', () => {
    const { names } = readTask(
      { text: 'PaymentService and Shop.handleWebhook()', symbols: ['x'] },
      { paths: [], fileKind: () => null },
      OPTIONS,
    );
    expect(names).toEqual(
      expect.arrayContaining(['paymentservice', 'handlewebhook', 'shop', 'shophandlewebhook', 'x']),
    );
  });
});
