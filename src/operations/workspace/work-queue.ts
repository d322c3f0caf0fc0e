import { realpathSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEFAULTS } from '../../config/defaults.ts';
import type { Config } from '../../config/schema.ts';
import type { QueuedView, TakenView, ViewQueue } from '../../engine/shared-store.ts';
import { createEngine, type IndexReport } from '../../engine.ts';
import { confine } from '../../reading/confine.ts';

export interface QueueWork {
  /** The folder of the trees: `org/name` is the view `main` of that workspace, `org/name@next` another. */
  readonly trees: string;
  /** What the queue calls this worker; no two have the same name. */
  readonly worker: string;
  /** Waits for more when nothing is due. */
  readonly stays: boolean;
  readonly configOf: (root: string) => Promise<Config>;
  readonly now: () => number;
  readonly tell: (work: WorkedView) => void;
}

/** What became of a view; a failure says why. */
export interface WorkedView {
  readonly name: string;
  readonly report: IndexReport | null;
  readonly failure: string | null;
}

/** Indexes what is due, one view after the other, of those whose trees lie here. */
export async function workQueue(queue: ViewQueue, work: QueueWork): Promise<void> {
  for (;;) {
    const taken = await takeNext(queue, work);
    if (taken !== null) work.tell(await indexTaken(taken, work));
    else if (work.stays) await sleep(DEFAULTS.queue.pollMs);
    else return;
  }
}

interface TakenTree {
  readonly taken: TakenView;
  readonly root: string;
}

async function takeNext(queue: ViewQueue, { trees, worker }: QueueWork): Promise<TakenTree | null> {
  for (const view of await queue.waiting()) {
    const root = treeOf(trees, view);
    const taken = root === null ? null : await queue.take(view, worker);
    if (root !== null && taken !== null) return { taken, root };
  }
  return null;
}

// A name comes from whoever may write to the queue: it finds a folder below the trees, and no other.
function treeOf(trees: string, { workspace, view }: QueuedView): string | null {
  const names = [`${workspace}@${view}`, ...(view === 'main' ? [workspace] : [])];
  for (const name of names) {
    const confined = confine(realpathSync.native(trees), name);
    if ('real' in confined && statSync(confined.real, { throwIfNoEntry: false })?.isDirectory()) return confined.real;
  }
  return null;
}

async function indexTaken({ taken, root }: TakenTree, { configOf, now }: QueueWork): Promise<WorkedView> {
  const name = `${taken.workspace}@${taken.view}`;
  const lost = new AbortController();
  const renewing = setInterval(() => {
    taken.keep().then(
      (isMine) => isMine || lost.abort(new Error('another worker has it by now')),
      () => undefined,
    );
  }, DEFAULTS.queue.leaseMs / 3);
  try {
    const config = { ...(await configOf(root)), workspace: name };
    const engine = await createEngine({ root, now, changesNamedView: true, signal: lost.signal }, config);
    const report = await engine.index().finally(() => engine.close());
    await taken.done();
    return { name, report, failure: null };
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    await taken.failed(failure);
    return { name, report: null, failure };
  } finally {
    clearInterval(renewing);
  }
}
