import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openEngine } from '../../src/index.ts';

// Measures how well questions in a person's words find their files, as NDCG@10, averaged over repositories:
// node bench/ranking/questions.ts --questions FILE --mirrors DIR [--misses]
const { values } = parseArgs({
  options: { questions: { type: 'string' }, mirrors: { type: 'string' }, misses: { type: 'boolean' } },
});
if (!values.questions || !values.mirrors) throw new Error('usage: questions.ts --questions FILE --mirrors DIR');

interface Row {
  readonly id: string;
  readonly repo: string;
  readonly commit: string;
  readonly root: string;
  readonly query: string;
  readonly gold: readonly string[];
}

const RANKS = 10;
const LIMIT = 40;
const SCORES = ['files of pack', 'files of query', 'units of query'] as const;
const rows: readonly Row[] = readFileSync(values.questions, 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line));

const means: number[][] = [];
console.log(`| repository | questions | ${SCORES.join(' | ')} |\n|---|---|---|---|---|`);
for (const [repo, asked] of Map.groupBy(rows, (row) => row.repo)) {
  const folder = writeOut(asked[0]!, values.mirrors);
  try {
    const scores = await scoresOf(folder, asked);
    const mean = SCORES.map((_, at) => scores.reduce((sum, one) => sum + one[at]!, 0) / scores.length);
    means.push(mean);
    print(repo, asked.length, mean);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
print(
  'mean',
  rows.length,
  SCORES.map((_, at) => means.reduce((sum, one) => sum + one[at]!, 0) / means.length),
);

async function scoresOf(root: string, asked: readonly Row[]): Promise<readonly (readonly number[])[]> {
  const engine = await openEngine({ root, now: Date.now });
  try {
    const scores: number[][] = [];
    for (const { id, query, gold } of asked) {
      const { pack } = await engine.pack({ task: query, budget: 8000 });
      const { results } = await engine.query({ query, limit: LIMIT, minScore: 0, budget: 8000 });
      const units = results.map(({ location }) => location.path);
      const ranked = [pack.files.map(({ path }) => path), [...new Set(units)], units];
      const row = ranked.map((list) => ndcg(list, new Set(gold)));
      if (values.misses && row.some((score) => score < 1))
        console.log(`${id} ${row.map((score) => score.toFixed(2)).join(' ')} ${query} ← ${gold.join(', ')}`);
      scores.push(row);
    }
    return scores;
  } finally {
    await engine.close();
  }
}

// A path counts once, at its first rank.
function ndcg(ranked: readonly string[], gold: ReadonlySet<string>): number {
  const gain = (rank: number) => 1 / Math.log2(rank + 2);
  const left = new Set(gold);
  const sum = ranked.slice(0, RANKS).reduce((total, path, rank) => total + (left.delete(path) ? gain(rank) : 0), 0);
  const ideal = Array.from({ length: Math.min(RANKS, gold.size) }, (_, rank) => gain(rank));
  return sum / ideal.reduce((total, one) => total + one, 0);
}

function writeOut({ repo, commit, root }: Row, mirrors: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'knap-questions-'));
  const mirror = join(mirrors, repo.replace('/', '+'), 'repo');
  const tree = root === '.' ? commit : `${commit}:${root}`;
  const archive = execFileSync('git', ['--git-dir', mirror, 'archive', tree], { maxBuffer: 2 ** 30 });
  mkdirSync(folder, { recursive: true });
  execFileSync('tar', ['x', '-C', folder], { input: archive });
  return folder;
}

function print(name: string, count: number, mean: readonly number[]): void {
  console.log(`| ${name} | ${count} | ${mean.map((score) => score.toFixed(3)).join(' | ')} |`);
}
