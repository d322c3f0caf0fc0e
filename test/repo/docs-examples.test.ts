import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

const pages = trackedFiles().filter((path) => /^docs\/guide\/.*\.md$/.test(path));
for (const page of pages) {
  const examples = [...textOf(page).matchAll(/^```ts run\n([\s\S]*?)^```$/gm)].map((match) => match[1]!);
  if (examples.length === 0) continue;
  describe(page, () => {
    for (const [index, code] of examples.entries()) {
      test(`example ${index + 1} prints what it says`, () => {
        const file = join(root, `example-${index + 1}.mts`);
        writeFileSync(file, code.replaceAll("from 'knap'", `from '${LIBRARY}'`));
        const printed = execFileSync(process.execPath, [file], {
          cwd: root,
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'pipe'],
        });
        rmSync(file);
        expect(expectedLines(code).length).toBeGreaterThan(0);
        expect(printed.trimEnd().split('\n')).toEqual(expectedLines(code));
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

test('the guide has examples', () => {
  expect(pages.flatMap((page) => [...textOf(page).matchAll(/^```ts run$/gm)]).length).toBeGreaterThanOrEqual(4);
});
