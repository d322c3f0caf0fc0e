import { describe, expect, test } from 'vitest';
import type { Engine, PackInput } from '../../src/engine.ts';
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

describe('nodes in packs', () => {
  test('a node that matches the task stands beside files, cited with its reason', async () => {
    const { pack, text } = await packed({ aim: 'full' });
    const node = pack.blocks.find(({ path }) => path === 'tana:main/spec-events')!;
    expect(node).toMatchObject({ kind: 'node', isStale: false });
    expect(node.text).toContain('Every scan of a parcel is one event.');
    expect(node.reasons.map(({ because }) => because).join('; ')).toMatch(/mentions .*parcel/);
    expect(text).toContain('### tana:main/spec-events@');
    expect(pack.blocks.map(({ path }) => path)).toContain('src/schema.ts');
  });

  test('the usual aim names the likeliest node of a small workspace, on the scale of files', async () => {
    const { text } = await packed();
    expect(text).toMatch(/^- tana:main\/spec-events \(\d+ %\): /m);
  });

  test('a line is read with the node it belongs to, and no node twice', async () => {
    const { pack } = await packed();
    const nodes = pack.blocks.filter(({ kind }) => kind === 'node').map(({ id }) => id);
    expect(nodes).not.toContain('tana:main/code-event');
    expect(new Set(nodes).size).toBe(nodes.length);
  });

  test('--sources narrows to the graph, or leaves it out', async () => {
    const graph = await packed({ sources: ['tana'] });
    expect(new Set(graph.pack.blocks.map(({ kind }) => kind))).toEqual(new Set(['node']));
    const code = await packed({ sources: ['code'] });
    expect(code.pack.blocks.some(({ kind }) => kind === 'node')).toBe(false);
    await expect(packed({ sources: ['tanna'] })).rejects.toThrow('did you mean "tana"?');
  });

  test('a task that the graph knows nothing about gets no node', async () => {
    const { pack } = await packed({ task: 'paint the colour blue' });
    expect(pack.blocks.map(({ kind }) => kind)).not.toContain('node');
  });

  test('the printed pack keeps its budget with nodes in it', async () => {
    for (const budget of [300, 600, 1200])
      expect((await packed({ budget })).pack.usage.used).toBeLessThanOrEqual(budget);
  });

  test('without a graph nothing changes', async () => {
    const bare = await onGraph({ rows: [], files: FILES, workspaces: [] }, (engine) => engine.pack(TASK));
    const code = await packed({ sources: ['code', 'markdown', 'history'] });
    expect(bare.text).toBe(code.text);
    expect(bare.pack.notes.join()).not.toContain('graph');
  });

  test('a caller can name a graph of another kind', async () => {
    const rows = rowsOf({ a: { name: 'Event schema of parcels', tags: ['page'] } });
    const { pack } = await onGraph({ rows, files: FILES }, (engine) => engine.pack({ ...TASK, sources: ['logseq'] }));
    expect(pack.blocks).toEqual([]);
  });
});
