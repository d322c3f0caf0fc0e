import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadWeights } from '../../src/engine/open/open-ranker.ts';
import type { Engine } from '../../src/ports/engine.ts';
import { FILE_FEATURES } from '../../src/rankers/file-features.ts';
import { readWeights } from '../../src/rankers/learned.ts';
import { FILE_INPUTS, NOTHING_INPUTS, UNIT_INPUTS } from '../../src/rankers/likelihood.ts';
import { UNIT_FEATURES } from '../../src/rankers/unit-features.ts';
import { READER, READER_PAST } from '../worlds/reader.ts';
import { makeWorld, type World } from '../worlds/world.ts';

let world: World;
let engine: Engine;
beforeAll(async () => {
  world = makeWorld(READER, READER_PAST);
  engine = await world.open();
});
afterAll(async () => {
  await engine.close();
  world[Symbol.dispose]();
});

const TASK = 'items without a guid appear twice in the unread count';

describe('the learned ranker', () => {
  test('the contributions of its reasons add up to the score of a file', async () => {
    const { candidates } = await engine.explain({ task: TASK });
    for (const { score, reasons } of candidates) {
      const sum = reasons.reduce((total, reason) => total + reason.weight * reason.value, 0);
      expect(score).toBeCloseTo(Math.max(0, sum), 6);
    }
    expect(candidates.length).toBeGreaterThan(3);
  });

  test('the ratio of two unit scores is the exponential of the difference of their sums', async () => {
    const { candidates } = await engine.explain({ task: TASK, target: 'src/feeds/parse-rss.ts' });
    const [first, ...others] = candidates.filter(({ id, path, from }) => id !== path && !from.includes('for the sake'));
    for (const { score, sum } of others) expect(Math.log(first!.score / score)).toBeCloseTo(first!.sum - sum, 4);
    expect(others.length).toBeGreaterThan(0);
  });

  test('a task with much quoted code still finds the file that its own words name first or second', async () => {
    const quoted = Object.entries(READER).filter(([path], at) => at % 2 === 0 && !path.includes('sanitize'));
    const fenced = quoted.map(([, text]) => `\`\`\`ts\n${text}\n\`\`\``);
    const task = ['Scripts survive the sanitizing of html', 'All I have so far:', ...fenced].join('\n\n');
    const { pack } = await engine.pack({ task, budget: 4000 });
    expect(pack.files.slice(0, 2).map(({ path }) => path)).toContain('src/view/sanitize-html.ts');
    expect(pack.usage.used).toBeLessThanOrEqual(4000);
  });

  test('the reason "meaning" is worth half for a task of sixty further words', async () => {
    const nearest = async (task: string) => {
      const { candidates } = await engine.explain({ task, every: true });
      const reasons = candidates.filter(({ id, path }) => id === path).flatMap((file) => file.reasons);
      return Math.max(...reasons.filter(({ signal }) => signal === 'meaning').map(({ value }) => value));
    };
    const words = Array.from({ length: 60 }, (_, at) => `w${String.fromCharCode(97 + (at % 26), 97 + (at % 7))}q`);
    expect(await nearest(TASK)).toBe(1);
    expect(await nearest(`${TASK}\n\n${words.join(' ')}`)).toBe(0.5);
  });

  test('the score of every file and unit lies between 0 and 1, and no unit scores above the best file', async () => {
    const { candidates } = await engine.explain({ task: TASK, target: 'src/feeds/parse-rss.ts' });
    for (const { score } of candidates) {
      expect(score).toBeGreaterThanOrEqual(0);
      expect(score).toBeLessThanOrEqual(1);
    }
    const units = candidates.filter(({ id, path }) => id !== path);
    expect(Math.max(...units.map(({ score }) => score))).toBeLessThanOrEqual(
      Math.max(...candidates.map(({ score }) => score)),
    );
  });

  test('the learned ranker gives the same pack to the byte for the same task', async () => {
    const [first, second] = [await engine.pack({ task: TASK }), await engine.pack({ task: TASK })];
    expect(second.text).toBe(first.text);
  });

  test('a file named by its path ranks above every match of words', async () => {
    const { pack } = await engine.pack({
      task: 'src/opml/export-opml.ts: parse rss items, guid, channel, link, pubDate',
    });
    expect(pack.files[0]?.path).toBe('src/opml/export-opml.ts');
  });

  test('`include` of tests raises the score of a test file', async () => {
    const task = 'sanitize html scripts are dropped test';
    const scoreOf = async (include: string[]) => {
      const { candidates } = await engine.explain({ task, include, target: 'test/sanitize-html.test.ts' });
      return candidates[0]!.score;
    };
    expect(await scoreOf(['tests'])).toBeGreaterThan(await scoreOf([]));
  });

  test('a test inside a source file is rated lower, unless tests are included', async () => {
    const padding = (name: string) =>
      `fn ${name}(rows: &[u32]) -> u32 {\n${'    step(rows);\n'.repeat(12)}    0\n}\n\n`;
    using shop = makeWorld({
      'src/cart.rs': `${padding('weigh')}pub fn total(rows: &[u32]) -> u32 {
${'    let sum = rows.iter().sum();\n'.repeat(12)}    rounded(sum)
}

#[cfg(test)]
mod tests {
    #[test]
    fn total_of_an_empty_cart_is_rounded() {
        assert_eq!(total(&[]), 0);
    }
}
`,
      'src/lib.rs': padding('main_loop'),
    });
    const opened = await shop.open();
    const task = 'the total of an empty cart is not rounded';
    const scoreOf = async (include: 'tests'[]) => {
      const { candidates } = await opened.explain({ task, include, target: 'src/cart.rs' });
      return candidates.find(({ id }) => id === 'src/cart.rs#total')!.score;
    };
    // A score is relative to the best unit, which is the test if tests are included.
    expect(await scoreOf([])).toBeGreaterThan((await scoreOf(['tests'])) * 1.2);
    await opened.close();
  });

  test('a type declaration ranks below the code it declares, unless the task names its file', async () => {
    using shop = makeWorld({
      'types/drain-socket.d.ts':
        '/** Drains a socket; the limit is kept. */\nexport declare function drainSocket(socket: Socket, limit: number): void;\n',
      'lib/drain-socket.js': 'export function drainSocket(socket, limit) {\n  socket.drained(limit);\n}\n',
      'lib/other.js': 'export const other = 1;\n',
    });
    const opened = await shop.open();
    const first = async (task: string) => (await opened.pack({ task })).pack.files[0]?.path;
    expect(await first('drain socket: the limit is not kept')).toBe('lib/drain-socket.js');
    expect(await first('types/drain-socket.d.ts: the limit is optional')).toBe('types/drain-socket.d.ts');
    await opened.close();
  });

  test('the ranker "signals" can be chosen, and an unknown ranker is refused', async () => {
    const { candidates } = await engine.explain({ task: TASK, ranker: 'signals' });
    const kinds = new Set(candidates.flatMap(({ reasons }) => reasons.map(({ signal }) => signal)));
    expect(kinds.has('keywordMatch')).toBe(true);
    await expect(engine.pack({ task: TASK, ranker: 'zebra' })).rejects.toThrow(/ranker "zebra"/);
  });

  test('a pack leaves out unlikely code, however much of the budget is left', async () => {
    const { pack } = await engine.pack({ task: 'the `pubDate` of items', budget: 100_000 });
    expect(pack.excluded.belowFloor).toBeGreaterThan(0);
    expect(pack.usage.used).toBeLessThan(50_000);
  });
});

describe('the weights of the learned ranker are checked', () => {
  const named = (features: readonly { name: string }[]) => Object.fromEntries(features.map(({ name }) => [name, 1]));
  const model = (names: readonly string[]) => ({
    ...{ bias: 0, weights: Object.fromEntries(names.map((name) => [name, 1])) },
    table: [
      [-1, 0.1],
      [1, 0.9],
    ],
  });
  const likelihoods = { files: model(FILE_INPUTS), units: model(UNIT_INPUTS), nothing: model(NOTHING_INPUTS) };
  const good = {
    ...{ version: 2, trainedOn: 'here', files: named(FILE_FEATURES), units: named(UNIT_FEATURES) },
    likelihoods,
  };
  const curve = (table: unknown) =>
    JSON.stringify({ ...good, likelihoods: { ...likelihoods, files: { ...likelihoods.files, table } } });
  const cases: [name: string, text: string, expected: RegExp][] = [
    ['text that is no JSON', '{', /no JSON/],
    ['null', 'null', /version is missing/],
    ['another version', JSON.stringify({ ...good, version: 1 }), /version is 1/],
    ['a missing weight', JSON.stringify({ ...good, files: {} }), /lacks weights/],
    ['a weight that is no number', JSON.stringify({ ...good, units: { ...good.units, words: 'x' } }), /lacks weights/],
    ['no likelihoods', JSON.stringify({ ...good, likelihoods: undefined }), /lacks likelihoods/],
    [
      'a model without a weight',
      JSON.stringify({ ...good, likelihoods: { ...likelihoods, units: model([]) } }),
      /lacks l/,
    ],
    ['a curve without points', curve([]), /lacks likelihoods/],
    [
      'a curve that falls',
      curve([
        [0, 0.5],
        [1, 0.4],
      ]),
      /lacks likelihoods/,
    ],
    ['a curve above 1', curve([[0, 1.5]]), /lacks likelihoods/],
  ];
  for (const [name, text, expected] of cases)
    test(`weights of the learned ranker are refused for ${name}`, () => expect(readWeights(text)).toMatch(expected));
  test('complete weights of the learned ranker in the right version are read', () =>
    expect(readWeights(JSON.stringify(good))).toMatchObject({ trainedOn: 'here' }));

  test('a file of weights that is missing or of another version is reported', () => {
    const folder = mkdtempSync(join(tmpdir(), 'knap-weights-'));
    writeFileSync(join(folder, 'other.json'), JSON.stringify({ ...good, version: 7 }));
    expect(loadWeights(join(folder, 'none.json'))).toMatch(/missing/);
    expect(loadWeights(join(folder, 'other.json'))).toMatch(/version is 7/);
    rmSync(folder, { recursive: true });
  });
});
