import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

export interface Run {
  readonly milliseconds: number;
  /** The greatest resident memory, sampled. */
  readonly peakBytes: number;
}

/** Runs a command several times and gives the median time with the largest memory. Output is thrown away. */
export async function medianRun(
  command: readonly string[],
  options: { cwd: string; runs: number; before?: () => void },
): Promise<Run> {
  const all: Run[] = [];
  for (let i = 0; i < options.runs; i++) {
    options.before?.();
    all.push(await runOnce(command, options.cwd));
  }
  const times = all.map((run) => run.milliseconds).sort((a, b) => a - b);
  return {
    milliseconds: times[Math.floor(times.length / 2)]!,
    peakBytes: Math.max(...all.map((run) => run.peakBytes)),
  };
}

function runOnce(command: readonly string[], cwd: string): Promise<Run> {
  return new Promise((done, fail) => {
    const started = performance.now();
    const child = spawn(command[0]!, command.slice(1), { cwd, stdio: 'ignore' });
    let peakBytes = 0;
    const timer = setInterval(() => {
      peakBytes = Math.max(peakBytes, highWater(child.pid));
    }, 10);
    child.on('error', fail);
    child.on('exit', (code) => {
      clearInterval(timer);
      if (code !== 0) fail(new Error(`${command.join(' ')} ended with ${code}`));
      else done({ milliseconds: performance.now() - started, peakBytes });
    });
  });
}

function highWater(pid: number | undefined): number {
  try {
    return 1024 * Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    // The process has ended between two samples.
    return 0;
  }
}
