// The operation `index`: updates the index once or again and again, and fills or works off the queue of a store.
import { randomUUID } from 'node:crypto';
import { realpathSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { DEFAULTS } from '../../config/defaults.ts';
import type { Config } from '../../config/schema.ts';
import {
  namesOfIndexedView,
  onQueue,
  type QueuedView,
  type TakenView,
  type ViewQueue,
} from '../../engine/shared-store.ts';
import { createEngine } from '../../engine.ts';
import { ContextError, invariant, messageOf } from '../../model/errors.ts';
import type { Engine, IndexReport } from '../../ports/engine.ts';
import { confine } from '../../reading/confine.ts';
import { dataFormat } from '../input/fields.ts';
import { type Answer, answer, type Call, defineOperation, faultsAmong, optional } from '../operation.ts';

// Pauses between checks for changes, so that checks take at most a tenth of the time.
const PAUSE_MS = 200;
const PAUSE_FACTOR = 10;

const input = z.strictObject({
  full: optional.yesNo('Delete the index and build it again'),
  watch: optional.yesNo('Keep running; index changes and print a line for each update', { isLocal: true }),
  ref: optional.text('Index this branch, tag or commit into the shared store, without checking it out', {
    placeholder: 'REF',
    isLocal: true,
  }),
  enqueue: optional.yesNo('Add the workspace to the queue of the shared store', { isLocal: true }),
  queue: optional.yesNo('Index the queued workspaces of the shared store; with --watch, wait for more', {
    isLocal: true,
  }),
  trees: optional.text('Folder with the work trees of the queue: org/name, or org/name@view', {
    placeholder: 'DIR',
    isLocal: true,
  }),
  format: dataFormat,
});

export const indexWorkspace = defineOperation({
  input,
  asksAll: true,
  examples: [
    'knap index',
    'knap index --full',
    'knap index --watch',
    'knap index --ref main --workspace org/name',
    'knap index --enqueue --workspace org/name@main',
    'knap index --queue --trees /srv/trees --watch',
  ],
  async run(call, given): Promise<Answer<IndexReport | QueueReport>> {
    const { full, watch = false, ref, format } = given;
    if (watch && ref !== undefined)
      throw new ContextError('BAD_INPUT', 'A ref is indexed once: leave out --watch, and run it after each push.');
    if (given.enqueue) return enqueue(call, format);
    if (given.queue) return takeFromQueue(call, given);
    const engine = await call.engine({ watch, changesNamedView: true, ref });
    const report = await engine.index(full === undefined ? {} : { full });
    await refuseMemoryIndex(engine, report);
    const answerOf = (of: IndexReport) =>
      answer(of, { text: reportText(of), format, notes: of.notes, warnings: faultsAmong(of.notes) });
    if (!watch) return answerOf(report);
    return keepFresh(engine, report, (of) => call.say?.(format === 'json' ? JSON.stringify(of) : answerOf(of).text));
  },
});

// Questions may be answered from an index in memory, but `index` fails if the index cannot be stored.
async function refuseMemoryIndex(engine: Engine, { notes }: IndexReport): Promise<void> {
  if ((await engine.status()).store.path !== ':memory:') return;
  const why = notes.find((note) => note.includes('only in memory')) ?? 'the index is only in memory';
  throw new ContextError('STORE_UNUSABLE', `No index was made: ${why.split(':')[0]}.`);
}

/** The views that `--enqueue` queued, or that a worker indexed or failed to index. */
interface QueueReport {
  readonly enqueued: readonly string[];
  readonly indexed: readonly string[];
  readonly failed: readonly string[];
}

async function enqueue(call: Call, format: string | undefined): Promise<Answer<QueueReport>> {
  const { workspace, view } = namesOfIndexedView(call.root, call.config.workspace);
  await onQueue(call.config, (queue) => queue.add(workspace, view));
  const name = `${workspace}@${view}`;
  return answer({ enqueued: [name], indexed: [], failed: [] }, { text: `${name} is due`, format });
}

async function takeFromQueue(
  call: Call,
  { trees, watch = false, format }: z.output<typeof input>,
): Promise<Answer<QueueReport>> {
  const { configOf, now } = call;
  invariant(configOf, 'only local callers work on the queue');
  const missing = 'Name the folder of the work trees: --trees DIR, with DIR/org/name for each workspace.';
  if (trees === undefined) throw new ContextError('BAD_INPUT', missing);
  const all: ViewResult[] = [];
  const tell = (result: ViewResult) => {
    call.say?.(format === 'json' ? JSON.stringify(result) : viewText(result));
    // With --watch the list would grow without end.
    if (!watch) all.push(result);
  };
  const [worker, folder] = [`${hostname()}:${process.pid}:${randomUUID()}`, resolve(call.cwd, trees)];
  await onQueue(call.config, (queue) => workQueue(queue, { trees: folder, worker, stays: watch, configOf, now, tell }));
  const named = (isFailed: boolean) =>
    all.filter(({ failure }) => (failure !== null) === isFailed).map(({ name }) => name);
  const report = { enqueued: [], indexed: named(false), failed: named(true) };
  const text = `${report.indexed.length} indexed, ${report.failed.length} failed; nothing else is due here`;
  return answer(report, { text, format, isFailure: report.failed.length > 0 });
}

function viewText({ name, report, failure }: ViewResult): string {
  return `${name}: ${report === null ? `failed: ${failure}` : reportText(report)}`;
}

async function keepFresh(engine: Engine, first: IndexReport, tell: (report: IndexReport) => void): Promise<never> {
  let last = first;
  tell(last);
  for (;;) {
    const started = performance.now();
    const report = await engine.index();
    if (report.added + report.changed + report.removed > 0 || report.commits !== last.commits) tell(report);
    last = report;
    await sleep(Math.max(PAUSE_MS, PAUSE_FACTOR * (performance.now() - started)));
  }
}

function reportText(report: IndexReport): string {
  const changes = `${report.added} added, ${report.changed} changed, ${report.removed} removed`;
  return `${report.files} files, ${report.symbols} symbols, ${report.commits} commits (${changes}) in ${(report.milliseconds / 1000).toFixed(2)} s`;
}

interface QueueWork {
  /** The folder of the work trees `org/name@view`; the view `main` may also be in `org/name`. */
  readonly trees: string;
  /** The unique name of this worker in the queue. */
  readonly worker: string;
  /** Waits for more work when the queue is empty. */
  readonly stays: boolean;
  readonly configOf: (root: string) => Promise<Config>;
  readonly now: () => number;
  readonly tell: (result: ViewResult) => void;
}

interface ViewResult {
  readonly name: string;
  readonly report: IndexReport | null;
  readonly failure: string | null;
}

async function workQueue(queue: ViewQueue, work: QueueWork): Promise<void> {
  for (;;) {
    const taken = await takeNext(queue, work);
    if (taken !== null) work.tell(await indexTaken(taken.view, taken.root, work));
    else if (work.stays) await sleep(DEFAULTS.queue.pollMs);
    else return;
  }
}

async function takeNext(queue: ViewQueue, { trees, worker }: QueueWork) {
  for (const view of await queue.waiting()) {
    const root = treeOf(trees, view);
    const taken = root === null ? null : await queue.take(view, worker);
    if (root !== null && taken !== null) return { view: taken, root };
  }
  return null;
}

// Others write names into the queue, so a name must not lead outside the folder of work trees.
function treeOf(trees: string, { workspace, view }: QueuedView): string | null {
  const names = [`${workspace}@${view}`, ...(view === 'main' ? [workspace] : [])];
  for (const name of names) {
    const confined = confine(realpathSync.native(trees), name);
    if ('real' in confined && statSync(confined.real, { throwIfNoEntry: false })?.isDirectory()) return confined.real;
  }
  return null;
}

async function indexTaken(taken: TakenView, root: string, { configOf, now }: QueueWork): Promise<ViewResult> {
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
    const failure = messageOf(error);
    await taken.failed(failure);
    return { name, report: null, failure };
  } finally {
    clearInterval(renewing);
  }
}
