import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { openScratchTree } from '../../src/evaluation/replay.ts';
import { openEngine, type Pack } from '../../src/index.ts';
import { parsePatch } from '../../src/pipeline/hunks/parse-patch.ts';
import { createIgnoreRules } from '../../src/sources/code/scan/ignore-rules.ts';
import { createPathVerdict } from '../../src/sources/code/scan/unwanted-paths.ts';
import { loadTokenizer } from '../../src/tokenizers/index.ts';

// Packs commits of real repositories as diffs, every second one before it is applied. Measures how many hunks are quoted with each
// changed line, and how much room is left for what the change touches.
// node bench/packs/diffs.ts --mirrors DIR [--each 4] [--budget 16000] [--print COMMIT]
const { values } = parseArgs({
  options: {
    mirrors: { type: 'string' },
    work: { type: 'string', default: '/tmp/knap-packs' },
    repo: { type: 'string' },
    each: { type: 'string', default: '4' },
    budget: { type: 'string', default: '16000' },
    print: { type: 'string' },
    misses: { type: 'boolean', default: false },
  },
});
const { mirrors, work } = values;
if (!mirrors) throw new Error('usage: diffs.ts --mirrors DIR');
const REPOSITORIES = 'honojs/hono gin-gonic/gin pallets/flask guzzle/guzzle google/gson';
const FILES = { least: 10, most: 40 };
const COMMITS_MAX = 4000;
const budget = Number(values.budget);
const tokenizer = await loadTokenizer('o200k', { safetyMargin: 0 });
const verdict = createPathVerdict({
  rootRules: createIgnoreRules([]),
  includeRules: createIgnoreRules([]),
  excludeRules: createIgnoreRules([]),
});

console.log('| commit | state | files | hunks | diff | hunks quoted | lines quoted | tokens | other files quoted |');
console.log('|---|---|---|---|---|---|---|---|---|');
const total = { hunks: 0, quoted: 0, lines: 0, shown: 0, fitting: 0, whole: 0 };
for (const repo of (values.repo ?? REPOSITORIES).split(' ')) {
  const name = repo.replace('/', '+');
  const mirror = `${mirrors}/${name}/repo`;
  const ask = (...args: string[]) =>
    execFileSync('git', ['--git-dir', mirror, ...args], { maxBuffer: 1 << 28 }).toString();
  const tree = await openScratchTree(mirror, `${work}/${name}`);
  for (const [at, commit] of commitsOf(ask).entries()) {
    const isApplied = at % 2 === 0;
    await tree.moveTo(isApplied ? commit : `${commit}^`);
    await measure(repo, tree.folder, { commit, isApplied, patch: ask('diff', '-M', `${commit}^`, commit) });
  }
}
const share = (part: number, all: number) => `${((100 * part) / Math.max(1, all)).toFixed(1)} %`;
console.log(
  `| all | | | ${total.hunks} | ${total.fitting} fit | ${share(total.quoted, total.hunks)} (${total.whole} whole) | ${share(total.shown, total.lines)} | | |`,
);

// Chooses evenly among the commits that change the wanted number of files and whose diff fits the budget.
function commitsOf(ask: (...args: string[]) => string): readonly string[] {
  const log = ask('log', '--no-merges', '-n', String(COMMITS_MAX), '--format=%x00%H', '--name-only');
  const sized = log.split('\0').flatMap((entry) => {
    const [commit = '', ...paths] = entry.split('\n').filter((line) => line !== '');
    return paths.length >= FILES.least && paths.length <= FILES.most ? [commit] : [];
  });
  const step = Math.max(1, Math.floor(sized.length / (3 * Number(values.each))));
  const chosen: string[] = [];
  for (let at = 0; at < sized.length && chosen.length < Number(values.each); at += step) {
    const diff = ask('diff', '-M', `${sized[at]}^`, sized[at]!);
    if (tokenizer.count(diff) <= budget) chosen.push(sized[at]!);
  }
  return chosen;
}

interface Case {
  readonly commit: string;
  readonly isApplied: boolean;
  readonly patch: string;
}

async function measure(repo: string, root: string, { commit, isApplied, patch }: Case): Promise<void> {
  const engine = await openEngine({ root });
  const { pack, text } = await engine.pack({ task: '', patch, budget });
  await engine.close();
  if (values.print && commit.startsWith(values.print)) console.error(text);
  const changes = parsePatch(patch).filter(({ path }) => verdict(path) === 'keep');
  const hunks = changes.flatMap(({ path, patch: own }) => (own?.hunks ?? []).map((hunk) => ({ path, hunk })));
  const tally = hunks.map(({ path, hunk }) => {
    const changed = hunk.lines.filter((line) => line[0] !== ' ');
    const shown = changed.filter((line) => isShown(pack, path, line));
    if (values.misses && shown.length < changed.length)
      console.error(
        `${commit.slice(0, 8)} ${path} @${hunk.newStart}: ${changed.find((line) => !shown.includes(line))}`,
      );
    return { changed: changed.length, shown: shown.length };
  });
  const quoted = tally.filter(({ changed, shown }) => changed === shown).length;
  const lines = tally.reduce((sum, { changed }) => sum + changed, 0);
  const shown = tally.reduce((sum, one) => sum + one.shown, 0);
  total.hunks += hunks.length;
  total.quoted += quoted;
  total.lines += lines;
  total.shown += shown;
  total.fitting++;
  total.whole += Number(quoted === hunks.length);
  const paths = new Set(changes.map(({ path }) => path));
  const others = new Set(pack.blocks.map(({ path }) => path).filter((path) => !paths.has(path)));
  console.log(
    `| ${repo} ${commit.slice(0, 8)} | ${isApplied ? 'applied' : 'not yet'} | ${changes.length} | ${hunks.length} | ${tokenizer.count(patch)} | ${quoted} | ${shown} of ${lines} | ${pack.usage.used} | ${others.size} |`,
  );
}

// A new file is quoted without the marks of the diff.
function isShown(pack: Pack, path: string, line: string): boolean {
  return pack.blocks.some((block) => {
    // A text at several places is quoted once, with the other places.
    if (block.path !== path && !block.note?.includes(path)) return false;
    const wanted = block.language === 'diff' ? line : line[0] === '+' ? line.slice(1) : null;
    return (
      wanted !== null &&
      (block.text.split('\n').includes(wanted) || wanted.trim() === '' || isRedacted(block.text, line))
    );
  });
}

// A line with a secret is quoted with the secret replaced.
function isRedacted(text: string, line: string): boolean {
  return text.includes('[redacted: ') && /(?:key|token|secret|password)/i.test(line);
}
