import { DEFAULTS } from '../../src/config/defaults.ts';
import { DOMAINS } from '../../src/domains/index.ts';
import { fileKindOf } from '../../src/languages/index.ts';
import type { Task, TaskInput } from '../../src/model/task.ts';
import { nameKey } from '../../src/model/terms.ts';
import type { KnownSymbol } from '../../src/pipeline/resolve/mentions/confirm-mentions.ts';
import { type ResolveOptions, readTask, resolve } from '../../src/pipeline/resolve/resolve.ts';

/** A shop with parts in many languages, small enough to know by heart. */
export const PATHS = [
  'Dockerfile',
  'app/Http/Controllers/UserController.php',
  'app/Models/User.php',
  'app/shop/models.py',
  'app/shop/views.py',
  'cmd/server/main.go',
  'config/app.php',
  'docs/guide.md',
  'build.sbt',
  'gpu/kernel.cu',
  'gpu/heat.f90',
  'gpu/grid.hxx',
  'gpu/cart.cr',
  'gpu/rules.datalog',
  'gpu/Solve',
  'gpu/melt',
  'gpu/items.map',
  'lib/shop/cart.rb',
  'packages/core/router/router-proxy.ts',
  'resources/css/app.css',
  'src/Shop/Cart.cs',
  'src/cart.rs',
  'src/index.ts',
  'src/main/java/com/shop/Cart.java',
  'src/main/kotlin/com/shop/Till.kt',
  'src/payments/index.ts',
  'src/payments/payment-service.ts',
  'src/payments/webhook.ts',
  'src/routes/checkout.ts',
  'test/payments/webhook.test.ts',
];

export const SYMBOLS: readonly KnownSymbol[] = [
  symbol('PaymentService', 'class', 'src/payments/payment-service.ts'),
  symbol('handleWebhook', 'function', 'src/payments/webhook.ts'),
  symbol('User', 'class', 'app/Models/User.php'),
  symbol('full_name', 'method', 'app/Models/User.php', 'User.full_name'),
  symbol('Cart', 'class', 'src/Shop/Cart.cs'),
  symbol('flatten', 'function', 'src/index.ts'),
  symbol('checkout', 'function', 'src/routes/checkout.ts'),
  symbol('get', 'method', 'src/index.ts', 'Store.get'),
  symbol('MAX_RETRIES', 'constant', 'src/index.ts'),
];

export const OPTIONS: ResolveOptions = { ...DEFAULTS.task, domains: DOMAINS };

/** The task as the stage resolves it in the shop. */
export async function ask(input: string | TaskInput, options: Partial<ResolveOptions> = {}): Promise<Task> {
  const all = { ...OPTIONS, ...options };
  const reading = readTask(
    typeof input === 'string' ? { text: input } : input,
    { paths: PATHS, fileKind: fileKindOf },
    all,
  );
  const known = SYMBOLS.filter(({ name }) => reading.names.includes(nameKey(name)));
  return resolve(reading, known, all);
}

/** `kind text`, with `:line`, `!` for explicit and `+` for known. */
export function mentioned(task: Task): readonly string[] {
  return task.mentions.map(({ kind, text, line, isExplicit, isKnown }) => {
    return `${kind} ${text}${line === null ? '' : `:${line}`}${isExplicit ? '!' : ''}${isKnown ? '+' : ''}`;
  });
}

function symbol(name: string, kind: string, path: string, qualifiedName = name): KnownSymbol {
  return { name, qualifiedName, kind, path };
}
