import * as z from 'zod';
import type { IndexReport } from '../engine.ts';
import { dataFormat } from './fields.ts';
import { answer, defineOperation } from './operation.ts';

const input = z.strictObject({
  full: z.boolean().optional().describe('Forget the index and build it again'),
  format: dataFormat,
});

/** Brings the index up to date now; every reading command does so by itself. */
export const indexWorkspace = defineOperation<typeof input, IndexReport>({
  input,
  examples: ['knap index', 'knap index --full'],
  async run(call, { full, format }) {
    const engine = await call.engine();
    const report = await engine.index(full === undefined ? {} : { full });
    return answer(report, { text: reportText(report), format, notes: report.notes });
  },
});

function reportText(report: IndexReport): string {
  const changes = `${report.added} added, ${report.changed} changed, ${report.removed} removed`;
  return `${report.files} files, ${report.symbols} symbols, ${report.commits} commits (${changes}) in ${(report.milliseconds / 1000).toFixed(2)} s`;
}
