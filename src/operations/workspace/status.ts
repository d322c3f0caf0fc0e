// The operations `status` and `verify`, and how they are printed.
import * as z from 'zod';
import { DEFAULTS } from '../../config/defaults.ts';
import { VERSION } from '../../config/this-package.ts';
import { storedViewOf } from '../../engine/shared-store.ts';
import { oneLine } from '../../model/visible-text.ts';
import type { GraphStatus } from '../../ports/graph.ts';
import type { ReadPart, Status, VerifyReport } from '../../ports/status.ts';
import { dataFormat } from '../input/fields.ts';
import { answer, type Call, defineOperation, optional } from '../operation.ts';
import { outputOf, texts, withoutNulls } from '../output/output.ts';
import { table } from '../text-table.ts';

const coverage = z.object({
  files: z.int(),
  languages: z.record(z.string(), z.int()),
  parsed: z.int(),
  failed: z.int(),
  history: z.object({ available: z.boolean(), commits: z.int(), note: z.string().optional() }),
  meaning: z.boolean(),
  left: z.object({ files: z.int(), olderCommits: z.boolean() }).optional(),
});

const part = z.object({ name: z.string(), structure: z.int(), words: z.int(), leftOut: z.int() });

const statusSchema = z.object({
  ...{ version: z.string(), root: z.string() },
  store: z.object({ name: z.string(), path: z.string(), bytes: z.int() }),
  coverage,
  reading: z.object({ languages: z.array(part), folders: z.array(part) }),
  ...{ symbols: z.int(), edges: z.int(), lastIndexedMs: z.number().optional() },
  graphs: z.array(z.object({ workspace: z.string(), source: z.string(), path: z.string(), nodes: z.int().optional() })),
  pending: z.object({ added: z.int(), changed: z.int(), removed: z.int() }),
  notes: texts,
});

const statusOutput = outputOf(statusSchema, ({ graphs, ...held }: Status) =>
  withoutNulls({
    version: VERSION,
    ...held,
    graphs: graphs.map(({ workspace, source, path, imported }) => ({
      ...{ workspace, source, path },
      nodes: imported?.nodes ?? null,
    })),
  }),
);

export const status = defineOperation({
  input: z.strictObject({ format: dataFormat }),
  output: statusOutput,
  examples: ['knap status', 'knap status --json'],
  async run(call, { format }) {
    const engine = await call.engine();
    const value = await engine.status();
    return answer(value, { text: statusText(value, call), format, notes: value.notes });
  },
});

function statusText(status: Status, { now, columns }: Pick<Call, 'now' | 'columns'>): string {
  const { root, store, coverage, reading, symbols, edges, lastIndexedMs, pending, graphs, notes } = status;
  const { added, changed, removed } = pending;
  // A database shows its address instead of its size, because others share it.
  const size = store.path.includes('://') ? store.path : `${(store.bytes / 1_000_000).toFixed(1)} MB`;
  const age = lastIndexedMs === null ? 'not built yet' : `of ${new Date(lastIndexedMs).toISOString()}`;
  const rows = [
    ['knap', VERSION],
    ['root', root],
    ['index', `${store.name}, ${size}, ${age}`],
    store.borrowed && ['borrowed', `${store.borrowed.files} of ${coverage.files} files, from ${store.borrowed.from}`],
    store.earlier !== undefined && [
      'earlier',
      `${store.earlier} contents of other branches and edits are kept; knap index --full forgets them`,
    ],
    coverage.left && ['whole', `not yet: ${leftText(coverage.left)}; knap index does all of it`],
    ['pending', added + changed + removed === 0 ? 'nothing' : `${added} added, ${changed} changed, ${removed} removed`],
    ['files', `${coverage.files} (${coverage.parsed} parsed, ${coverage.failed} failed)`],
    ['languages', reading.languages.map(partText).join(', ') || 'none'],
    ['folders', reading.folders.slice(0, FOLDERS_MAX).map(partText).join(', ') || 'none'],
    ['graph', `${symbols} symbols, ${edges} edges`],
    ['history', coverage.history.available ? `${coverage.history.commits} commits` : (coverage.history.note ?? 'none')],
    ['meaning', coverage.meaning ? 'on' : 'off'],
    ...graphs.map((graph) => [`graph ${graph.workspace}`, graphText(graph, now())]),
    ...notes.map((note) => ['note', note]),
  ];
  return table(
    rows.filter((row) => row !== undefined && row !== false),
    columns,
  ).join('\n');
}

// --json lists all of them.
const FOLDERS_MAX = 20;

// Counts in brackets the files without structure and those left out.
function partText({ name, structure, words, leftOut }: ReadPart): string {
  const lacking = [...(words > 0 ? [`${words} by words alone`] : []), ...(leftOut > 0 ? [`${leftOut} left out`] : [])];
  return `${name} ${structure + words + leftOut}${lacking.length > 0 ? ` (${lacking.join(', ')})` : ''}`;
}

function leftText({ files, olderCommits }: NonNullable<Status['coverage']['left']>): string {
  const parts = [...(files > 0 ? [`${files} files`] : []), ...(olderCommits ? ['older commits'] : [])];
  return `${parts.join(' and ')} are left`;
}

const DAY_MS = 86_400_000;

function graphText({ source, path, imported }: GraphStatus, nowMs: number): string {
  if (imported === null) return `${source} ${path}, not imported yet`;
  const days = Math.max(0, Math.floor((nowMs - imported.asOfMs) / DAY_MS));
  const age = days === 0 ? 'of today' : `${days} ${days === 1 ? 'day' : 'days'} old`;
  return `${imported.nodes} nodes, ${age}, from ${source} ${path}`;
}

// Longer lists help nobody, because the repair rebuilds the whole index.
const LINES_MAX = 50;

export const verify = defineOperation({
  input: z.strictObject({
    all: optional.yesNo('Every file, not only a sample'),
    sample: optional.number('How many files to read without --all; the sample changes every day', [1], {
      usual: DEFAULTS.verify.sample,
    }),
    format: dataFormat,
  }),
  details:
    'Ends with exit status 2 when anything differs. The index of a folder is updated first, so every difference is a fault of the index; a named view of a shared store is compared with the folder without an update.',
  examples: ['knap verify', 'knap verify --all', 'knap verify --all --json'],
  async run(call, { all, sample, format }) {
    // Opened as for an update, so that the engine reads the folder; but only `knap index` may change a named view.
    const engine = await call.engine({ changesNamedView: true });
    if (storedViewOf(call.config) === null) await engine.index();
    const value = await engine.verify({ all, sample });
    return answer(value, {
      text: verifiedText(value),
      format,
      notes: value.notes,
      isFailure: value.differences.length > 0,
    });
  },
});

function verifiedText({ files, checked, differences }: VerifyReport): string {
  const read = `${checked.files} of ${files} files read again: ${checked.symbols} symbols, ${checked.terms} terms, ${checked.edges} edges compared`;
  if (differences.length === 0) return `${read}; the index agrees with the disk`;
  const lines = differences
    .slice(0, LINES_MAX)
    .map(({ path, kind, what }) => `${oneLine(path)}: ${kind}: ${oneLine(what)}`);
  const more = differences.length > LINES_MAX ? [`and ${differences.length - LINES_MAX} more`] : [];
  return [...lines, ...more, `${read}; ${differences.length} differ: knap index --full makes the index again`].join(
    '\n',
  );
}
