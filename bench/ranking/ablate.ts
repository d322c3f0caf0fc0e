import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { estimate } from '../../src/evaluation/statistics.ts';
import { FILE_FEATURES } from '../../src/rankers/file-features.ts';
import { UNIT_FEATURES } from '../../src/rankers/unit-features.ts';
import { type DumpedTask, isChange, isForeign, readDumps } from './dataset.ts';
import { fileList, recallOf } from './file-lists.ts';
import { sumsOf } from './listwise.ts';
import { reweighed, unitList, unitRecall } from './unit-lists.ts';

// Measures each group of evidence: the shipped weights with those of the group set to zero, on a dump:
// node bench/ranking/ablate.ts --dev NAME[,NAME] [--weights FILE] [--questions]. --questions asks doc comments instead of changes.
const { values } = parseArgs({
  options: {
    dev: { type: 'string' },
    weights: { type: 'string', default: 'src/rankers/weights.json' },
    questions: { type: 'boolean', default: false },
  },
});
if (!values.dev) throw new Error('usage: ablate.ts --dev NAME[,NAME] [--weights FILE] [--questions]');

/** Groups of features, of files and of units. */
const GROUPS: Readonly<Record<string, { readonly files?: RegExp; readonly units?: RegExp }>> = {
  'words of the text': {
    files: /^(?:body|units?|title|damped|joined|covered)$/,
    units: /^(?:words|title|joined|covered)$/,
  },
  'names it defines': {
    files: /^(?:names|defines\w+|exactSymbolMention)$/,
    units: /^(?:names|parentNamed|pointed)$/,
  },
  'path, scope, named files': { files: /^(?:pathWords|pathPhrase|scope|named|fileHintExact)$/ },
  meaning: { files: /^meaning$/, units: /^meaning/ },
  history: { files: /^(?:historyMatch|changedWith|gitHotspot)$/ },
  'imports, calls, tests, neighbours': {
    files: /^(?:graphRelated|relatedFile|bridge|nearFile)$/,
    units: /^(?:beside|parent|callers|callees)$/,
  },
  'traces, messages, addresses, kinds': {
    files: /^(?:stacktraceHit|diffHit|quotedText|routeMatch|askedFile|namedInDocument)$/,
  },
  'roles and languages': { files: /^(?:role:|otherLanguage|isDeclaration|isEntry|brief)/, units: /^isAside$/ },
  'how good the file of a unit is': { units: /^file/ },
  'length and kind of a unit': { units: /^(?:few|long|short|is(?!Aside)|placeInFile)/ },
};

interface Weights {
  readonly files: Float64Array;
  readonly units: Float64Array;
}

const shipped = JSON.parse(readFileSync(values.weights, 'utf8')) as Record<'files' | 'units', Record<string, number>>;
const tasks = readDumps(values.dev).filter(
  (task) => !isForeign(task) && task.paths.length > 0 && isChange(task) !== values.questions,
);
const whole = scores(without({}));
console.log(
  `| ${tasks.length} tasks | R@1 | R@5 | R@10 | MRR | functions 5 | lines | MRR, lines lost |\n|---|${'---|'.repeat(7)}`,
);
console.log(`| all of it | ${cells(whole)} | |`);
for (const [name, group] of Object.entries(GROUPS)) {
  const left = scores(without(group));
  const lost = (key: 'mrr' | 'lines') => estimate(whole.map((one, at) => 100 * (one[key] - left[at]![key])));
  const shown = (['mrr', 'lines'] as const).map((key) => {
    const { mean, low, high } = lost(key);
    return `${mean.toFixed(1)} [${low.toFixed(1)}..${high.toFixed(1)}]`;
  });
  console.log(`| without ${name} | ${cells(left)} | ${shown.join(', ')} |`);
}

function without({ files, units }: (typeof GROUPS)[string]): Weights {
  const weigh = (features: readonly { readonly name: string }[], named: Record<string, number>, drop?: RegExp) =>
    Float64Array.from(features, ({ name }) => (drop?.test(name) ? 0 : (named[name] ?? 0)));
  return {
    files: weigh(FILE_FEATURES, shipped.files, files),
    units: weigh(UNIT_FEATURES, shipped.units, units),
  };
}

function scores(weights: Weights) {
  return tasks.map((task: DumpedTask) => {
    const sums = [...sumsOf({ rows: task.fileRows, count: task.paths.length }, weights.files)];
    return {
      ...recallOf(fileList(task), weights.files),
      ...unitRecall(unitList(reweighed(task, sums)), weights.units),
    };
  });
}

function cells(all: ReturnType<typeof scores>): string {
  const mean = (key: keyof (typeof all)[number]) => {
    const known = all.flatMap((one) => one[key] ?? []);
    return (100 * known.reduce((sum, value) => sum + value, 0)) / Math.max(1, known.length);
  };
  return (['r1', 'r5', 'r10', 'mrr', 'at5', 'lines'] as const).map((key) => mean(key).toFixed(1)).join(' | ');
}
