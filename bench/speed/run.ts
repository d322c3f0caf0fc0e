import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { medianRun } from './process-run.ts';

// Times whole processes: node bench/speed/run.ts --tree DIR [--tree DIR …] [--runs 5]. Each DIR is a work tree of a git
// repository; knap is the built dist/cli.js, ctags is universal-ctags, run in turn on the same tree.
const { values } = parseArgs({
  options: {
    tree: { type: 'string', multiple: true },
    runs: { type: 'string', default: '5' },
    edit: { type: 'string' },
  },
});
if (!values.tree) throw new Error('usage: run.ts --tree DIR [--tree DIR …]');
const runs = Number(values.runs);
const knap = [process.execPath, resolve(import.meta.dirname, '../../dist/cli.js')] as const;

console.log(
  '| tree | files | ctags -R | cold index | ratio | peak MB | index again | after one edit | pack, warm | --help |',
);
console.log('|---|---|---|---|---|---|---|---|---|---|');
for (const tree of values.tree) console.log(await row(tree));

async function row(tree: string): Promise<string> {
  const files = execFileSync('git', ['-C', tree, 'ls-files', '-z'], { maxBuffer: 1 << 28 })
    .toString()
    .split('\0')
    .filter(Boolean);
  const clean = () => rmSync(`${tree}/.knap`, { recursive: true, force: true });
  const ctags = await medianRun(['ctags', '--quiet=yes', '-R', '-f', '/dev/null', '.'], { cwd: tree, runs });
  const cold = await medianRun([...knap, 'index', '--quiet'], { cwd: tree, runs, before: clean });
  const again = await medianRun([...knap, 'index', '--quiet'], { cwd: tree, runs });
  const edited = `${tree}/${values.edit ?? largestSource(tree, files)}`;
  const text = readFileSync(edited);
  let edits = 0;
  const edit = () => appendFileSync(edited, `\n// edit ${++edits}\n`);
  const afterEdit = await medianRun([...knap, 'index', '--quiet'], { cwd: tree, runs, before: edit });
  writeFileSync(edited, text);
  execFileSync(knap[0], [knap[1], 'index', '--quiet'], { cwd: tree });
  const pack = await medianRun(
    [...knap, 'pack', 'fix the error raised when a request has no content type', '--format', 'markdown'],
    { cwd: tree, runs },
  );
  const help = await medianRun([...knap, '--help'], { cwd: tree, runs });
  mkdirSync(tree, { recursive: true });
  const ms = (value: number) => `${Math.round(value)} ms`;
  const cells = [
    tree.split('/').at(-1),
    files.length,
    ms(ctags.milliseconds),
    ms(cold.milliseconds),
    `${(cold.milliseconds / ctags.milliseconds).toFixed(1)} ×`,
    Math.round(cold.peakBytes / 1e6),
    ms(again.milliseconds),
    ms(afterEdit.milliseconds),
    ms(pack.milliseconds),
    ms(help.milliseconds),
  ];
  return `| ${cells.join(' | ')} |`;
}

function largestSource(tree: string, files: readonly string[]): string {
  const sources = files.filter((path) => /\.(ts|py|go|rs|java|php|rb|c)$/.test(path));
  const sized = sources.slice(0, 500).map((path) => ({ path, size: readFileSync(`${tree}/${path}`).length }));
  return sized.sort((a, b) => b.size - a.size)[0]?.path ?? files[0]!;
}
