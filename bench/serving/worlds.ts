import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

/** The work tree of a repository: the given folder, or `owner/name` written once from the mirrors. */
export function workTree(
  repository: string,
  { mirrors, work }: { mirrors?: string | undefined; work: string },
): string {
  if (mirrors === undefined) return resolve(repository);
  const folder = join(work, basename(repository));
  const mirror = resolve(mirrors, repository.replace('/', '+'), 'repo');
  if (!existsSync(folder)) execFileSync('git', ['clone', '-q', mirror, folder]);
  return folder;
}

/** Subjects of commits as tasks, each once; if there are too few, again from the first. */
export function subjects(root: string, count: number): readonly string[] {
  const log = execFileSync('git', ['-C', root, 'log', '--no-merges', '--format=%s', '-n', String(20 * count)], {
    maxBuffer: 1 << 26,
  });
  const said = [...new Set(log.toString().split('\n'))].filter((line) => line.split(' ').length > 3);
  if (said.length === 0) throw new Error(`${root} has no commit whose subject could be a task`);
  return Array.from({ length: count }, (_, index) => said[index % said.length]!);
}

/** Random numbers, the same every time. */
export function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** `p50 …, p95 …, p99 …, most … ms` */
export function spread(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!.toFixed(0);
  return `p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}, most ${at(1)} ms`;
}
