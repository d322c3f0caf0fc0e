import * as z from 'zod';
import type { Status } from '../engine.ts';
import { dataFormat } from './fields.ts';
import { answer, defineOperation } from './operation.ts';
import { statusOutput } from './output/status-output.ts';
import { table } from './text-table.ts';

const input = z.strictObject({ format: dataFormat });

/** What the index holds, how fresh it is, and what it does without. */
export const status = defineOperation<typeof input, Status>({
  input,
  output: statusOutput,
  examples: ['knap status', 'knap status --json'],
  async run(call, { format }) {
    const engine = await call.engine();
    const value = await engine.status();
    return answer(value, { text: statusText(value), format, notes: value.notes });
  },
});

function statusText({ root, store, coverage, symbols, edges, lastIndexedMs, pending, notes }: Status): string {
  const languages = Object.entries(coverage.languages)
    .toSorted(([a, aCount], [b, bCount]) => bCount - aCount || (a < b ? -1 : 1))
    .map(([name, count]) => `${name} ${count}`);
  const { added, changed, removed } = pending;
  const rows = [
    ['root', root],
    [
      'index',
      `${store.name}, ${(store.bytes / 1_048_576).toFixed(1)} MB, ${lastIndexedMs === null ? 'not built yet' : `of ${new Date(lastIndexedMs).toISOString()}`}`,
    ],
    ['pending', added + changed + removed === 0 ? 'nothing' : `${added} added, ${changed} changed, ${removed} removed`],
    ['files', `${coverage.files} (${coverage.parsed} parsed, ${coverage.failed} failed)`],
    ['languages', languages.join(', ') || 'none'],
    ['graph', `${symbols} symbols, ${edges} edges`],
    ['history', coverage.history.available ? `${coverage.history.commits} commits` : (coverage.history.note ?? 'none')],
    ['meaning', coverage.meaning ? 'on' : 'off (no embedder)'],
    ...notes.map((note) => ['note', note]),
  ];
  return table(rows).join('\n');
}
