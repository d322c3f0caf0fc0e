import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { run } from '../src/surfaces/cli/run-process.ts';
import { makeExample } from './make-example.ts';
import { type Recorded, terminalSvg } from './terminal-svg.ts';

// Makes the picture of the README from the output of commands in the example: npx node scripts/record.ts

const PICTURE = join(import.meta.dirname, '../docs/images/terminal.svg');
const COLUMNS = 92;

/** The typed lines with their arguments. */
const TYPED: readonly (readonly [line: string, args: readonly string[]])[] = [
  [
    'knap pack "Stripe webhook: payment confirmation is sent twice when Stripe retries"',
    ['pack', 'Stripe webhook: payment confirmation is sent twice when Stripe retries'],
  ],
  ['knap show src/payments/webhook.ts#handleWebhook', ['show', 'src/payments/webhook.ts#handleWebhook']],
  ['knap ready', ['ready']],
];

/** Runs the lines in the example shop and returns the terminal output of each. */
export async function record(): Promise<readonly Recorded[]> {
  const folder = mkdtempSync(join(tmpdir(), 'knap-record-'));
  try {
    const root = join(folder, 'shop');
    makeExample(root);
    // Warms up, so that the recorded time includes no indexing.
    await shown(root, [...TYPED[0]![1], '--format', 'plain']);
    const recorded: Recorded[] = [];
    for (const [typed, args] of TYPED) recorded.push({ typed, shown: await shown(root, args) });
    return recorded;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function shown(root: string, args: readonly string[]): Promise<string> {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  for (const stream of [stdin, stdout, stderr]) Object.assign(stream, { isTTY: true, columns: COLUMNS });
  const chunks: Buffer[] = [];
  stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  stderr.resume();
  const env = { PATH: process.env.PATH, HOME: join(root, '../home'), FORCE_COLOR: '1' };
  // The command line uses nothing else of its streams.
  await run(args, { stdin, stdout, stderr, env, cwd: root } as unknown as Parameters<typeof run>[1]);
  return Buffer.concat(chunks).toString('utf8').trimEnd();
}

if (import.meta.main) {
  writeFileSync(PICTURE, terminalSvg(await record(), COLUMNS));
  process.exit(0);
}
