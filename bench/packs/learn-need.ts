import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { DEFAULTS } from '../../src/config/defaults.ts';
import { loadConfig } from '../../src/config/load.ts';
import { find } from '../../src/engine/find.ts';
import { openParts } from '../../src/engine/open/open-parts.ts';
import { openScratchTree } from '../../src/evaluation/replay.ts';
import { indexWorkspace } from '../../src/indexing/index-workspace.ts';
import type { Scored } from '../../src/model/candidate.ts';
import { NEED_FEATURES, needRows } from '../../src/pipeline/aim.ts';
import { exactSymbolMention } from '../../src/signals/exact-symbol-mention.ts';
import { fitOdds } from '../ranking/logistic.ts';
import type { TaskRow } from './places.ts';

// Learns from tasks with marked lines which share of a unit's lines is needed, and prints the weights of src/pipeline/aim.ts:
// node bench/packs/learn-need.ts --tasks FILE --mirrors DIR [--work DIR]
const { values } = parseArgs({
  options: {
    tasks: { type: 'string' },
    mirrors: { type: 'string' },
    work: { type: 'string', default: '/tmp/knap-need' },
  },
});
if (!values.tasks || !values.mirrors) throw new Error('usage: learn-need.ts --tasks FILE --mirrors DIR');

// Lines to read count less than lines to change; less likely units are ignored, unless others depend on them.
const READ_SHARE = 0.7;
const LEAST_LIKELIHOOD = 0.004;
const LEAST_RELATED_SCORE = 0.003;

const tasks = readFileSync(values.tasks, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as TaskRow);
const rows: (readonly number[])[] = [];
const came: number[] = [];
for (const [at, all] of Map.groupBy(tasks, ({ repo, base }) => `${repo} ${base}`)) {
  const [repo, base] = at.split(' ') as [string, string];
  const folder = repo.replace('/', '+');
  const tree = await openScratchTree(`${values.mirrors}/${folder}/repo`, `${values.work}/${folder}`);
  await tree.moveTo(base);
  const { config } = await loadConfig({ root: tree.folder, env: {} });
  const parts = await openParts(tree.folder, config, Date.now);
  await indexWorkspace(parts, DEFAULTS.indexing);
  for (const task of all) {
    const { scored } = await find({ task: task.query }, { root: tree.folder, config, parts, notes: [] });
    const known = needRows(scored, exactSymbolMention.kind);
    for (const one of scored.filter(isLooked)) {
      rows.push(known.get(one.id)!);
      came.push(shareNeeded(one, task));
    }
  }
  await parts.parser.close();
  await parts.store.close();
  console.error(repo, all.length);
}
const { bias, weights } = fitOdds({ names: NEED_FEATURES, rows, came, weights: rows.map(() => 1) });
const rounded = Object.fromEntries(Object.entries(weights).map(([name, weight]) => [name, Number(weight.toFixed(2))]));
console.log(JSON.stringify({ bias: Number(bias.toFixed(2)), weights: rounded }, null, 2));

function isLooked({ entity, likelihood, score, signals }: Scored): boolean {
  if (entity.container === null || likelihood === null) return false;
  const isRelated = signals.some(({ kind }) => kind === 'related');
  return likelihood >= LEAST_LIKELIHOOD || (isRelated && score > LEAST_RELATED_SCORE);
}

function shareNeeded({ path, entity: { location } }: Scored, { marked = [] }: TaskRow): number {
  const inside = marked.map(({ path: at, start, end, role }) => {
    const lines = Math.min(end, location.endLine) - Math.max(start, location.startLine) + 1;
    return at === path && lines > 0 ? lines * (role === 'change' ? 1 : READ_SHARE) : 0;
  });
  const all = inside.reduce((sum, lines) => sum + lines, 0);
  return Math.min(1, all / (location.endLine - location.startLine + 1));
}
