import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { loadTokenizer } from '../../src/tokenizers/index.ts';
import { connect } from './mcp-client.ts';

// Repeats recorded searches for real fixes. fixes.jsonl holds tasks and lines to find, written before any run; fixes-played.jsonl the calls: with
// knap alone, once by packs and once by maps, and with grep and sed. Runs the calls with the built package on the tree before the fix, and counts calls and tokens:
// node bench/serving/fixes.ts --mirrors DIR [--only N] [--side ours|map|shell] [--print]
// A line counts as found if its text is in an answer.
const { values } = parseArgs({
  options: {
    mirrors: { type: 'string', default: '.' },
    work: { type: 'string', default: join(tmpdir(), 'knap-fixes') },
    only: { type: 'string' },
    side: { type: 'string' },
    print: { type: 'boolean', default: false },
  },
});

interface Fix {
  readonly repository: string;
  readonly fix: string;
  readonly task: string;
  readonly find: readonly string[];
}
interface Played {
  readonly ours: readonly { readonly name: string; readonly arguments: Readonly<Record<string, unknown>> }[];
  readonly map: Played['ours'];
  readonly shell: readonly string[];
}
type Side = keyof Played;

const read = <T>(name: string): T[] =>
  readFileSync(join(import.meta.dirname, name), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
const fixes = read<Fix>('fixes.jsonl');
const played = read<Played>('fixes-played.jsonl');
const { count } = await loadTokenizer('o200k');
const sums: Record<Side, { calls: number; tokens: number }> = {
  ours: { calls: 0, tokens: 0 },
  map: { calls: 0, tokens: 0 },
  shell: { calls: 0, tokens: 0 },
};
mkdirSync(values.work, { recursive: true });
console.log('| fix | packs: calls, tokens (lines found) | maps | grep and sed |\n|---|---|---|---|');
for (const [at, fix] of fixes.entries()) {
  if (values.only !== undefined && values.only !== String(at + 1)) continue;
  const root = treeBefore(fix);
  const told = async (side: Side) => {
    if (values.side !== undefined && values.side !== side) return '–';
    const { ours, map, shell } = played[at]!;
    const answers = side === 'shell' ? askShell(root, shell) : await askTools(root, side === 'map' ? map : ours);
    const tokens = answers.map(count).reduce((sum, one) => sum + one, 0);
    sums[side].calls += answers.length;
    sums[side].tokens += tokens;
    return `${answers.length}, ${tokens} (${found(root, fix, answers)})`;
  };
  const name = `${basename(fix.repository)} ${fix.fix}`;
  console.log(`| ${name} | ${await told('ours')} | ${await told('map')} | ${await told('shell')} |`);
}
const { ours, map, shell } = sums;
const beside = ({ calls, tokens }: typeof ours) =>
  `${calls}, ${tokens} (${(calls / shell.calls).toFixed(2)} x calls, ${(tokens / shell.tokens).toFixed(2)} x tokens)`;
console.log(`| together | ${beside(ours)} | ${beside(map)} | ${shell.calls}, ${shell.tokens} |`);

function treeBefore({ repository, fix }: Fix): string {
  const root = join(values.work, `${basename(repository)}-${fix}`);
  const mirror = resolve(values.mirrors, repository.replace('/', '+'), 'repo');
  if (!existsSync(root)) {
    execFileSync('git', ['clone', '-q', '--no-checkout', mirror, root]);
    execFileSync('git', ['-C', root, 'checkout', '-q', '--detach', `${fix}^`]);
  }
  return root;
}

async function askTools(root: string, calls: Played['ours']): Promise<readonly string[]> {
  const client = await connect(root);
  const answers: string[] = [];
  for (const call of calls) {
    let { content } = await client.call(call.name, call.arguments);
    // The first answer of a new tree comes from a part of the index; an agent gets such an answer only once.
    while (content?.some(({ text }) => text?.includes('the index is being made')))
      content = (await client.call(call.name, call.arguments)).content;
    answers.push((content ?? []).map(({ text }) => text ?? '').join('\n'));
    if (values.print) console.error(`\n=== ${JSON.stringify(call)}\n${answers.at(-1)}`);
  }
  await client.end();
  return answers;
}

function askShell(root: string, commands: Played['shell']): readonly string[] {
  return commands.map((command) => {
    const answer = execFileSync('bash', ['-c', `${command} || true`], { cwd: root, maxBuffer: 1 << 28 }).toString();
    if (values.print) console.error(`\n=== ${command}\n${answer}`);
    return answer;
  });
}

function found(root: string, { find }: Fix, answers: readonly string[]): string {
  const wanted = find.flatMap((place) => {
    const [, path, first, last = first] = /^(.+):(\d+)(?:-(\d+))?$/.exec(place)!;
    return readFileSync(join(root, path!), 'utf8')
      .split('\n')
      .slice(Number(first) - 1, Number(last));
  });
  const texts = wanted.map((line) => line.trim()).filter((line) => line.length > 3);
  const all = answers.join('\n');
  return `${texts.filter((line) => all.includes(line)).length} of ${texts.length}`;
}
