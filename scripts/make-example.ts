import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

// Makes the shop of the README with its history: npx node scripts/make-example.ts FOLDER

const SHOP = join(import.meta.dirname, '../examples/shop');

// The changes of its past fixes, oldest first.
const FIXES = [
  {
    message: 'Refunds are rounded to whole cents',
    path: 'src/payments/refund.ts',
    before: 'order.paidCents * share;',
    after: 'Math.round(order.paidCents * share);',
  },
  {
    message: 'An order without items cannot be paid',
    path: 'src/orders/order.ts',
    before: '',
    after: `  if (order.items.length === 0) throw new Error(\`order \${order.id} has no items\`);\n`,
  },
  {
    message: 'Stripe requests with a wrong signature are refused',
    path: 'src/http/routes.ts',
    before: '',
    after: "  if (!verifySignature(body, signature, process.env.STRIPE_SECRET ?? '')) return 400;\n",
  },
  {
    message: 'Mails are sent again when the mail server is busy',
    path: 'src/mail/mailer.ts',
    before: 'if (await post(mail)) return;\n',
    after: 'for (let attempt = 0; attempt < TRIES; attempt++) if (await post(mail)) return;\n',
  },
];

/** Writes the shop into a new folder and commits its history; the commits are the same each time. */
export function makeExample(folder: string): void {
  mkdirSync(folder, { recursive: true });
  cpSync(SHOP, folder, { recursive: true });
  for (const { path, before, after } of FIXES.toReversed()) replace(folder, path, after, before);
  const commit = committer(folder);
  commit('A shop', 0);
  for (const [index, { message, path, before, after }] of FIXES.entries()) {
    replace(folder, path, before, after);
    commit(message, index + 1);
  }
}

function replace(folder: string, path: string, from: string, to: string): void {
  const text = readFileSync(join(folder, path), 'utf8');
  writeFileSync(join(folder, path), from === '' ? withLine(path, text, to) : text.replace(from, () => to));
}

// Inserts a line at its place in the current shop.
function withLine(path: string, text: string, line: string): string {
  const now = readFileSync(join(SHOP, path), 'utf8');
  const before = now.slice(0, now.indexOf(line));
  return before + line + text.slice(before.length);
}

function committer(folder: string): (message: string, day: number) => void {
  const git = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    execFileSync('git', ['-c', 'commit.gpgsign=false', ...args], { cwd: folder, env: { ...process.env, ...env } });
  git(['init', '-q', '-b', 'main', '--template=']);
  return (message, day) => {
    const date = new Date(Date.UTC(2026, 0, 5 + day, 12)).toISOString();
    const who = { NAME: 'Shop', EMAIL: 'shop@example.org', DATE: date };
    const env = Object.entries(who).flatMap(([name, value]) => [
      [`GIT_AUTHOR_${name}`, value],
      [`GIT_COMMITTER_${name}`, value],
    ]);
    git(['add', '-A']);
    git(['commit', '-q', '-m', message], Object.fromEntries(env));
  };
}

if (import.meta.main) makeExample(resolve(process.argv[2] ?? 'shop'));
