import type { Progress } from '../../engine.ts';
import type { Terminal } from './terminal.ts';

const WIDTH = 24;
const REDRAW_MS = 80;
// Work that is done sooner is not worth a flicker.
const QUIET_MS = 250;
const LABELS = {
  scan: 'scanning',
  parse: 'reading',
  link: 'linking',
  embed: 'meaning',
  history: 'history',
  import: 'importing',
  replay: 'replaying',
  fetch: 'fetching',
} as const satisfies Record<Progress['stage'], string>;

/** A bar on standard error, and nothing at all where that is no terminal. */
export function progressBar(
  { stderr }: Terminal,
  isQuiet: boolean,
): { report: (progress: Progress) => void; clear: () => void } {
  if (isQuiet || !stderr.isTTY) return { report: () => undefined, clear: () => undefined };
  const started = performance.now();
  let drawnAt = 0;
  return {
    report(progress) {
      const now = performance.now();
      if (now - started < QUIET_MS || now - drawnAt < REDRAW_MS) return;
      drawnAt = now;
      stderr.write(`\r\u001b[K${drawBar(progress)}`);
    },
    clear() {
      if (drawnAt > 0) stderr.write('\r\u001b[K');
      drawnAt = 0;
    },
  };
}

/** `reading  ████████░░░░ 120/340`. */
export function drawBar({ stage, done, total }: Progress): string {
  const share = total > 0 ? Math.min(1, done / total) : 0;
  const full = Math.round(share * WIDTH);
  return `${LABELS[stage].padEnd(8)} ${'█'.repeat(full)}${'░'.repeat(WIDTH - full)} ${done}${total > 0 ? `/${total}` : ''}`;
}
