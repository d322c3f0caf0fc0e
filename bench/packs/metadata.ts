import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openEngine } from '../../src/index.ts';
import type { Block } from '../../src/model/pack.ts';
import { loadTokenizer } from '../../src/tokenizers/index.ts';

// What share of a pack is not quoted source: node bench/packs/metadata.ts --tasks TASKS.json FOLDER…
// TASKS.json is { "folder's name": ["a task", …] }; tasks of a name that is not there are those of "*".

const BUDGETS = [300, 500, 1000, 2000, 4000, 16_000];
const FORMATS = ['markdown', 'xml', 'plain'] as const;
const REMARK = /… \d+ lines? left out/;

const { values, positionals } = parseArgs({ options: { tasks: { type: 'string' } }, allowPositionals: true });
const tasks: Record<string, string[]> = JSON.parse(readFileSync(values.tasks ?? '', 'utf8'));
const tokenizer = await loadTokenizer('o200k');
const rows: { format: string; budget: number; used: number; about: number; files: number }[] = [];

/** The lines of a block that stand in its file; a remark in their place is none of them. */
function quotedTokens({ text, imports }: Block): number {
  const lines = text.split('\n').filter((line) => !REMARK.test(line));
  return tokenizer.count([...(imports === null ? [] : [imports]), lines.join('\n')].join('\n'));
}

for (const folder of positionals) {
  const engine = await openEngine({ root: resolve(folder) });
  for (const task of tasks[basename(folder)] ?? tasks['*'] ?? [])
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
