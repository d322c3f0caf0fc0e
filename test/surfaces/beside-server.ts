import type { ChildProcess } from 'node:child_process';
import { finished, startKnap } from './knap.ts';

/** Starts a server and waits until it listens; the limit is for the size of files that it writes, in kilobytes. */
export async function startServer(
  root: string,
  fileKilobytes?: number,
): Promise<{ readonly child: ChildProcess; end(): Promise<unknown> }> {
  const child = startKnap(root, ['serve', '--port', '0', '--root', root], { fileKilobytes });
  const ended = finished(child);
  await new Promise<void>((resolve) => child.stderr!.on('data', (chunk) => /serving/.test(String(chunk)) && resolve()));
  const end = () => {
    child.kill('SIGINT');
    return ended;
  };
  return { child, end };
}

/** Runs a command as a process; a running server answers it, unless `alone` is set. */
export async function command(root: string, args: readonly string[], { input = '', alone = false } = {}) {
  const child = startKnap(root, args, { stdin: 'pipe', env: alone ? { KNAP_SOCKET: '0' } : {} });
  child.stdin!.end(input);
  const { code, stdout, stderr } = await finished(child);
  return { code, stdout: stdout.replace(/· \d+\.\d\d s/g, '· s'), stderr };
}
