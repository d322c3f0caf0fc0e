import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openScratchTree } from '../../src/evaluation/replay.ts';
import type { EvalTask } from '../../src/evaluation/task.ts';
import { type Block, openEngine } from '../../src/index.ts';
import { commentOf } from '../../src/languages/index.ts';
import { PACK_AIMS } from '../../src/model/budget.ts';
import { classifyLines } from '../../src/model/code-lines.ts';

// Counts blocks of real packs that say nothing by themselves, by the fault in their text.
// node bench/packs/blocks.ts --tasks FILE --mirrors DIR [--every 15] [--budgets 500,4000] [--aims focused,full] [--print]
const { values } = parseArgs({
  options: {
    tasks: { type: 'string' },
    mirrors: { type: 'string' },
    every: { type: 'string', default: '15' },
    budgets: { type: 'string', default: '500,4000' },
    aims: { type: 'string', default: 'focused,full' },
    work: { type: 'string', default: '/tmp/knap-aims' },
    print: { type: 'boolean', default: false },
  },
});
const { tasks: file, mirrors, work } = values;
if (!file || !mirrors) throw new Error('usage: blocks.ts --tasks FILE --mirrors DIR');

const IMPORT =
  /^(?:import\b|from\s+\S+\s+import\b|use\s+[\w\\:{]|require(?:_relative)?[\s(]|#\s*include\b|(?:const|let|var)\s+[\w{}\s,:$]+=\s*require\(|export\s+(?:\*|\{[^}]*\})\s+from\b|@import\b|using\s+[\w.]+;|package\s+[\w.]+;?$|namespace\s)/;
const CLASS_HEAD =
  /^(?:export\s+|default\s+|public\s+|private\s+|protected\s+|internal\s+|abstract\s+|final\s+|sealed\s+|static\s+|readonly\s+|pub(?:\([^)]*\))?\s+|open\s+|data\s+)*(?:class|interface|trait|module|impl|struct|enum|object|type\s+\w+\s+struct|mod)\b[^;=]*[{:]?\s*$/;
const LICENCE = /copyright|licen[cs]ed? under|SPDX-License|all rights reserved/i;
const BRACKETS = /^[\s{}()[\];,]*$|^end$|^<\?php$|^['"]use strict['"];?$|^@\w+(?:\(.*\))?$/;

interface Fault {
  readonly what: string;
  readonly at: string;
  readonly text: string;
}

const faults: Fault[] = [];
let packs = 0;
let blocks = 0;
const repositories = new Set<string>();
const languages = new Set<string>();
const rows = readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as EvalTask)
  .filter((_, at) => at % Number(values.every) === 0);
for (const [repo, all] of Map.groupBy(rows, (row) => `${row.repo} ${row.base}`)) {
  const [name, base] = repo.split(' ') as [string, string];
  const folder = name.replace('/', '+');
  const tree = await openScratchTree(`${mirrors}/${folder}/repo`, `${work}/${folder}`).catch(() => null);
  if (tree === null) continue;
  await tree.moveTo(base);
  const engine = await openEngine({ root: tree.folder, now: Date.now });
  for (const { query, id } of all)
    for (const aim of PACK_AIMS.filter((one) => values.aims.split(',').includes(one)))
      for (const budget of values.budgets.split(',').map(Number)) {
        const { pack } = await engine.pack({ task: query, aim, budget, format: 'markdown' });
        packs++;
        blocks += pack.blocks.length;
        repositories.add(name);
        for (const block of pack.blocks) {
          if (block.language) languages.add(block.language);
          const what = faultOf(block);
          if (what !== null)
            faults.push({
              what,
              at: `${id} ${aim} ${budget} ${block.path}:${block.startLine}-${block.endLine}`,
              text: block.text,
            });
        }
      }
  await engine.close();
}
for (const { what, at, text } of faults) console.log(values.print ? `\n# ${what}: ${at}\n${text}` : `${what}: ${at}`);
console.log(`\n${packs} packs, ${blocks} blocks, ${repositories.size} repositories, ${languages.size} languages`);
console.log('| fault | blocks |\n|---|---|');
for (const [what, some] of Map.groupBy(faults, (fault) => fault.what)) console.log(`| ${what} | ${some.length} |`);
console.log(`| all | ${faults.length} |`);

function faultOf({ text, language, kind, level }: Block): string | null {
  if (language === null || language === 'markdown' || language === 'diff' || kind === 'document') return null;
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !/… \d+ lines? left out/.test(line));
  const kinds = classifyLines(lines, commentOf(language));
  const code = lines.filter((_, at) => kinds[at] === 'code').map((line) => line.trim());
  if (code.length === 0) return LICENCE.test(text) ? 'licence' : 'comment alone';
  const saying = code.filter((line) => !BRACKETS.test(line));
  if (saying.length === 0) return 'brackets';
  if (saying.every((line) => IMPORT.test(line))) return 'imports';
  if (
    level === 'full' &&
    saying.length === 1 &&
    code.length <= 2 &&
    !/\}\s*$/.test(saying[0]!) &&
    CLASS_HEAD.test(saying[0]!)
  )
    return 'head of a class';
  if (
    kinds.at(-1) !== 'code' &&
    /^\s*(?:\/\*|"""|'''|=begin|<!--)/.test(
      lines.findLast((_, at) => kinds[at] !== 'code' && kinds[at - 1] === 'code') ?? '',
    )
  )
    return lines.at(-1)!.trim().endsWith('*/') || /(?:"""|'''|-->)\s*$/.test(lines.at(-1)!)
      ? 'ends in a comment'
      : 'ends inside a comment';
  if (LICENCE.test(lines.slice(0, 3).join('\n')) && kinds[0] !== 'code') return 'licence on top';
  return null;
}
