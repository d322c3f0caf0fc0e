import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { openScratchTree } from '../../src/evaluation/replay.ts';
import { openEngine, type PackInput } from '../../src/index.ts';
import { TRACE_TEXTS } from '../../test/worlds/trace-texts.ts';
import { tracedPlaces } from './traced-places.ts';

// Makes traces from functions of real repositories in the formats of their languages, and counts how often the failed file is
// the first of the pack and the failed line is quoted.
// node bench/packs/traces.ts --mirrors DIR [--each 20] [--budget 4000] [--ranker NAME] [--pasted] [--misses]
const { values } = parseArgs({
  options: {
    mirrors: { type: 'string' },
    work: { type: 'string', default: '/tmp/knap-packs' },
    repo: { type: 'string' },
    each: { type: 'string', default: '20' },
    budget: { type: 'string', default: '4000' },
    ranker: { type: 'string' },
    pasted: { type: 'boolean', default: false },
    misses: { type: 'boolean', default: false },
  },
});
const { mirrors, work } = values;
const ranker = values.ranker as PackInput['ranker'];
if (!mirrors) throw new Error('usage: traces.ts --mirrors DIR');
const REPOSITORIES =
  'honojs/hono nestjs/nest typeorm/typeorm pallets/flask django/django laravel/framework rails/rails gin-gonic/gin tokio-rs/tokio spring-projects/spring-boot square/okhttp serilog/serilog redis/redis';
const FRAMES = 3;
const budget = Number(values.budget);

interface Tally {
  traces: number;
  first: number;
  quoted: number;
  marked: number;
}
const nothing = (): Tally => ({ traces: 0, first: 0, quoted: 0, marked: 0 });
const total = nothing();
console.log('| repository | traces | failing file first | failing line quoted | marked |\n|---|---|---|---|---|');
for (const repo of (values.repo ?? REPOSITORIES).split(' ')) {
  const name = repo.replace('/', '+');
  const mirror = `${mirrors}/${name}/repo`;
  const tree = await openScratchTree(mirror, `${work}/${name}`);
  await tree.moveTo(execFileSync('git', ['--git-dir', mirror, 'rev-parse', 'HEAD']).toString().trim());
  const tally = await measure(tree.folder);
  for (const key of ['traces', 'first', 'quoted', 'marked'] as const) total[key] += tally[key];
  console.log(row(repo, tally));
}
console.log(row('all', total));

async function measure(root: string): Promise<Tally> {
  const tally = nothing();
  const each = Number(values.each);
  const places = await tracedPlaces(root, each * FRAMES);
  const engine = await openEngine({ root });
  for (const [at, place] of places.slice(0, each).entries()) {
    const forms = TRACE_TEXTS.filter(({ languages }) => languages.includes(place.language));
    const form = forms[at % forms.length];
    if (!form) continue;
    const outer = places.slice(each).filter(({ language }) => language === place.language);
    const frames = [place, ...outer.slice(2 * at, 2 * at + 2)].slice(0, FRAMES);
    const log = form.print(frames);
    const { pack } = await engine.pack({
      ...(values.pasted ? { task: `This fails since the last release.\n\n${log}` } : { task: '', error: log }),
      budget,
      ...(ranker ? { ranker } : {}),
    });
    const own = pack.blocks.filter((block) => block.path === place.path);
    const isFirst = pack.blocks[0]?.path === place.path;
    const holding = own.find(({ lines }) => lines.some(([from, to]) => from <= place.line && place.line <= to));
    tally.traces++;
    tally.first += Number(isFirst);
    tally.quoted += Number(holding !== undefined);
    tally.marked += Number(holding?.text.includes(`line ${place.line}`) ?? false);
    if (values.misses && (!isFirst || !holding))
      console.error(
        `${form.name}: ${place.path}:${place.line} first ${pack.blocks[0]?.path} quoted ${holding !== undefined}`,
      );
  }
  await engine.close();
  return tally;
}

function row(name: string, { traces, first, quoted, marked }: Tally): string {
  const share = (count: number) => `${((100 * count) / Math.max(1, traces)).toFixed(1)} %`;
  return `| ${name} | ${traces} | ${share(first)} | ${share(quoted)} | ${share(marked)} |`;
}
