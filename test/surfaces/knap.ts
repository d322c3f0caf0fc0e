import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { Manifest } from '../../src/bundle/manifest.ts';
import { run } from '../../src/surfaces/cli/run-process.ts';
import { builtOr } from '../worlds/built.ts';

export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Surroundings {
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly isTerminal?: boolean;
  readonly columns?: number;
  /** The current folder, relative to the root. */
  readonly at?: string;
}

/** The entry of the command: the built one, which starts faster, unless a source is newer. */
export const MAIN = builtOr('cli.js', 'surfaces/cli/main.ts');

/** The command line in this process: the same code as the command, without starting one. */
export async function knap(root: string, args: readonly string[], around: Surroundings = {}): Promise<Outcome> {
  const streams = [new PassThrough(), new PassThrough(), new PassThrough()] as const;
  for (const stream of streams)
    Object.assign(stream, { isTTY: around.isTerminal === true, columns: around.columns ?? 100 });
  const [stdin, stdout, stderr] = streams;
  const texts = [stdout, stderr].map((stream) => collect(stream));
  stdin.end(around.input ?? '');
  const env = environment(root, around.env);
  const terminal = { stdin, stdout, stderr, env, cwd: join(root, around.at ?? '.') };
  // These streams have every part of a terminal that the command line uses.
  const code = await run(args, terminal as unknown as Parameters<typeof run>[1]);
  return { code, stdout: texts[0]!(), stderr: texts[1]!() };
}

/** Packs and returns the manifest, which is written beside the workspace so that it is no part of it. */
export async function manifestOf(root: string, args: readonly string[], around: Surroundings = {}): Promise<Manifest> {
  const file = `${root}.json`;
  const { code, stderr } = await knap(root, ['pack', ...args, '--format', 'markdown', '--manifest', file], around);
  if (code !== 0) throw new Error(stderr);
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  rmSync(file);
  return manifest;
}

/** The command line as a process of its own. */
export function startKnap(
  root: string,
  args: readonly string[],
  options: {
    stdin?: 'pipe' | 'ignore';
    env?: Readonly<Record<string, string>>;
    /** The most kilobytes that the process can write to a file, as on a full disk. */
    fileKilobytes?: number | undefined;
  } = {},
): ChildProcess {
  const limited = ['-c', `ulimit -f ${options.fileKilobytes}; exec "$0" "$@"`, process.execPath];
  const [program, before] = options.fileKilobytes === undefined ? [process.execPath, []] : ['bash', limited];
  return spawn(program, [...before, MAIN, ...args], {
    cwd: root,
    env: { ...process.env, ...environment(root, options.env) },
    stdio: [options.stdin ?? 'ignore', 'pipe', 'pipe'],
  });
}

export async function finished(child: ChildProcess): Promise<Outcome> {
  const texts = [child.stdout, child.stderr].map((stream) => collect(stream!));
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve) =>
    child.on('close', (...end) => resolve(end)),
  );
  return { code: code ?? (signal === null ? -1 : -2), stdout: texts[0]!(), stderr: texts[1]!() };
}

// Sets a home of its own, so that no settings of a user reach a test.
function environment(root: string, more: Readonly<Record<string, string>> = {}): Record<string, string> {
  return { HOME: join(root, '.home'), XDG_CONFIG_HOME: '', PATH: process.env.PATH ?? '', ...more };
}

function collect(stream: NodeJS.ReadableStream): () => string {
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString('utf8');
}
