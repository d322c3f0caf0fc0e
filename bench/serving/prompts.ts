import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CLI } from './mcp-client.ts';
import { workTree } from './worlds.ts';

// Counts how often the hook of the built package answers prompts that need an answer and is silent on the others, on prompts.jsonl:
// node bench/serving/prompts.ts --mirrors DIR [--half seen|unseen] [--told]
// The rule may be made with one half of the prompts (seen), but not with the other.
const { values } = parseArgs({
  options: {
    mirrors: { type: 'string' },
    work: { type: 'string', default: join(tmpdir(), 'knap-serving') },
    half: { type: 'string' },
    told: { type: 'boolean', default: false },
  },
});

interface Row {
  readonly half: string;
  readonly repository: string;
  readonly prompt: string;
  /** Silence, or files of which the answer must quote one. */
  readonly wants: 'silence' | readonly string[];
  /** In a conversation, tests of the files sent before are also a right answer. */
  readonly asksForTests?: boolean;
}

mkdirSync(values.work, { recursive: true });
const lines = readFileSync(join(import.meta.dirname, 'prompts.jsonl'), 'utf8')
  .trim()
  .split('\n');
const rows = lines.map((line) => JSON.parse(line) as Row);
const run = `prompts-${process.pid}`;
const indexed = new Set<string>();
const tally = new Map<string, { good: number; right: number; all: number }>();

for (const [at, row] of rows.entries()) {
  if (values.half !== undefined && row.half !== values.half) continue;
  const root = rootOf(row.repository);
  count(row, 'at the beginning', ask(root, `${run}-${at}`, row.prompt));
  // A conversation with earlier code; a new one each time, so that nothing was sent before.
  const first = rows.find((one) => one.repository === row.repository && one.wants !== 'silence' && one !== row)!;
  ask(root, `${run}-${at}-later`, first.prompt);
  count(row, 'in a conversation', ask(root, `${run}-${at}-later`, row.prompt));
}

console.log('| half | wanted | when | as wanted | with a right file |\n|---|---|---|---|---|');
for (const [key, { good, right, all }] of [...tally].sort(([a], [b]) => (a < b ? -1 : 1)))
  console.log(
    `| ${key} | ${good} of ${all} (${Math.round((100 * good) / all)} %) | ${key.includes('code') ? right : '–'} |`,
  );

function rootOf(repository: string): string {
  const root = workTree(repository, values);
  if (!indexed.has(root)) spawnSync(process.execPath, [CLI, 'index', '--root', root, '--quiet'], { stdio: 'ignore' });
  indexed.add(root);
  return root;
}

function ask(root: string, session: string, prompt: string) {
  const event = { hook_event_name: 'UserPromptSubmit', session_id: session, cwd: root, prompt };
  const words = [CLI, 'hook', 'claude-code', '--within', '60000', '--verbose'];
  const { stdout, stderr } = spawnSync(process.execPath, words, { input: JSON.stringify(event), encoding: 'utf8' });
  return { said: stdout === '' ? '' : JSON.parse(stdout).hookSpecificOutput.additionalContext, why: stderr.trim() };
}

function count({ half, wants, prompt, asksForTests }: Row, when: string, { said, why }: ReturnType<typeof ask>): void {
  const isQuoted = wants !== 'silence' && wants.some((path) => said.includes(path));
  const isTests =
    asksForTests === true &&
    when !== 'at the beginning' &&
    [...said.matchAll(/^### (\S+)@/gm)].every(([, path]) => /test/i.test(path!));
  const isGood = wants === 'silence' ? said === '' || isTests : said !== '';
  const key = `${half} | ${wants === 'silence' ? 'silence' : 'code'} | ${when}`;
  const so = tally.get(key) ?? { good: 0, right: 0, all: 0 };
  tally.set(key, { good: so.good + Number(isGood), right: so.right + Number(isQuoted), all: so.all + 1 });
  const told = said === '' ? why : `${said.length} characters${isQuoted ? ', right' : ''}`;
  if (values.told) console.error(`${isGood ? 'ok ' : 'BAD'} ${key}: ${prompt.slice(0, 90)} -> ${told}`);
}
