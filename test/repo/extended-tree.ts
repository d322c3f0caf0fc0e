import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT, textOf } from './tracked-files.ts';

const PAGE = 'docs/guide/extending.md';

interface Fence {
  readonly language: string;
  readonly path: string;
  readonly text: string;
}

/** The sources with every change of the page made to them, and the workspace its commands are run in. */
export interface ExtendedTree {
  readonly folder: string;
  /** Commands of the page with what it says they print. */
  readonly commands: readonly { readonly args: readonly string[]; readonly printed: string }[];
  /** What they print now, all in one process. */
  run(): readonly string[];
  remove(): void;
}

const fences = (): readonly Fence[] =>
  [...textOf(PAGE).matchAll(/^(```+)(\w+) (\S+)\n([\s\S]*?)^\1$/gm)].map(
    ([, , language = '', path = '', text = '']) => ({
      language,
      path,
      text,
    }),
  );

export function makeExtendedTree(): ExtendedTree {
  const folder = mkdtempSync(join(tmpdir(), 'knap-extended-'));
  for (const part of ['src', 'schemas', 'package.json', 'tsconfig.json', 'models'])
    cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  for (const part of ['node_modules', 'dist']) symlinkSync(join(ROOT, part), join(folder, part));
  const commands = fences()
    .filter(({ language, path }) => language === 'console' && path === 'tried')
    .flatMap(({ text }) => commandsIn(text));
  const isSource = ({ path }: Fence) => path.startsWith('src/') && /\.ts$/.test(path);
  for (const fence of fences()) {
    if (fence.language === 'console') continue;
    if (fence.language === 'diff') change(join(folder, fence.path), fence.text);
    else write(join(folder, isSource(fence) ? '' : 'workspace', fence.path), fence.text);
  }
  return {
    folder,
    commands,
    run: () => outputsOf(folder, commands),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

// Hunks with `…` between them: lines that stay or go must stand there once, as they are.
function change(path: string, diff: string): void {
  let text = readFileSync(path, 'utf8');
  for (const hunk of diff.trimEnd().split('\n…\n')) {
    const lines = hunk.split('\n');
    const side = (mark: string) =>
      lines
        .filter((line) => line.startsWith(' ') || line.startsWith(mark))
        .map((line) => line.slice(1))
        .join('\n');
    if (text.split(side('-')).length !== 2) throw new Error(`${path}: "${side('-')}" does not stand there once`);
    text = text.replace(side('-'), () => side('+'));
  }
  writeFileSync(path, text);
}

const commandsIn = (block: string): ExtendedTree['commands'] =>
  block
    .split(/^\$ knap /m)
    .slice(1)
    .map((one) => {
      const [command = '', ...lines] = one.trimEnd().split('\n');
      const args = [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word!);
      return { args, printed: lines.join('\n') };
    });

const MARK = '-- next command --';

function outputsOf(folder: string, commands: ExtendedTree['commands']): readonly string[] {
  const runner = join(folder, 'run.ts');
  writeFileSync(
    runner,
    `import { run } from './src/surfaces/cli/run-process.ts';
for (const args of ${JSON.stringify(commands.map(({ args }) => args))}) {
  await run(args, { stdin: process.stdin, stdout: process.stdout, stderr: process.stderr, env: process.env, cwd: process.cwd() });
  process.stdout.write('\\n${MARK}\\n');
}
process.exit(0);
`,
  );
  const env = { ...process.env, HOME: folder, XDG_CONFIG_HOME: '', NO_COLOR: '1' };
  const printed = execFileSync(process.execPath, [runner], {
    cwd: join(folder, 'workspace'),
    encoding: 'utf8',
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return printed.split(`\n${MARK}\n`).slice(0, -1);
}
