import type { Terminal } from '../cli/terminal.ts';
import { describeError } from '../serving/describe-error.ts';
import type { HttpServer } from './start-server.ts';

/** Brings the index up to date, answers until somebody stops it, and ends when what is being answered is done. */
export async function serveToTheEnd(
  server: HttpServer,
  terminal: Pick<Terminal, 'stopInOrder'>,
  say: (text: string) => Promise<void>,
): Promise<void> {
  const stop = terminal.stopInOrder?.();
  const indexed = server
    .index()
    .catch(async (error: unknown) => (stop?.aborted ? undefined : say((await describeError(error)).message)));
  await untilAborted(stop);
  await server.stop();
  await indexed;
}

// Without signals, as in a program that calls this one, it serves as long as the process lives.
function untilAborted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) resolve();
    else signal?.addEventListener('abort', () => resolve(), { once: true });
  });
}
