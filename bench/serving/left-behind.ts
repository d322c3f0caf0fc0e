import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { openEngine } from '../../src/index.ts';
import type { MissedAnswer } from '../../src/ports/lookup.ts';
import { seeded, workTree } from './worlds.ts';

// Measures the hint at the end of a turn on real commits; each is applied again to a work tree of its parent.
// node bench/serving/left-behind.ts --mirrors DIR [--others 50] [--window 800] [--told] owner/name…
// A commit A counts as incomplete if a fix B within three days names it (hash, number of its pull request, a path, or a unique file
// name) and changes files that A did not; the result is how many of those the hint names. Other commits are drawn by a seed.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    mirrors: { type: 'string' },
    work: { type: 'string', default: join(tmpdir(), 'knap-left-behind') },
    others: { type: 'string', default: '50' },
    window: { type: 'string', default: '800' },
    told: { type: 'boolean', default: false },
  },
});
const DAYS_MAX = 3;
const FILES_MAX = 30;
const FIX = /\b(?:fix(?:e[sd])?|regress\w*|follow[- ]?up|broken?|miss(?:ing|ed)|forgot\w*)\b/i;
const FORMAT = '--format=%x01%H%x02%ct%x02%B%x03';
const isTold = ({ kind }: MissedAnswer['places'][number]): boolean => kind !== 'test';

interface Commit {
  readonly sha: string;
  readonly seconds: number;
  readonly message: string;
  readonly files: readonly { readonly status: string; readonly path: string }[];
}

console.log('| repository | forgetful | files to tell | told | spoken | others | spoken | callers | together |');
console.log('|---|---|---|---|---|---|---|---|---|');
mkdirSync(values.work, { recursive: true });
for (const repository of positionals) await measure(repository);

async function measure(repository: string): Promise<void> {
  const root = workTree(repository, values);
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-C', root, ...args], { maxBuffer: 1 << 30, stdio: ['ignore', 'pipe', 'ignore'] }).toString();
  const tip = git('rev-parse', 'origin/HEAD').trim();
  const commits = history(
    git('log', tip, '--no-merges', '--name-status', '--no-renames', `-n${values.window}`, FORMAT),
  );
  const forgotten = forgottenBy(commits);
  const plain = commits.filter(
    ({ sha, files }) => !forgotten.has(sha) && files.length > 0 && files.length <= FILES_MAX,
  );
  const draw = seeded(7);
  const drawn = new Set(Array.from({ length: Number(values.others) }, () => plain[draw(plain.length)]!));
  const sums = { forgetful: 0, files: 0, told: 0, spoke: 0, others: 0, spokeOthers: 0, callers: 0, together: 0 };
  const engine = await openEngine({ root });
  for (const commit of commits) {
    const wanted = forgotten.get(commit.sha);
    if (wanted === undefined && !drawn.has(commit)) continue;
    git('checkout', '-q', '-f', '--detach', commit.sha);
    git('reset', '-q', '--soft', `${commit.sha}^`);
    const { places } = await engine.missed({ since: 'HEAD' });
    count(sums, places, wanted);
    if (values.told && (places.some(isTold) || wanted))
      console.error(
        `${commit.sha.slice(0, 9)} ${commit.message.split('\n')[0]} ${wanted ? `-> ${[...wanted]}` : ''}\n  ${places.map(({ path, because, likelihood }) => `${path} ${likelihood.toFixed(2)} ${because}`).join('\n  ')}`,
      );
  }
  await engine.close();
  const { forgetful, files, told, spoke, others, spokeOthers, callers, together } = sums;
  console.log(
    `| ${basename(root)} | ${forgetful} | ${files} | ${told} | ${spoke} | ${others} | ${spokeOthers} | ${callers} | ${together} |`,
  );
}

function count(
  sums: Record<string, number>,
  places: MissedAnswer['places'],
  wanted: ReadonlySet<string> | undefined,
): void {
  const speaks = Number(places.some(isTold));
  const add = (key: string, more: number) => {
    sums[key] = (sums[key] ?? 0) + more;
  };
  if (wanted === undefined) {
    add('others', 1);
    add('spokeOthers', speaks);
    add('callers', Number(places.some(({ kind }) => kind === 'caller')));
    add('together', Number(places.some(({ kind }) => kind === 'changed-with')));
    return;
  }
  add('forgetful', 1);
  add('files', wanted.size);
  add('spoke', speaks);
  if (speaks) add('told', [...wanted].filter((path) => places.some((place) => place.path === path)).length);
}

function history(log: string): readonly Commit[] {
  const commits = log
    .split('\x01')
    .slice(1)
    .map((entry): Commit => {
      const [head = '', files = ''] = entry.split('\x03');
      const [sha = '', seconds = '', message = ''] = head.split('\x02');
      const changed = files.split('\n').filter((line) => line !== '');
      return {
        sha,
        seconds: Number(seconds),
        message,
        files: changed.map((line) => ({ status: line[0]!, path: line.slice(2) })),
      };
    });
  return commits.reverse();
}

/** For each commit with such a fix, the existing files that only the fix changed. */
function forgottenBy(commits: readonly Commit[]): ReadonlyMap<string, ReadonlySet<string>> {
  const names = new Map<string, Set<string>>();
  for (const { files } of commits)
    for (const { path } of files) names.set(basename(path), (names.get(basename(path)) ?? new Set()).add(path));
  const forgotten = new Map<string, Set<string>>();
  commits.forEach((a, at) => {
    if (a.files.length === 0 || a.files.length > FILES_MAX) return;
    const number = /\(#(\d+)\)/.exec(a.message.split('\n')[0] ?? '')?.[1];
    const own = new Set(a.files.map(({ path }) => path));
    const called = [...own].flatMap((path) => [
      path,
      ...(names.get(basename(path))?.size === 1 ? [basename(path)] : []),
    ]);
    for (const b of commits.slice(at + 1)) {
      if (b.seconds - a.seconds > DAYS_MAX * 86_400) break;
      const [subject = ''] = b.message.split('\n');
      const said = b.message.replace(/\(#\d+\)/, '');
      const isNamed =
        said.includes(a.sha.slice(0, 7)) ||
        (number !== undefined && new RegExp(`#${number}\\b`).test(said)) ||
        called.some((name) => name.length > 6 && name.includes('.') && said.includes(name));
      if (!FIX.test(subject) || !isNamed || b.files.length > FILES_MAX) continue;
      const others = b.files.filter(({ status, path }) => status === 'M' && !own.has(path)).map(({ path }) => path);
      if (others.length > 0) forgotten.set(a.sha, new Set([...(forgotten.get(a.sha) ?? []), ...others]));
    }
  });
  return forgotten;
}
