import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { ProgramEnd, parseCommand } from '../../src/surfaces/cli/program.ts';
import { ROOT, textOf, trackedFiles } from './tracked-files.ts';

const FENCE = /^(```+)([^\n]*)\n([\s\S]*?)^\1$/gm;
const CODE = /^(?:ts|json|yaml|diff|python|gleam)/;
const COMMAND = /(?:^|[|=(]\s*|\$ |^\s*- (?:script: )?)knap( (?=[a-z"-]).*|)$/;

/** What is typed after `knap` in the fences of a page and between its back-ticks, up to where the shell takes over. */
function commandsOf(page: string): readonly string[] {
  const text = textOf(page);
  const fenced = [...text.matchAll(FENCE)].flatMap(([, , language = '', code = '']) =>
    CODE.test(language) ? [] : code.split('\n'),
  );
  const inline = [...text.replace(FENCE, '').matchAll(/`([^`\n]+)`/g)].map((match) => match[1]!);
  return [...fenced, ...inline].flatMap((line) => {
    const [, typed] = COMMAND.exec(line) ?? [];
    return typed === undefined ? [] : [typed.split(/ (?:[|<>#]|2>|&&|;)|\)"?$/)[0]!.trim()];
  });
}

const wordsOf = (typed: string): readonly string[] =>
  [...typed.matchAll(/"((?:\\.|[^"])*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare!,
  );

async function whyNot(argv: readonly string[]): Promise<string | null> {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough().resume(), new PassThrough().resume()];
  const terminal = { stdin, stdout, stderr, env: {}, cwd: ROOT };
  try {
    // Streams that are no terminals of the process have all that the command line asks of them.
    await parseCommand(argv, terminal as unknown as Parameters<typeof parseCommand>[1]);
    return null;
  } catch (error) {
    return error instanceof ProgramEnd && error.exitCode === 0 ? null : `knap ${argv.join(' ')}: ${String(error)}`;
  }
}

const pages = trackedFiles().filter((path) =>
  /^(?:README|SECURITY|CONTRIBUTING|AGENTS|docs\/guide\/.*|skills\/.*)\.md$/.test(path),
);
test.each(pages)('%s: every command and option it names exists', async (page) => {
  const faults = await Promise.all(
    [...new Set(commandsOf(page))]
      .filter((typed) => !/^help [A-Z]+$/.test(typed))
      .map((typed) => whyNot(wordsOf(typed))),
  );
  expect(faults.filter((fault) => fault !== null)).toEqual([]);
});

test('the guide has more than 200 commands to check', () => {
  expect(pages.flatMap(commandsOf).length).toBeGreaterThan(200);
});
