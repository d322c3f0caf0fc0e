import { readFileSync } from 'node:fs';
import type { Task } from './metrics.ts';

/** The tasks of a file: of the named repositories only, and at most so many of each, evenly chosen. */
export function readTasks(
  path: string,
  { repo, each }: { repo?: string | undefined; each?: string | undefined },
): readonly Task[] {
  const wanted = repo?.split(',');
  const most = Number(each ?? Number.MAX_SAFE_INTEGER);
  const tasks = readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Task)
    .filter((task) => wanted?.includes(task.repo) ?? true);
  return [...Map.groupBy(tasks, (task) => task.repo).values()].flatMap((all) => {
    const step = Math.max(1, all.length / most);
    return Array.from({ length: Math.min(most, all.length) }, (_, index) => all[Math.floor(index * step)]!);
  });
}
