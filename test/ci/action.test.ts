import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from '../repo/tracked-files.ts';
import { MAIN } from '../surfaces/knap.ts';
import { makeWorld, SHOP, writeFiles } from '../surfaces/world.ts';
import { runAction } from './run-action.ts';

const ACTION = join(ROOT, 'action.yml');

/** A clone with a change on a branch, and beside it the programs a runner has. */
function pullRequest() {
  const root = makeWorld(SHOP, { git: true });
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], {
      cwd: root,
      encoding: 'utf8',
    }).trim();
  const base = git('rev-parse', 'HEAD');
  git('checkout', '-q', '-b', 'change');
  const path = 'src/mail/confirmation.ts';
  writeFiles(root, { [path]: SHOP[path]!.replace('Your order ', 'Your new order ') });
  git('commit', '-q', '-a', '-m', 'Say that it is new');
  const tools = makeWorld({});
  mkdirSync(join(tools, 'bin'));
  const program = (name: string, script: string) => {
    writeFileSync(join(tools, 'bin', name), `#!/usr/bin/env bash\n${script}\n`);
    chmodSync(join(tools, 'bin', name), 0o755);
  };
  program('knap', `exec ${JSON.stringify(process.execPath)} ${JSON.stringify(MAIN)} "$@"`);
  program('gh', 'printf "%s\\n" "$@" > "$GH_SAID"; while [ "$1" != --body-file ]; do shift; done; cp "$2" "$GH_BODY"');
  const env = {
    PATH: [join(tools, 'bin'), process.env.PATH].join(delimiter),
    HOME: tools,
    GITHUB_OUTPUT: join(tools, 'output'),
    GH_SAID: join(tools, 'said'),
    GH_BODY: join(tools, 'body'),
  };
  return { root, base, env, read: (name: string) => readFileSync(join(tools, name), 'utf8') };
}

const eventOf = (title: string, sha: string) => ({
  event: { pull_request: { number: 7, title, base: { sha } } },
  repository: 'acme/shop',
  token: 'ghs_x',
});

test('the action writes a pack with the change and affected code, outputs its path, and writes no comment unasked', () => {
  const { root, base, env, read } = pullRequest();
  const steps = runAction(ACTION, { github: eventOf('New orders say so', base), cwd: root, env });
  expect(steps.map(({ name, status, said }) => [name, status, said])).toEqual([
    ['Install knap', 0, ''],
    ['Pack what to read', 0, expect.any(String)],
  ]);
  expect(read('output')).toBe('file=knap-review.md\n');
  const pack = readFileSync(join(root, 'knap-review.md'), 'utf8');
  expect(pack).toContain('Your new order');
  expect(pack).toContain('handleWebhook');
  expect(existsSync(join(env.HOME, 'said'))).toBe(false);
});

test('with the input comment the action writes the pack into its last comment on the pull request', () => {
  const { root, base, env, read } = pullRequest();
  const steps = runAction(ACTION, {
    github: eventOf('x', base),
    inputs: { comment: 'true', aim: 'focused' },
    cwd: root,
    env,
  });
  expect(steps.map(({ status }) => status)).toEqual([0, 0, 0]);
  expect(read('said').split('\n').slice(0, 3)).toEqual(['pr', 'comment', '7']);
  expect(read('said')).toContain('--edit-last');
  expect(read('body')).toMatch(/^<details><summary>What to read for this change.*Your new order.*<\/details>\n$/s);
});

test('the shell commands in the title of a pull request stand in the pack as text and are not run', () => {
  const { root, base, env } = pullRequest();
  const title = `"; touch sprung; $(touch sprung) \`touch sprung\` '`;
  const steps = runAction(ACTION, { github: eventOf(title, base), cwd: root, env });
  expect(steps.at(-1)!.status).toBe(0);
  expect(existsSync(join(root, 'sprung'))).toBe(false);
  expect(readFileSync(join(root, 'knap-review.md'), 'utf8')).toContain('touch sprung');
});

test('a base commit that was not fetched fails the action with the advice fetch-depth: 0', () => {
  const { root, env } = pullRequest();
  const steps = runAction(ACTION, { github: eventOf('x', 'f'.repeat(40)), cwd: root, env });
  expect(steps.at(-1)).toMatchObject({ status: 2, said: expect.stringContaining('fetch-depth: 0') });
});

test('review-pack.sh called without the action writes a pack that quotes the commit message', () => {
  const { root, base, env } = pullRequest();
  execFileSync('bash', [join(ROOT, 'scripts/review-pack.sh')], {
    cwd: root,
    env: { ...env, REVIEW_BASE: base, REVIEW_FILE: 'review.md', REVIEW_BUDGET: '2000' },
  });
  expect(readFileSync(join(root, 'review.md'), 'utf8')).toContain('Say that it is new');
});

test('the guide names every input of the action, and its workflow uses only existing inputs', () => {
  const inputs = Object.keys(parse(readFileSync(ACTION, 'utf8')).inputs).filter((name) => name !== 'token');
  const guide = readFileSync(join(ROOT, 'docs/guide/packing.md'), 'utf8');
  const rows = [...guide.matchAll(/^\| (`\w+`(?:, `\w+`)*) \|/gm)].flatMap((row) => row[1]!.match(/\w+/g)!);
  expect(rows.sort()).toEqual(inputs.sort());
  const [workflow = ''] = /(?<=^```yaml\n)name: [\s\S]*?(?=^```)/m.exec(guide) ?? [];
  const steps: { uses: string; with: object }[] = parse(workflow).jobs.pack.steps;
  const own = steps.find(({ uses }) => uses.startsWith('knap-dev/knap@'))!;
  expect(inputs).toEqual(expect.arrayContaining(Object.keys(own.with)));
});
