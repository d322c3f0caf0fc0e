import * as z from 'zod';
import { VERSION } from '../../config/version.ts';
import type { GraphStatus, ReadPart, Status } from '../../engine.ts';
import { dataFormat } from '../input/fields.ts';
import { answer, type Call, defineOperation } from '../operation.ts';
import { statusOutput } from '../output/query-output.ts';
import { table } from '../text-table.ts';

const input = z.strictObject({ format: dataFormat });

/** What the index holds, how fresh it is, and what it does without. */
export const status = defineOperation<typeof input, Status>({
  input,
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
  const rows = [
    ['knap', VERSION],
    ['root', root],
    [
      'index',
      // A database is known by its address; how much of it is ours is not ours to say.
      `${store.name}, ${store.path.includes('://') ? store.path : `${(store.bytes / 1_048_576).toFixed(1)} MB`}, ${lastIndexedMs === null ? 'not built yet' : `of ${new Date(lastIndexedMs).toISOString()}`}`,
    ],
    ...(store.borrowed === undefined
      ? []
      : [['borrowed', `${store.borrowed.files} of ${coverage.files} files, from ${store.borrowed.from}`]]),
    ...(coverage.left === undefined
      ? []
      : [['whole', `not yet: ${leftText(coverage.left)}; knap index does all of it`]]),
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
  return table(rows, columns).join('\n');
}

// More would be a list, and --json has it.
const FOLDERS_MAX = 20;

// Files by structure need no words; the others say what they lack.
function partText({ name, structure, words, leftOut }: ReadPart): string {
  const lacking = [...(words > 0 ? [`${words} by words alone`] : []), ...(leftOut > 0 ? [`${leftOut} left out`] : [])];
  return `${name} ${structure + words + leftOut}${lacking.length > 0 ? ` (${lacking.join(', ')})` : ''}`;
}

function leftText({ files, olderCommits }: NonNullable<Status['coverage']['left']>): string {
  return [...(files > 0 ? [`${files} files`] : []), ...(olderCommits ? ['older commits'] : [])]
    .join(' and ')
    .concat(' are left');
}

const DAY_MS = 86_400_000;

function graphText({ source, path, imported }: GraphStatus, nowMs: number): string {
  if (imported === null) return `${source} ${path}, not imported yet`;
  const days = Math.max(0, Math.floor((nowMs - imported.asOfMs) / DAY_MS));
  const age = days === 0 ? 'of today' : `${days} ${days === 1 ? 'day' : 'days'} old`;
  return `${imported.nodes} nodes, ${age}, from ${source} ${path}`;
}
