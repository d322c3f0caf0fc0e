import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import type { Engine, IndexReport } from '../../engine.ts';
import { dataFormat } from '../input/fields.ts';
import { answer, defineOperation, field } from '../operation.ts';

// Looking whether anything happened costs nothing where the system tells; where it does not, a tenth of the time at most.
const PAUSE_MS = 200;
const PAUSE_FACTOR = 10;

const input = z.strictObject({
  full: z.boolean().optional().describe('Forget the index and build it again'),
  watch: field(z.boolean().optional().describe('Stay, and print a line whenever something changed and is indexed'), {
    isLocal: true,
  }),
  format: dataFormat,
});

/** Brings the index up to date now; every reading command does so by itself. */
export const indexWorkspace = defineOperation<typeof input, IndexReport>({
  input,
  asksAll: true,
  examples: ['knap index', 'knap index --full', 'knap index --watch'],
  async run(call, { full, watch = false, format }) {
    const engine = await call.engine({ watch, changesNamedView: true });
    const report = await engine.index(full === undefined ? {} : { full });
    const told = (of: IndexReport) => answer(of, { text: reportText(of), format, notes: of.notes });
    if (!watch) return told(report);
    return keepFresh(engine, report, (of) => call.say?.(format === 'json' ? JSON.stringify(of) : told(of).text));
  },
});

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
