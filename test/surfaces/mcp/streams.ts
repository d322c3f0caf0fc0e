import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { serveStreams } from '../../../src/surfaces/mcp/command.ts';
import { lineTransport } from '../../../src/surfaces/mcp/line-transport.ts';
import { serveWorkspace } from '../../../src/surfaces/serving/serve-workspace.ts';

const LIMITS = { lineBytesMax: 1 << 26, openMax: 1000, unsentBytesMax: 1 << 26, stalledMs: 60_000 };

/** The server of `knap mcp` over streams in memory, to which a test can connect any client. */
export function openStreams(root: string, named = root, beside: readonly string[] = []) {
  const [toServer, fromServer, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const env = { HOME: join(root, '.home') };
  // Tests ask one question at a time, so threads would only cost time.
  const workspace = serveWorkspace({ root: named, beside, userFile: undefined, cwd: root, env, workers: 0 });
  // These streams have every part of a terminal that the server uses.
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
