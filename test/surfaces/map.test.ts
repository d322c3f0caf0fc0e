import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FORMATTERS } from '../../src/formats/index.ts';
import { type Engine, openEngine } from '../../src/index.ts';
import { loadTokenizer } from '../../src/tokenizers/index.ts';
import { knap } from './knap.ts';
import { connect, textOf } from './mcp/connect.ts';
import { shareWorld } from './world.ts';

const OWN = ['setup', 'mcp', 'hook', 'serving'].flatMap((folder) =>
  readdirSync(`src/surfaces/${folder}`)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `src/surfaces/${folder}/${name}`),
);
const TASK = 'an entry of an agent is written twice into its settings';
const LINE = /^- (\S+?)(?: \(([^)]*)\))?: (.+)$/gm;
const PLACE = /([\w$.]+(?:, [\w$.]+)*) (\d+(?:-\d+)?)/g;

const root = shareWorld(Object.fromEntries(OWN.map((path) => [path, readFileSync(path, 'utf8')])));
let engine: Engine;
beforeAll(async () => {
  engine = await openEngine({ root });
});
afterAll(() => engine.close());

describe('aim map lists places and quotes no code', () => {
  test('a map has a line for each file, the likeliest first, with names, lines and a reason', async () => {
    const { pack, text } = await engine.pack({ task: TASK, aim: 'map', format: 'markdown' });
    expect(pack.blocks).toEqual([]);
    expect(pack.usage.budget).toBe(1000);
    const lines = [...text.matchAll(LINE)];
    expect(lines.length).toBeGreaterThan(5);
    expect(new Set(lines.map(([, path]) => path)).size).toBe(lines.length);
    expect(lines[0]![1]).toContain('src/surfaces/setup/');
    const likely = lines.flatMap(([, , remark]) => /^(\d+) %/.exec(remark ?? '')?.[1] ?? []).map(Number);
    expect(likely.length).toBeGreaterThan(2);
    expect(likely).toEqual(likely.toSorted((a, b) => b - a));
    for (const [, , remark = ''] of lines.slice(0, 5)) expect(remark).toMatch(/[a-z]{3}/);
    for (const [, , , places = ''] of lines.slice(0, 5)) expect(places).toMatch(/\d+-\d+/);
    expect(text).not.toContain('Nothing here is quoted');
  });

  for (const { name } of FORMATTERS)
    test(`a map in ${name} stays within its budget, and a larger budget gives more places`, async () => {
      const count = async (budget: number) => {
        const { pack, text } = await engine.pack({ task: TASK, aim: 'map', format: name as 'xml', budget });
        expect((await loadTokenizer('o200k')).count(text)).toBeLessThanOrEqual(budget);
        return pack.references.length;
      };
      expect(await count(1600)).toBeGreaterThan(await count(500));
    });

  test('show opens the places of a map, written as path:lines or path#name', async () => {
    const client = await connect(root);
    const mapped = textOf(await client.callTool({ name: 'context_pack', arguments: { task: TASK, aim: 'map' } }));
    const places = [...mapped.matchAll(LINE)].flatMap(([, path, , rest = '']) =>
      [...rest.matchAll(PLACE)].map(([, names, lines]) => ({ path, lines, name: names!.split(', ')[0]! })),
    );
    expect(places.length).toBeGreaterThan(10);
    for (const { path, lines, name } of places) {
      for (const target of [`${path}:${lines}`, `${path}#${name}`]) {
        const shown = await client.callTool({ name: 'context_show', arguments: { targets: [target] } });
        expect({ target, isError: shown.isError === true }).toEqual({ target, isError: false });
        expect(textOf(shown)).toContain(path);
      }
    }
    const { path, lines } = places[0]!;
    expect(await knap(root, ['show', `${path}:${lines}`])).toMatchObject({ code: 0 });
  });

  test('knap pack --aim map in a pipe prints likely places and no code', async () => {
    const { code, stdout } = await knap(root, ['pack', TASK, '--aim', 'map']);
    expect(code).toBe(0);
    expect(stdout).toContain('Likely places, best first');
    expect(stdout).not.toContain('```');
  });
});
