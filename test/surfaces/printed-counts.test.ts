import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { Explanation } from '../../src/ports/engine.ts';
import { knap, manifestOf } from './knap.ts';
import { makeWorld, SHOP, shareWorld } from './world.ts';

const TASK = 'fix the stripe webhook confirmation';
const root = shareWorld(SHOP);

describe('printed counts are those of the quoted code', () => {
  test('the terminal and the list of packs count the quoted files', async () => {
    const world = makeWorld(SHOP);
    const { stdout } = await knap(world, ['pack', TASK, '--budget', '400'], { isTerminal: true });
    const shown = stripVTControlCharacters(stdout);
    const manifest = JSON.parse((await knap(world, ['packs', 'open', '--json'])).stdout);
    const quoted = new Set(manifest.blocks.map(({ path }: { path: string }) => path)).size;
    expect(manifest.files.length).toBeGreaterThan(quoted);
    expect(shown).toContain(` tokens · ${quoted} file`);
    expect(shown.split('\n').filter((line) => line.includes('█')).length).toBe(quoted);
    const [kept] = JSON.parse((await knap(world, ['packs', '--json'])).stdout);
    expect(kept.files).toBe(quoted);
  });

  test('a pack notes a redacted line only if it quotes the line', async () => {
    const key = ['sk_', 'live_', '51Hx9s2eZvKYlo2C8bNqR7tWu'].join('');
    const world = makeWorld({
      ...SHOP,
      'src/mail/keys.ts': `export const stripeKey = '${key}';\n${'\nexport const filler = 1;'.repeat(40)}\n`,
      'src/zebra.ts': `/** Paints stripes. */\nexport function paintZebra() {\n  return 'black';\n}\n`,
    });
    const with_ = await manifestOf(world, ['the stripeKey in keys.ts']);
    expect(with_.notes.filter((note) => note.includes('redacted'))).toEqual([
      '1 line looks like a secret and is redacted',
    ]);
    const without = await manifestOf(world, [
      'paintZebra beside the stripe filler',
      '--symbol',
      'paintZebra',
      '--max-files',
      '1',
    ]);
    expect(without.blocks.map(({ path }) => path)).toEqual(['src/zebra.ts']);
    expect(without.notes.filter((note) => note.includes('redacted'))).toEqual([]);
  });
});

describe('packs compare shows the differences of two packs', () => {
  test('packs compare explains its signs and lists only files that a single pack quotes', async () => {
    const world = makeWorld(SHOP);
    await knap(world, ['pack', TASK, '--max-files', '1']);
    await knap(world, ['pack', 'repair the cart total', '--max-files', '1']);
    const { stdout } = await knap(world, ['packs', 'compare', 'fix-the', 'repair']);
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .slice(2, -1)
        .map((line) => line.replace(/ .* /, ' ')),
    ).toEqual(['+ src/cart/cart.ts', '- src/payments/webhook.ts']);
    expect(stdout).toMatch(/^\+ only in the newer, - only in the older, ~ quoted differently, = the same$/m);
  });
});

describe('explain adds up the parts of a score', () => {
  const explained = async (...more: string[]): Promise<Explanation> =>
    JSON.parse((await knap(root, ['explain', TASK, '--json', ...more])).stdout);

  test('the parts that explain --json gives of the score of a file or unit add up to its sum', async () => {
    const { candidates } = await explained('--target', 'src/payments/webhook.ts');
    expect(candidates.length).toBeGreaterThan(1);
    for (const { id, score, sum, reasons } of candidates) {
      expect(
        reasons.reduce((total, { value, weight }) => total + value * weight, 0),
        id,
      ).toBeCloseTo(sum, 6);
      const isUnit = id.includes('#') || id.includes(':');
      if (!isUnit) expect(sum, id).toBeCloseTo(score, 6);
    }
    const { stdout } = await knap(root, ['explain', TASK, '--target', 'src/payments/webhook.ts']);
    expect(stdout).toMatch(/^ += -?\d+\.\d{3}, \d+\.\d\d below the best unit: \d\.\d{3} × e\^-\d+\.\d\d = \d\.\d{3}$/m);
  });
});
