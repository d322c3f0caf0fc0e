import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { openScratchTree } from '../../src/evaluation/replay.ts';
import { type Engine, openEngine, type PackInput } from '../../src/index.ts';
import { TRACE_TEXTS, type TracedPlace } from '../../test/worlds/trace-texts.ts';
import { tracedPlaces } from './traced-places.ts';

// Counts how often a file that a task names exactly is the first of the pack, in real repositories. The tasks name root files,
// with and without namesakes in folders, by flag and in a title; and functions of files with namesakes, by a trace with the
// whole path or only its end. A trace that fits several files counts if the pack names them all.
// node bench/packs/named-files.ts --mirrors DIR [--repo 'OWNER/NAME …'] [--each 6] [--misses]
const { values } = parseArgs({
  options: {
    mirrors: { type: 'string' },
    work: { type: 'string', default: '/tmp/knap-packs' },
    repo: {
      type: 'string',
      default: 'nestjs/nest laravel/framework tokio-rs/tokio vuejs/core square/okhttp gin-gonic/gin pallets/flask',
    },
    each: { type: 'string', default: '6' },
    misses: { type: 'boolean', default: false },
  },
});
const { mirrors, work } = values;
if (!mirrors) throw new Error('usage: named-files.ts --mirrors DIR');
const each = Number(values.each);

interface NamedCase {
  readonly kind: string;
  readonly path: string;
  readonly input: PackInput;
}

const tallies = new Map<string, { cases: number; first: number; told: number }>();
for (const repo of values.repo.split(' ')) {
  const name = repo.replace('/', '+');
  const mirror = `${mirrors}/${name}/repo`;
  const tree = await openScratchTree(mirror, `${work}/${name}`);
  await tree.moveTo(execFileSync('git', ['--git-dir', mirror, 'rev-parse', 'HEAD']).toString().trim());
  const places = await tracedPlaces(tree.folder, 4000);
  const paths = execFileSync('git', ['--git-dir', mirror, 'ls-tree', '-r', '--name-only', 'HEAD'], {
    maxBuffer: 2 ** 28,
  });
  const engine = await openEngine({ root: tree.folder });
  const all = paths.toString().trim().split('\n');
  for (const one of [...rootCases(all), ...tracedCases(all, places)]) await count(one, engine);
  await engine.close();
}
console.log('| how it is named | cases | first | first, or told among others |\n|---|---|---|---|');
for (const [name, { cases, first, told }] of [...tallies].sort(([a], [b]) => (a < b ? -1 : 1)))
  console.log(`| ${name} | ${cases} | ${first} (${((100 * first) / cases).toFixed(1)} %) | ${told} |`);

async function count({ kind, path, input }: NamedCase, engine: Engine): Promise<void> {
  const { pack } = await engine.pack({ ...input, budget: 4000 });
  const isFirst = pack.blocks[0]?.path === path;
  const isTold = isFirst || pack.task.notes.some((note) => note.includes(path));
  for (const name of [kind, 'all']) {
    const { cases, first, told } = tallies.get(name) ?? { cases: 0, first: 0, told: 0 };
    tallies.set(name, { cases: cases + 1, first: first + Number(isFirst), told: told + Number(isTold) });
  }
  if (values.misses && !isFirst)
    console.error(`${kind}: ${path} first ${pack.blocks[0]?.path}: ${JSON.stringify(input)}`);
}

// Names of root files, those with namesakes first. The words of each task also fit other files.
function rootCases(paths: readonly string[]): readonly NamedCase[] {
  const named = Map.groupBy(paths, baseName);
  const count = (path: string) => named.get(path)?.length ?? 0;
  const root = paths.filter(
    (path) => !path.includes('/') && /\.(?:json|toml|ya?ml|md|mod|xml|py|kts?|cfg)$|ignore$/.test(path),
  );
  const chosen = root.toSorted((a, b) => count(b) - count(a) || (a < b ? -1 : 1)).slice(0, each);
  return chosen.flatMap((path) => {
    const how = count(path) > 1 ? 'with namesakes' : 'alone';
    return [
      { kind: `root file ${how}, by flag`, path, input: { task: 'raise the minimum version', file: [path] } },
      { kind: `root file ${how}, in a title`, path, input: { task: `${path}: raise the minimum version` } },
      { kind: `root file ${how}, in a sentence title`, path, input: { task: `update the error handling in ${path}` } },
    ];
  });
}

// Places in files whose last two path segments are not unique; the trace prints a folder of another machine before them.
function tracedCases(paths: readonly string[], places: readonly (TracedPlace & { language: string })[]): NamedCase[] {
  const ends = Map.groupBy(paths, endOf);
  const doubtful = places.filter(({ path }) => (ends.get(endOf(path))?.length ?? 0) > 1);
  const step = Math.max(1, doubtful.length / each);
  return Array.from({ length: Math.min(each, doubtful.length) }, (_, at) => doubtful[Math.floor(at * step)]!).flatMap(
    (place) => {
      const form = TRACE_TEXTS.find(({ languages }) => languages.includes(place.language));
      if (!form) return [];
      const { path } = place;
      const traced = (printed: string) => ({ task: '', error: form.print([{ ...place, path: printed }]) });
      return [
        { kind: 'file with namesakes, by a trace with its path', path, input: traced(path) },
        { kind: 'file with namesakes, by a trace with its end', path, input: traced(`ci/app/${endOf(path)}`) },
      ];
    },
  );
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function endOf(path: string): string {
  return path.split('/').slice(-2).join('/');
}
