import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { agentsText } from '../../bench/agents/agents-text.ts';
import { type AgentTask, evaluateAgents } from '../../bench/agents/evaluate-agents.ts';
import { DEFAULTS } from '../../src/config/defaults.ts';
import { loadConfig } from '../../src/config/load.ts';
import { jsonl } from '../conversations/samples.ts';
import { makeWorld, type World } from '../worlds/world.ts';

const WEBHOOK = `import { mail } from './mail';

export function handleWebhook(event: { id: string }) {
  if (!event.id) throw new Error('webhook without id');
  return mail(event.id);
}
`;
const FILES = {
  'src/webhook.ts': WEBHOOK,
  'src/mail.ts': "export function mail(id: string) {\n  return 'confirmed ' + id;\n}\n",
  'src/far.ts': Array.from({ length: 30 }, (_, line) => `export const far${line} = ${line};\n`).join(''),
};
const PROMPT = 'handleWebhook confirms twice when an event comes again';
const PATCH = `*** Begin Patch
*** Update File: src/webhook.ts
@@
   if (!event.id) throw new Error('webhook without id');
-  return mail(event.id);
+  return once(event.id, mail);
 }
*** End Patch`;

let world: World;
let transcripts: string;
beforeAll(() => {
  world = makeWorld(FILES, [{ message: 'Mail is sent', files: { 'README.md': '# Shop\n' } }]);
  transcripts = mkdtempSync(join(tmpdir(), 'knap-transcripts-'));
});
afterAll(() => {
  world[Symbol.dispose]();
  rmSync(transcripts, { recursive: true, force: true });
});

type Step = readonly [name: string, input: unknown, answer: string];

const STEPS: readonly Step[] = [
  ['Grep', { pattern: 'Webhook' }, 'src/webhook.ts:3:export function handleWebhook'],
  ['Read', { file_path: '$ROOT/src/webhook.ts' }, WEBHOOK],
  ['Bash', { command: "cd src && sed -n '1,10p' far.ts | head" }, 'export const far0 = 0;'],
  ['Edit', { file_path: '$ROOT/src/webhook.ts', old_string: '  return mail(event.id);', new_string: '  x' }, 'ok'],
  ['Read', { file_path: '$ROOT/src/mail.ts', offset: 1, limit: 2 }, 'export function mail'],
  ['Read', { file_path: '/etc/passwd' }, 'root'],
];

function claudeCode(steps: readonly Step[], folder = world.root, prompt = PROMPT): string {
  const envelope = { sessionId: 'c-1', cwd: folder, isSidechain: false };
  const told = JSON.parse(JSON.stringify(steps).replaceAll('$ROOT', folder)) as Step[];
  return jsonl(
    { ...envelope, type: 'user', timestamp: '2026-02-01T10:00:00Z', message: { role: 'user', content: prompt } },
    ...told.flatMap(([name, input, answer], at) => [
      {
        ...{ ...envelope, type: 'assistant' },
        message: { id: `m${at}`, content: [{ type: 'tool_use', id: `t${at}`, name, input }] },
      },
      {
        ...{ ...envelope, type: 'user' },
        message: { content: [{ type: 'tool_result', tool_use_id: `t${at}`, content: answer }] },
      },
    ]),
  );
}

function codex(commit: string | undefined): string {
  const item = (payload: object) => ({ timestamp: '2026-02-02T10:00:00Z', type: 'response_item', payload });
  const shell = (id: string, line: string) =>
    item({
      type: 'function_call',
      name: 'shell',
      call_id: id,
      arguments: JSON.stringify({ command: ['bash', '-lc', line] }),
    });
  const output = (id: string, text: string) =>
    item({
      type: 'function_call_output',
      call_id: id,
      output: JSON.stringify({ output: text, metadata: { exit_code: 0 } }),
    });
  return jsonl(
    {
      ...{ timestamp: '2026-02-02T10:00:00Z', type: 'session_meta' },
      payload: { id: 'x-1', cwd: world.root, timestamp: '2026-02-02T10:00:00Z', git: { commit_hash: commit } },
    },
    item({
      type: 'message',
      role: 'user',
      content: [{ type: 'input_text', text: '<environment_context>x</environment_context>' }],
    }),
    item({ type: 'message', role: 'user', content: [{ type: 'input_text', text: PROMPT }] }),
    shell('a', 'rg -n Webhook'),
    shell('b', 'cat src/mail.ts src/webhook.ts'),
    output('a', 'src/webhook.ts:3'),
    output('b', WEBHOOK),
    item({ type: 'custom_tool_call', name: 'apply_patch', call_id: 'c', input: PATCH }),
    item({ type: 'custom_tool_call_output', call_id: 'c', output: 'Done' }),
    shell('d', 'npm test'),
  );
}

async function evaluated(files: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(transcripts, 'case-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return evaluateFolder(folder);
}

async function evaluateFolder(folder: string) {
  return evaluateAgents({
    root: world.root,
    transcripts: folder,
    folder: mkdtempSync(join(transcripts, 'trees-')),
    config: (await loadConfig({ root: world.root, env: {} })).config,
    pack: { budget: 4000, aim: DEFAULTS.mcp.aim },
    limit: 100,
    limits: DEFAULTS.conversations,
  });
}

const file = (task: AgentTask | undefined, path: string) => task?.files.find((one) => one.path === path);

describe('sessions of an agent beside a pack of their first prompt', () => {
  test('a session of Claude Code is evaluated by the files it read and edited and those its pack held', async () => {
    const { tasks, untold } = await evaluated({ 'p/c-1.jsonl': claudeCode(STEPS) });
    expect(untold).toEqual([]);
    expect(tasks[0]).toMatchObject({
      ...{ session: 'c-1', format: 'claude-code', task: PROMPT, base: { from: 'time' } },
      ...{ firstEditTurn: 4, turns: 6, looking: { calls: 3 }, edited: { lines: 1, held: 1 } },
      // The whole of one file is in the pack; nothing of the other that was read.
      spared: { calls: 1 },
    });
    expect(tasks[0]!.looking.tokens).toBeGreaterThan(tasks[0]!.spared.tokens);
    expect(file(tasks[0], 'src/webhook.ts')).toMatchObject({
      read: [
        [1, 1],
        [3, 6],
      ],
      edited: [[5, 5]],
    });
    expect(file(tasks[0], 'src/far.ts')).toEqual({ path: 'src/far.ts', read: [[1, 10]], edited: [], held: [] });
    expect(file(tasks[0], 'src/mail.ts')).toMatchObject({ read: [[1, 2]] });
    expect(tasks[0]!.files).toHaveLength(3);
  });

  test('a session of Codex is evaluated at its recorded commit, with parallel calls and a patch', async () => {
    const first = world.git('rev-list', '--max-parents=0', 'HEAD').trim();
    const { tasks } = await evaluated({ 'rollout-1.jsonl': codex(first) });
    expect(tasks[0]).toMatchObject({
      ...{ session: 'x-1', format: 'codex', task: PROMPT, base: { commit: first, from: 'transcript' } },
      ...{ firstEditTurn: 2, turns: 3, looking: { calls: 2 }, ownTurn: 1 },
    });
    expect(file(tasks[0], 'src/webhook.ts')).toMatchObject({
      read: [
        [1, 1],
        [3, 6],
      ],
      edited: [[5, 5]],
      held: [
        [1, 1],
        [3, 6],
      ],
    });
    // A commit that nobody here knows: the time must do.
    const elsewhere = await evaluated({ 'rollout-1.jsonl': codex('0123456789012345678901234567890123456789') });
    expect(elsewhere.tasks[0]?.base.from).toBe('time');
  });

  test('the table of an evaluation counts each agent session and all, and says what was not measured', async () => {
    const folder = mkdtempSync(join(transcripts, 'case-'));
    writeFileSync(join(folder, 'c-1.jsonl'), claudeCode(STEPS));
    writeFileSync(join(folder, 'rollout-1.jsonl'), codex(undefined));
    const stdout = agentsText(await evaluateFolder(folder));
    expect(stdout).toContain('2 sessions, packs of at most 4000 tokens');
    expect(stdout).toMatch(/^task +looked +edit +pack +edited +read +spared +turn$/m);
    expect(stdout).toMatch(/^handleWebhook confirms twice w +3, \d+ +4 +\d+ +1, 100 % /m);
    expect(stdout).toMatch(/^all +5, \d+/m);
    expect(stdout).toContain('Not measured');
  });

  test('agent sessions that cannot be replayed are listed with the reason', async () => {
    const early = claudeCode(STEPS).replaceAll('2026-02-01', '2025-12-01');
    const { tasks, untold } = await evaluated({
      'elsewhere.jsonl': claudeCode(STEPS, '/somewhere/else'),
      'early.jsonl': early,
      'talk.jsonl': claudeCode([]),
      'silent.jsonl': claudeCode(STEPS, world.root, '<system-reminder>x</system-reminder>'),
      'plain.jsonl': jsonl({ session: 's', role: 'user', text: 'hello', folder: world.root }),
      'odd.jsonl': 'not json\n',
      'cut.jsonl': claudeCode(STEPS).slice(0, -200),
    });
    expect(tasks.map(({ session }) => session)).toEqual(['c-1']);
    expect(Object.fromEntries(untold.map(({ session, why }) => [session, why]))).toEqual({
      'elsewhere.jsonl': 'held in another folder',
      'early.jsonl': 'no commit is older than it',
      'talk.jsonl': 'without calls of tools',
      'silent.jsonl': 'without a prompt',
      'plain.jsonl': 'of the format plain, which keeps no calls of tools',
      'odd.jsonl': 'in no known format',
    });
  });

  test('an evaluation of agent sessions redacts secrets, follows no links out and fails for a missing folder', async () => {
    const secret = `ghp_${'aB3dE6gH9j'.repeat(4).slice(0, 36)}`;
    const { tasks } = await evaluated({ 'c.jsonl': claudeCode(STEPS, world.root, `${PROMPT} with ${secret}`) });
    expect(JSON.stringify(tasks)).not.toContain(secret);
    const folder = mkdtempSync(join(transcripts, 'case-'));
    const outside = join(mkdtempSync(join(transcripts, 'case-')), 'c-1.jsonl');
    writeFileSync(outside, claudeCode(STEPS));
    symlinkSync(outside, join(folder, 'c-1.jsonl'));
    expect(agentsText(await evaluateFolder(folder))).toContain('No session could be replayed.');
    await expect(evaluateFolder('/nowhere/at/all')).rejects.toThrow('There is no folder');
  });
});
