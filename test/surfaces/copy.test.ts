import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { knap, type Surroundings } from './knap.ts';
import { makeWorld, SHOP, shareWorld } from './world.ts';

const shop = shareWorld(SHOP);
const QUERY = ['query', 'webhook'];

/** Programs with the names of clipboard programs, which write their input to a file. */
function clipboard(names: readonly string[], script = 'cat > "$COPIED"') {
  const folder = makeWorld({});
  mkdirSync(join(folder, 'bin'));
  for (const name of names) {
    writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, 'bin', name), 0o755);
  }
  const file = join(folder, 'copied');
  const env = { PATH: [join(folder, 'bin'), '/usr/bin', '/bin'].join(delimiter), COPIED: file, NO_COLOR: '1' };
  return { env, bytes: () => (existsSync(file) ? readFileSync(file) : null) };
}

describe('--copy puts the page on the clipboard', () => {
  const commands: readonly (readonly string[])[] = [
    QUERY,
    ['pack', 'fix the webhook', '--format', 'xml'],
    ['show', 'docs/payments.md'],
    ['packs', 'open'],
  ];
  test.each(commands)('knap %s %s prints and copies the page, and says how many tokens it has', async (...args) => {
    if (args[0] === 'packs') await knap(shop, ['pack', 'fix the webhook']);
    const { env, bytes } = clipboard(['wl-copy']);
    const { code, stdout, stderr } = await knap(shop, [...args, '--copy'], { env });
    expect(stderr).toMatch(/^copied: [\d,]+ tokens \(wl-copy\)\n$/);
    expect(code).toBe(0);
    expect(bytes()!.toString('utf8').trimEnd()).toBe(stdout.trimEnd());
  });

  test('knap pack --copy on a terminal copies the page of the pack folder, not the printed summary', async () => {
    const { env, bytes } = clipboard(['wl-copy']);
    const { stdout } = await knap(shop, ['pack', 'fix the webhook', '--copy'], { env, isTerminal: true });
    expect(stdout).toMatch(/PACK\.md\n$/);
    expect(bytes()!.toString('utf8')).toContain('export async function handleWebhook');
  });

  test('--copy with --quiet copies the page and prints nothing', async () => {
    const { env, bytes } = clipboard(['wl-copy']);
    expect(await knap(shop, [...QUERY, '--copy', '-q'], { env })).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(bytes()!.toString('utf8')).toContain('handleWebhook');
  });

  test('--copy of an empty answer does not change the clipboard', async () => {
    const { env, bytes } = clipboard(['wl-copy']);
    expect((await knap(shop, ['query', 'zebra quagga', '--copy'], { env })).code).toBe(3);
    expect(bytes()).toBeNull();
  });

  const programs: [names: readonly string[], taken: string][] = [
    [['pbcopy', 'xclip'], 'pbcopy'],
    [['xclip', 'xsel'], 'xclip'],
    [['xsel', 'clip.exe'], 'xsel'],
  ];
  test.each(programs)('--copy with the clipboard programs %s installed uses %s', async (names, taken) => {
    const { env } = clipboard(names);
    expect((await knap(shop, [...QUERY, '--copy'], { env })).stderr).toContain(`(${taken})`);
  });

  test('--copy gives the clipboard program of Windows text in UTF-16', async () => {
    const { env, bytes } = clipboard(['clip.exe']);
    await knap(shop, [...QUERY, '--copy'], { env });
    const taken = bytes()!;
    expect([...taken.subarray(0, 2)]).toEqual([0xff, 0xfe]);
    expect(taken.toString('utf16le')).toContain('handleWebhook');
  });

  const OSC_52 = /\u001b\]52;c;([A-Za-z0-9+/=]+)\u0007/;
  const terminals: [name: string, names: readonly string[], around: Surroundings][] = [
    [
      'over ssh --copy sends the page to the terminal, although a clipboard program is installed',
      ['xclip'],
      { env: { SSH_CONNECTION: '::1 1 ::1 22' } },
    ],
    ['without a clipboard program --copy sends the page to the terminal', [], {}],
  ];
  test.each(terminals)('%s', async (_, names, around) => {
    const { env, bytes } = clipboard(names);
    const { stderr } = await knap(shop, [...QUERY, '--copy', '--format', 'xml'], {
      isTerminal: true,
      env: { ...env, ...around.env },
    });
    expect(Buffer.from(OSC_52.exec(stderr)![1]!, 'base64').toString('utf8')).toContain('handleWebhook');
    expect(stderr).toContain('(asked the terminal, by OSC 52)');
    expect(bytes()).toBeNull();
  });

  test('when every clipboard program fails, --copy exits with 1 and names the programs tried after the answer', async () => {
    const { env } = clipboard(['wl-copy', 'xclip'], 'exit 1');
    const { code, stdout, stderr } = await knap(shop, [...QUERY, '--copy'], { env });
    expect([code, stdout]).toEqual([1, expect.stringContaining('handleWebhook')]);
    expect(stderr).toMatch(/^knap: No program took the text for the clipboard; tried pbcopy, wl-copy,/);
  });

  test('the option copy of every operation is local, so MCP and HTTP do not offer it', async () => {
    const { OPERATIONS } = await import('../../src/operations/index.ts');
    const { faceOf } = await import('../../src/operations/operation.ts');
    for (const { load } of OPERATIONS) {
      const { copy } = (await load()).input.shape as Record<string, Parameters<typeof faceOf>[0] | undefined>;
      if (copy) expect(faceOf(copy).isLocal).toBe(true);
    }
  });
});

describe('a dash reads the value from standard input', () => {
  const cases: [args: readonly string[], same: readonly string[], input: string][] = [
    [['query', '-'], ['query', 'webhook without id'], 'webhook without id'],
    [['pack', '-', '-f', 'xml'], ['pack', 'fix the webhook', '-f', 'xml'], 'fix the webhook'],
    [['show', '-', '--raw'], ['show', 'docs/payments.md', '--raw'], 'docs/payments.md\n'],
    [
      ['pack', 'review', '--file', '-', '-f', 'plain'],
      ['pack', 'review', '--file', 'src/cart/cart.ts', '--file', 'src/mail/confirmation.ts', '-f', 'plain'],
      'src/cart/cart.ts\n\nsrc/mail/confirmation.ts\n',
    ],
  ];
  test.each(cases)('knap %s reads the value for the dash from standard input', async (args, same, input) => {
    const { stdout, code } = await knap(shop, args, { input });
    expect([code, stdout]).toEqual([0, (await knap(shop, same)).stdout]);
  });
});
