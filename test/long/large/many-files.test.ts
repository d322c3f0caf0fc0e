import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { DEFAULTS } from '../../../src/config/defaults.ts';
import { finished, startKnap } from '../../surfaces/knap.ts';

const MINUTES = 60_000;
const PER_FOLDER = 1000;

/** A folder of very many small files, and one that is asked for. */
function makeCrowd(count: number): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'knap-large-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }), 10 * MINUTES);
  for (let at = 0; at < count; at++) {
    const folder = join(root, `area${Math.floor(at / PER_FOLDER)}`);
    if (at % PER_FOLDER === 0) mkdirSync(folder);
    writeFileSync(join(folder, `part${at}.ts`), `export const part${at} = ${at};\n`);
  }
  mkdirSync(join(root, 'aaa'));
  writeFileSync(join(root, 'aaa/webhook.ts'), 'export function handleWebhook() { return "stripe"; }\n');
  return root;
}

// A process that takes more memory than this is ended by Node.
const env = { NODE_OPTIONS: '--max-old-space-size=1024' };
const PACK = ['pack', 'handleWebhook confirms a stripe payment twice', '--format', 'markdown'];

test(
  'the first pack of 200,000 files reads the likeliest, says how many, and stays within 1 GB of memory',
  async () => {
    const { code, stdout, stderr } = await finished(startKnap(makeCrowd(200_000 - 1), PACK, { env }));
    expect([code, stdout]).toEqual([0, expect.stringContaining('aaa/webhook.ts')]);
    expect(stdout).toMatch(/this answer uses the likeliest \d+ of 200000 files/);
    expect(stderr).toMatch(/^knap: (?:scanning|reading|history) \d+/m);
  },
  20 * MINUTES,
);

test(
  'a pack of a million files is answered from the likeliest, and status notes the limit of files',
  async () => {
    const root = makeCrowd(1_000_000);
    const { code, stdout, stderr } = await finished(startKnap(root, [...PACK, '--verbose'], { env }));
    expect([code, stdout + stderr]).toEqual([0, expect.stringContaining('likeliest')]);
    const status = await finished(startKnap(root, ['status'], { env }));
    expect(status.stdout).toContain(`more than ${DEFAULTS.scan.filesMax} files: the search for others was given up`);
  },
  30 * MINUTES,
);
