import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { onWatched, pathsFor } from './watched-world.ts';

const UNICORN = 'export function unicornParade() {\n  return 7;\n}\n';
const TASK = 'fix `unicornParade`';

test('a watching engine reads no file while none changes', () =>
  onWatched(async ({ engine, looks }) => {
    for (const task of ['fix `verifySignature`', 'fix `findOrder`']) await engine.pack({ task });
    expect(await engine.index()).toMatchObject({ files: 10, added: 0, changed: 0, removed: 0, milliseconds: 0 });
    expect(looks()).toEqual([]);
  }));

test('a watching engine reads only the file that was saved, and answers with it', () =>
  onWatched(async ({ world, engine, news, looks }) => {
    world.write({ 'src/mail/smtp.ts': UNICORN });
    expect(await news()).toMatchObject({ added: 0, changed: 1, removed: 0 });
    expect(looks()).toEqual([1]);
    expect(await pathsFor(engine, TASK)).toEqual(['src/mail/smtp.ts']);
  }));

test('a watching engine notices a file in a new folder, a renamed folder and a removed folder', () =>
  onWatched(async ({ world, engine, news }) => {
    world.write({ 'src/new/deep/parade.ts': UNICORN });
    expect(await news()).toMatchObject({ added: 1, changed: 0, removed: 0 });
    expect(await pathsFor(engine, TASK)).toEqual(['src/new/deep/parade.ts']);
    renameSync(join(world.root, 'src/new'), join(world.root, 'src/old'));
    // The system may tell of the two ends of a rename one after the other.
    const told = [await news()];
    const sum = (of: 'added' | 'removed') => told.reduce((all, report) => all + report[of], 0);
    while (sum('added') === 0 || sum('removed') === 0) told.push(await news());
    expect([sum('added'), sum('removed')]).toEqual([1, 1]);
    expect(await pathsFor(engine, TASK)).toEqual(['src/old/deep/parade.ts']);
    rmSync(join(world.root, 'src/old'), { recursive: true });
    expect(await news()).toMatchObject({ added: 0, changed: 0, removed: 1 });
    expect(await pathsFor(engine, TASK)).not.toContain('src/old/deep/parade.ts');
  }));

test('a watching engine reads a file again that was rewritten with the same size', () =>
  onWatched(async ({ world, engine, news }) => {
    const before = 'export const unicorn = 1;\n';
    world.write({ 'src/a.ts': before });
    await news();
    world.write({ 'src/a.ts': before.replace('unicorn', 'unicarn') });
    expect(await news()).toMatchObject({ changed: 1 });
    expect(await pathsFor(engine, 'fix `unicarn`')).toEqual(['src/a.ts']);
  }));

test('after another branch is checked out, answers use its files and its history', () =>
  onWatched(async ({ world, engine }) => {
    world.git('checkout', '-q', '-b', 'other');
    world.write({ 'src/parade.ts': UNICORN });
    rmSync(join(world.root, 'src/catalog/zebra.ts'));
    world.git('add', '-A');
    world.git('commit', '-q', '-m', 'A parade of unicorns');
    world.git('checkout', '-q', 'main');
    const { commits } = await engine.index();
    world.git('checkout', '-q', 'other');
    // The files may be told of one after another; git's own record of them comes last.
    for (;;) {
      await engine.index();
      const paths = await pathsFor(engine, TASK);
      const { coverage } = await engine.status();
      if (paths.includes('src/parade.ts') && coverage.history.commits === commits + 1) break;
      await sleep(5);
    }
    expect(await pathsFor(engine, 'fix `zebraStripes`')).not.toContain('src/catalog/zebra.ts');
  }));

test('a commit that touches no file is counted by the next refresh of a watching engine', () =>
  onWatched(async ({ world, engine }) => {
    const { commits } = await engine.index();
    world.git('commit', '-q', '--allow-empty', '-m', 'Nothing');
    expect((await engine.index()).commits).toBe(commits + 1);
  }));

test('a watching engine does not read new files that git or knap ignores', () =>
  onWatched(
    async ({ world, news, looks }) => {
      world.write({ 'node_modules/a/index.js': UNICORN, 'out/built.js': UNICORN, '.knap/packs/x/PACK.md': 'x' });
      // Comes after them, and is told of after them.
      world.write({ 'src/last.ts': UNICORN });
      expect(await news()).toMatchObject({ added: 1, changed: 0 });
      expect(looks()).toEqual([1]);
    },
    { files: { '.gitignore': 'out/\n', 'src/a.ts': 'export const a = 1;\n', 'out/old.js': 'x' } },
  ));

test('files that new ignore rules exclude leave the index', () =>
  onWatched(async ({ world, engine, news }) => {
    writeFileSync(join(world.root, '.gitignore'), 'catalog/\n');
    world.git('rm', '-q', '--cached', '-r', 'src/catalog');
    const report = await news();
    expect(report.removed + (await engine.index()).removed).toBe(2);
  }));

test('a watching engine reads every file once after the clock moved on by an hour', async () => {
  let nowMs = Date.UTC(2026, 5, 1);
  await onWatched(
    async ({ engine, looks }) => {
      await engine.index();
      expect(looks()).toEqual([]);
      nowMs += 3_600_000;
      await engine.index();
      expect(looks()).toEqual([10]);
      await engine.index();
      expect(looks()).toEqual([]);
    },
    { now: () => nowMs },
  );
});

test('a watching engine notices a new file in a folder without git', async () => {
  await onWatched(async ({ world, engine, news }) => {
    rmSync(join(world.root, '.git'), { recursive: true });
    await engine.index();
    mkdirSync(join(world.root, 'src/walked'));
    world.write({ 'src/walked/parade.ts': UNICORN });
    expect(await news()).toMatchObject({ added: 1 });
  });
});
