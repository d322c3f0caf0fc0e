import { type CallToolResult, Client } from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';
import type { DescribedError } from '../../../src/surfaces/serving/describe-error.ts';
import { openStreams } from './streams.ts';

export const ERAS = { legacy: 'legacy', modern: { pin: '2026-07-28' } } as const;
export type Era = keyof typeof ERAS;

/** Connects a client in this process to the server. */
export async function connect(
  root: string,
  { era = 'modern', named = root, beside = [] }: { era?: Era; named?: string; beside?: readonly string[] } = {},
) {
  const { transport, end } = openStreams(root, named, beside);
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: ERAS[era] } });
  await client.connect(transport);
  onTestFinished(async () => {
    await client.close();
    await end();
  });
  return client;
}

export const textOf = (result: CallToolResult): string =>
  result.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');

/** The error that a failed call gives programs. */
export const errorOf = (result: CallToolResult): DescribedError | undefined =>
  result.isError ? (result._meta?.['knap/error'] as DescribedError) : undefined;
