// Shows progress on standard error, and estimates how long reading goes on.
import type { Progress } from '../../ports/engine.ts';
import type { Terminal } from './terminal.ts';

const WIDTH = 24;
const REDRAW_MS = 80;
// Shorter work shows no bar, because it would only flicker.
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

// A pipe gets a line when work takes this long, and again each time the duration doubles.
const LINE_MS = 2000;
// Work with fewer known steps gets no line in a pipe.
const LONG_WORK = 1000;

/** Shows a bar on standard error, or prints a line now and then if that is not a terminal. */
export function progressBar({ stderr }: Terminal, isQuiet: boolean) {
  if (isQuiet) return { report: () => undefined, clear: () => undefined };
  return stderr.isTTY ? createBar(stderr) : createLines(stderr);
}

function createLines(stderr: Terminal['stderr']) {
  const started = performance.now();
  let dueMs = LINE_MS;
  return {
    report({ stage, done, total }: Progress) {
      const elapsed = performance.now() - started;
      if (elapsed < dueMs || Math.max(done, total) < LONG_WORK) return;
      dueMs = 2 * elapsed;
      const all = total > 0 ? ` of ${total}` : '';
      stderr.write(`knap: ${LABELS[stage]} ${done}${all}, ${Math.round(elapsed / 1000)} s so far\n`);
    },
    clear: () => undefined,
  };
}

function createBar(stderr: Terminal['stderr']) {
  const started = performance.now();
  let drawnAt = 0;
  let later: NodeJS.Timeout | undefined;
  const draw = (progress: Progress) => {
    drawnAt = performance.now();
    stderr.write(`\r\u001b[K${drawBar(progress)}`);
  };
  return {
    report(progress: Progress) {
      const now = performance.now();
      clearTimeout(later);
      // Draws an early report later, unless a newer one arrives first.
      if (now - started < QUIET_MS) later = setTimeout(() => draw(progress), QUIET_MS).unref();
      else if (now - drawnAt >= REDRAW_MS) draw(progress);
    },
    clear() {
      clearTimeout(later);
      if (drawnAt > 0) stderr.write('\r\u001b[K');
      drawnAt = 0;
    },
  };
}

// A file left for later takes this share of the time: most are smaller, and threads run (measured on vite and django).
const LATER_SHARE = 0.3;
// Fewer files are too few to estimate a pace.
const PACE_FILES_MIN = 20;

/**
 * Estimates from progress events how many seconds of reading are left: null if unknown, undefined if nothing is left.
 */
export function readingTimer(): { hear(progress: Progress): void; secondsLeft(): number | null | undefined } {
  let [beganMs, lastMs, done, total] = [0, 0, 0, 0];
  return {
    hear: (progress) => {
      if (progress.stage !== 'parse') return;
      lastMs = performance.now();
      if (total === 0) beganMs = lastMs;
      ({ done, total } = progress);
    },
    secondsLeft: () => {
      if (done >= total) return undefined;
      const each = done < PACE_FILES_MIN ? null : (lastMs - beganMs) / 1000 / done;
      return each === null ? null : Math.max(1, Math.round(each * LATER_SHARE * (total - done)));
    },
  };
}

export function drawBar({ stage, done, total }: Progress): string {
  const share = total > 0 ? Math.min(1, done / total) : 0;
  const full = Math.round(share * WIDTH);
  return `${LABELS[stage].padEnd(8)} ${'█'.repeat(full)}${'░'.repeat(WIDTH - full)} ${done}${total > 0 ? `/${total}` : ''}`;
}
