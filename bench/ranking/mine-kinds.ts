import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { roleOf } from '../../src/sources/code/role.ts';
import { blobsAt, commitsBetween, keyOf, type MirrorCommit, mainLanguage, mainLine } from './mirror-history.ts';

// Makes `kinds.jsonl` from the history of mirrors: commits as tasks, with all files they changed, also tests, documents and configuration:
// node bench/ranking/mine-kinds.ts --mirrors DIR --repos owner/name,owner/name --to FILE [--each 20] [--window 400]
// A repository has one base, `window` commits before its newest. Its tasks are commits after the base, spread evenly over
// the window; at least `LEAST` of them change each kind, if there are so many. Prints the share of all commits that change each kind.
const { values } = parseArgs({
  options: {
    mirrors: { type: 'string' },
    repos: { type: 'string' },
    to: { type: 'string' },
    each: { type: 'string', default: '20' },
    window: { type: 'string', default: '400' },
  },
});
const { mirrors, repos, to } = values;
if (!mirrors || !repos || !to) throw new Error('usage: mine-kinds.ts --mirrors DIR --repos owner/name,… --to FILE');

const KINDS = ['source', 'test', 'docs', 'config'] as const;
const LEAST = [
  ['config', 3],
  ['docs', 5],
  ['test', 10],
] as const;
const WORDS_MIN = 5;
const CHARACTERS_MAX = 1200;
const CHANGED_MAX = 12;
// Sweeping changes and releases, for which nobody needs a context.
const CHORE =
  /^(?:(?:chore|build|release|deps?|style)(?:\([^)]*\))?!?:|(?:merge|revert|bump|release|version|prepare|backport|polish|clean-?up|format|reformat|upgrade|typos?)\b|update (?:dependenc|lockfile|copyright|license|versions?|changelog)|v?\d+\.\d+)/i;

const rows = repos.split(',').flatMap((repo) => mine(repo, `${mirrors}/${repo.replace('/', '+')}/repo`));
writeFileSync(to, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
const having = (kind: string) =>
  rows.filter(({ gold }) => gold.some(({ path }) => roleOf(path, false) === kind)).length;
console.error(`${rows.length} tasks; with ${KINDS.map((kind) => `${kind} ${having(kind)}`).join(', ')}`);

function mine(repo: string, mirror: string) {
  const chain = mainLine(mirror, Number(values.window) + 1);
  const base = chain.at(-1)!;
  const there = blobsAt(mirror, base);
  const said = new Set<string>();
  const able = commitsBetween(mirror, base, chain[0]!)
    .map((commit) => ({ ...commit, gold: goldOf(commit, there) }))
    .filter((commit) => {
      const key = keyOf(commit.query);
      if (!isTask(commit) || commit.gold.length === 0 || said.has(key)) return false;
      said.add(key);
      return true;
    });
  const changing = (kind: string) => able.filter(({ gold }) => gold.some((file) => file.kind === kind));
  const drawn = new Set<(typeof able)[number]>();
  for (const [kind, least] of LEAST)
    for (const one of spread(changing(kind), least - changing(kind).filter((other) => drawn.has(other)).length))
      drawn.add(one);
  const others = able.filter((one) => !drawn.has(one));
  for (const one of spread(others, Number(values.each) - drawn.size)) drawn.add(one);
  const lang = mainLanguage([...there.keys()].filter((path) => roleOf(path, false) === 'source'));
  const shares = KINDS.map((kind) => `${kind} ${Math.round((100 * changing(kind).length) / able.length)} %`);
  console.error(repo, lang, there.size, `${drawn.size} of ${able.length}:`, shares.join(', '));
  return [...drawn].map(({ sha, query, gold }) => ({
    ...{ id: `${repo.replace('/', '__')}-${sha.slice(0, 10)}`, repo, lang, base, query },
    gold: gold.map(({ path }) => ({ path, ranges: [] })),
  }));
}

function isTask({ query, changes }: MirrorCommit): boolean {
  const words = query.match(/\p{L}{2,}/gu)?.length ?? 0;
  return !CHORE.test(query) && words >= WORDS_MIN && query.length <= CHARACTERS_MAX && changes.length <= CHANGED_MAX;
}

// Only files that exist at the base can be found.
function goldOf({ changes }: MirrorCommit, there: ReadonlyMap<string, string>) {
  return changes
    .filter(({ path, status }) => (status === 'M' || status === 'D') && there.has(path))
    .map(({ path }) => ({ path, kind: roleOf(path, false) }))
    .filter(({ kind }) => KINDS.some((one) => one === kind));
}

function spread<Thing>(all: readonly Thing[], most: number): readonly Thing[] {
  const step = Math.max(1, all.length / Math.max(1, most));
  return Array.from({ length: Math.min(most, all.length) }, (_, index) => all[Math.floor(index * step)]!);
}
