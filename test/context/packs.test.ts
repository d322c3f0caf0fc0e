import { describe, expect, test } from 'vitest';
import type { Engine, PackInput } from '../../src/ports/engine.ts';
import { rowsOf } from '../worlds/graph-rows.ts';
import { TANA_ROWS } from '../worlds/tana-world.ts';
import { onGraph } from './graph-world.ts';

const FILES = {
  'src/schema.ts': 'export function eventSchema() {\n  return { parcelId: "", weight: 1 };\n}\n',
  'src/unrelated.ts': 'export const colour = "blue";\n',
};
const TASK: PackInput = { task: 'Implement the event schema for parcel scans', format: 'markdown' };
const packed = (
  input: Partial<PackInput> = {},
  ask: (engine: Engine, input: PackInput) => ReturnType<Engine['pack']> = (engine, asked) => engine.pack(asked),
) => onGraph({ rows: TANA_ROWS, files: FILES }, (engine) => ask(engine, { ...TASK, ...input }));

describe('a pack can hold nodes of a graph', () => {
  test('a pack quotes a graph node that matches the task beside files, with its citation and reason', async () => {
    const { pack, text } = await packed({ aim: 'full' });
    const node = pack.blocks.find(({ path }) => path === 'tana:main/spec-events')!;
    expect(node).toMatchObject({ kind: 'node', isStale: false });
    expect(node.text).toContain('Every scan of a parcel is one event.');
    expect(node.reasons.map(({ because }) => because).join('; ')).toMatch(/mentions .*parcel/);
    expect(text).toContain('### tana:main/spec-events@');
    expect(pack.blocks.map(({ path }) => path)).toContain('src/schema.ts');
  });

  test('a pack with the default aim names the likeliest graph node with its likelihood', async () => {
    const { text } = await packed();
    expect(text).toMatch(/^- tana:main\/spec-events \(\d+ %\): /m);
  });

  test('a pack quotes a line of a graph with the node it belongs to, and no node twice', async () => {
    const { pack } = await packed();
    const nodes = pack.blocks.filter(({ kind }) => kind === 'node').map(({ id }) => id);
    expect(nodes).not.toContain('tana:main/code-event');
    expect(new Set(nodes).size).toBe(nodes.length);
  });

  test('--sources limits a pack to the graph, or leaves it out', async () => {
    const graph = await packed({ sources: ['tana'] });
    expect(new Set(graph.pack.blocks.map(({ kind }) => kind))).toEqual(new Set(['node']));
    const code = await packed({ sources: ['code'] });
    expect(code.pack.blocks.some(({ kind }) => kind === 'node')).toBe(false);
    await expect(packed({ sources: ['tanna'] })).rejects.toThrow('did you mean "tana"?');
  });

  test('a pack for a task without matches in the graph quotes no node', async () => {
    const { pack } = await packed({ task: 'paint the colour blue' });
    expect(pack.blocks.map(({ kind }) => kind)).not.toContain('node');
  });

  test('a pack with graph nodes keeps to its budget', async () => {
    for (const budget of [300, 600, 1200])
      expect((await packed({ budget })).pack.usage.used).toBeLessThanOrEqual(budget);
  });

  test('a pack in a workspace without a graph equals one of code alone', async () => {
    const bare = await onGraph({ rows: [], files: FILES, workspaces: [] }, (engine) => engine.pack(TASK));
    const code = await packed({ sources: ['code', 'markdown', 'history'] });
    expect(bare.text).toBe(code.text);
    expect(bare.pack.notes.join()).not.toContain('graph');
  });

  test('a pack with the source of another kind of graph quotes nothing', async () => {
    const rows = rowsOf({ a: { name: 'Event schema of parcels', tags: ['page'] } });
    const { pack } = await onGraph({ rows, files: FILES }, (engine) => engine.pack({ ...TASK, sources: ['logseq'] }));
    expect(pack.blocks).toEqual([]);
  });
});
