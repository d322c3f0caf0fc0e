import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { type CallToolResult, Client } from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';
import { serveStreams } from '../../../src/surfaces/mcp/command.ts';
import { lineTransport } from '../../../src/surfaces/mcp/line-transport.ts';
import type { DescribedError } from '../../../src/surfaces/serving/describe-error.ts';
import { serveWorkspace } from '../../../src/surfaces/serving/serve-workspace.ts';

export const ERAS = { legacy: 'legacy', modern: { pin: '2026-07-28' } } as const;
export type Era = keyof typeof ERAS;

const LIMITS = { lineBytesMax: 1 << 26, openMax: 1000, unsentBytesMax: 1 << 26, stalledMs: 60_000 };

/** An agent in this process, talking to the same server the command runs, over streams in memory. */
export async function connect(root: string, { era = 'modern', named = root }: { era?: Era; named?: string } = {}) {
  const [toServer, fromServer, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const env = { HOME: join(root, '.home') };
  // The questions of these tests come one by one: a thread for each of them would cost more than it answers.
  const workspace = serveWorkspace({ root: named, userFile: undefined, cwd: root, env, workers: 0 });
  // Streams that are no terminals of the process have all that is asked of them.
  const streams = { stdin: toServer, stdout: fromServer, stderr } as unknown as Parameters<typeof serveStreams>[1];
  const ended = serveStreams(workspace, streams);
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: ERAS[era] } });
  await client.connect(lineTransport({ stdin: fromServer, stdout: toServer }, LIMITS));
  onTestFinished(async () => {
    await client.close();
    toServer.end();
    await ended;
    await workspace.close();
  });
  return client;
}

export const textOf = (result: CallToolResult): string =>
  result.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');

export const linksOf = (result: CallToolResult) =>
  result.content.flatMap((part) => (part.type === 'resource_link' ? [part] : []));

/** What a failed call says to programs. */
export const errorOf = (result: CallToolResult): DescribedError | undefined =>
  result.isError ? (result._meta?.['knap/error'] as DescribedError) : undefined;
