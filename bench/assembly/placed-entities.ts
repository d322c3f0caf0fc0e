import { DEFAULTS } from '../../src/config/defaults.ts';
import { loadConfig } from '../../src/config/load.ts';
import { openParts } from '../../src/engine/open/open-parts.ts';
import type { SearchResult } from '../../src/index.ts';
import { indexWorkspace } from '../../src/indexing/index-workspace.ts';

/** An even sample of the symbols of a tree, in the form of search results. */
export async function placedEntities(root: string, count: number): Promise<readonly SearchResult[]> {
  const { config } = await loadConfig({ root, env: {} });
  const parts = await openParts(root, config, Date.now);
  await indexWorkspace(parts, DEFAULTS.indexing);
  const { files } = await parts.store.opening();
  const contents = await parts.store.contents([...new Set(files.map((file) => file.hash))]);
  const all = files.flatMap((file) =>
    (contents.get(file.hash)?.facts.symbols ?? []).map((symbol) => ({
      entity: {
        id: `${file.path}#${symbol.qualifiedName}`,
        name: symbol.name,
        qualifiedName: symbol.qualifiedName,
        type: symbol.kind,
        filePath: file.path,
        startLine: symbol.startLine,
        endLine: symbol.endLine,
      },
      score: 1 - symbol.startLine / 1e6,
    })),
  );
  await parts.parser.close();
  await parts.store.close();
  const step = Math.max(1, Math.floor(all.length / count));
  return all.filter((_, index) => index % step === 0).slice(0, count);
}
