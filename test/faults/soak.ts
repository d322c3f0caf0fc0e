import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { join, relative, sep } from 'node:path';
import { onTestFinished } from 'vitest';
import { drawFrom } from '../border/drawn.ts';
import { ask } from '../surfaces/http/load.ts';
import { post, read } from '../surfaces/http/server.ts';
import { startServing } from '../surfaces/http/start-serving.ts';
import { knap } from '../surfaces/knap.ts';

/** What a server under work is like at one moment. */
export interface Moment {
  readonly megabytes: number;
  readonly handles: number;
}

export interface Soaked {
  readonly answers: number;
  /** Told to come again, which they did. */
  readonly sentAway: number;
  readonly edits: number;
  readonly switches: number;
  /** Everything that was no answer. */
  readonly faults: readonly string[];
  readonly moments: readonly Moment[];
}

interface SoakOptions {
  readonly url: string;
  /** A clone that belongs to the soak: it is edited, and switched between `main` and `other`. */
  readonly root: string;
  readonly pid: number;
  readonly callers: number;
  readonly seed: number;
  readonly editsPerBranch: number;
  /** Asked after every edit. */
  hasMore(edits: number): boolean;
}

/** Callers ask without a pause while files are edited, made, removed and branches switched. */
export async function soak({ url, root, pid, callers, seed, editsPerBranch, hasMore }: SoakOptions): Promise<Soaked> {
  const told = { answers: 0, sentAway: 0, edits: 0, switches: 0, faults: [] as string[], moments: [] as Moment[] };
  const questions = questionsOf(root);
  const agent = new Agent({ keepAlive: true, maxSockets: callers });
  let isOver = false;
  const caller = async (first: number) => {
    for (let asked = first; !isOver; asked += 7) {
      const [path, question] = questions[asked % questions.length]!;
      const { fault, isSentAway } = await ask(url + path, question, { agent, caller: `caller ${first}` });
      if (fault === null) told.answers++;
      else if (isSentAway) {
        told.sentAway++;
        await pause();
      } else told.faults.push(`${path} ${JSON.stringify(question)}: ${fault}`);
    }
  };
  const asking = Promise.all(Array.from({ length: callers }, (_, at) => caller(at * 13)));
  const editor = openEditor(root, seed);
  while (hasMore(told.edits)) {
    editor.edit();
    told.edits++;
    if (told.edits % editsPerBranch === 0) {
      editor.switchBranch();
      told.switches++;
    }
    const answered = told.answers;
    while (told.answers === answered && told.faults.length === 0) await pause();
    told.moments.push(momentOf(pid));
    if (told.faults.length > 0) break;
  }
  isOver = true;
  await asking;
  agent.destroy();
  return told;
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 20));

/** Memory that is in use and files, sockets and the like that are open. */
export function momentOf(pid: number): Moment {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return { megabytes: Number(kilobytes) / 1024, handles: readdirSync(`/proc/${pid}/fd`).length };
}

type Question = readonly [path: string, question: Readonly<Record<string, unknown>>];

/** What a server says to questions. */
export async function answersOf(url: string, questions: readonly Question[]): Promise<readonly string[]> {
  const texts: string[] = [];
  for (const [path, question] of questions) texts.push(read(await post(url + path, question)).text);
  return texts;
}

/** What a server says on a copy of a tree that was never indexed. */
export async function answersAnew(root: string, questions: readonly Question[]): Promise<readonly string[]> {
  const copy = `${root}-anew`;
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  const isOurs = (path: string) => relative(root, path).split(sep)[0] === '.knap';
  cpSync(root, copy, { recursive: true, preserveTimestamps: true, filter: (path) => !isOurs(path) });
  const { code, stderr } = await knap(copy, ['index']);
  if (code !== 0) throw new Error(stderr);
  const { child, url } = await startServing(copy);
  const texts = await answersOf(url, questions);
  child.kill('SIGKILL');
  return texts;
}

/** Questions about what stands in a tree: its files' names are words of its people. */
export function questionsOf(root: string): readonly Question[] {
  const words = git(root, 'ls-files')
    .split('\n')
    .filter((path) => /\.(?:ts|md)$/.test(path))
    .map((path) =>
      path
        .replace(/\.\w+$/, '')
        .split('/')
        .slice(-2)
        .join(' ')
        .replaceAll('-', ' '),
    );
  return words.flatMap((name, at) => [
    ['/v1/pack', { task: `fix how ${name} is done`, budget: 1000 + (at % 7) * 1000 }] as const,
    ['/v1/query', { query: `where is ${name}` }] as const,
    ['/v1/grep', { pattern: 'export', limit: 5 + (at % 20) }] as const,
  ]);
}

function openEditor(root: string, seed: number) {
  const draw = drawFrom(seed);
  const files = git(root, 'ls-files')
    .split('\n')
    .filter((path) => path.endsWith('.ts'));
  const made: string[] = [];
  let [count, branch] = [0, 'main'];
  const kinds = [
    () => {
      const path = join(root, draw.of(files));
      const text = `${textOf(path)}\nexport function soaked${count}(order: string): string {\n  return order + '${count}';\n}\n`;
      writeFileSync(path, text);
    },
    () => {
      const path = join(root, `soaked-${count}.ts`);
      writeFileSync(path, `/** Made while others ask. */\nexport const made${count} = ${count};\n`);
      made.push(path);
    },
    () => {
      const path = made.shift();
      if (path) rmSync(path, { force: true });
    },
    () => rmSync(join(root, draw.of(files)), { force: true }),
  ];
  return {
    edit: () => {
      count++;
      kinds[draw.number(10) < 6 ? 0 : draw.number(kinds.length)]!();
    },
    switchBranch: () => {
      branch = branch === 'main' ? 'other' : 'main';
      git(root, 'checkout', '-q', '-f', branch);
      git(root, 'clean', '-q', '-fd', '-e', '.knap');
    },
  };
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Makes a branch `other` with some files changed, and goes back to `main`. */
export function addOtherBranch(root: string, changed: number): void {
  const files = git(root, 'ls-files')
    .split('\n')
    .filter((path) => path.endsWith('.ts'));
  git(root, 'checkout', '-q', '-B', 'main');
  git(root, 'checkout', '-q', '-b', 'other');
  for (const path of files.slice(0, changed))
    writeFileSync(join(root, path), `// on the other branch\n${textOf(join(root, path))}`);
  git(
    root,
    '-c',
    'user.name=Shop',
    '-c',
    'user.email=shop@example.org',
    'commit',
    '-q',
    '-a',
    '-m',
    'Change some files',
  );
  git(root, 'checkout', '-q', 'main');
}

function git(root: string, ...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }).trim();
}
