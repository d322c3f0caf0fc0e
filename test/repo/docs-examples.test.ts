import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { loadConfig } from '../../src/config/load.ts';
import { CONFIG_KEYS } from '../../src/config/schema.ts';
import { pack } from '../../src/operations/pack.ts';
import { knap } from '../surfaces/knap.ts';
import { makeWorld } from '../surfaces/world.ts';
import { builtOr } from '../worlds/built.ts';
import { textOf, trackedFiles } from './tracked-files.ts';

const root = mkdtempSync(join(tmpdir(), 'knap-examples-'));
const LIBRARY = pathToFileURL(builtOr('index.js', 'index.ts')).href;

beforeAll(() => {
  mkdirSync(join(root, 'src'));
  writeFileSync(
    join(root, 'src/checkout.ts'),
    'export function applyCoupon(total: number): number {\n  return total * 0.9;\n}\n',
  );
  writeFileSync(join(root, 'src/mailer.py'), 'def send_receipt(order):\n    return order\n');
  const prices = Array.from({ length: 40 }, (_, n) => `  add('article ${n}', ${n});`);
  writeFileSync(join(root, 'src/prices.ts'), ['export function prices() {', ...prices, '}', ''].join('\n'));
  mkdirSync(join(root, 'docs'));
  mkdirSync(join(root, 'notes/pages'), { recursive: true });
  writeFileSync(
    join(root, 'docs/coupons.md'),
    '---\nname: Coupons\n---\n\n# Coupons\n\nTen percent off, see [receipts](receipts.md).\n\n## When a coupon ends\n\nAt midnight.\n',
  );
  writeFileSync(
    join(root, 'docs/receipts.md'),
    '---\nname: Receipts\n---\n\n# Receipts\n\nSent by [mail](../src/mailer.py).\n',
  );
  writeFileSync(join(root, 'notes/pages/Coupons.md'), '- Black Friday doubles every coupon\n');
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: root });
  git('init', '-q');
  git('add', '.');
  git('commit', '-q', '-m', 'A shop');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** What `console.log(…); // expected` says will be printed, line by line. */
const expectedLines = (code: string): readonly string[] =>
  [...code.matchAll(/^console\.log\(.*\); \/\/ (.*)$/gm)].map((match) => match[1]!);

// All examples of a page in one process: loading the library takes longer than most of them.
function printedBy(examples: readonly string[]): readonly string[] {
  const files = examples.map((code, index) => {
    const file = join(root, `example-${index + 1}.mts`);
    writeFileSync(file, code.replaceAll("from 'knap'", `from '${LIBRARY}'`));
    return file;
  });
  const runner = join(root, 'run-examples.mts');
  const lines = files.map((file) => `await import(${JSON.stringify(file)}).catch(console.log); console.log('${END}');`);
  writeFileSync(runner, lines.join('\n'));
  const printed = execFileSync(process.execPath, [runner], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const file of [...files, runner]) rmSync(file);
  return printed.split(`${END}\n`).map((part) => part.trimEnd());
}

const END = '-- end of example --';
const pages = trackedFiles().filter((path) => /^docs\/guide\/.*\.md$/.test(path));
for (const page of pages) {
  const examples = [...textOf(page).matchAll(/^```ts run\n([\s\S]*?)^```$/gm)].map((match) => match[1]!);
  if (examples.length === 0) continue;
  describe(page, () => {
    let printed: readonly string[] = [];
    beforeAll(() => {
      printed = printedBy(examples);
    }, 120_000);
    for (const [index, code] of examples.entries()) {
      test(`example ${index + 1} prints what it says`, () => {
        expect(expectedLines(code).length).toBeGreaterThan(0);
        expect(printed[index]?.split('\n')).toEqual(expectedLines(code));
      });
    }
  });
}

/** `$ knap …` with the lines it prints. */
const commandsIn = (page: string): readonly (readonly [command: string, printed: string])[] =>
  [...textOf(page).matchAll(/^```console run\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) =>
    block
      .split(/^\$ knap /m)
      .slice(1)
      .map((one) => {
        const [command = '', ...lines] = one.trimEnd().split('\n');
        return [command, lines.join('\n')] as const;
      }),
  );

// A page that runs commands has the files they run on in its own fences: ```markdown path/of/file.md
for (const page of pages) {
  const commands = commandsIn(page);
  if (commands.length === 0) continue;
  test(`${page}: commands print what it says`, async () => {
    const files = [...textOf(page).matchAll(/^```markdown (\S+)\n([\s\S]*?)^```$/gm)];
    const workspace = makeWorld(Object.fromEntries(files.map(([, path = '', text = '']) => [path, text])));
    for (const [command, printed] of commands)
      expect((await knap(workspace, command.split(' '))).stdout.trimEnd(), command).toBe(printed);
  });
}

const fencesOf = (page: string, language: string): readonly string[] =>
  [...textOf(page).matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map((match) => match[1]!);

test.each(pages)('%s: its settings are settings, its data is data', async (page) => {
  for (const text of fencesOf(page, 'yaml')) {
    const data: object = parse(text);
    // Others are steps of a workflow.
    if (!CONFIG_KEYS.some((key) => Object.hasOwn(data, key))) continue;
    const userFile = join(root, 'settings-of-the-guide.yaml');
    writeFileSync(userFile, text);
    const { config } = await loadConfig({ root, env: { HOME: root }, userFile });
    expect(Object.keys(data).filter((key) => !Object.hasOwn(config, key))).toEqual([]);
  }
  for (const text of fencesOf(page, 'json')) {
    const data: object = JSON.parse(text);
    if ('task' in data) pack.input.parse(data);
  }
});

test('the guide has at least four programs to run', () => {
  expect(pages.flatMap((page) => [...textOf(page).matchAll(/^```ts run$/gm)]).length).toBeGreaterThanOrEqual(4);
});
