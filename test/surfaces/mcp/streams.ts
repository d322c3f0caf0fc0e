import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { serveStreams } from '../../../src/surfaces/mcp/command.ts';
import { lineTransport } from '../../../src/surfaces/mcp/line-transport.ts';
import { serveWorkspace } from '../../../src/surfaces/serving/serve-workspace.ts';

const LIMITS = { lineBytesMax: 1 << 26, openMax: 1000, unsentBytesMax: 1 << 26, stalledMs: 60_000 };

/** The same server the command runs, over streams in memory, and a way in for any client. */
export function openStreams(root: string, named = root, beside: readonly string[] = []) {
  const [toServer, fromServer, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const env = { HOME: join(root, '.home') };
  // The questions of these tests come one by one: a thread for each of them would cost more than it answers.
  const workspace = serveWorkspace({ root: named, beside, userFile: undefined, cwd: root, env, workers: 0 });
  // Streams that are no terminals of the process have all that is asked of them.
  const streams = { stdin: toServer, stdout: fromServer, stderr } as unknown as Parameters<typeof serveStreams>[1];
  const ended = serveStreams(workspace, streams);
  return {
    transport: lineTransport({ stdin: fromServer, stdout: toServer }, LIMITS),
    toServer,
    fromServer,
    end: async () => {
      toServer.end();
      await ended;
      await workspace.close();
    },
  };
}
