import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { FORMATTERS } from '../../src/formats/index.ts';
import type { ContextInput } from '../../src/index.ts';
import { NOW_MS } from '../worlds/graph-rows.ts';
import { TANA_ROWS } from '../worlds/tana-world.ts';
import { makeGraphWorld } from './graph-world.ts';

const PATH = 'src/schema.ts';
const BODY = Array.from({ length: 120 }, (_, at) => `  fields.push({ name: 'field${at}', position: ${at} });`);
const CODE = ['// of parcels', 'export function eventSchema(fields) {', ...BODY, '  return fields;', '}', ''].join(
  '\n',
);

// Called once in the next scan, before the files are read.
let meanwhile: (() => void) | null = null;
const world = await makeGraphWorld({ rows: TANA_ROWS, files: { [PATH]: CODE } });
const engine = await world.open({
  now: () => NOW_MS,
  onProgress: ({ stage, total }) => {
    if (stage !== 'scan' || total === 0) return;
    meanwhile?.();
    meanwhile = null;
  },
});
afterAll(async () => {
  await engine.close();
  world[Symbol.dispose]();
});
const ask = (budget: number, format: ContextInput['format'] = 'markdown') =>
  engine.context({ seeds: ['eventSchema'], sources: ['code'], budget, format });

const codeOf = async (budget: number) =>
  (await ask(budget)).document.nodes.find(({ source }) => source.startsWith(PATH))!;

test('a context page cites a file it quotes with the printed lines and the hash of the file', async () => {
  const whole = await codeOf(16_000);
  const { pack } = await engine.pack({ task: 'change eventSchema', budget: 16_000 });
  const block = pack.blocks.find(({ path }) => path === PATH)!;
  expect(whole).toMatchObject({ source: `${PATH}:1-124`, hash: block.hash });
  expect(whole).not.toHaveProperty('isStale');
  const { text } = await ask(16_000);
  expect(text).toContain(`\`${PATH}:1-124\` · sha ${block.hash.slice(0, 6)}`);
});

test('a shortened quote on a context page cites only the lines it prints', async () => {
  const { source, content, note } = await codeOf(1500);
  const lines = CODE.split('\n');
  const claimed = source
    .slice(PATH.length + 1)
    .split(', ')
    .flatMap((range) => {
      const [first, last = first] = range.split('-').map(Number);
      return lines.slice(first! - 1, last);
    });
  const printed = content.split('\n').slice(1, -1);
  expect(printed.filter((line) => !line.includes('left out'))).toEqual(claimed);
  expect(printed.length).toBeLessThan(lines.length);
  expect(note).toMatch(/^excerpt, \d+ of \d+ lines$/);
});

for (const { name } of FORMATTERS)
  test(`a context page in ${name} marks quotes that are not read from the disk as stale`, async () => {
    writeFileSync(join(world.root, PATH), `${CODE}// ${name}\n`);
    // Written long ago: what is new is read once more while it is scanned.
    utimesSync(join(world.root, PATH), 1e9, 1e9);
    await engine.index();
    meanwhile = () => rmSync(join(world.root, PATH));
    const { text, document } = await ask(16_000, name as ContextInput['format']);
    expect(document.nodes.find(({ source }) => source.startsWith(PATH))?.isStale).toBe(true);
    expect(text).toMatch(/stale/i);
  });
