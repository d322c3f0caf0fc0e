import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

// Runs the scripts of this folder from mirrors to weights: mine, dump, train, calibrate:
// node bench/ranking/learn.ts --mirrors DIR --repos FILE --apart FILE,FILE --dev FILE [--work DIR] [--to FILE] [--svg FILE]
// [--each 45] [--foreign 8] [--questions 6] [--issues FILE --issues-of REPO,REPO] [--resume]. --issues are further tasks
// for the likelihoods, because people write more than commit messages do. --repos lists the repositories to learn from; --dev are tasks only for
// measuring; --to is the file of weights to replace (src/rankers/weights.json ships); --resume uses the mined tasks and
// dumps that are already in the --work folder. Needs the grammars of dist: npm run build.
const { values } = parseArgs({
  options: {
    mirrors: { type: 'string' },
    repos: { type: 'string' },
    apart: { type: 'string', default: '' },
    dev: { type: 'string' },
    work: { type: 'string', default: '/tmp/knap-learning' },
    to: { type: 'string' },
    svg: { type: 'string' },
    each: { type: 'string', default: '45' },
    foreign: { type: 'string', default: '8' },
    questions: { type: 'string', default: '6' },
    issues: { type: 'string' },
    'issues-of': { type: 'string' },
    resume: { type: 'boolean', default: false },
  },
});
const { mirrors, repos, dev, work, to } = values;
if (!mirrors || !repos || !dev)
  throw new Error('usage: learn.ts --mirrors DIR --repos FILE --apart FILE,FILE --dev FILE');

mkdirSync(work, { recursive: true });
const [mined, train, measured, told] = ['mined.jsonl', 'train', 'dev', 'issues'].map((name) => join(work, name)) as [
  string,
  string,
  string,
  string,
];
const apart = [values.apart, dev].filter(Boolean).join(',');
const written = to === undefined ? [] : ['--to', to];
const weights = to === undefined ? [] : ['--weights', to];

if (!isThere(mined))
  run('mine.ts', ['--mirrors', mirrors, '--repos', repos, '--apart', apart, '--each', values.each, '--to', mined]);
const asked = ['--foreign', values.foreign, '--questions', values.questions];
dump(mined, train, asked);
dump(dev, measured, asked);
if (values.issues) dump(values.issues, told, values['issues-of'] ? ['--repo', values['issues-of']] : []);
run('train.ts', ['--train', train, '--dev', measured, ...weights, ...written]);
run('calibrate.ts', [
  ...['--train', values.issues ? `${train},${told}` : train, '--dev', measured, ...weights, ...written],
  ...(values.svg === undefined ? [] : ['--svg', values.svg]),
]);

function isThere(file: string): boolean {
  return values.resume && existsSync(file);
}

function dump(tasks: string, name: string, options: readonly string[]): void {
  // This file is written last, so the dump is complete.
  if (isThere(`${name}.names.json`)) return;
  const trees = join(work, 'trees');
  run('dump.ts', [...['--tasks', tasks, '--mirrors', mirrors!, ...options], ...['--work', trees, '--to', name]]);
}

function run(script: string, args: readonly string[]): void {
  console.error(`${script} ${args.join(' ')}`);
  execFileSync(process.execPath, [join(import.meta.dirname, script), ...args], { stdio: 'inherit' });
}
