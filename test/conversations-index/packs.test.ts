import { describe, expect, test } from 'vitest';
import { transcript, world } from './world.ts';

const PATH = 'conversation:plain/s';
const TASK = 'Why does settleAccounts round down?';

/** A question and an answer about fractions, the answer naming something of the code. */
function about(folder: string, naming: string): string {
  return transcript([
    { folder, title: 'Half a cent', text: 'What did the auditors want?', time: '2025-03-04T10:00:00Z' },
    { role: 'assistant', text: `Fractions go: see ${naming}.` },
    { role: 'assistant', text: 'Nobody counts them.\n\nWe decided to drop every half cent.' },
  ]);
}

describe('A26 a task about code brings its conversation', () => {
  const cases: [name: string, naming: string, isLinked: boolean][] = [
    ['a path', 'src/ledger/settle.ts', true],
    ['a path in the same folder', './src/ledger/settle.ts', true],
    ['the end of a path', '`ledger/settle.ts`', true],
    ['a symbol', '`drainTill`', true],
    ['nothing of the code', 'the minutes', false],
    ['a path of another workspace', '/elsewhere/src/ledger/settle.ts', false],
  ];
  for (const [name, naming, isLinked] of cases)
    test(`a conversation that names ${name} is ${isLinked ? 'in' : 'not linked to'} a pack for that code`, async () => {
      const engine = await world((root) => ({ 'a.jsonl': about(root, naming) })).open();
      const { pack, edges } = await engine.pack({ task: TASK });
      const paths = pack.files.map(({ path }) => path);
      expect(paths[0]).toBe('src/ledger/settle.ts');
      expect(edges.some(({ from, kind }) => from === PATH && kind === 'references')).toBe(isLinked);
      if (isLinked) expect(paths).toContain(PATH);
    });

  test('a pack lists a conversation whose tools edited the file of the task', async () => {
    const line = (root: string, type: string, content: unknown) =>
      `${JSON.stringify({ type, sessionId: 'c', cwd: root, uuid: type, message: { role: type, content } })}\n`;
    const edit = (root: string) => [
      { type: 'text', text: 'Fractions are gone.' },
      { type: 'tool_use', id: 't', name: 'Edit', input: { file_path: `${root}/src/ledger/settle.ts` } },
    ];
    const engine = await world((root) => ({
      'p/c.jsonl': line(root, 'user', 'No more half cents, please.') + line(root, 'assistant', edit(root)),
    })).open();
    const { pack } = await engine.pack({ task: TASK });
    expect(pack.files.map(({ path }) => path)).toContain('conversation:claude-code/c');
  });
});

test('A26 messages and decisions of a session are found by their words, below code', async () => {
  const engine = await world((root) => ({ 'a.jsonl': about(root, '`drainTill`') })).open();
  const found = async (types: readonly string[]) =>
    (await engine.query({ query: 'auditors decided to drop fractions', types, minScore: 0 })).results.map(
      ({ entity, location }) => [entity.type, entity.name, entity.id, location.startLine],
    );
  expect(await found(['decision'])).toEqual([
    ['decision', 'We decided to drop every half cent.', `${PATH}#m3-1`, expect.any(Number)],
  ]);
  // A decision is quoted with the message that gives its reasons, and only that.
  const { results, context } = await engine.query({
    ...{ query: 'drop every half cent', types: ['decision'], contextLines: 0 },
  });
  expect(results.map(({ codePreview }) => codePreview)).toEqual(['We decided to drop every half cent.']);
  expect(context).toContain('Nobody counts them.\n\nWe decided to drop every half cent.');
  // Every message is one, the one in which something is decided too.
  const ids = (await found(['message'])).map(([, , id]) => id);
  expect(ids.toSorted()).toEqual([`${PATH}#m1`, `${PATH}#m2`, `${PATH}#m3`]);
  const { pack } = await engine.pack({ task: 'auditors fractions' });
  const quoted = pack.blocks.filter(({ path }) => path === PATH);
  expect(quoted.every(({ kind }) => ['session', 'message', 'decision'].includes(kind))).toBe(true);
  expect(quoted.map(({ text }) => text).join('\n')).toContain('## User, 2025-03-04 10:00 UTC\nWhat did the auditors');
});

test('A28 A29 grouped conversations come below their own heading, after code', async () => {
  const engine = await world((root) => ({ 'a.jsonl': about(root, '`drainTill`') })).open();
  const { context } = await engine.query({ query: 'drainTill fractions auditors', groupByType: true, minScore: 0 });
  const titles = context.match(/^#+ (?:Relevant Code|Previous Conversations).*$/gm)?.join('\n');
  expect(titles).toMatch(/Relevant Code[\s\S]*Previous Conversations/);
});

test('A26 a pack holds conversations only if its sources include them', async () => {
  const engine = await world((root) => ({ 'a.jsonl': about(root, '`drainTill`') })).open();
  const paths = async (sources: readonly string[]) =>
    (await engine.pack({ task: `${TASK} auditors`, sources })).pack.files.map(({ path }) => path);
  expect(await paths(['code', 'markdown', 'history'])).not.toContain(PATH);
  expect(await paths(['conversations'])).toEqual([PATH]);
  await expect(paths(['conversation'])).rejects.toThrow(/did you mean "conversations"/);
});

test('a message of one word does not count as a definition of that name', async () => {
  const engine = await world((root) => ({
    'a.jsonl': transcript(['a', 'b', 'c'].map((session) => ({ session, folder: root, text: 'drainTill' }))),
  })).open();
  const { pack, text } = await engine.pack({ task: 'fix `drainTill`' });
  expect(text).toContain('defines `drainTill`');
  expect(text).not.toMatch(/defines (?:session|m1)/);
  expect(pack.files[0]).toMatchObject({ path: 'src/ledger/settle.ts' });
  expect(pack.blocks[0]).toMatchObject({ path: 'src/ledger/settle.ts' });
});

test('words of an address do not count as words of a conversation', async () => {
  const engine = await world((root) => ({ 'a.jsonl': transcript([{ folder: root, text: 'Something else.' }]) })).open();
  const { pack } = await engine.pack({ task: 'plain conversation' });
  expect(pack.files.map(({ path }) => path)).not.toContain(PATH);
});

test('a pack quotes less than a hundred lines of a very long message', async () => {
  const lines = Array.from({ length: 300 }, (_, index) => `line ${index} of a long story`);
  lines[250] = 'the zeppelin landed';
  const engine = await world((root) => ({ 'a.jsonl': transcript([{ folder: root, text: lines.join('\n') }]) })).open();
  const { pack } = await engine.pack({ task: 'zeppelin landed', aim: 'full', budget: 900 });
  const block = pack.blocks.find(({ text }) => text.includes('the zeppelin landed'));
  expect(block).toMatchObject({ path: PATH, kind: 'message' });
  expect(block!.lines.reduce((sum, [first, last]) => sum + last - first + 1, 0)).toBeLessThan(100);
});
