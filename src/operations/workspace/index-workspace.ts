import { randomUUID } from 'node:crypto';
import { realpathSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { DEFAULTS } from '../../config/defaults.ts';
import type { Config } from '../../config/schema.ts';
import { namesToKeep, onQueue, type QueuedView, type TakenView, type ViewQueue } from '../../engine/shared-store.ts';
import { createEngine, type Engine, type IndexReport } from '../../engine.ts';
import { ContextError } from '../../model/errors.ts';
import { confine } from '../../reading/confine.ts';
import { dataFormat } from '../input/fields.ts';
import { type Answer, answer, type Call, defineOperation, faultsAmong, field } from '../operation.ts';

// Looking whether anything happened costs nothing where the system tells; where it does not, a tenth of the time at most.
const PAUSE_MS = 200;
const PAUSE_FACTOR = 10;

const input = z.strictObject({
  full: z.boolean().optional().describe('Forget the index and build it again'),
  watch: field(z.boolean().optional().describe('Stay, and print a line whenever something changed and is indexed'), {
    isLocal: true,
  }),
  ref: field(
    z
      .string()
      .min(1)
      .optional()
      .describe('Index this branch, tag or commit of git into the shared store, whatever is checked out'),
    { placeholder: 'REF', isLocal: true },
  ),
  enqueue: field(z.boolean().optional().describe('Leave it to the workers of the shared store'), { isLocal: true }),
  queue: field(z.boolean().optional().describe('Index what is due in the shared store; with --watch, wait for more'), {
    isLocal: true,
  }),
  trees: field(z.string().min(1).optional().describe('Where the trees of a queue lie: org/name, or org/name@view'), {
    placeholder: 'DIR',
    isLocal: true,
  }),
  format: dataFormat,
});

/** Brings the index up to date now; every reading command does so by itself. */
export const indexWorkspace = defineOperation<typeof input, IndexReport | QueueReport>({
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
  async run(call, given) {
    const { full, watch = false, ref, format } = given;
    if (watch && ref !== undefined)
      throw new ContextError('BAD_INPUT', 'A ref is indexed once: leave out --watch, and run it after each push.');
    if (given.enqueue) return enqueue(call, format);
    if (given.queue) return takeFromQueue(call, given);
    const engine = await call.engine({ watch, changesNamedView: true, ref });
    const report = await engine.index(full === undefined ? {} : { full });
    await refuseUnkept(engine, report);
    const told = (of: IndexReport) =>
      answer(of, { text: reportText(of), format, notes: of.notes, warnings: faultsAmong(of.notes) });
    if (!watch) return told(report);
    return keepFresh(engine, report, (of) => call.say?.(format === 'json' ? JSON.stringify(of) : told(of).text));
  },
});

// Whoever only asks is answered from memory; whoever wants an index has none.
async function refuseUnkept(engine: Engine, { notes }: IndexReport): Promise<void> {
  if ((await engine.status()).store.path !== ':memory:') return;
  const why = notes.find((note) => note.includes('kept in memory')) ?? 'the index is kept in memory';
  throw new ContextError('STORE_UNUSABLE', `No index was made: ${why.split(':')[0]}.`);
}

/** What was left to workers, or done by one. */
interface QueueReport {
  readonly enqueued: readonly string[];
  readonly indexed: readonly string[];
  readonly failed: readonly string[];
}

async function enqueue(call: Call, format: string | undefined): Promise<Answer<QueueReport>> {
  const { workspace, view } = namesToKeep(call.root, call.config.workspace);
  await onQueue(call.config, (queue) => queue.add(workspace, view));
  const name = `${workspace}@${view}`;
  return answer({ enqueued: [name], indexed: [], failed: [] }, { text: `${name} is due`, format });
}

async function takeFromQueue(
  call: Call,
  { trees, watch = false, format }: z.output<typeof input>,
): Promise<Answer<QueueReport>> {
  if (trees === undefined || call.configOf === undefined)
    throw new ContextError('BAD_INPUT', 'Say where the trees lie: --trees DIR, with DIR/org/name for each workspace.');
  const all: WorkedView[] = [];
  const tell = (one: WorkedView) => {
    all.push(one);
    call.say?.(format === 'json' ? JSON.stringify(one) : workedText(one));
    // Whoever stays keeps no list of all it ever did.
    if (watch) all.length = 0;
  };
  const [worker, folder] = [`${hostname()}:${process.pid}:${randomUUID()}`, resolve(call.cwd, trees)];
  const { configOf, now } = call;
  await onQueue(call.config, (queue) => workQueue(queue, { trees: folder, worker, stays: watch, configOf, now, tell }));
  const named = (isFailed: boolean) =>
    all.filter(({ failure }) => (failure !== null) === isFailed).map(({ name }) => name);
  const report = { enqueued: [], indexed: named(false), failed: named(true) };
  const text = `${report.indexed.length} indexed, ${report.failed.length} failed; nothing else is due here`;
  return answer(report, { text, format, isFailure: report.failed.length > 0 });
}

function workedText({ name, report, failure }: WorkedView): string {
  return `${name}: ${report === null ? `failed: ${failure}` : reportText(report)}`;
}

// Ends with the process: whoever started it stops it.
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
interface WorkedView {
  readonly name: string;
  readonly report: IndexReport | null;
  readonly failure: string | null;
}

/** Indexes what is due, one view after the other, of those whose trees lie here. */
async function workQueue(queue: ViewQueue, work: QueueWork): Promise<void> {
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
