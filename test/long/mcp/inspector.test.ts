import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { workspaceName } from '../../../src/surfaces/mcp/resources.ts';
import { makeWorld, SHOP } from '../../surfaces/world.ts';
import { CLI } from './server.ts';

const INSPECTOR = join(import.meta.dirname, '../../../node_modules/.bin/mcp-inspector');

async function inspect(root: string, args: readonly string[]) {
  const env = { ...process.env, HOME: join(root, '.home') };
  return promisify(execFile)(INSPECTOR, ['--cli', process.execPath, CLI, 'mcp', root, ...args], {
    env,
    maxBuffer: 1 << 26,
  });
}

const calls: [what: string, args: (name: string) => readonly string[], holds: RegExp][] = [
  ['lists the tools, strictly', () => ['tools/list', '--strict'], /"name": "context_status"/],
  [
    'packs',
    () => ['tools/call', '--tool-name', 'context_pack', '--tool-arg', 'task=fix handleWebhook'],
    /webhook without id/,
  ],
  [
    'asks',
    () => ['tools/call', '--tool-name', 'context_query', '--tool-arg', 'query=confirmation'],
    /sendConfirmation/,
  ],
  [
    'shows',
    () => ['tools/call', '--tool-name', 'context_show', '--tool-arg', 'targets=["docs/payments.md"]'],
    /three days/,
  ],
  ['looks', () => ['tools/call', '--tool-name', 'context_status'], /files +6 /],
  ['lists resources', () => ['resources/list'], /docs\/payments\.md/],
  ['lists templates', () => ['resources/templates/list'], /knap:\/\/\{workspace\}/],
  ['reads', (name) => ['resources/read', '--uri', `knap://${name}/src/cart/cart.ts?lines=1-2`], /export class Cart/],
  ['lists prompts', () => ['prompts/list'], /review-diff/],
  [
    'gets a prompt',
    () => ['prompts/get', '--prompt-name', 'explain-code', '--prompt-args', 'target=Cart'],
    /Explain Cart/,
  ],
];
for (const era of ['legacy', 'auto', 'modern']) {
  test(`the MCP inspector gets every kind of answer without a warning in its protocol era ${era}`, async () => {
    const root = makeWorld(SHOP, { git: true });
    for (const [what, args, holds] of calls) {
      const { stdout, stderr } = await inspect(root, ['--protocol-era', era, '--method', ...args(workspaceName(root))]);
      expect(stdout, what).toMatch(holds);
      expect(stderr, what).not.toMatch(/error|warning/i);
    }
  });
}
