import { type ChildProcess, spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { finished, type Outcome } from '../surfaces/knap.ts';
import { makeWorld } from '../worlds/world.ts';

const PRICE = 'export function priceWithTax(price: number): number {\n  return price * 1.19;\n}\n';

/** A small repository with some history, a document that names addresses, and a graph that can be imported. */
export function makeShop() {
  const fixes = [1, 2, 3].map((at) => ({
    message: `Fix the rate of priceWithTax, time ${at}`,
    files: { 'src/price.ts': PRICE.replace('1.19', `1.${19 + at}`) },
  }));
  const world = makeWorld(
    {
      'src/price.ts': PRICE,
      'src/cart.ts': "import { priceWithTax } from './price.ts';\n\nexport const total = () => priceWithTax(100);\n",
      'docs/prices.md': '# Prices\n\nSee <https://example.com/prices> and [the rates](http://192.0.2.1/rates).\n',
      'package.json': '{ "name": "shop", "repository": "https://example.com/shop.git" }\n',
      'notes/pages/Prices.md': '- The price of everything\n',
    },
    fixes,
  );
  world.git('remote', 'add', 'origin', 'https://example.invalid/shop.git');
  return world;
}

/** Everything that ends by itself; nothing of it has a reason to speak to another machine. */
export const ALONE: readonly (readonly string[])[] = [
  ['index', '--full'],
  ['pack', 'priceWithTax is wrong', '--format', 'markdown'],
  ['pack', 'what did this change', '--diff', 'HEAD~1', '--format', 'xml'],
  ['query', 'where is the price made'],
  ['show', 'docs/prices.md'],
  ['check'],
  ['import', 'logseq', 'notes'],
  ['context', 'Prices'],
  ['eval', '--limit', '2', '--threads', '1'],
  ['explain', 'priceWithTax'],
  ['status'],
  ['doctor'],
  ['setup', 'claude-code'],
  ['config'],
];

/** Servers that are asked something and then told to end, with the words that say they are ready. */
export const SERVERS: readonly (readonly string[])[] = [
  ['serve', '--port', '0'],
  ['ui', '--port', '0', '--no-open'],
];

/** Asks a server that has said where it listens, and ends it in order. */
export async function askServer(
  child: ChildProcess,
  end: (child: ChildProcess) => void = () => child.kill('SIGTERM'),
): Promise<Outcome> {
  let said = '';
  for await (const chunk of child.stderr!.iterator({ destroyOnReturn: false })) {
    said += chunk;
    const [, url] = /(http:\/\/127\.0\.0\.1:\d+)/.exec(said) ?? [];
    if (url === undefined) continue;
    const body = JSON.stringify({ task: 'priceWithTax is wrong' });
    await fetch(`${url}/v1/pack`, { method: 'POST', headers: { 'content-type': 'application/json' }, body }).then(
      (answer) => answer.text(),
    );
    end(child);
    break;
  }
  return finished(child);
}

/** Whether what a program asks of the system can be watched here. */
export function canTrace(): boolean {
  const { status } = spawnSync('strace', ['-f', '-o', '/dev/null', realpathSync('/bin/true')]);
  return status === 0;
}

export const WATCH = join(import.meta.dirname, 'watch-network.ts');
