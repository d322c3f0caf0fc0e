import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { DEFAULTS } from '../../config/defaults.ts';
import { type Launch, startedBy } from './launch.ts';

const GREETING = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'knap setup', version: '1' } },
};

export interface Tried {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}

const tried = new Map<string, Promise<string | null>>();

/** Starts the server as an agent will and greets it; null where it answers, else why it does not. One command is tried once. */
export function whyNoAnswer(launch: Launch, at: Tried): Promise<string | null> {
  const key = JSON.stringify([launch, at.env.PATH]);
  const before = tried.get(key) ?? greet(launch, at);
  tried.set(key, before);
  return before;
}

async function greet(launch: Launch, { env, cwd }: Tried): Promise<string | null> {
  const { command, args } = startedBy({ ...launch, args: [...launch.args, 'mcp'] }, process.platform);
  const child = spawn(command, args, { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString('utf8').slice(0, 2000);
  });
  child.stdin.on('error', () => undefined);
  child.stdin.write(`${JSON.stringify(GREETING)}\n`);
  const timer = setTimeout(() => child.kill(), DEFAULTS.setup.answerMs);
  const failed = new Promise<string>((resolve) => {
    child.once('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'ENOENT' ? `there is no ${command}` : error.message),
    );
    child.once('close', () => resolve(said.trim().split('\n')[0] || 'it ended without an answer'));
  });
  const answered = once(createInterface({ input: child.stdout }), 'line').then(([line]) =>
    String(line).includes('"serverInfo"') ? null : 'its answer is none of a server',
  );
  try {
    return await Promise.race([failed, answered]);
  } finally {
    clearTimeout(timer);
    child.kill();
  }
}
