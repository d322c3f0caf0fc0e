import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import type { Edge } from '../../src/model/edge.ts';
import { explainedText } from '../../src/operations/explain.ts';
import type { PackData, PackExplanation } from '../../src/page/answers.ts';
import { knap, manifestOf } from './knap.ts';
import { SHOP, shareWorld } from './world.ts';

const root = shareWorld(SHOP);
const TASK = 'fix the stripe webhook confirmation';

interface Explained extends PackData {
  readonly explained: PackExplanation & { readonly edges: readonly Edge[] };
}

async function explained(...args: readonly string[]): Promise<Explained> {
  const file = join(root, '../', `${root.split('/').at(-1)}.json`);
  await knap(root, ['pack', TASK, '--format', 'markdown', '--explain', '--manifest', file, ...args]);
  return JSON.parse(readFileSync(file, 'utf8'));
}

test('pack --explain gives each block its cost, and the costs of all parts add up to the cost of the pack', async () => {
  for (const format of ['markdown', 'xml', 'plain', 'json']) {
    const { blocks, usage, explained: told } = await explained('--aim', 'full', '--format', format);
    expect(told.spent.blocks.map(({ id }) => id)).toEqual(blocks.map(({ id }) => id));
    const parts = [...told.spent.blocks.map(({ tokens }) => tokens), told.spent.references, told.spent.frame];
    expect(parts.every((tokens) => tokens >= 0)).toBe(true);
    expect(parts.reduce((sum, tokens) => sum + tokens, 0)).toBe(usage.used);
  }
});

test('pack --explain gives each quoted candidate its level, and each other one the reason it is left out', async () => {
  const { blocks, explained: told } = await explained('--aim', 'focused');
  const quoted = new Set(blocks.flatMap(({ id, covers }) => covers ?? [id]).map(String));
  for (const { id, kind, level, excludedBecause } of told.candidates.filter(({ kind }) => kind !== 'file')) {
    expect([id, kind, level !== undefined && level !== 'reference']).toEqual([id, kind, quoted.has(id)]);
    expect(excludedBecause === undefined).toBe(quoted.has(id));
  }
  expect(told.candidates.map(({ path }) => path)).toContain('docs/payments.md');
  expect(told.candidatesTotal).toBe(told.candidates.length);
  expect(told.edges.map(({ from, to, kind }) => [from, kind, to])).toContainEqual([
    'src/payments/webhook.ts',
    'imports',
    'src/mail/confirmation.ts',
  ]);
});

test('pack --explain draws the budget as bars, coloured on a terminal and without colours in a pipe', async () => {
  const args = ['pack', TASK, '--explain', '--aim', 'focused', '--budget', '900'];
  const drawn = await knap(root, args, { isTerminal: true, columns: 90 });
  const lines = stripVTControlCharacters(drawn.stdout).trimEnd().split('\n');
  expect(drawn.stdout).toContain('\u001b[');
  expect(lines[0]).toBe(`knap  ${TASK}`);
  expect(lines[1]).toMatch(/^ {2}█+▓*▒+░+$/);
  expect(lines[2]).toMatch(/^ {2}[\d,]+ of 900 tokens: █ [\d,]+ quoted, (?:▓ [\d,]+ named, )?▒ [\d,]+ around$/);
  expect(lines.find((line) => line.includes('src/payments/webhook.ts'))).toMatch(/^ {2}\d+ % +█+\S* +\w+ +\d+ +src/);
  expect(lines.find((line) => line.includes('docs/payments.md'))).toMatch(/^ {2}<?\d+ % +\S+ +named +docs/);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(90);
  const piped = await knap(root, args);
  expect(piped.stdout).toMatch(/^knap {2}fix the stripe.*\n {2}█+▓*▒+░+\n/);
  expect(piped.stdout).not.toContain('\u001b[');
});

test('the manifest of a pack without --explain has no explanation', async () => {
  expect(await manifestOf(root, [TASK])).not.toHaveProperty('explained');
});

test('the budget line of pack --explain is drawn for an empty and for a full budget', async () => {
  const pack = { task: { title: 'x' }, usage: { budget: 0, used: 0 } };
  const nothing = { candidates: [], candidatesTotal: 0, spent: { blocks: [], references: 0, frame: 0 } };
  const drawn = explainedText({ pack, explained: nothing } as never, { columns: 40 });
  expect(drawn).toBe(`knap  x\n  ${'░'.repeat(36)}\n  0 of 0 tokens: \n\nin the pack: 0 files\n\nleft out: 0 files`);
  const all = { ...nothing, spent: { blocks: [{ id: 'a', tokens: 60 }], references: 10, frame: 30 } };
  const full = { task: { title: 'x' }, usage: { budget: 100, used: 100 } };
  expect(explainedText({ pack: full, explained: all } as never, { columns: 24 })).toContain(
    `  ${'█'.repeat(12)}${'▓'.repeat(2)}${'▒'.repeat(6)}\n  100 of 100 tokens: █ 60 quoted, ▓ 10 named, ▒ 30 around`,
  );
});
