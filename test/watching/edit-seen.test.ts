import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { createWorkerEngine } from '../../src/engine/worker-engine/worker-engine.ts';
import { SHOP } from '../worlds/shop.ts';
import { makeWorld, type World } from '../worlds/world.ts';
import { onWatched, pathsFor } from './watched-world.ts';

const UNICORN = 'export function unicornParade() {\n  return 7;\n}\n';

interface Edit {
  readonly name: string;
  readonly edit: (world: World) => void;
  /** Where the unicorn is afterwards. */
  readonly at: readonly string[];
}

// Elsewhere the system tells of a change when it likes.
const isToldAtOnce = process.platform === 'linux';

const EDITS: readonly Edit[] = [
  { name: 'a saved file', edit: (world) => world.write({ 'src/mail/smtp.ts': UNICORN }), at: ['src/mail/smtp.ts'] },
  {
    name: 'a file that was renamed over another',
    edit: ({ root }) => {
      writeFileSync(join(root, 'src/mail/.smtp.ts.swp'), UNICORN);
      renameSync(join(root, 'src/mail/.smtp.ts.swp'), join(root, 'src/mail/smtp.ts'));
    },
    at: ['src/mail/smtp.ts'],
  },
  {
    name: 'a file in folders that were just made',
    edit: (world) => world.write({ 'src/a/b/c/parade.ts': UNICORN }),
    at: ['src/a/b/c/parade.ts'],
  },
  {
    name: 'a file in a folder that was removed and made again',
    edit: (world) => {
      rmSync(join(world.root, 'src/mail'), { recursive: true });
      world.write({ 'src/mail/parade.ts': UNICORN });
    },
    at: ['src/mail/parade.ts'],
  },
  {
    name: 'a file in a folder that was renamed',
    edit: (world) => {
      world.write({ 'src/mail/parade.ts': UNICORN });
      renameSync(join(world.root, 'src/mail'), join(world.root, 'src/post'));
    },
    at: ['src/post/parade.ts'],
  },
  {
    name: 'a file written after very many others',
    edit: (world) => {
      mkdirSync(join(world.root, 'src/many'));
      for (let at = 0; at < 1500; at++) writeFileSync(join(world.root, `src/many/a${at}.png`), '');
      world.write({ 'src/parade.ts': UNICORN });
    },
    at: ['src/parade.ts'],
  },
  {
    name: 'a file beside a link to the folder above',
    edit: (world) => {
      symlinkSync('..', join(world.root, 'src/up'));
      world.write({ 'src/parade.ts': UNICORN });
    },
    at: ['src/parade.ts'],
  },
];

for (const { name, edit, at } of EDITS)
  test(`a watching engine answers with ${name}, and then with its next edit`, () =>
    onWatched(async ({ world, engine, news }) => {
      edit(world);
      if (!isToldAtOnce) await news();
      expect(await pathsFor(engine, 'fix `unicornParade`')).toEqual(at);
      world.write({ [at[0]!]: UNICORN.replace('unicornParade', 'zebraParade') });
      if (!isToldAtOnce) await news();
      expect(await pathsFor(engine, 'fix `zebraParade`')).toEqual(at);
    }));

test('a watching engine in a thread of its own answers with the edits of a file', async () => {
  using world = makeWorld(SHOP, []);
  const { config } = await loadConfig({ root: world.root, env: {} });
  const engine = createWorkerEngine({ options: { root: world.root, watch: true }, config });
  try {
    await engine.index();
    for (const name of ['unicornParade', 'zebraParade']) {
      world.write({ 'src/mail/smtp.ts': UNICORN.replace('unicornParade', name) });
      if (isToldAtOnce) expect(await pathsFor(engine, `fix \`${name}\``)).toEqual(['src/mail/smtp.ts']);
    }
  } finally {
    await engine.close();
  }
});
