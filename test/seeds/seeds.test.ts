import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { assemble, openEngine } from '../../src/index.ts';
import { makeGraphWorld } from '../context/graph-world.ts';
import { knap } from '../surfaces/knap.ts';
import { connect, textOf } from '../surfaces/mcp/connect.ts';
import { expectCut } from '../worlds/cut-output.ts';
import { NOW_MS } from '../worlds/graph-rows.ts';
import { makeWorld, type World } from '../worlds/world.ts';
import { SEEDS } from './all-seeds.ts';
import type { Example } from './seed.ts';

// What these documents print, asked from outside in a world that has what they show.
for (const [name, seed] of Object.entries(SEEDS)) {
  describe(name, () => {
    let world: World;
    beforeAll(async () => {
      world = seed.graph
        ? await makeGraphWorld({ rows: seed.graph, files: seed.files })
        : makeWorld(seed.files, seed.commits);
    });
    afterAll(() => world[Symbol.dispose]());
    for (const example of seed.examples) {
      const { shows, prints, unlike } = example;
      test(unlike === undefined ? shows : `${shows} (${unlike})`, async () =>
        expect(expectCut(await answerTo(example, world.root), prints)).toBeNull(),
      );
    }
  });
}

async function answerTo(example: Example, root: string): Promise<string> {
  if ('knap' in example) {
    const { stdout, stderr, code } = await knap(root, example.knap, example);
    expect([code === 0, stderr]).toEqual([
      example.refuses === undefined,
      expect.stringContaining(example.refuses ?? ''),
    ]);
    return stdout;
  }
  if ('tool' in example) {
    const client = await connect(root);
    return textOf(await client.callTool({ name: example.tool, arguments: example.given }));
  }
  if ('describes' in example) {
    const { tools } = await (await connect(root)).listTools();
    return fieldsOf(tools.find(({ name }) => name === example.describes)!.inputSchema, example.fields);
  }
  if ('pack' in example) return fileOfPack(root, example.pack, example.file);
  if ('assemble' in example) {
    const answer = await assemble(example.assemble, { projectRoot: root, ...example.options });
    return example.fields ? fieldsOf(answer, example.fields) : answer.context;
  }
  const engine = await openEngine({ root, now: () => NOW_MS });
  const { document } = await engine.context(example.context).finally(() => engine.close());
  return fieldsOf(document, example.fields);
}

async function fileOfPack(root: string, args: readonly string[], file: string): Promise<string> {
  const out = mkdtempSync(join(realpathSync(tmpdir()), 'knap-rows-'));
  await knap(root, ['pack', ...args, '--out', out]);
  const path = join(out, file);
  const text = file.endsWith('.tgz') ? execFileSync('tar', ['-tzf', path]).toString() : readFileSync(path, 'utf8');
  rmSync(out, { recursive: true });
  return text;
}

/** Fields by their way, as `meta.tokens`, a line each. */
function fieldsOf(answer: object, fields: readonly string[]): string {
  const at = (way: string) =>
    way.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown>)?.[key], answer);
  return fields.map((way) => `${way}: ${JSON.stringify(at(way))}`).join('\n');
}
