import { execFileSync, spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

// Times a switch of branches and an identical work tree, in processes of their own: node bench/speed/switch.ts --tree DIR [--apart 1000]. DIR is a clean work tree
// whose HEAD has so many commits in its past; it gets a branch and a linked work tree beside it, which are removed in the end. knap is the built dist/cli.js.
const { values } = parseArgs({ options: { tree: { type: 'string' }, apart: { type: 'string', default: '1000' } } });
if (!values.tree) throw new Error('usage: switch.ts --tree DIR [--apart 1000]');
const tree = resolve(values.tree);
const knap = resolve(import.meta.dirname, '../../dist/cli.js');
const git = (...args: string[]) =>
  execFileSync('git', ['-C', tree, '-c', 'user.name=T', '-c', 'user.email=t@example.invalid', ...args])
    .toString()
    .trim();

const [start, beside] = [git('rev-parse', 'HEAD'), `${tree}-beside`];
console.log('| step | processor s | waited s | said |\n|---|---|---|---|');
indexed('first index', tree, '--full');
try {
  git('checkout', '-q', '-b', 'knap-bench-side', `HEAD~${values.apart}`);
  git('commit', '-q', '--allow-empty', '-m', 'On the side');
  for (const round of [1, 2]) {
    indexed(`to a branch ${values.apart} first parents back, ${round}`, tree);
    git('checkout', '-q', '--detach', start);
    indexed(`back to the newest commit, ${round}`, tree);
    git('checkout', '-q', 'knap-bench-side');
  }
  git('checkout', '-q', '--detach', start);
  indexed('nothing to do', tree);
  git('worktree', 'add', '-q', '--detach', beside);
  indexed('an identical work tree', beside);
  console.log(
    `\nIts index takes ${
      execFileSync('du', ['-sk', `${beside}/.knap`])
        .toString()
        .split('\t')[0]
    } KiB.`,
  );
} finally {
  git('worktree', 'remove', '--force', beside);
  git('branch', '-q', '-D', 'knap-bench-side');
}

function indexed(step: string, cwd: string, ...more: string[]): void {
  const started = performance.now();
  // The shell prints the processor time of its children; Node does not know it.
  const command = ['-c', '"$@" && times', 'sh', process.execPath, knap, 'index', ...more];
  const { status, stdout } = spawnSync('sh', command, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`knap index ended with ${status}`);
  const waited = (performance.now() - started) / 1000;
  const lines = stdout.trim().split('\n');
  const took = [...lines.at(-1)!.matchAll(/(\d+)m([\d.]+)s/g)].map(([, m, s]) => 60 * Number(m) + Number(s));
  const processor = took.reduce((sum, seconds) => sum + seconds, 0);
  console.log(`| ${step} | ${processor.toFixed(2)} | ${waited.toFixed(2)} | ${lines.at(-3)} |`);
}
