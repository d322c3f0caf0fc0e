import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { ContextDocument } from '../../src/ports/context.ts';
import { knap } from '../surfaces/knap.ts';
import { DAY_MS, NOW_MS } from '../worlds/graph-rows.ts';
import { TANA_ROWS } from '../worlds/tana-world.ts';
import { makeGraphWorld } from './graph-world.ts';

const world = await makeGraphWorld({ rows: TANA_ROWS, files: { 'src/event.ts': 'export const schema = "event";\n' } });
afterAll(() => world[Symbol.dispose]());
const run = (...args: string[]) => knap(world.root, ['context', ...args]);
const documentOf = async (...args: string[]) => JSON.parse((await run(...args)).stdout) as ContextDocument;

describe('knap context answers about a topic or a node', () => {
  test('T30 knap context of a topic prints the node of that name and related nodes', async () => {
    const { code, stdout, stderr } = await run('Atlas weekly meeting');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(
      /^# Context: Atlas weekly meeting\n\n> general lens, 2 steps · workspace main · index as of/,
    );
    expect(stdout).toContain('## Atlas weekly #meeting');
  });

  test('T31 knap context of a node id with a depth of 3 prints nodes up to 3 steps away', async () => {
    const { meta, nodes } = await documentOf('task-schema', '--depth', '3', '--json');
    expect(meta.depth).toEqual({ asked: 3, used: 3 });
    expect(nodes[0]).toMatchObject({ id: 'task-schema', score: 1, distance: 0, path: [] });
    expect(Math.max(...nodes.map(({ distance }) => distance))).toBe(3);
  });

  test('T32 knap context uses the limit and the lens of its flags', async () => {
    const { meta } = await documentOf('Atlas', '--max-tokens', '8000', '--lens', 'planning', '--format', 'json');
    expect([meta.tokens.budget, meta.lens]).toEqual([8000, 'planning']);
  });

  test('T33 knap context prints JSON, XML or plain text', async () => {
    const { stdout } = await run('Atlas', '--format', 'json');
    expect(Object.keys(JSON.parse(stdout))).toEqual(['meta', 'nodes', 'overflow']);
    expect((await run('Atlas', '--format', 'xml')).stdout).toMatch(/^<context query="Atlas"/);
    expect((await run('Atlas', '--format', 'plain')).stdout).toMatch(/^Context: Atlas\n=+\n/);
  });

  test('T34 knap context prints fields unless a flag leaves them out', async () => {
    const { stdout } = await run('Atlas', '--no-include-fields');
    expect(stdout).not.toContain('**Status:**');
    expect((await run('Atlas')).stdout).toContain('**Status:** active');
  });

  test('T3 knap context reads a seed as id or topic by --id or --query, which exclude each other', async () => {
    expect((await documentOf('task-schema', '--query', '--json')).meta.seeds[0]?.as).toBe('topic');
    expect((await run('event schema', '--id')).code).toBe(3);
    expect(await run('Atlas', '--id', '--query')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('exclude'),
    });
  });

  test('T55 knap context of several topics starts from the node of each', async () => {
    const { meta } = await documentOf('Carla Nilsen', 'Event schema v2', '--json');
    expect(meta.seeds.map(({ node }) => node)).toEqual(['per-carla', 'spec-events']);
  });

  test('knap context of an unknown topic exits with 3, with no nodes and with close matches on standard error', async () => {
    const { code, stdout, stderr } = await run('zebra-atlas', '--id', '--json');
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({ nodes: [], overflow: [] });
    expect(stderr).toContain('Close matches: ');
    expect(stderr).toContain('Atlas');
  });

  test('T52 knap context prints the warning of a small limit on standard error', async () => {
    const { code, stderr } = await run('Atlas', '--max-tokens', '40');
    expect(code).toBe(0);
    expect(stderr).toContain('room for a summary only');
  });

  test('knap context with --exclude-tag and --max-age leaves out nodes and counts them', async () => {
    // The command reads the real clock, and the world was touched at a fixed time.
    const days = Math.ceil((Date.now() - NOW_MS) / DAY_MS) + 30;
    const { nodes, meta } = await documentOf(
      'Atlas',
      '--exclude-tag',
      'meeting,task',
      '--max-age',
      `${days}d`,
      '--json',
    );
    const names = nodes.map(({ name }) => name);
    expect(names).toContain('Event schema v2');
    for (const name of ['Atlas weekly', 'Sign the data contract', 'Ana Brandt']) expect(names).not.toContain(name);
    expect([meta.excluded.tag > 0, meta.excluded.age > 0]).toEqual([true, true]);
  });

  test('knap context with --sources also searches code, and cites its hash', async () => {
    const { nodes } = await documentOf('event schema', '--sources', 'code', '--json');
    const code = nodes.find(({ source }) => source === 'src/event.ts:1')!;
    expect(code.content).toContain('export const schema = "event";');
    expect(code.score).toBeLessThan(1);
    expect(code.components.seed).toBe(code.score);
    expect(code.hash).toMatch(/^[0-9a-f]{40,}$/);
    expect((await run('event schema', '--sources', 'cod')).stderr).toContain('did you mean "code"?');
  });
});

describe('bad input is refused with one line', () => {
  const cases: [name: string, args: string[], says: string][] = [
    ['T51 T29 a depth of 6', ['Atlas', '--depth', '6'], '--depth (6)'],
    ['T29 a depth of 0', ['Atlas', '--depth', '0'], '--depth (0)'],
    ['T29 an unknown lens', ['Atlas', '--lens', 'planing'], 'did you mean "planning"?'],
    ['T29 an unknown format', ['Atlas', '--format', 'html'], '--format'],
    ['a limit below zero', ['Atlas', '--max-tokens', '-5'], '--max-tokens (-5)'],
    ['a limit that is no number', ['Atlas', '--max-tokens', 'many'], '--max-tokens ("many")'],
    ['an unknown workspace', ['Atlas', '--workspace', 'mian'], 'did you mean "main"?'],
    ['a call without arguments', [], 'no topic and no node'],
    ['a topic of blanks', ['  '], 'no topic and no node'],
    ['more than ten topics', Array.from({ length: 11 }, (_, at) => `t${at}`), 'at most 10'],
  ];
  for (const [name, args, says] of cases)
    test(`knap context refuses ${name}`, async () => {
      const { code, stdout, stderr } = await run(...args);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain(says);
    });
});

describe('lenses can be listed and configured', () => {
  const config = `lenses:
  people:
    description: Who is who.
    edges: [field]
    depthMax: 1
    boostTags: [person]
    fields: [role]
`;
  test('T22 knap lenses lists all lenses with the relations they follow', async () => {
    const { stdout } = await knap(world.root, ['lenses']);
    for (const name of ['general', 'writing', 'coding', 'planning', 'meeting-prep'])
      expect(stdout).toContain(`${name} (built in)`);
    expect(stdout).toContain(
      '  follows child, field, blocks; 4 steps at most\n  lifts #goal, #milestone, #task, #project',
    );
  });

  test('T53 T23 a lens of the configuration is used', async () => {
    const file = join(world.root, 'knap.config.yaml');
    writeFileSync(file, config);
    const own = await documentOf('proj-atlas', '--lens', 'people', '--json');
    expect(own.meta.depth).toEqual({ asked: 2, used: 1 });
    expect(own.nodes.map(({ id }) => id).sort()).toEqual([
      'dec-kafka',
      'goal-noloss',
      'per-ana',
      'per-carla',
      'proj-atlas',
    ]);
    expect(own.nodes.find(({ id }) => id === 'per-ana')?.components.boost).toBe(0.1);
    expect((await knap(world.root, ['lenses'])).stdout).toContain("people (this repository's): Who is who.");
    const packed = await knap(world.root, ['pack', 'event schema', '--lens', 'people', '--format', 'plain']);
    expect(packed.code).toBe(0);
    writeFileSync(file, readFileSync(file, 'utf8').replace('people:', 'general:'));
    const refused = await run('Atlas');
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('"general" is a lens of knap')]);
    writeFileSync(file, '');
  });
});
