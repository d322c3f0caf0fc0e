import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { knap } from '../../test/surfaces/knap.ts';
import { type OwnerTask, tasksOf, WORLDS, type WorldName, writeWorld } from './owned-worlds.ts';

// Asks questions of owners of notes with the command line: node bench/knowledge/owners.ts [--world notes] [--mirrors DIR] [--keep].
const { values } = parseArgs({
  options: { world: { type: 'string' }, mirrors: { type: 'string' }, keep: { type: 'boolean', default: false } },
});
const DOCS = 'content/en/docs';

console.log('of 25 each    first   in ten  quoted  doubted');
for (const world of WORLDS) {
  if (values.world && values.world !== world) continue;
  if (world === 'kubernetes' && !values.mirrors) continue;
  const folder = mkdtempSync(join(tmpdir(), `knap-owner-${world}-`));
  try {
    await play(world, folder);
  } finally {
    if (values.keep) console.log(`kept in ${folder}`);
    else rmSync(folder, { recursive: true, force: true });
  }
}

async function play(world: WorldName, folder: string): Promise<void> {
  await make(world, folder);
  const played: (Played & { task: OwnerTask })[] = [];
  for (const task of tasksOf(world))
    played.push({ task, ...(await (world === 'tana' ? asGraph(folder, task) : asDocuments(folder, task))) });
  const share = (holds: (one: Played) => boolean) => String(played.filter(holds).length).padEnd(8);
  const first = share(({ rank }) => rank === 1);
  const inTen = share(({ rank }) => rank > 0 && rank <= 10);
  const doubted = share(({ isDoubted }) => isDoubted);
  console.log(`${world.padEnd(14)}${first}${inTen}${share(({ isQuoted }) => isQuoted)}${doubted}`);
  for (const { task, rank, isQuoted } of played)
    if (rank !== 1 || !isQuoted)
      console.log(
        `  ${rank === 0 ? 'not found' : `at ${rank}`}${isQuoted ? '' : ', not quoted'}: ${task.asks} (${task.place})`,
      );
}

async function make(world: WorldName, folder: string): Promise<void> {
  if (world !== 'kubernetes') writeWorld(folder, world);
  else {
    const archive = join(folder, '.docs.tar');
    const git = [
      `--git-dir=${join(values.mirrors!, 'kubernetes+website/repo')}`,
      'archive',
      '-o',
      archive,
      'HEAD',
      DOCS,
    ];
    execFileSync('git', git, { stdio: 'ignore' });
    execFileSync('tar', ['-xf', archive, '-C', folder, '--strip-components=3']);
    rmSync(archive);
  }
  if (world === 'tana') {
    mkdirSync(join(folder, 'work'));
    await said(join(folder, 'work'), 'import', 'tana', join(folder, 'export.json'));
  } else await said(folder, 'index');
}

interface Played {
  /** The rank of the right place; 0 if it is not listed. */
  readonly rank: number;
  readonly isQuoted: boolean;
  /** The pack says that probably nothing here answers. */
  readonly isDoubted: boolean;
}

async function asDocuments(root: string, { asks, place, says }: OwnerTask): Promise<Played> {
  const places = place.split('|');
  const { results } = JSON.parse(await said(root, 'search', asks, '--json')) as {
    results: readonly { location: { path: string } }[];
  };
  const quotes = (pack: string) =>
    says === undefined ? places.some((one) => pack.includes(`\n### ${one}@`)) : pack.includes(says);
  const rank = results.findIndex(({ location }) => places.includes(location.path)) + 1;
  return { rank, ...(await packed(root, asks, quotes)) };
}

async function asGraph(folder: string, { asks, place, says }: OwnerTask): Promise<Played> {
  const root = join(folder, 'work');
  const { nodes } = JSON.parse(await said(root, 'context', asks, '--json')) as { nodes: readonly { name: string }[] };
  const rank = nodes.findIndex(({ name }) => name === place) + 1;
  return { rank, ...(await packed(root, asks, (pack) => pack.includes(says!))) };
}

async function packed(root: string, asks: string, quotes: (pack: string) => boolean) {
  const pack = await said(root, 'pack', asks, '--format', 'markdown');
  return { isQuoted: quotes(pack), isDoubted: pack.includes('Probably not here') };
}

async function said(root: string, ...args: readonly string[]): Promise<string> {
  const { stdout, stderr, code } = await knap(root, args);
  if (stdout === '') throw new Error(`knap ${args.join(' ')} ended with ${code}: ${stderr}`);
  return stdout;
}
