import type { Edge } from '../model/edge.ts';
import type { Pack } from '../model/pack.ts';
import { visibleData } from '../model/visible-text.ts';
import { type BundlePage, excerptPages } from './excerpt-pages.ts';
import { filesPage } from './files-page.ts';
import { graphPage } from './graph-page.ts';
import { manifestOf } from './manifest.ts';
import { taskPage } from './task-page.ts';

export interface Bundle {
  readonly pack: Pack;
  /** The pack as markdown, as it was priced. */
  readonly text: string;
  /** Edges between the packed files. */
  readonly edges: readonly Edge[];
}

/** The files of a pack folder, each a view of the one pack; same pack, same bytes. */
export function bundleFiles({ pack, text, edges }: Bundle): readonly BundlePage[] {
  return [
    { name: 'PACK.md', content: text },
    { name: 'TASK.md', content: taskPage(pack.task) },
    { name: 'FILES.md', content: filesPage(pack) },
    { name: 'GRAPH.md', content: graphPage(graphPaths(pack), edges) },
    { name: 'ctx.json', content: `${JSON.stringify(visibleData(manifestOf(pack)), null, 2)}\n` },
    ...excerptPages(pack),
  ];
}

// The files a pack quotes, best first.
function graphPaths(pack: Pack): readonly string[] {
  const quoted = new Set(pack.blocks.map(({ path }) => path));
  const ranked = pack.files.map(({ path }) => path).filter((path) => quoted.has(path));
  return [...new Set([...ranked, ...quoted])];
}
