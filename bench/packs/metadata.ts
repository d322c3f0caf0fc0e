import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openScratchTree } from '../../src/evaluation/replay.ts';
import type { EvalTask } from '../../src/evaluation/task.ts';
import { openEngine } from '../../src/index.ts';
import type { Block } from '../../src/model/pack.ts';
import { loadTokenizer } from '../../src/tokenizers/index.ts';

// Measures the share of a pack that is not quoted source, on every fourteenth task of each repository:
// node bench/packs/metadata.ts --tasks FILE --mirrors DIR [--repo NAME,NAME] [--work DIR]

const BUDGETS = [300, 500, 1000, 2000, 4000, 16_000];
const FORMATS = ['markdown', 'xml', 'plain'] as const;
const REMARK = /… \d+ lines? left out/;

const { values } = parseArgs({
  options: {
    tasks: { type: 'string' },
    mirrors: { type: 'string' },
    work: { type: 'string', default: '/tmp/knap-aims' },
    repo: { type: 'string', default: 'honojs/hono,gin-gonic/gin,pallets/flask,google/gson,rubocop/rubocop' },
  },
});
const { tasks: file, mirrors, work } = values;
if (!file || !mirrors) throw new Error('usage: metadata.ts --tasks FILE --mirrors DIR');
const all = readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as EvalTask);
const tokenizer = await loadTokenizer('o200k');
const rows: { format: string; budget: number; used: number; about: number; files: number }[] = [];

/** The tokens of the imports and lines of a block, without its remarks. */
function quotedTokens({ text, imports }: Block): number {
  const lines = text.split('\n').filter((line) => !REMARK.test(line));
  return tokenizer.count([...(imports === null ? [] : [imports]), lines.join('\n')].join('\n'));
}

for (const repo of values.repo.split(',')) {
  const name = repo.replace('/', '+');
  const tree = await openScratchTree(`${mirrors}/${name}/repo`, `${work}/${name}`);
  const tasks = all.filter((task) => task.repo === repo).filter((_, at) => at % 14 === 3);
  await tree.moveTo(tasks[0]!.base);
  const engine = await openEngine({ root: tree.folder, now: Date.now });
  for (const { query: task } of tasks)
    for (const format of FORMATS)
      for (const budget of BUDGETS) {
        const { pack, text } = await engine.pack({ task, budget, format });
        const used = tokenizer.count(text);
        const quoted = pack.blocks.reduce((sum, block) => sum + quotedTokens(block), 0);
        const files = new Set(pack.blocks.map(({ path }) => path)).size;
        rows.push({ format, budget, used, about: Math.max(0, used - quoted), files });
      }
  await engine.close();
}

const share = (some: typeof rows) => {
  const [about, used] = [some.reduce((sum, row) => sum + row.about, 0), some.reduce((sum, row) => sum + row.used, 0)];
  return `${((100 * about) / used).toFixed(1)} %`;
};
console.log(`| budget | ${FORMATS.join(' | ')} | worst pack | tokens used | files | packs |`);
console.log(`|---|${FORMATS.map(() => '---').join('|')}|---|---|---|---|`);
for (const budget of BUDGETS) {
  const some = rows.filter((row) => row.budget === budget);
  const each = FORMATS.map((format) => share(some.filter((row) => row.format === format)));
  const worst = some.reduce((most, row) => Math.max(most, row.about / row.used), 0);
  const mean = (key: 'used' | 'files') => some.reduce((sum, row) => sum + row[key], 0) / some.length;
  console.log(
    `| ${budget} | ${each.join(' | ')} | ${(100 * worst).toFixed(0)} % | ${mean('used').toFixed(0)} | ${mean('files').toFixed(1)} | ${some.length} |`,
  );
}
