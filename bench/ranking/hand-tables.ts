import { parseArgs } from 'node:util';
import { type DumpedTask, isChange, isForeign, readDumps } from './dataset.ts';
import { monotoneTable } from './isotonic.ts';

// Prints how likely scores by hand-set weights are right, for `likelihoods` of src/config/learned.json:
// node bench/ranking/hand-tables.ts --train NAME[,NAME]
const { values } = parseArgs({ options: { train: { type: 'string' } } });
if (!values.train) throw new Error('usage: hand-tables.ts --train NAME[,NAME]');

const NOTHING_SHARE = 0.2;
const tasks = readDumps(values.train).filter(isChange);
const own = tasks.filter((task) => !isForeign(task));
const foreignWeight = (NOTHING_SHARE * own.length) / ((1 - NOTHING_SHARE) * (tasks.length - own.length));
const best = ({ byHand }: DumpedTask) => Math.max(0, ...byHand!.files);
const tables = {
  files: monotoneTable(
    own.flatMap((task) =>
      task.byHand!.files.flatMap((said, at) => (task.tests[at] ? [] : [{ said, came: task.golds[at]!, weight: 1 }])),
    ),
    own.length / 12,
  ),
  units: monotoneTable(
    own.flatMap((task) =>
      task.byHand!.units.flatMap((said, at) =>
        task.tests[task.unitFiles[at]!] ? [] : [{ said, came: Number(task.goldLines[at]! > 0), weight: 1 }],
      ),
    ),
    own.length / 10,
  ),
  anything: monotoneTable(
    tasks.map((task) => ({
      said: best(task),
      came: Number(!isForeign(task)),
      weight: isForeign(task) ? foreignWeight : 1,
    })),
    own.length / 8,
  ),
};
console.log(JSON.stringify(tables));
