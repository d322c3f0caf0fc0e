import { execFile } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { measurePack } from '../../src/evaluation/measure.ts';
import { answerPlainly, BASELINES, createPlainIndex, plainWords } from '../../src/evaluation/plain-search.ts';
import { estimate } from '../../src/evaluation/statistics.ts';
import { type EvalTask, listEndings } from '../../src/evaluation/task.ts';
import { loadTokenizer } from '../../src/tokenizers/index.ts';
import { SAMPLE_OPTIONS, samples } from './sample-tasks.ts';

// Compares knap with other tools on the same tasks and budget, each as a process on an index that exists already:
// node bench/ranking/peers.ts --tasks FILE --mirrors DIR --knap CLI [--codegraph BIN] [--probe BIN] [--each 5] [--budget 4000]
// [--aims focused,full] [--results FILE]. --results stores the scores of each answer, from which a stopped run goes on.
const { values } = parseArgs({
  options: {
    ...SAMPLE_OPTIONS,
    knap: { type: 'string' },
    codegraph: { type: 'string' },
    probe: { type: 'string' },
    budget: { type: 'string', default: '4000' },
    aims: { type: 'string', default: 'focused,full' },
    results: { type: 'string' },
  },
});
const { tasks: tasksFile, mirrors, knap, codegraph, probe } = values;
if (!tasksFile || !mirrors || !knap) throw new Error('usage: peers.ts --tasks FILE --mirrors DIR --knap CLI');
const BUDGET = Number(values.budget);
const tokenizer = await loadTokenizer('o200k');

type Lines = Map<string, (readonly [number, number])[]>;

/** The answer of a tool as a reader would get it. */
interface Handed {
  readonly lines: Lines;
  readonly tokens: number;
  readonly milliseconds: number;
}

interface Peer {
  readonly name: string;
  /** Prepares a folder once, for instance by an index. */
  prepare(root: string): Promise<void>;
  ask(root: string, query: string): Promise<Handed>;
}

const nothing = async () => undefined;
const peers: readonly Peer[] = [
  ...values.aims.split(',').map(
    (aim): Peer => ({
      name: `knap ${aim}`,
      prepare: async (root) => void (await output(knap, ['index', '--root', root], root)),
      ask: (root, query) =>
        timed(
          () => output(knap, ['pack', query, '--budget', `${BUDGET}`, '--aim', aim, '--format', 'json'], root),
          (text) => ({ lines: linesOfKnap(text), tokens: JSON.parse(text).usage.used }),
        ),
    }),
  ),
  ...(probe
    ? [
        {
          name: 'probe search',
          prepare: nothing,
          ask: (root: string, query: string) =>
            timed(
              () => output(probe, ['search', query, root, '-o', 'json', '--max-tokens', `${BUDGET}`], root),
              (text) => linesOfProbe(text, root),
            ),
        },
      ]
    : []),
  ...(codegraph
    ? [
        {
          name: 'codegraph explore',
          prepare: async (root: string) => void (await output(codegraph, ['init', root], root)),
          ask: (root: string, query: string) =>
            timed(() => output(codegraph, ['explore', '-p', root, query], root), linesOfCodegraph),
        },
      ]
    : []),
  { name: 'grep of the keywords', prepare: nothing, ask: (root, query) => timed(() => grep(root, query), linesOfGrep) },
];

/** The scores of a task by tool. */
type Scores = Readonly<Record<string, readonly number[]>>;
const scores = new Map<string, Scores>(kept());
const COLUMNS = ['files', 'file F1', 'lines', 'line precision', 'line F1', 'tokens', 'ms'] as const;
for await (const { repo, tasks, tree } of samples({ ...values, tasks: tasksFile, mirrors })) {
  const open = tasks.filter(({ id }) => !scores.has(id));
  for (const [base, all] of Map.groupBy(open, (task) => task.base)) {
    await tree.moveTo(base);
    for (const peer of peers) await peer.prepare(tree.folder);
    const files = await createPlainIndex(tree.folder, listEndings(all)).refresh();
    for (const task of all) {
      const own: Record<string, readonly number[]> = {};
      for (const peer of peers) own[peer.name] = scoresOf(task, await peer.ask(tree.folder, task.query));
      const bm25 = answerPlainly(BASELINES[0]!, task.query, files, [BUDGET]);
      const lines: Lines = new Map([...bm25.packs[0]!.lines].map(([path, ranges]) => [path, [...ranges]]));
      own['BM25, whole files'] = scoresOf(task, { ...bm25, ...bm25.packs[0]!, lines });
      scores.set(task.id, own);
      if (values.results) appendFileSync(values.results, `${JSON.stringify([task.id, own])}\n`);
    }
  }
  console.error(repo, tasks.length);
}

console.log(`| budget ${BUDGET} | ${COLUMNS.join(' | ')} |\n|---|${'---|'.repeat(COLUMNS.length)}`);
for (const name of [...peers.map((peer) => peer.name), 'BM25, whole files']) {
  const rows = [...scores.values()].flatMap((own) => (own[name] ? [own[name]] : []));
  const cells = COLUMNS.map((_, at) => estimate(rows.map((row) => row[at]!)));
  const shown = cells.map(({ mean, low, high }, at) =>
    at < 5 ? `${percent(mean)} [${percent(low)}..${percent(high)}]` : mean.toFixed(0),
  );
  console.log(`| ${name} (${rows.length}) | ${shown.join(' | ')} |`);
}

function kept(): readonly [string, Scores][] {
  if (!values.results || !existsSync(values.results)) return [];
  return readFileSync(values.results, 'utf8')
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

function scoresOf(task: EvalTask, handed: Handed): readonly number[] {
  const held = measurePack(task, { budget: BUDGET, lines: handed.lines, tokens: handed.tokens });
  return [held.files, held.fileF1, held.lines, held.precision, held.f1, handed.tokens, handed.milliseconds];
}

function percent(share: number): string {
  return (share * 100).toFixed(1);
}

async function timed(
  ask: () => Promise<string>,
  read: (text: string) => { lines: Lines; tokens: number },
): Promise<Handed> {
  const started = performance.now();
  const text = await ask();
  const milliseconds = performance.now() - started;
  return { ...read(text), milliseconds };
}

// Exit statuses that say "nothing found" are answers too.
function output(program: string, args: readonly string[], cwd: string): Promise<string> {
  const isScript = program.endsWith('.js');
  const env = { ...process.env, CODEGRAPH_TELEMETRY: '0', NO_COLOR: '1' };
  return new Promise((done, fail) => {
    execFile(
      isScript ? process.execPath : program,
      isScript ? [program, ...args] : args,
      { cwd, env, maxBuffer: 2 ** 28 },
      (cause, stdout) => (cause && typeof cause.code !== 'number' ? fail(cause) : done(stdout)),
    );
  });
}

function linesOfKnap(text: string): Lines {
  const { blocks } = JSON.parse(text) as { blocks: Quoted[] };
  const lines: Lines = new Map();
  for (const { path, startLine, endLine, lines: printed } of blocks)
    lines.set(path, [...(lines.get(path) ?? []), ...(printed ?? [[startLine, endLine] as const])]);
  return lines;
}

interface Quoted {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  /** The printed ranges, if there are gaps. */
  readonly lines?: readonly [number, number][];
}

function linesOfProbe(text: string, root: string): { lines: Lines; tokens: number } {
  const lines: Lines = new Map();
  if (!text.trimStart().startsWith('{')) return { lines, tokens: 0 };
  const { results } = JSON.parse(text) as { results: { file: string; lines: [number, number]; code: string }[] };
  let tokens = 0;
  for (const { file, lines: range, code } of results) {
    const path = file.startsWith(root) ? file.slice(root.length + 1) : file.replace(/^\.\//, '');
    lines.set(path, [...(lines.get(path) ?? []), range]);
    tokens += tokenizer.count(`${path}\n${code}\n`);
  }
  return { lines, tokens };
}

// The tool knows no budget, so its text is cut at the budget.
function linesOfCodegraph(text: string): { lines: Lines; tokens: number } {
  const lines: Lines = new Map();
  let path: string | null = null;
  return taken(text, (line) => {
    path = /^\*\*`([^`]+)`\*\*/.exec(line)?.[1] ?? path;
    const number = /^(\d+)\t/.exec(line)?.[1];
    if (path !== null && number !== undefined)
      lines.set(path, [...(lines.get(path) ?? []), [Number(number), Number(number)]]);
    return lines;
  });
}

async function grep(root: string, query: string): Promise<string> {
  const words = [...new Set(plainWords(query))].filter((word) => word.length > 3).slice(0, 12);
  if (words.length === 0) return '';
  const asked = words.flatMap((word) => ['-e', word]);
  const hits = await output('git', ['grep', '-n', '-I', '-i', ...asked], root);
  const byFile = Map.groupBy(hits.split('\n').filter(Boolean), (hit) => hit.slice(0, hit.indexOf(':')));
  const distinct = (found: readonly string[]) => {
    const all = found.join('\n').toLowerCase();
    return words.filter((word) => all.includes(word)).length;
  };
  return [...byFile.values()]
    .sort((a, b) => distinct(b) - distinct(a) || b.length - a.length)
    .flat()
    .map((hit) => hit.slice(0, 300))
    .join('\n');
}

function linesOfGrep(text: string): { lines: Lines; tokens: number } {
  const lines: Lines = new Map();
  return taken(text, (line) => {
    const [, path, number] = /^([^:]+):(\d+):/.exec(line) ?? [];
    if (path !== undefined) lines.set(path, [...(lines.get(path) ?? []), [Number(number), Number(number)]]);
    return lines;
  });
}

function taken(text: string, take: (line: string) => Lines): { lines: Lines; tokens: number } {
  let tokens = 0;
  let lines: Lines = new Map();
  for (const line of text.split('\n')) {
    const cost = tokenizer.count(`${line}\n`);
    if (tokens + cost > BUDGET) break;
    tokens += cost;
    lines = take(line);
  }
  return { lines, tokens };
}
