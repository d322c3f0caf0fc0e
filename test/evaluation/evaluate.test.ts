import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { configSchema } from '../../src/config/schema.ts';
import { evaluate } from '../../src/evaluation/evaluate.ts';
import { openScratchTree } from '../../src/evaluation/replay.ts';
import { evaluationText } from '../../src/operations/evaluation-text.ts';
import { knap } from '../surfaces/knap.ts';
import { makeWorld } from '../worlds/world.ts';
import { COMMITS, inputFor, LONG, START } from './fixes.ts';

describe('a repository replays its own fixes', () => {
  test('an evaluation measures how knap and plain searches find the files that two fixes changed', async () => {
    using world = makeWorld(START, COMMITS);
    const evaluation = await evaluate(inputFor(world));
    expect(evaluation.tasks).toBe(2);
    expect(evaluation.systems.map(({ system }) => system)).toEqual(['knap', 'BM25 over files', 'keyword count']);
    const [knap] = evaluation.systems;
    expect(knap!.ranking.recallAt1.mean).toBe(1);
    expect(knap!.packs[0]!.scores.lines.mean).toBe(1);
    expect(evaluation.misses).toEqual([]);
    expect(knap!.units!.functions).toMatchObject({ tasks: 2, allAt5: { mean: 1 } });
    const { files, units } = knap!.units!.calibration;
    for (const { error, bins } of [files, units]) {
      expect(bins).toHaveLength(10);
      expect(error).toBeGreaterThanOrEqual(0);
      expect(error).toBeLessThan(1);
    }
    expect(evaluation.systems.slice(1).map((system) => system.units)).toEqual([null, null]);
    expect(knap!.aims.map(({ aim }) => aim)).toEqual(['focused', 'full']);
    for (const { scores } of knap!.aims) {
      expect(scores.fileF1.mean).toBeGreaterThan(0);
      expect(scores.fileF1.mean).toBeLessThanOrEqual(1);
    }
    expect(evaluation.systems.slice(1).map((system) => system.aims)).toEqual([[], []]);
    expect(evaluationText(evaluation)).toMatch(/^aim \d+ +files +file F1 +lines +precision +F1 +tokens$/m);
  });

  test('an evaluation measures packs of several budgets with the same ranking of files', async () => {
    using world = makeWorld({ ...START, ...LONG }, COMMITS);
    const { systems } = await evaluate(inputFor(world, { budgets: [300, 2000] }));
    for (const { packs } of systems) expect(packs.map(({ budget }) => budget)).toEqual([300, 2000]);
    const [small, large] = systems[0]!.packs;
    for (const { budget, scores } of [small!, large!]) {
      expect(scores.tokens.mean).toBeGreaterThan(0);
      expect(scores.tokens.high).toBeLessThanOrEqual(budget);
    }
    expect(large!.scores.tokens.mean).toBeGreaterThan(small!.scores.tokens.mean);
    // More of the same gold lines among more lines.
    expect(large!.scores.lines.mean).toBe(1);
    expect(large!.scores.f1.mean).toBeGreaterThan(0);
    const [other] = (await evaluate(inputFor(world, { budgets: [2000] }))).systems;
    expect(other!.ranking).toEqual(systems[0]!.ranking);
    expect(other!.packs).toEqual([large]);
  });

  test('a fix of a script, a template or a file without an extension is a task, and plain searches find its files', async () => {
    const pages = (word: string) => ({
      'views/page.html': `<p>${word} of the invoice</p>\n`,
      'bin/deploy': `#!/bin/sh\necho ${word} deploy\n`,
      'pom.xml': `<version>${word}</version>\n`,
    });
    using world = makeWorld({ ...START, ...pages('old') }, [
      { message: 'The invoice page and deploy say it anew', files: pages('new') },
    ]);
    const { systems } = await evaluate(inputFor(world));
    expect(systems.map(({ system, ranking }) => [system, ranking.recallAt5.mean])).toEqual([
      ['knap', 1],
      ['BM25 over files', 1],
      ['keyword count', 1],
    ]);
  });

  test('an evaluation sees neither files nor commits after the base of a task', async () => {
    using world = makeWorld(START, COMMITS);
    const tree = await openScratchTree(world.root, join(world.root, '.knap/eval/tree'));
    const first = world.git('rev-parse', 'HEAD~2').trim();
    await tree.moveTo(first);
    expect(readFileSync(join(tree.folder, 'src/money.ts'), 'utf8')).toBe(START['src/money.ts']);
    const engine = await world.open({ root: tree.folder });
    const { commits } = await engine.index();
    expect(commits).toBe(1);
    expect((await engine.status()).coverage.files).toBe(3);
    await engine.close();
  });

  test('an evaluation gives the same results whether or not the user has configured graphs', async () => {
    using world = makeWorld(START, COMMITS);
    using notes = makeWorld({ 'pages/Webhook.md': `- ${COMMITS.map(({ message }) => message).join('\n- ')}\n` });
    const graphs = { diary: { source: 'logseq', path: notes.root } };
    const without = await evaluate(inputFor(world));
    const { systems } = await evaluate(inputFor(world, { config: configSchema.parse({ graphs }) }));
    expect(systems.map(({ ranking, packs }) => [ranking, packs])).toEqual(
      without.systems.map(({ ranking, packs }) => [ranking, packs]),
    );
  });

  test('a work tree of an evaluation holds the files of its commit that a clone has, and no others', async () => {
    using world = makeWorld({ ...START, 'src/old.ts': 'export const old = 1;\n' }, COMMITS);
    world.git('rm', '-q', 'src/old.ts');
    world.git('commit', '-q', '-m', 'Nothing is old');
    const lost = world.git('rev-parse', 'HEAD:src/money.ts').trim();
    rmSync(join(world.root, '.git/objects', lost.slice(0, 2), lost.slice(2)));
    const tree = await openScratchTree(world.root, join(world.root, '.knap/eval/tree'));
    await tree.moveTo(world.git('rev-parse', 'HEAD~1').trim());
    expect(readdirSync(join(tree.folder, 'src'))).toEqual(['cart.ts', 'old.ts', 'webhook.ts']);
    await tree.moveTo(world.git('rev-parse', 'HEAD').trim());
    expect(readdirSync(join(tree.folder, 'src'))).toEqual(['cart.ts', 'webhook.ts']);
    await expect(tree.moveTo('0'.repeat(40))).rejects.toThrow('Git has no commit');
  });

  test('an evaluation leaves branches, status and work trees of the repository unchanged', async () => {
    using world = makeWorld(START, COMMITS);
    world.write({ 'src/cart.ts': 'unsaved work\n' });
    const before = world.git('for-each-ref') + world.git('status', '--porcelain', '--ignored=no', '--', 'src');
    await evaluate(inputFor(world));
    expect(world.git('for-each-ref') + world.git('status', '--porcelain', '--ignored=no', '--', 'src')).toBe(before);
    expect(existsSync(join(world.root, '.git/worktrees'))).toBe(false);
  });

  test('an evaluation can measure knap without one of its signals', async () => {
    // Nothing but words in its text lead to the file.
    const thanks = (words: string) => ({ 'src/page.ts': `export const footer = '${words}';\n` });
    using world = makeWorld({ ...START, ...thanks('gratitude for patience') }, [
      { message: 'Express gratitude without patience', files: thanks('gratitude') },
    ]);
    const { systems } = await evaluate(inputFor(world, { ablated: ['keywordMatch'] }));
    const named = new Map(systems.map(({ system, ranking }) => [system, ranking.reciprocalRank.mean]));
    expect(named.get('knap without keywordMatch')).toBeLessThan(named.get('knap')!);
  });

  test('an evaluation of a history without enough commits fails with the reason', async () => {
    using world = makeWorld(START, [{ message: 'chore: nothing', files: {} }]);
    await expect(evaluate(inputFor(world))).rejects.toThrow(/^None of 1 commit can be replayed: /);
  });
});

describe('knap eval', () => {
  test('knap eval prints tables, or JSON', async () => {
    using world = makeWorld(START, COMMITS);
    const read = await knap(world.root, ['eval', '--limit', '1']);
    expect(read).toMatchObject({ code: 0, stderr: '' });
    expect(read.stdout).toMatch(
      /^Of 1 fix the right file was first in 1, by plain search in \d\.\nPacks of 8000 tokens held \d+ % of the changed lines\.\n\n1 task from the last 1 commit, packs of at most 8000 tokens\n/,
    );
    expect(read.stdout).toMatch(/^knap {2,}100 \[100–100\]/m);
    expect(read.stdout).toMatch(/^8000 {2,}knap {2,}100 \[100–100\]/m);
    expect(read.stdout).toMatch(
      /^every changed {2,}tasks {2,}all@1 {2,}all@5 {2,}all@10\nfile {2,}1 {2,}100 \[100–100\] /m,
    );
    expect(read.stdout).toMatch(/^function {2,}1 {2,}.* {2,}100 \[100–100\]$/m);
    expect(read.stdout).toMatch(/^likelihoods {2,}said {2,}off {2,}by chance\nfiles {2,}\d+ {2,}\d+\.\d {2,}\d+\.\d$/m);
    const again = await knap(world.root, ['eval', '--latest']);
    expect([again.code, again.stdout]).toEqual([0, read.stdout]);
    const parsed = JSON.parse((await knap(world.root, ['eval', '--json'])).stdout);
    expect(parsed).toMatchObject({ tasks: 2, budgets: [8000], misses: [] });
    expect(parsed.systems[0].packs[0].scores.f1.mean).toBeGreaterThan(0);
  });

  test('knap eval prints a row for each system and budget in 80 columns', async () => {
    using world = makeWorld(START, COMMITS);
    const { stdout } = await knap(world.root, ['eval', '--budget', '27000,500', '--budget', '500']);
    const rows = stdout.split('\n').filter((line) => /^\d+ {2,}knap|^ {2,}(?:BM25|keyword)/.test(line));
    expect(rows.map((row) => row.slice(0, 12).trimEnd())).toEqual([
      ...['27000   knap', '        BM25', '        keyw', '500     knap', '        BM25', '        keyw'],
    ]);
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  test('knap eval refuses a budget that is no number', async () => {
    using world = makeWorld(START, COMMITS);
    const { code, stderr } = await knap(world.root, ['eval', '--budget', '4000,8k']);
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('a whole number of tokens') });
  });

  test('knap eval refuses a file of tasks without mirrors', async () => {
    using world = makeWorld(START, COMMITS);
    const { code, stderr } = await knap(world.root, ['eval', '--tasks', 'x.jsonl']);
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('need each other') });
  });
});
