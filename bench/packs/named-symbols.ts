import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openScratchTree } from '../../src/evaluation/replay.ts';
import { looksLikeTest } from '../../src/evaluation/task.ts';
import { openEngine } from '../../src/index.ts';
import { git } from '../../src/reading/git.ts';

// Counts how often a pack quotes every function that a task names. Tasks name two or three functions of real repositories that look
// like code and are defined once, found by patterns of their language and not by knap. A function counts as quoted if its declaring
// line is. node bench/packs/named-symbols.ts --mirrors DIR [--repo NAME,NAME] [--each 10]
const { values } = parseArgs({
  options: {
    mirrors: { type: 'string' },
    work: { type: 'string', default: '/tmp/knap-named' },
    repo: {
      type: 'string',
      default: 'cli/cli,tokio-rs/tokio,typeorm/typeorm,pallets/flask,celery/celery,laravel/framework,fastify/fastify',
    },
    each: { type: 'string', default: '10' },
  },
});
const { mirrors, work } = values;
if (!mirrors) throw new Error('usage: named-symbols.ts --mirrors DIR');

const DECLARES: Readonly<Record<string, string>> = {
  go: '^func (\\([^)]*\\) )?\\w+\\(',
  rs: '^\\s*(pub(\\([a-z]+\\))? )?(async )?fn \\w+',
  ts: '^\\s*(export )?(async )?function \\w+',
  js: '^\\s*(export )?(async )?function \\w+',
  py: '^\\s*(async )?def \\w+',
  php: '^\\s*(public |protected |private )?(static )?function \\w+',
};
const NAME = /(?:func (?:\([^)]*\) )?|fn |function |def )(\w+)/;
const LIKE_CODE = /[a-z][A-Z]|[a-z]_[a-z]/;
const SENTENCES = [
  (names: readonly string[]) => `make ${names[0]} reuse ${names[1]}`,
  (names: readonly string[]) => `${names[0]} must not call ${names[1]} when ${names[2]} has failed`,
  (names: readonly string[]) => `${names[0]} and ${names[1]} read the same value twice`,
];

interface Declared {
  readonly name: string;
  readonly path: string;
  readonly line: number;
}

const tally = { tasks: 0, whole: 0, names: 0, quoted: 0, tokens: 0 };
for (const repo of values.repo.split(',')) {
  const folder = repo.replace('/', '+');
  const tree = await openScratchTree(join(mirrors, folder, 'repo'), join(work, folder));
  const head = await git(join(mirrors, folder, 'repo'), ['rev-parse', 'HEAD']);
  await tree.moveTo(head.stdout.toString('utf8').trim());
  const functions = await declaredIn(tree.folder);
  const engine = await openEngine({ root: tree.folder, now: Date.now });
  const step = Math.max(1, Math.floor(functions.length / (3 * Number(values.each))));
  for (let at = 0; at < Number(values.each); at++) {
    const count = SENTENCES[at % SENTENCES.length] === SENTENCES[1] ? 3 : 2;
    const named = Array.from({ length: count }, (_, next) => functions[(3 * at + next) * step]!).filter(Boolean);
    if (named.length < count) continue;
    const task = SENTENCES[at % SENTENCES.length]!(named.map(({ name }) => name));
    const { pack } = await engine.pack({ task, aim: 'focused', budget: 4000, format: 'markdown' });
    const isQuoted = ({ path, line }: Declared) =>
      pack.blocks.some((one) => one.path === path && one.lines.some(([from, to]) => from <= line && line <= to));
    const found = named.filter(isQuoted).length;
    tally.tasks++;
    tally.names += count;
    tally.quoted += found;
    tally.tokens += pack.usage.used;
    if (found === count) tally.whole++;
    else
      console.log(
        `${repo}: ${task}: not quoted ${named.filter((one) => !isQuoted(one)).map(({ path, line }) => `${path}:${line}`)}`,
      );
  }
  await engine.close();
}
console.log(
  `${tally.whole} of ${tally.tasks} tasks, ${tally.quoted} of ${tally.names} names, ${Math.round(tally.tokens / tally.tasks)} tokens`,
);

async function declaredIn(root: string): Promise<readonly Declared[]> {
  const all: Declared[] = [];
  for (const [ending, pattern] of Object.entries(DECLARES)) {
    const { stdout: output } = await git(root, ['grep', '-nP', pattern, 'HEAD', '--', `*.${ending}`]);
    for (const row of output.toString('utf8').split('\n')) {
      const [, path = '', line = '', text = ''] = /^HEAD:([^:]+):(\d+):(.*)$/.exec(row) ?? [];
      const name = NAME.exec(text)?.[1] ?? '';
      if (LIKE_CODE.test(name)) all.push({ name, path, line: Number(line) });
    }
  }
  const times = Map.groupBy(all, ({ name }) => name);
  return all.filter(
    ({ name, path }) => times.get(name)!.length === 1 && !looksLikeTest(path) && !/test|example|vendor/i.test(path),
  );
}
