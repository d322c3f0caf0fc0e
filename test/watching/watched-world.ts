import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine, EngineOptions, IndexReport, Progress } from '../../src/ports/engine.ts';
import { SHOP } from '../worlds/shop.ts';
import { type Files, makeWorld, type World } from '../worlds/world.ts';

/** A watched workspace, with what its scans read. */
export interface Watched {
  readonly world: World;
  readonly engine: Engine;
  /** The scans since the last call that found files to read, each with how many it read. */
  looks(): readonly number[];
  /** Refreshes until a change was found: the system tells of changes a little later. */
  news(): Promise<IndexReport>;
}

const COMMITTED = [{ message: 'More', files: { 'src/more.ts': 'export const more = 1;\n' } }];

/** Does something in a watched repository that is indexed already. */
export async function onWatched(
  use: (watched: Watched) => Promise<void>,
  { files = SHOP, ...options }: Partial<EngineOptions> & { readonly files?: Files } = {},
): Promise<void> {
  using world = makeWorld(files, COMMITTED);
  let seen: number[] = [];
  const onProgress = ({ stage, done, total }: Progress) => {
    if (stage === 'scan' && total > 0) seen.push(done);
  };
  const engine = await world.open({ watch: true, onProgress, ...options });
  const looks = () => {
    const told = seen;
    seen = [];
    return told;
  };
  const news = async () => {
    for (;;) {
      const report = await engine.index();
      if (report.added + report.changed + report.removed > 0) return report;
      await sleep(5);
    }
  };
  try {
    await engine.index();
    looks();
    await use({ world, engine, looks, news });
  } finally {
    await engine.close();
  }
}

/** The paths a task is answered with. */
export async function pathsFor(engine: Engine, task: string): Promise<readonly string[]> {
  const { pack } = await engine.pack({ task, aim: 'focused' });
  return [...new Set(pack.blocks.map(({ path }) => path))];
}
