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

// In a pipe a line is said when something takes long, and again each time it has taken twice as long: nobody redraws it.
const LINE_MS = 2000;
// Less than this is done soon, however busy the machine is.
const LONG_WORK = 1000;

interface ProgressReport {
  readonly report: (progress: Progress) => void;
  readonly clear: () => void;
}

/** A bar on standard error; where that is no terminal, a line now and then. */
export function progressBar({ stderr }: Terminal, isQuiet: boolean): ProgressReport {
  if (isQuiet) return { report: () => undefined, clear: () => undefined };
  return stderr.isTTY ? bar(stderr) : lines(stderr);
}

function lines(stderr: Terminal['stderr']): ProgressReport {
  const started = performance.now();
  let dueMs = LINE_MS;
  return {
    report({ stage, done, total }) {
      const elapsed = performance.now() - started;
      if (elapsed < dueMs || Math.max(done, total) < LONG_WORK) return;
      dueMs = 2 * elapsed;
      stderr.write(
        `knap: ${LABELS[stage]} ${done}${total > 0 ? ` of ${total}` : ''}, ${Math.round(elapsed / 1000)} s so far\n`,
      );
    },
    clear: () => undefined,
  };
}

function bar(stderr: Terminal['stderr']): ProgressReport {
  const started = performance.now();
  let drawnAt = 0;
  let later: NodeJS.Timeout | undefined;
  const draw = (progress: Progress) => {
    drawnAt = performance.now();
    stderr.write(`\r\u001b[K${drawBar(progress)}`);
  };
  return {
    report(progress) {
      const now = performance.now();
      clearTimeout(later);
      // What is reported too early is drawn once it is time, if nothing else was reported by then.
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

// Files that were not chosen are smaller, and the threads run by then: a third of the time for each (vite, django).
const LATER_SHARE = 0.3;
// Fewer files say nothing about a pace.
const PACE_FILES_MIN = 20;

/** Hears how files are read, and tells what an answer left of them: about how many seconds' work, null for not known; undefined where nothing is left. */
export function readingHeard(): { hear(progress: Progress): void; secondsLeft(): number | null | undefined } {
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

/** `reading  ████████░░░░ 120/340`. */
export function drawBar({ stage, done, total }: Progress): string {
  const share = total > 0 ? Math.min(1, done / total) : 0;
  const full = Math.round(share * WIDTH);
  return `${LABELS[stage].padEnd(8)} ${'█'.repeat(full)}${'░'.repeat(WIDTH - full)} ${done}${total > 0 ? `/${total}` : ''}`;
}
