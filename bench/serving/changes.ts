import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openEngine } from '../../src/index.ts';

// Times how soon a watched engine knows of changes: node bench/serving/changes.ts --tree DIR --file PATH --commit REV
// [--runs 10]. DIR is a clean work tree of a git repository; Writes to PATH, makes and removes a file beside it, and checks out
// REV and the old commit again.
const { values } = parseArgs({
  options: {
    tree: { type: 'string' },
    file: { type: 'string' },
    commit: { type: 'string' },
    runs: { type: 'string', default: '10' },
  },
});
const { tree, file, commit } = values;
if (!tree || !file || !commit) throw new Error('usage: changes.ts --tree DIR --file PATH --commit REV');
const engine = await openEngine({ root: tree, watch: true });
await engine.index();
await engine.pack({ task: 'anything at all' });

const path = join(tree, file);
const text = readFileSync(path, 'utf8');
const comment = file.endsWith('.py') ? '#' : '//';
const edits: number[] = [];
for (let run = 0; run < Number(values.runs); run++) {
  writeFileSync(path, `${text}\n${comment} edit ${run} of ${process.pid}\n`);
  edits.push(await settled());
}
writeFileSync(path, text);
await settled();
console.log(`saved: ${told(edits)}`);

const beside = `${path.slice(0, -file.length)}${file.replace(/[^/]+$/, (name) => `new-${name}`)}`;
writeFileSync(beside, text);
const added = await settled();
rmSync(beside);
console.log(`new file: ${added.toFixed(0)} ms, removed: ${(await settled()).toFixed(0)} ms`);

const git = (...args: string[]) => execFileSync('git', ['-C', tree, ...args]).toString();
const here = git('rev-parse', '--abbrev-ref', 'HEAD').trim();
const between = git('diff', '--name-only', 'HEAD', commit).trim().split('\n').length;
for (const to of [commit, here]) {
  git('checkout', '-q', to);
  const cpu = process.cpuUsage();
  const waited = await settled();
  const { user, system } = process.cpuUsage(cpu);
  console.log(
    `checkout of ${between} files: ${waited.toFixed(0)} ms, ${((user + system) / 1000).toFixed(0)} ms of CPU`,
  );
}
await engine.close();

// Waits until the engine has noticed a change and has nothing left to do.
async function settled(): Promise<number> {
  const started = performance.now();
  for (let isNoticed = false; ; ) {
    const { added, changed, removed, commits } = await engine.index();
    const isNews = added + changed + removed > 0;
    if (isNoticed && !isNews && commits > 0) return performance.now() - started;
    isNoticed ||= isNews;
    if (!isNews) await sleep(2);
  }
}

function told(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  return `median ${sorted[Math.floor(sorted.length / 2)]!.toFixed(0)} ms, most ${sorted.at(-1)!.toFixed(0)} ms`;
}
