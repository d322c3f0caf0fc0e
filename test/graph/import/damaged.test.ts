import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { emptyRoot, engineOf, named, outside, writeExport } from './world.ts';

describe('knap rebuilds a damaged index', () => {
  const damage = (root: string) => {
    const files = readdirSync(join(root, '.knap')).filter((name) => name.includes('.db') || name.includes('.sqlite'));
    expect(files).not.toEqual([]);
    for (const name of files) {
      if (/-(?:wal|shm)$/.test(name)) rmSync(join(root, '.knap', name));
      else writeFileSync(join(root, '.knap', name), 'damaged '.repeat(2000));
    }
  };
  const importedIn = async () => {
    const root = emptyRoot();
    const path = writeExport(outside(root), named('a'));
    const engine = await engineOf(root);
    await engine.importGraph({ source: 'tana', path });
    await engine.close();
    damage(root);
    return { root, path };
  };

  test('a damaged index is rebuilt, and the graph is imported again from its export', async () => {
    const { root } = await importedIn();
    const { document } = await (await engineOf(root)).context({ seeds: ['a'], offline: true });
    expect(document.nodes.map(({ id }) => id)).toEqual(['a']);
  });

  test('a damaged index whose export is gone is rebuilt, and the error says to import again', async () => {
    const { root, path } = await importedIn();
    rmSync(path);
    const asked = (await engineOf(root)).context({ seeds: ['a'], offline: true });
    await expect(asked).rejects.toMatchObject({ code: 'GRAPH_DAMAGED' });
  });
});
