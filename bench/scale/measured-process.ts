import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

/** The cost of a process. */
export interface Taken {
  readonly seconds: number;
  /** Processor time, with that of the processes it started and waited for. */
  readonly cpuSeconds: number;
  readonly peakMegabytes: number;
}

const LOOK_MS = 5;

/** Runs a command to its end and ignores its output. */
export async function measureProcess(command: readonly string[], cwd: string): Promise<Taken> {
  const started = performance.now();
  const child = spawn(command[0]!, command.slice(1), { cwd, stdio: 'ignore' });
  const ended = once(child, 'exit');
  let last = lookAt(child);
  const timer = setInterval(() => {
    last = lookAt(child) ?? last;
  }, LOOK_MS);
  const [code] = await ended;
  clearInterval(timer);
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}`);
  return { seconds: (performance.now() - started) / 1000, cpuSeconds: 0, peakMegabytes: 0, ...last };
}

/** The cost of a process so far; null once it has ended. */
export function lookAt({ pid }: ChildProcess): (Omit<Taken, 'seconds'> & { readonly megabytes: number }) | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const megabytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)![1]) / 1000;
    // From the fourteenth field on, in hundredths of a second; the name before them may hold anything but a bracket.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ').slice(11, 15).map(Number);
    const cpuSeconds = fields.reduce((sum, ticks) => sum + ticks, 0) / 100;
    return { cpuSeconds, peakMegabytes: megabytes('VmHWM'), megabytes: megabytes('VmRSS') };
  } catch {
    return null;
  }
}

export interface Percentiles {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/** Of some times in milliseconds. */
export function percentiles(times: readonly number[]): Percentiles {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!);
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}
